//! Tests of the command, as one program.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

mod fit;
mod weights;

fn train() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin!("reversi-train"))
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

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

/// Runs the pipeline that `weights` returns for a folder: without a break in `unbroken`,
/// and in another folder that has its files `kept` and the first 400 bytes of its first
/// games. Checks that the files `names` of both are the same.
fn check_interrupted(
    weights: impl Fn(&Path) -> Command,
    unbroken: &Path,
    kept: &[&str],
    names: &[&str],
) {
    weights(unbroken).assert().success();
    // As if it had been killed while it wrote a game.
    let broken = tempfile::tempdir().expect("a folder can be made");
    let broken = broken.path();
    let games = read(&unbroken.join("1.games"));
    fs::write(broken.join("1.games"), &games[..400]).expect("it can be written");
    for name in kept {
        fs::copy(unbroken.join(name), broken.join(name)).expect("it can be copied");
    }
    weights(broken).assert().success();
    for name in names {
        assert!(
            read(&unbroken.join(name)) == read(&broken.join(name)),
            "{name}"
        );
    }
}

//! What the engine does: leaves of the game tree, problems solved, and how deep
//! it looks in a second. One thread each; the tables are the engine's own.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anstream::println;

use crate::programs;

/// The problems of the FFO's test that are solved, counted from #40.
const SOLVED: usize = 10;

/// Positions to look at for a second: after two, ten, twenty and thirty moves.
const LINES: [&str; 4] = [
    "f5d6",
    "f5d6c3d3c4f4c5b3c2e6",
    "f5d6c3d3c4f4c5b3c2e6c6b4b5d2e3a6c1b6f3f6",
    "f5d6c3d3c4f4c5b3c2e6c6b4b5d2e3a6c1b6f3f6e7d1f7g4c7d7",
];

pub(super) fn run() -> Result<(), Box<dyn Error>> {
    let engine = programs::build_optimised("reversi-engine")?;
    let scratch = tempfile::tempdir()?;
    let problems = scratch.path().join("problems.obf");
    fs::write(&problems, first_problems()?)?;

    println!("Leaves of the game tree, the last ply counted and not played");
    show(Command::new(&engine).args(["perft", "11"]))?;
    println!("\nFFO endgame test, #40 to #49, exact scores");
    show(Command::new(&engine).arg("solve").arg(&problems))?;
    println!("\nA second a move");
    for line in LINES {
        show(Command::new(&engine).args(["--time", "1", "hint", line]))?;
    }
    println!();
    show(Command::new(&engine).arg("bench"))
}

/// The first problems of the file, with its comments.
fn first_problems() -> Result<String, Box<dyn Error>> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let all = fs::read_to_string(crates.join("reversi-engine/positions/ffo-40-59.obf"))?;
    let problems = all.lines().filter(|line| !line.starts_with('%'));
    Ok(problems
        .take(SOLVED)
        .fold(String::new(), |text, line| text + line + "\n"))
}

fn show(command: &mut Command) -> Result<(), Box<dyn Error>> {
    let status = command.stdin(Stdio::null()).status()?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{command:?}: {status}").into())
    }
}

//! The engine's speed: leaves of the game tree, problems solved, and the depth
//! reached in one second. All use one thread and the default table size.

use std::fs;
use std::process::Command;

use anstream::println;

use super::show;
use crate::{Result, programs};

/// The number of problems of the FFO's test that are solved, beginning with #40.
const SOLVED: usize = 10;

/// The positions searched for a second: after two, ten, twenty and thirty moves.
const LINES: [&str; 4] = [
    "f5d6",
    "f5d6c3d3c4f4c5b3c2e6",
    "f5d6c3d3c4f4c5b3c2e6c6b4b5d2e3a6c1b6f3f6",
    "f5d6c3d3c4f4c5b3c2e6c6b4b5d2e3a6c1b6f3f6e7d1f7g4c7d7",
];

pub(super) fn run() -> Result<()> {
    let engine = programs::build_optimised("reversi-engine")?;
    let scratch = tempfile::tempdir()?;
    let problems = scratch.path().join("problems.obf");
    fs::write(&problems, first_problems()?)?;

    println!("Leaves of the game tree, the last ply counted and not played");
    show(Command::new(&engine).args(["perft", "11"]))?;
    println!("\nFFO endgame test, #40 to #49, exact scores");
    show(Command::new(&engine).arg("solve").arg(&problems))?;
    println!("\nOne second per move");
    for line in LINES {
        show(Command::new(&engine).args(["--time", "1", "hint", line]))?;
    }
    println!();
    show(Command::new(&engine).arg("bench"))
}

/// Returns the first problems of the file, without its comments.
fn first_problems() -> Result<String> {
    let file = "crates/reversi-engine/positions/ffo-40-59.obf";
    let all = fs::read_to_string(course_tests::workspace().join(file))?;
    let problems = all.lines().filter(|line| !line.starts_with('%'));
    Ok(problems
        .take(SOLVED)
        .fold(String::new(), |text, line| text + line + "\n"))
}

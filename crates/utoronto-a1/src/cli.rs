//! The command line. Without arguments, the program does exactly what the handout says. It avoids
//! clap's derive, which takes as long to compile as the rest of the program.

use clap::Command;

/// Returns the arguments that the program takes.
pub fn command() -> Command {
    Command::new("utoronto-a1")
        .version(env!("CARGO_PKG_VERSION"))
        .about(ABOUT)
        .long_about(format!("{ABOUT}\n\n{MORE}"))
        .after_help(include_str!("example.txt"))
}

const ABOUT: &str = "UofT ECE1724 Assignment 1 (2025): Reversi for two humans";
const MORE: &str = "Black and White take turns on an 8x8 board; a move is a row letter and a \
    column letter, and must flip at least one piece. Most pieces win.";

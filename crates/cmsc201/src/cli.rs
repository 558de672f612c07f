//! The command line. Without arguments, the program does exactly what the handout says. It avoids
//! clap's derive, which takes as long to compile as the rest of the program.

use clap::Command;

/// Returns the arguments that the program takes.
pub fn command() -> Command {
    Command::new("cmsc201")
        .version(env!("CARGO_PKG_VERSION"))
        .about(ABOUT)
        .long_about(format!("{ABOUT}\n\n{MORE}"))
        .after_help(include_str!("example.txt"))
}

const ABOUT: &str =
    "UMBC CMSC 201 Project 2 (2019): Reversi without diagonals against a naive computer";
const MORE: &str = "The player is X and moves first; pieces are flipped along rows and columns \
    only. The game ends as soon as the side to move has no legal move.";

//! The command line. With no arguments it is the handout's program and nothing else.

use clap::Parser;

/// UMBC CMSC 201 Project 2 (2019): Reversi without diagonals against a naive computer
///
/// The player is X and moves first; pieces are flipped along rows and columns
/// only. The game ends as soon as the side to move has no legal move.
#[derive(Parser)]
#[command(version, after_help = EXAMPLE)]
pub struct Args {}

const EXAMPLE: &str = include_str!("example.txt");

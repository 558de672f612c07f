//! The command line. With no arguments it is the handout's program and nothing else.

use clap::Parser;

/// UofT ECE1724 Assignment 1 (2025): Reversi for two humans
///
/// Black and White take turns on an 8x8 board; a move is a row letter and a
/// column letter, and must flip at least one piece. Most pieces win.
#[derive(Parser)]
#[command(version, after_help = EXAMPLE)]
pub struct Args {}

const EXAMPLE: &str = include_str!("example.txt");

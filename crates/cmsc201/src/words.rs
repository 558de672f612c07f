//! Every word the program says. The board and the list of moves are the
//! handout's; the other words are those its students agree on, since the
//! handout leaves them to a sample file that is not to be had.

use std::fmt::{self, Write};

use reversi_core::{Board, ByDisc, Disc, Square};

use crate::{CPU, PLAYER};

/// Its line ends in a space.
pub(crate) const BOARD_TITLE: &str = "Current board state: ";
pub(crate) const MOVE_PROMPT: &str = "Enter a move: ";
pub(crate) const GAME_OVER: &str = "GAME OVER";

pub(crate) fn valid_moves(moves: &[Square]) -> String {
    format!("Valid moves are: {}", python_list(moves))
}

pub(crate) fn invalid_move(moves: &[Square]) -> String {
    format!("Invalid move. {}", valid_moves(moves))
}

pub(crate) fn cpu_takes(at: Square) -> String {
    format!("CPU takes move: [{}, {}]", at.row, at.col)
}

pub(crate) fn player_score(discs: ByDisc<usize>) -> String {
    format!("Player score: {}", discs[PLAYER])
}

pub(crate) fn cpu_score(discs: ByDisc<usize>) -> String {
    format!("CPU score: {}", discs[CPU])
}

pub(crate) fn winner(winner: Option<Disc>) -> &'static str {
    match winner {
        Some(PLAYER) => "Player wins!",
        Some(_) => "CPU wins!",
        None => "It's a tie!",
    }
}

/// The squares as Python prints a list of lists.
fn python_list(squares: &[Square]) -> String {
    let mut list = String::from("[");
    for (index, square) in squares.iter().enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        write!(list, "{comma}[{}, {}]", square.row, square.col).expect("a String takes it all");
    }
    list.push(']');
    list
}

/// The board as the handout draws it: its header ends without a bar, its rows
/// with one.
pub(crate) struct View<'a>(pub(crate) &'a Board);

impl fmt::Display for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("_")?;
        for col in 0..self.0.size().cols() {
            write!(f, "|{col}")?;
        }
        for square in self.0.size().squares() {
            if square.col == 0 {
                write!(f, "\n{}|", square.row)?;
            }
            f.write_str(match self.0.disc(square) {
                Some(PLAYER) => "X|",
                Some(_) => "O|",
                None => "_|",
            })?;
        }
        Ok(())
    }
}

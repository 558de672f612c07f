//! Every word the program says. Source: the handout and its public tests.

use std::fmt;

use reversi_core::{Board, Disc, Outcome};

pub(crate) const INVALID_MOVE: &str = "Invalid move. Try again.";

pub(crate) fn move_prompt(mover: Disc) -> String {
    format!("Enter move for colour {} (RowCol): ", letter(mover))
}

pub(crate) fn no_valid_move(blocked: Disc) -> String {
    format!("{} player has no valid move.", letter(blocked))
}

/// `points` also when the difference is 1: so the handout's format string.
pub(crate) fn result(outcome: Outcome) -> String {
    let winner = match outcome.winner() {
        Some(Disc::Black) => "Black",
        Some(Disc::White) => "White",
        None => return "Draw!".to_owned(),
    };
    format!("{winner} wins by {} points!", outcome.margin())
}

fn letter(disc: Disc) -> char {
    match disc {
        Disc::Black => 'B',
        Disc::White => 'W',
    }
}

/// The board as the handout draws it.
pub(crate) struct View<'a>(pub(crate) &'a Board);

impl fmt::Display for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("  abcdefgh")?;
        for square in self.0.size().squares() {
            if square.col == 0 {
                write!(f, "\n{} ", char::from(b'a' + square.row))?;
            }
            write!(f, "{}", self.0.disc(square).map_or('.', letter))?;
        }
        Ok(())
    }
}

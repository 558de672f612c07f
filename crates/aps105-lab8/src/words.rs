//! Every word the program says. Source: the handout and its public tests.

use std::error::Error;
use std::fmt;

use reversi_core::{Board, Disc, Outcome, Square};

pub(crate) const DIMENSION_PROMPT: &str = "Enter the board dimension: ";
pub(crate) const COMPUTER_PROMPT: &str = "Computer plays (B/W) : ";
pub(crate) const INVALID_MOVE: &str = "Invalid move.";

/// How the move prompt spells a word that the handout and the course's own
/// test files spell differently.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spelling {
    /// `color`, as in the handout.
    #[default]
    Color,
    /// `colour`, as in the test files.
    Colour,
}

pub(crate) fn move_prompt(spelling: Spelling, mover: Disc) -> String {
    let colour = match spelling {
        Spelling::Color => "color",
        Spelling::Colour => "colour",
    };
    format!("Enter move for {colour} {} (RowCol): ", letter(mover))
}

pub(crate) fn computer_places(computer: Disc, at: Square) -> String {
    let (row, col) = (char::from(b'a' + at.row), char::from(b'a' + at.col));
    format!("Computer places {} at {row}{col}.", letter(computer))
}

pub(crate) fn no_valid_move(blocked: Disc) -> String {
    format!("{} player has no valid move.", letter(blocked))
}

pub(crate) fn wins(winner: Disc) -> String {
    format!("{} player wins.", letter(winner))
}

pub(crate) fn result(outcome: Outcome) -> String {
    outcome.winner().map_or("Draw!".to_owned(), wins)
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
        f.write_str("  ")?;
        for col in 0..self.0.size().cols() {
            write!(f, "{}", char::from(b'a' + col))?;
        }
        for square in self.0.size().squares() {
            if square.col == 0 {
                write!(f, "\n{} ", char::from(b'a' + square.row))?;
            }
            write!(f, "{}", self.0.disc(square).map_or('U', letter))?;
        }
        Ok(())
    }
}

/// An answer at the start that no game can be set up with. The handout
/// promises that there is none, so these words are ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BadSetup {
    NotANumber,
    Dimension(i64),
    Colour(u8),
}

impl fmt::Display for BadSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber => f.write_str(
                "the board dimension is not a number: it must be an even number from 4 to 26",
            ),
            Self::Dimension(number) => write!(
                f,
                "the board dimension is {number}: it must be an even number from 4 to 26"
            ),
            Self::Colour(byte) => write!(
                f,
                "the computer's colour is '{}': it must be B or W",
                byte.escape_ascii()
            ),
        }
    }
}

impl Error for BadSetup {}

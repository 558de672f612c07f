//! Every word that the program prints. The counters and the stones are the
//! handout's; it leaves the rest to us.

use reversi_core::{Disc, IllegalMove, Square};

use crate::{BadMove, HUMAN, Variant};

/// The stones on the board, as the handout's pictures have them.
pub const HUMAN_STONE: char = '○';
/// See [`HUMAN_STONE`].
pub const COMPUTER_STONE: char = '●';
/// A cell without a stone.
pub const EMPTY_CELL: char = '.';

/// Beside the board, before the number of stones placed.
pub const ROUND: &str = "Round   :";
/// Beside the board, before the number of the human's stones.
pub const HUMAN_COUNT: &str = "Human   :";
/// Beside the board, before the number of the computer's stones.
pub const COMPUTER_COUNT: &str = "Computer:";

/// Asks for the board.
pub const CHOOSE_BOARD: &str = "Choose the board (1: 1x16, 2: 8x8): ";
/// Answers what is no choice of a board.
pub const INVALID_CHOICE: &str = "Invalid choice. Try again.";

/// Asks for a move.
pub const fn your_move(variant: Variant) -> &'static str {
    match variant {
        Variant::Strip => "Your move (column): ",
        Variant::Square => "Your move (row column): ",
    }
}

/// Answers what is no move.
pub fn invalid_move(variant: Variant, why: BadMove) -> String {
    let why = match why {
        BadMove::NotANumber => "not a number",
        BadMove::WrongCount => match variant {
            Variant::Strip => "one number is needed",
            Variant::Square => "two numbers are needed",
        },
        BadMove::Illegal(IllegalMove::OffBoard) => "off the board",
        BadMove::Illegal(IllegalMove::Occupied) => "occupied",
        BadMove::Illegal(IllegalMove::TooFar) => "too far from the stones",
        BadMove::Illegal(IllegalMove::FlipsNothing) => "it flips nothing",
    };
    format!("Invalid move: {why}. Try again.")
}

/// Says where the computer places its stone.
pub fn computer_plays(variant: Variant, at: Square) -> String {
    let (row, col) = (at.row + 1, at.col + 1);
    match variant {
        Variant::Strip => format!("Computer plays {col}."),
        Variant::Square => format!("Computer plays {row} {col}."),
    }
}

/// Says who has won.
pub fn result(winner: Option<Disc>) -> &'static str {
    match winner {
        Some(HUMAN) => "Human wins!",
        Some(_) => "Computer wins!",
        None => "Draw!",
    }
}

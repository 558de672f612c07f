//! Every word that the program prints, and the parser of the messages.
//! Source: the handout and its public tests.

use course::{Glyphs, Message, Notation, after};
use reversi_core::{Disc, Outcome, Size, Square};

pub(crate) const GLYPHS: Glyphs = Glyphs {
    black: 'B',
    white: 'W',
    empty: 'U',
    legal: None,
    others: ["b", "w"],
};

/// The ends of the prompts.
pub(crate) const BOARD_DIMENSION: &str = "board dimension: ";
pub(crate) const BLACK_OR_WHITE: &str = "(B/W) : ";
pub(crate) const ROW_COL: &str = "(RowCol): ";

pub(crate) const INVALID_MOVE: &str = "Invalid move.";
const NO_VALID_MOVE: &str = "no valid move";
/// The start of the announcement of the computer's move.
pub const COMPUTER_PLACES: &str = "Computer places ";

/// The spelling of each text in the handout, and in the course's tests or in other years.
pub(crate) const SPELLINGS: &[[&str; 2]] = &[
    ["Enter move for color ", "Enter move for colour "],
    [BLACK_OR_WHITE, "(B/W): "],
];

pub(crate) const RUNNER_SPELLINGS: &[[&str; 2]] =
    &[["Enter move for color ", "Enter move for colour "]];

pub(crate) fn dimension_prompt() -> String {
    format!("Enter the {BOARD_DIMENSION}")
}

pub(crate) fn computer_prompt() -> String {
    format!("Computer plays {BLACK_OR_WHITE}")
}

/// Returns the prompt for a move in one of the two spellings.
pub(crate) fn move_prompt(spelling: usize, mover: Disc) -> String {
    format!("{}{} {ROW_COL}", SPELLINGS[0][spelling], GLYPHS.disc(mover))
}

pub(crate) fn computer_places(computer: Disc, at: Square) -> String {
    let (row, col) = (char::from(b'a' + at.row), char::from(b'a' + at.col));
    let disc = GLYPHS.disc(computer);
    format!("{COMPUTER_PLACES}{disc} at {row}{col}.")
}

pub(crate) fn no_valid_move(blocked: Disc) -> String {
    format!("{} player has {NO_VALID_MOVE}.", GLYPHS.disc(blocked))
}

pub(crate) fn wins(winner: Disc) -> String {
    format!("{} player wins.", GLYPHS.disc(winner))
}

pub(crate) fn result(outcome: Outcome) -> String {
    outcome.winner().map_or("Draw!".to_owned(), wins)
}

pub(crate) fn read_message(line: &str, size: Size) -> Option<Message> {
    if after(line, NO_VALID_MOVE).is_some() {
        return Some(Message::Pass);
    }
    if let Some((_, square)) = after(line, COMPUTER_PLACES).and_then(|rest| rest.split_once(" at "))
    {
        let square = square.trim_end_matches('.').to_ascii_lowercase();
        let at = Notation::ScannedLetters.square(square.as_bytes(), size, &[])?;
        return Some(Message::ComputerMove(at));
    }
    if after(line, "invalid").is_some() {
        return Some(Message::Refusal);
    }
    let side = after(line, "enter move for ")?.split_whitespace().nth(1)?;
    Some(Message::Asks(GLYPHS.owner(side.parse().ok()?)?))
}

// The handout promises valid answers at the start, so the messages about invalid ones are ours.

pub(crate) const NOT_A_DIMENSION: &str =
    "the board dimension is not a number: it must be an even number from 4 to 26";

pub(crate) fn bad_dimension(number: i64) -> String {
    format!("the board dimension is {number}: it must be an even number from 4 to 26")
}

pub(crate) fn bad_colour(byte: u8) -> String {
    let byte = byte.escape_ascii();
    format!("the computer's colour is '{byte}': it must be B or W")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_is_read_back() {
        let size = Size::square(26).expect("a board");
        let read = |text: &str| read_message(text, size);
        for disc in [Disc::Black, Disc::White] {
            for spelling in [0, 1] {
                let prompt = move_prompt(spelling, disc);
                assert_eq!(read(&prompt), Some(Message::Asks(disc)));
            }
            for at in size.squares() {
                let text = computer_places(disc, at);
                assert_eq!(read(&text), Some(Message::ComputerMove(at)));
            }
            assert_eq!(read(&no_valid_move(disc)), Some(Message::Pass));
        }
        assert_eq!(read(INVALID_MOVE), Some(Message::Refusal));
    }
}

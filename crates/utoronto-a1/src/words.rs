//! Every word that the program prints, and the parser of the messages.
//! Source: the handout and its public tests.

use course::{Glyphs, Message, after};
use reversi_core::{Disc, Outcome, Size};

pub(crate) const GLYPHS: Glyphs = Glyphs {
    black: 'B',
    white: 'W',
    empty: '.',
    legal: None,
    others: ["b", "w"],
};

/// The start of the prompt for a move.
const ENTER_MOVE_FOR: &str = "Enter move for ";
/// The end of the prompt for a move.
pub(crate) const ROW_COL: &str = "(RowCol): ";

pub(crate) const INVALID_MOVE: &str = "Invalid move. Try again.";
const NO_VALID_MOVE: &str = "no valid move";

pub(crate) fn move_prompt(mover: Disc) -> String {
    format!("{ENTER_MOVE_FOR}colour {} {ROW_COL}", GLYPHS.disc(mover))
}

pub(crate) fn no_valid_move(blocked: Disc) -> String {
    format!("{} player has {NO_VALID_MOVE}.", GLYPHS.disc(blocked))
}

/// As in the handout's format string, the word is `points` even for one point.
pub(crate) fn result(outcome: Outcome) -> String {
    let winner = match outcome.winner() {
        Some(Disc::Black) => "Black",
        Some(Disc::White) => "White",
        None => return "Draw!".to_owned(),
    };
    format!("{winner} wins by {} points!", outcome.margin())
}

pub(crate) fn read_message(line: &str, _: Size) -> Option<Message> {
    if after(line, NO_VALID_MOVE).is_some() {
        return Some(Message::Pass);
    }
    if after(line, "invalid").is_some() {
        return Some(Message::Refusal);
    }
    let side = after(line, ENTER_MOVE_FOR)?.split_whitespace().nth(1)?;
    Some(Message::Asks(GLYPHS.owner(side.parse().ok()?)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_is_read_back() {
        let read = |text: &str| read_message(text, Size::EIGHT);
        for disc in [Disc::Black, Disc::White] {
            assert_eq!(read(&move_prompt(disc)), Some(Message::Asks(disc)));
            assert_eq!(read(&no_valid_move(disc)), Some(Message::Pass));
        }
        assert_eq!(read(INVALID_MOVE), Some(Message::Refusal));
    }
}

//! Every word that the program prints, and the parser of the messages. The counters and the stones
//! are the handout's; it does not specify the rest.

use course::{Glyphs, Message, Notation, after};
use reversi_core::{Disc, IllegalMove, Size, Square};

use crate::{BadMove, HUMAN};

pub(crate) const GLYPHS: Glyphs = Glyphs {
    black: '●',
    white: '○',
    empty: '.',
    legal: None,
    others: ["", ""],
};

pub const ROUND: &str = "Round   :";
pub const HUMAN_COUNT: &str = "Human   :";
pub const COMPUTER_COUNT: &str = "Computer:";

/// The ends of the prompts.
pub(crate) const WHICH_BOARD: &str = "8x8): ";
pub(crate) const COLUMN: &str = "(column): ";
pub(crate) const ROW_COLUMN: &str = "(row column): ";

const YOUR_MOVE: &str = "Your move ";
const COMPUTER_PLAYS: &str = "Computer plays ";

pub fn choose_board() -> String {
    format!("Choose the board (1: 1x16, 2: {WHICH_BOARD}")
}
pub const INVALID_CHOICE: &str = "Invalid choice. Try again.";

pub fn your_move(size: Size) -> String {
    let end = match size.rows() {
        1 => COLUMN,
        _ => ROW_COLUMN,
    };
    format!("{YOUR_MOVE}{end}")
}

/// Reports a line that is not a legal move.
pub fn invalid_move(size: Size, why: BadMove) -> String {
    let why = match why {
        BadMove::NotANumber => "not a number",
        BadMove::WrongCount => match size.rows() {
            1 => "one number is needed",
            _ => "two numbers are needed",
        },
        BadMove::Illegal(IllegalMove::OffBoard) => "off the board",
        BadMove::Illegal(IllegalMove::Occupied) => "occupied",
        BadMove::Illegal(IllegalMove::TooFar) => "too far from the stones",
        BadMove::Illegal(_) => "it flips nothing",
    };
    format!("Invalid move: {why}. Try again.")
}

pub fn computer_plays(size: Size, at: Square) -> String {
    format!("{COMPUTER_PLAYS}{}.", Notation::FromOne.name(at, size))
}

pub fn result(winner: Option<Disc>) -> &'static str {
    match winner {
        Some(HUMAN) => "Human wins!",
        Some(_) => "Computer wins!",
        None => "Draw!",
    }
}

pub(crate) fn read_message(line: &str, size: Size) -> Option<Message> {
    // The game has no pass, but a wrong program may announce one.
    if after(line, "no valid move").is_some() {
        return Some(Message::Pass);
    }
    if after(line, "invalid").is_some() {
        return Some(Message::Refusal);
    }
    if let Some(square) = after(line, COMPUTER_PLAYS) {
        let square = square.trim_end_matches('.');
        let at = Notation::FromOne.square(square.as_bytes(), size, &[])?;
        return Some(Message::ComputerMove(at));
    }
    after(line, YOUR_MOVE).map(|_| Message::Asks(HUMAN))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::COURSE;
    use crate::RULES_1X16;

    #[test]
    fn every_message_is_read_back() {
        for size in [RULES_1X16.size, Size::EIGHT] {
            let read = |text: &str| read_message(text, size);
            for at in size.squares() {
                let text = computer_plays(size, at);
                assert_eq!(read(&text), Some(Message::ComputerMove(at)));
            }
            assert_eq!(read(&your_move(size)), Some(Message::Asks(HUMAN)));
            let refusal = invalid_move(size, BadMove::NotANumber);
            assert_eq!(read(&refusal), Some(Message::Refusal));
        }
        let read = read_message(INVALID_CHOICE, Size::EIGHT);
        assert_eq!(read, Some(Message::Refusal));
    }

    #[test]
    fn the_counters_are_those_that_are_printed() {
        let printed = [ROUND, HUMAN_COUNT, COMPUTER_COUNT];
        let names = printed.map(|text| text.trim_end_matches(':').trim_end().to_lowercase());
        assert!(COURSE.counters.iter().map(|(name, _)| *name).eq(&names));
    }
}

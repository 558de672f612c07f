//! The messages that a program prints between its boards.

use reversi_core::{Disc, Square};

/// A message, as a course's [`read_message`](crate::Program::read_message) reads it back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// A side has no legal move.
    Pass,
    Refusal,
    ComputerMove(Square),
    /// In the order of the list.
    LegalMoves(Vec<Square>),
    Asks(Disc),
}

/// Returns the text after `words` in `line`, in any ASCII letter case.
pub fn after<'a>(line: &'a str, words: &str) -> Option<&'a str> {
    let mut starts = line.char_indices().map(|(start, _)| start);
    starts.find_map(|start| {
        let (words_here, rest) = line[start..].split_at_checked(words.len())?;
        words_here.eq_ignore_ascii_case(words).then_some(rest)
    })
}

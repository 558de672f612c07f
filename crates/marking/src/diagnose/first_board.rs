//! The boards of two outputs beside each other.

use course::Course;
use reversi_core::Board;

use crate::read::boards::Palette;
use crate::read::output::{boards, read};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardPair {
    /// The last board before it that was printed right.
    pub before: Option<Board>,
    pub expected: Board,
    pub printed: Board,
    pub palette: Palette,
}

impl BoardPair {
    pub fn differ(&self) -> bool {
        self.expected != self.printed
    }
}

/// Returns the boards of two outputs, in the course's drawing, each of `expected` with the one of
/// `got` in its place; none if the case's `input` sets up no game.
pub fn board_pairs(course: &Course, input: &[u8], expected: &[u8], got: &[u8]) -> Vec<BoardPair> {
    let Some(setup) = course.setup(input) else {
        return Vec::new();
    };
    let [expected, got] = [expected, got].map(|output| read(course, setup.rules.size, output));
    let mut before = None;
    let pair = |(expected, printed): (&Board, &Board)| {
        let pair = BoardPair {
            before: before.clone(),
            expected: expected.clone(),
            printed: printed.clone(),
            palette: Palette::of_course(course),
        };
        if expected == printed {
            before = Some(expected.clone());
        }
        pair
    };
    boards(&expected).zip(boards(&got)).map(pair).collect()
}

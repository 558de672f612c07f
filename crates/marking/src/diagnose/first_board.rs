//! The first board that is wrong, of two outputs.

use course::Course;
use reversi_core::{Board, Size};

use crate::read::output::{What, read};

/// A board as it is printed, and as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongBoard {
    /// The board before it, which both outputs have.
    pub before: Option<Board>,
    /// The board as it should be.
    pub expected: Board,
    /// The board as it is printed.
    pub printed: Board,
}

/// Returns the first board of the output `got` that is not that of the output `expected`,
/// in the course's drawing; `None` if there is none, or if the case's `input` sets up no
/// game.
pub fn first_wrong_board(
    course: &Course,
    input: &[u8],
    expected: &[u8],
    got: &[u8],
) -> Option<WrongBoard> {
    let size = course.setup(input)?.rules.size;
    let (expected, got) = (boards(course, size, expected), boards(course, size, got));
    let mut pairs = expected.iter().zip(&got);
    let index = pairs.position(|(expected, got)| expected != got)?;
    Some(WrongBoard {
        before: index.checked_sub(1).map(|before| expected[before].clone()),
        expected: expected[index].clone(),
        printed: got[index].clone(),
    })
}

fn boards(course: &Course, size: Size, output: &[u8]) -> Vec<Board> {
    let items = read(course, size, output).into_iter();
    let boards = items.filter_map(|item| match item.what {
        What::Board { board, .. } => Some(board),
        What::Message(_) | What::Text => None,
    });
    boards.collect()
}

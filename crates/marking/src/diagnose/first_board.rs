//! The first board that is wrong, of two outputs.

use course::Course;
use reversi_core::Board;

use crate::read::boards::Palette;
use crate::read::output::{boards, read};

/// A board as it should be and as it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boards {
    /// The last board before it that was printed right.
    pub before: Option<Board>,
    pub expected: Board,
    pub printed: Board,
    /// The characters that the program draws it with.
    pub palette: Palette,
}

/// Returns the first board of the output `got` that is not that of the output `expected`,
/// in the course's drawing; `None` if there is none, or if the case's `input` sets up no
/// game.
pub fn first_wrong_board(
    course: &Course,
    input: &[u8],
    expected: &[u8],
    got: &[u8],
) -> Option<Boards> {
    let size = course.setup(input)?.rules.size;
    let [expected, got] = [expected, got].map(|output| read(course, size, output));
    let mut before = None;
    for (expected, printed) in boards(&expected).zip(boards(&got)) {
        if expected != printed {
            return Some(Boards {
                before,
                expected: expected.clone(),
                printed: printed.clone(),
                palette: Palette::of_course(course),
            });
        }
        before = Some(expected.clone());
    }
    None
}

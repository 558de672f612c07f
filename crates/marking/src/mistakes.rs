//! Programs with mistakes: a small correct program for each course, and the changes that
//! make it wrong. The tests check the hints on them; a set of cases is good if it finds them.

mod change;
mod program;
mod suspect;
mod words;

pub use change::{Bounds, Change, Edges};
pub use program::{CourseKind, SimulatedMove, SimulatedProgram};
pub(crate) use suspect::Suspect;
pub use words::{BRACKETS, GLYPHS, Paint, SEPARATORS, Skin};

/// Changes and the hints on them, one per line: the course, the change, the case that shows
/// it, and the sentence. Instead of a case there may be typed lines, each with a `/` after it.
pub const ROWS: &str = include_str!("mistakes/rows.txt");

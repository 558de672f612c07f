//! The judge by rules, for courses whose words are free: it reads the boards,
//! the lists of moves and the result out of whatever a program prints, talks
//! to it move by move, and holds everything to the rules of the game.

mod conversation;
pub(crate) mod plan;

pub use crate::read::boards::Glyphs;
pub use conversation::{Judged, Status, Talker, judge};

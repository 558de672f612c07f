//! The judge by rules, for courses whose words are free: it reads the boards,
//! the lists of moves and the result out of whatever a program prints, talks
//! to it move by move, and holds everything to the rules of the game.

mod fault;
mod layout;
mod lists;
mod plan;
mod reader;
mod result;
mod talk;
mod text;
mod words;

pub use fault::{BoardWrong, Boards, Fault};
pub use layout::Glyphs;
pub use talk::{Judged, Talker, judge};

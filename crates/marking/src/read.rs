//! Reads what a program printed.

pub(crate) mod boards;
mod crash;
pub(crate) mod lines;
pub(crate) mod lists;
pub(crate) mod output;
pub(crate) mod pauses;
pub(crate) mod results;
mod screen;
pub(crate) mod terminal;
pub(crate) mod typed;
pub(crate) mod words;

pub use crash::{begins_crash, crash, sanitizer};

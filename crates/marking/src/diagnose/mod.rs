//! Finds the mistakes of a program.

pub(crate) mod fault;
mod hint;
mod replay;
pub(crate) mod results;

pub use fault::{BoardWrong, Boards, Fault};
pub use hint::hint;
pub use replay::{Step, replay};

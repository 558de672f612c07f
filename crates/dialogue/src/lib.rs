#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(clippy::disallowed_methods)]

mod console;
mod error;
mod scan;
mod stdio;

pub use console::{Console, LONGEST_LINE};
pub use error::{Error, Result};
pub use stdio::{on_stdio, stdout_takes_colour};

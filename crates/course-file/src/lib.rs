#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(clippy::disallowed_methods)]
#![allow(
    missing_docs,
    reason = "only this workspace uses it: a sentence stands where it says more than the name"
)]

mod check;
mod compile;
mod computer;
mod error;
mod format;
mod mistakes;
mod picture;
mod program;
mod start;
mod template;
mod typist;
mod words;

pub use check::{Checked, SampleDifference};
pub use compile::{Loaded, read};
pub use error::FileError;
pub use program::FileProgram;
pub use typist::random_game;
pub use words::GameEvent;

/// Example files, by name.
pub const EXAMPLES: [(&str, &str); 6] = [
    ("utoronto-a1", include_str!("../examples/utoronto-a1.toml")),
    ("aps105-lab8", include_str!("../examples/aps105-lab8.toml")),
    ("ics32-board", include_str!("../examples/ics32-board.toml")),
    (
        "ics32-corner",
        include_str!("../examples/ics32-corner.toml"),
    ),
    ("x-first", include_str!("../examples/x-first.toml")),
    ("kse", include_str!("../examples/kse.toml")),
];

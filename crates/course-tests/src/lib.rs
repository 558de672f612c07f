#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod any_input;
mod check;
mod harness;
mod run;

use std::path::{Path, PathBuf};

pub use any_input::{TestConsole, survives_any_input};
pub use check::{Held, Mismatch, check};
pub use harness::harness;
pub use run::run;

/// The fixtures of `course`.
pub fn folder(course: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    root.expect("the crate is two folders below the root")
        .join("fixtures")
        .join(course)
}

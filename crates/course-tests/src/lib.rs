#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod check;
mod run;
pub mod transcripts;

use std::env;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

pub use check::{Mismatch, accept, check};
pub use run::run;

/// Returns the root of the workspace.
///
/// Cargo names the package that it runs or tests in `CARGO_MANIFEST_DIR`. The
/// folder that this crate was compiled in counts only outside of cargo: two
/// clones that share a target folder share the compiled crate, too.
pub fn workspace() -> PathBuf {
    let compiled_in = || env!("CARGO_MANIFEST_DIR").into();
    let package = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(compiled_in);
    let mut above = Path::new(&package).ancestors();
    above
        .find(|folder| folder.join("fixtures").is_dir())
        .expect("every package is in the workspace")
        .to_owned()
}

/// Returns when `condition` is met. The sleep only keeps the processor free between two looks, for
/// what the condition waits for.
pub fn wait_until(mut condition: impl FnMut() -> bool) {
    while !condition() {
        thread::sleep(Duration::from_millis(2));
    }
}

/// Returns the folder with the fixtures of `course`.
pub fn fixtures(course: &str) -> PathBuf {
    workspace().join("fixtures").join(course)
}

//! What a game of a tournament costs beside the players' thinking. The
//! measuring itself is an example of that crate.

use std::error::Error;

use crate::programs;

pub(super) fn run() -> Result<(), Box<dyn Error>> {
    let status = programs::cargo()
        .args(["run", "--quiet", "--release", "--package", "leaderboard"])
        .args(["--example", "overhead"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .status()?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("the example overhead of leaderboard: {status}").into())
    }
}

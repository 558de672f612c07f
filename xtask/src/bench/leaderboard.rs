//! What a game of a tournament costs beside the players' thinking. The
//! measuring itself is an example of that crate.

use std::env;
use std::error::Error;
use std::process::Command;

pub(super) fn run() -> Result<(), Box<dyn Error>> {
    let status = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
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

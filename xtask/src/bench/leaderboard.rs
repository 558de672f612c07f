//! The time that a game of a tournament takes in addition to the players' own time.
//! An example of the leaderboard's crate measures it.

use crate::{Result, programs};

pub(super) fn run() -> Result<()> {
    let mut cargo = programs::cargo("run");
    cargo.args(["--quiet", "--release", "--package", "leaderboard"]);
    super::show(cargo.args(["--example", "overhead"]))
}

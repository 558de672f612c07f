//! Pictures of the web pages, taken by the crate `browser-tests`.

use std::path::{self, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;

use crate::{Result, ended};

#[derive(Args)]
pub(crate) struct Options {
    /// Folder to write to
    #[arg(default_value = "target/screenshots")]
    folder: PathBuf,
}

pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    let mut tests = Command::new("bash");
    tests.args([".ci/browser", "screenshots::"]);
    tests.env("SCREENSHOTS", path::absolute(&options.folder)?);
    let status = tests.current_dir(course_tests::workspace()).status()?;
    Ok(ended(status))
}

//! `cargo xtask playground`.

use std::ffi::OsString;
use std::process::{Command, ExitCode};

use clap::Args;

use crate::{Result, programs};

#[derive(Args)]
pub(crate) struct Options {
    /// Arguments of `playground-build`: `--open`, `--output FOLDER`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

/// Builds the playground's pages. The builder is a program of its own, since it links
/// wasm-bindgen, which no other chore needs.
pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    let program = programs::build_for(None, &["playground-build"])?.remove(0);
    let done = Command::new(program).args(&options.arguments).status()?;
    Ok(if done.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(2)
    })
}

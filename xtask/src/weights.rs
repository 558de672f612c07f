//! `cargo xtask weights`.

use std::process::{Command, ExitCode};

use clap::Args;

use crate::{Result, programs};

#[derive(Args)]
pub(crate) struct Options {
    /// Arguments of `reversi-train weights` [default: a folder under target/, two
    /// generations, about an hour on two cores]
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Trains the weights of the evaluation from nothing.
pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    let program = programs::build_optimised("reversi-train")?;
    let mut command = Command::new(program);
    command.arg("weights");
    if options.arguments.is_empty() {
        command.arg(course_tests::workspace().join("target/weights"));
    } else {
        command.args(&options.arguments);
    }
    let done = command.status()?.success();
    Ok(if done {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(2)
    })
}

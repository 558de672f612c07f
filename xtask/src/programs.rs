//! Builds the workspace's programs, and starts cargo.

use std::collections::HashMap;
use std::env;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;

use escargot::CommandMessages;
use escargot::format::{Artifact, Message};

use crate::Result;

pub(crate) fn cargo(subcommand: &str) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(course_tests::workspace()).arg(subcommand);
    cargo
}

/// Builds the program of each package, which has the package's name, and returns their paths in
/// the same order.
pub(crate) fn build(names: &[&str]) -> Result<Vec<PathBuf>> {
    let packages = names
        .iter()
        .flat_map(|name| ["--package", name, "--bin", name]);
    // Alone, packages have fewer features than the workspace with its tests, and less is compiled,
    // unless that is compiled already.
    let options = if env::var_os("PROGRAMS_ARE_BUILT").is_some() {
        vec!["--workspace", "--bins", "--tests"]
    } else {
        packages.collect()
    };
    let mut programs = HashMap::new();
    each_artifact("build", &options, |artifact| {
        // A program's unit tests have its name, too.
        if let Some(program) = artifact.executable.filter(|_| !artifact.profile.test) {
            programs.insert(artifact.target.name.into_owned(), program.into_owned());
        }
    })?;
    let program = |name: &&str| programs.remove(*name);
    let programs: Option<Vec<PathBuf>> = names.iter().map(program).collect();
    programs.ok_or_else(|| "cargo named no program that it built".into())
}

/// Runs a subcommand of cargo that builds, with `options`, and calls `visit` with each
/// artifact.
pub(crate) fn each_artifact(
    subcommand: &str,
    options: &[impl AsRef<OsStr>],
    mut visit: impl FnMut(Artifact),
) -> Result<()> {
    let mut cargo = cargo(subcommand);
    cargo.arg("--message-format=json-render-diagnostics");
    cargo.args(options);
    for message in CommandMessages::with_command(cargo)? {
        if let Message::CompilerArtifact(artifact) = message?.decode()? {
            visit(artifact);
        }
    }
    Ok(())
}

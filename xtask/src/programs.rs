//! Building the workspace's programs, and cargo itself.

use std::env;
use std::error::Error;
use std::path::PathBuf;
use std::process::Command;

use escargot::CargoBuild;

/// The cargo that runs this chore.
pub(crate) fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Builds the program of the package `name`, and says where it is.
pub(crate) fn build(name: &str) -> Result<PathBuf, Box<dyn Error>> {
    Ok(cargo_build(name).run()?.path().to_owned())
}

/// The same with full optimisation.
pub(crate) fn build_optimised(name: &str) -> Result<PathBuf, Box<dyn Error>> {
    Ok(cargo_build(name).release().run()?.path().to_owned())
}

fn cargo_build(name: &str) -> CargoBuild {
    CargoBuild::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml"))
        .package(name)
        .bin(name)
}

//! Building the workspace's programs.

use std::error::Error;
use std::path::PathBuf;

use escargot::CargoBuild;

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

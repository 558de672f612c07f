//! `cargo xtask sanitize`.

use std::env;
use std::process::{Command, ExitCode};

use crate::{Result, programs};

/// The packages that have unsafe code; `crates/README.md` lists the files.
const PACKAGES: [&str; 2] = ["reversi-engine", "aps105-lab8"];

pub(crate) fn run() -> Result<ExitCode> {
    let mut cargo = programs::cargo("test");
    cargo.args(["--locked", "--lib", "--target", &host()?]);
    // Other compiler flags would rebuild everything in the usual folder.
    cargo.args(["--target-dir", "target/sanitize"]);
    for package in PACKAGES {
        cargo.args(["--package", package]);
    }
    // Sanitizers are unstable, but stable compilers have them too.
    let status = cargo
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", "-Zsanitizer=address")
        .status()?;
    Ok(if status.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Returns the target that the compiler runs on. If cargo is given a target,
/// even this one, the flags don't reach build scripts and procedural macros.
fn host() -> Result<String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("-vV").output()?;
    String::from_utf8(output.stdout)?
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .map(str::to_owned)
        .ok_or_else(|| "`rustc -vV` names no host".into())
}

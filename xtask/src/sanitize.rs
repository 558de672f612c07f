//! `cargo xtask sanitize`.

use std::env;
use std::error::Error;
use std::process::{Command, ExitCode, ExitStatus};

use anstream::eprintln;

use crate::programs;

/// The packages that have unsafe code: `crates/README.md` says where.
const PACKAGES: [&str; 2] = ["reversi-engine", "aps105-lab8"];

pub(crate) fn run() -> ExitCode {
    match test() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Runs the tests of `PACKAGES` under the address sanitizer.
fn test() -> Result<ExitStatus, Box<dyn Error>> {
    let mut cargo = programs::cargo();
    cargo.args(["test", "--locked", "--lib", "--target", &host()?]);
    // A compiler with other flags would build everything anew in the same
    // folder.
    cargo.args([
        "--target-dir",
        concat!(env!("CARGO_MANIFEST_DIR"), "/../target/sanitize"),
    ]);
    for package in PACKAGES {
        cargo.args(["--package", package]);
    }
    // Sanitizers are not stable, but stable compilers have them too.
    Ok(cargo
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", "-Zsanitizer=address")
        .status()?)
}

/// The target that the compiler runs on. Named, it keeps the flags from build
/// scripts and procedural macros.
fn host() -> Result<String, Box<dyn Error>> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("-vV").output()?;
    String::from_utf8(output.stdout)?
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .map(str::to_owned)
        .ok_or_else(|| "`rustc -vV` names no host".into())
}

//! Compiles the commit and the version of the compiler into the tool, for the
//! plan and the records of a tournament.

use std::env;
use std::path::Path;
use std::process::Command;

/// The crates of this workspace that are compiled into the tool: a change in one
/// of them makes the commit dirty.
const CRATES: [&str; 10] = [
    "aps105-lab8",
    "course",
    "leaderboard",
    "opponents",
    "pages",
    "reversi-core",
    "reversi-engine",
    "sandbox",
    "submission",
    "transcript",
];

fn main() {
    for name in CRATES {
        println!("cargo::rerun-if-changed=../{name}/src");
    }
    println!("cargo::rerun-if-changed=driver");
    // Git adds a line to this file with each commit that is made or checked out.
    if let Some(log) = output("git", &["rev-parse", "--git-path", "logs/HEAD"])
        && Path::new(&log).exists()
    {
        println!("cargo::rerun-if-changed={log}");
    }
    let commit = output("git", &["describe", "--always", "--dirty", "--abbrev=12"]);
    let rustc = env::var("RUSTC").ok();
    let rustc = rustc.and_then(|rustc| output(&rustc, &["--version"]));
    for (name, value) in [("COMMIT", commit), ("RUSTC", rustc)] {
        let value = value.unwrap_or_else(|| "unknown".to_owned());
        println!("cargo::rustc-env=LEADERBOARD_{name}={value}");
    }
}

/// Returns the first line that a program prints; `None` if it is missing, fails
/// or prints nothing.
fn output(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.lines().next()?.trim().to_owned();
    (output.status.success() && !line.is_empty()).then_some(line)
}

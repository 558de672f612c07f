#![doc = include_str!("../README.md")]

mod archive;
mod build;
mod programs;
mod target;

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anstream::{eprintln, println};
use clap::Parser;
use sha2::{Digest, Sha256};

use archive::Entry;
use build::Compiler;
use target::Target;

/// Build archives of all programs for machines without Rust
///
/// An archive has the programs, their man pages and shell completions, the README and
/// the licences. The same commit and compiler give the same bytes.
#[derive(Parser)]
#[command(name = "cargo xtask dist")]
struct Options {
    /// Target to build for [default: on Linux, Linux and Windows; elsewhere the
    /// system itself]
    #[arg(long, value_enum, value_name = "TARGET")]
    target: Vec<Target>,

    /// Folder for the archives and the file with their SHA-256 sums [default:
    /// target/dist]
    #[arg(long, value_name = "FOLDER")]
    output: Option<PathBuf>,

    /// Take the programs from this folder instead of building them, such as after
    /// signing them
    #[arg(long, value_name = "FOLDER", requires = "target")]
    programs: Option<PathBuf>,
}

/// The version of all packages.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The name of the file with the sums, which `sha256sum --check` reads.
const SUMS: &str = "SHA256SUMS";

/// The result of a step; an error means that it could not be done.
type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(options: &Options) -> Result<()> {
    let targets = match &*options.target {
        [] => Target::usual(),
        targets => targets,
    };
    if let (Some(_), [_, _, ..]) = (&options.programs, targets) {
        return Err("`--programs` takes one `--target`: a folder has programs of one".into());
    }
    let workspace = course_tests::workspace();
    let time = time(&workspace)?;
    let usual = || workspace.join("target/dist");
    let output = options.output.clone().unwrap_or_else(usual);
    fs::create_dir_all(&output).map_err(|error| format!("{}: {error}", output.display()))?;

    let documents = || -> Result<Vec<Entry>> {
        let mut entries = programs::documents()?;
        entries.extend(texts(&workspace)?);
        Ok(entries)
    };
    let mut sums = String::new();
    println!("{}", output.display());
    for &target in targets {
        let mut entries = match &options.programs {
            Some(folder) => build::read_all(folder, target)?,
            None => Compiler::find()?.build(target, time)?,
        };
        entries.extend(documents()?);
        let folder = format!("{}-{}-v{VERSION}", programs::NAME, target.triple());
        let archive = target.format().pack(&folder, entries, time)?;
        let name = format!("{folder}.{}", target.format().suffix());
        write(&output.join(&name), &archive)?;
        writeln!(sums, "{:x}  {name}", Sha256::digest(&archive))?;
        println!("  {name:<52}{:>10} bytes", archive.len());
    }
    write(&output.join(SUMS), sums.as_bytes())?;
    println!("  {SUMS}");
    Ok(())
}

/// Returns the time of all files of an archive, in seconds since 1970:
/// `SOURCE_DATE_EPOCH` (<https://reproducible-builds.org/specs/source-date-epoch/>)
/// if it is set, or the time of the commit.
fn time(workspace: &Path) -> Result<u32> {
    if let Some(time) = env::var_os("SOURCE_DATE_EPOCH") {
        let time = time.to_string_lossy();
        return time.parse().map_err(|_| {
            format!("SOURCE_DATE_EPOCH is `{time}`, not a number of seconds since 1970").into()
        });
    }
    let git = |arguments: &[&str]| -> Result<String> {
        let missing = "without a commit's time, set SOURCE_DATE_EPOCH";
        let output = Command::new("git")
            .current_dir(workspace)
            .args(arguments)
            .output()
            .map_err(|error| format!("cannot run git: {error}; {missing}"))?;
        if output.status.success() {
            return Ok(String::from_utf8(output.stdout)?);
        }
        let why = String::from_utf8_lossy(&output.stderr);
        Err(format!("git {}: {}; {missing}", arguments[0], why.trim_end()).into())
    };
    let time = git(&["log", "-1", "--format=%ct"])?;
    if !git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty() {
        eprintln!("note: files differ from the commit, so others cannot make these archives");
    }
    Ok(time.trim_end().parse()?)
}

/// Returns the licences and the README.
fn texts(workspace: &Path) -> Result<Vec<Entry>> {
    [
        (".github/LICENSE-APACHE", "LICENSE-APACHE"),
        (".github/LICENSE-MIT", "LICENSE-MIT"),
        ("README.md", "README.md"),
    ]
    .into_iter()
    .map(|(from, to)| {
        let path = workspace.join(from);
        let text =
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Entry {
            path: to.to_owned(),
            executable: false,
            content: with_addresses(&text).into_bytes(),
        })
    })
    .collect()
}

/// Replaces the relative links of a text in Markdown, whose files are not in the
/// archive, with the addresses of the files at this version.
fn with_addresses(text: &str) -> String {
    let tree = format!("{}/blob/v{VERSION}/", env!("CARGO_PKG_REPOSITORY"));
    let mut parts = text.split("](");
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        result.push_str("](");
        if !part.starts_with("http") && !part.starts_with('#') {
            result.push_str(&tree);
        }
        result.push_str(part);
    }
    result
}

fn write(path: &Path, content: &[u8]) -> Result<()> {
    fs::write(path, content).map_err(|error| format!("{}: {error}", path.display()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_relative_links_get_an_address() {
        let text = "[a](https://a.org) [b](crates/b.md#c) [d](#d)";
        let address = format!(
            "{}/blob/v{VERSION}/crates/b.md#c",
            env!("CARGO_PKG_REPOSITORY")
        );
        let expected = format!("[a](https://a.org) [b]({address}) [d](#d)");
        assert_eq!(with_addresses(text), expected);
    }
}

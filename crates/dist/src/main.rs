#![doc = include_str!("../README.md")]

mod archive;
mod build;
mod contents;
mod package;
mod programs;
mod target;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anstream::{eprintln, println};
use clap::Parser;
use sha2::{Digest, Sha256};

use build::Compiler;
use contents::PackageContents;
use target::Target;

/// Build packages of all programs for machines without Rust
///
/// For each target, an archive, a Python wheel, an npm package and, on Linux, a Debian
/// package. The same commit and compiler give the same bytes.
#[derive(Parser)]
#[command(name = "cargo xtask dist")]
struct Options {
    /// Target to build for [default: on macOS, both of macOS; elsewhere, both of Linux
    /// and Windows]
    #[arg(long, value_parser = Target::parser(), value_name = "TARGET")]
    target: Vec<&'static Target>,

    /// Folder for the packages and the file with their SHA-256 sums [default:
    /// target/dist]
    ///
    /// Files that are there already, such as packages made on another system, are in the
    /// sums too, and archives in the manifests for Homebrew, Scoop and Nix.
    #[arg(long, value_name = "FOLDER")]
    output: Option<PathBuf>,

    /// Take the programs from this folder instead of building them, such as after
    /// signing them; and, if they are there, playground/playground.html and c-library/
    #[arg(long, value_name = "FOLDER", requires = "target")]
    programs: Option<PathBuf>,
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The project's address, or a placeholder.
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

const SUMS: &str = "SHA256SUMS";

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
        targets => targets.to_vec(),
    };
    if let (Some(_), [_, _, ..]) = (&options.programs, &*targets) {
        return Err("`--programs` takes one `--target`: a folder has programs of one".into());
    }
    let workspace = course_tests::workspace();
    let time = time(&workspace)?;
    let usual = || workspace.join("target/dist");
    let output = options.output.clone().unwrap_or_else(usual);
    fs::create_dir_all(&output).map_err(|error| format!("{}: {error}", output.display()))?;

    println!("{}", output.display());
    let write = |(name, content): package::Package| -> Result<()> {
        let path = output.join(&name);
        fs::write(&path, &content).map_err(|error| format!("{}: {error}", path.display()))?;
        println!("  {name:<75}{:>10} bytes", content.len());
        Ok(())
    };
    let mut contents = PackageContents::read(&workspace)?;
    for target in targets {
        if let Some(folder) = &options.programs {
            contents.programs = build::read_all(folder, target)?;
            contents.extras = build::read_extras(folder)?;
        } else {
            let compiler = Compiler::find()?;
            contents.programs = compiler.build(target, time)?;
            contents.extras = compiler.build_extras(target)?;
        }
        let packages = package::packages(target, &contents, time)?;
        packages.into_iter().try_for_each(write)?;
    }
    write(package::launcher(&contents, time)?)?;
    match package::manifests(&sums(&output)?) {
        Ok(manifests) => manifests.into_iter().try_for_each(write)?,
        Err(why) => eprintln!("note: no manifests for Homebrew, Scoop and Nix: {why}"),
    }
    let sums = sums(&output)?.into_iter();
    let lines: Vec<String> = sums.map(|(name, sum)| format!("{sum}  {name}\n")).collect();
    write((SUMS.to_owned(), lines.concat().into_bytes()))
}

fn sums(folder: &Path) -> Result<BTreeMap<String, String>> {
    let mut sums = BTreeMap::new();
    for file in fs::read_dir(folder)? {
        let file = file?;
        if file.file_name() != SUMS {
            let sum = Sha256::digest(fs::read(file.path())?);
            let name = file.file_name().to_string_lossy().into_owned();
            sums.insert(name, format!("{sum:x}"));
        }
    }
    Ok(sums)
}

/// Returns the time of all files of an archive, in seconds since 1970: `SOURCE_DATE_EPOCH`
/// (<https://reproducible-builds.org/specs/source-date-epoch/>) or else the time of the commit.
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

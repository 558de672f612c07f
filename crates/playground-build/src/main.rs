#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod assets;
mod bind;
mod compile;
mod html;
mod limits;
mod parts;
mod site;

use std::path::PathBuf;
use std::process::ExitCode;

use anstream::{eprintln, println};
use clap::Parser;

/// Builds the playground: a folder for any static host, and one HTML file that
/// works from a disk
///
/// The exit status is 0 after success, and 2 after any error.
#[derive(Parser)]
#[command(name = "cargo xtask playground")]
struct Options {
    /// Folder to write to [default: `playground` in the target folder]
    #[arg(long, value_name = "FOLDER")]
    output: Option<PathBuf>,

    /// The address of a leaderboard, to which the page links
    #[arg(long, value_name = "URL", value_parser = pages::playground::page)]
    leaderboard: Option<String>,

    /// Show the page in a browser
    #[arg(long)]
    open: bool,
}

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    match build(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn build(options: &Options) -> Result<()> {
    let workspace = course_tests::workspace();
    let default = || workspace.join("target/playground");
    let folder = options.output.clone().unwrap_or_else(default);

    let mut assets = assets::read(&workspace.join("crates/playground/web"))?;
    assets.page = html::with_link(&assets.page, options.leaderboard.as_deref())?;
    compile::ensure_target(&workspace)?;
    let module =
        |module| -> Result<_> { bind::bind(module, &compile::compile(module, &workspace)?) };
    let parts = parts::Parts::new(
        &assets,
        &module(&compile::COURSES)?,
        &module(&compile::CASES)?,
        &module(&compile::ENGINE)?,
    )?;
    let files = site::files(&assets, &parts)?;
    site::write(&files, &folder)?;

    println!("{}", folder.display());
    for file in &files {
        println!("  {file}");
    }
    limits::check(&parts, &files)?;
    if options.open {
        let page = folder.join(site::ONE_FILE);
        opener::open(&page).map_err(|error| format!("cannot show {}: {error}", page.display()))?;
    }
    Ok(())
}

//! `cargo xtask test-transcripts`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstream::println;
use clap::Args;
use course_tests::transcripts;
use libtest_mimic::Arguments;

use crate::{Result, programs};

#[derive(Args)]
pub(crate) struct Options {
    /// Run only the cases of this course
    course: Option<String>,

    /// Run only these cases
    #[arg(value_name = "CASE")]
    cases: Vec<String>,

    /// Review the snapshots that differ, one by one, with `cargo insta`
    #[arg(long, conflicts_with = "accept")]
    review: bool,

    /// Replace the snapshots with what the programs print now
    #[arg(long)]
    accept: bool,

    /// Run the programs in this folder instead of building them
    #[arg(long, value_name = "FOLDER")]
    programs: Option<PathBuf>,

    /// Run the programs with this emulator, such as Wine
    #[arg(long, value_name = "COMMAND")]
    runner: Option<PathBuf>,
}

fn courses() -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(course_tests::workspace().join("fixtures"))? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    let mut courses = courses()?;
    if let Some(course) = &options.course {
        if !courses.contains(course) {
            let all = courses.join(", ");
            return Err(format!("there is no course {course:?}: there are {all}").into());
        }
        courses.retain(|one| one == course);
    }
    let courses: Vec<&str> = courses.iter().map(String::as_str).collect();
    let run = transcripts::Options {
        runner: options.runner.clone(),
        accept: options.accept,
    };
    let mut trials = Vec::new();
    let programs = match &options.programs {
        Some(folder) => courses.iter().map(|course| find(folder, course)).collect(),
        None => programs::build(&courses),
    };
    for (course, program) in courses.iter().zip(programs?) {
        trials.extend(transcripts::trials(course, &program, &options.cases, &run)?);
    }
    if !libtest_mimic::run(&Arguments::default(), trials).has_failed() {
        return Ok(ExitCode::SUCCESS);
    }
    if options.review {
        review()?;
    } else {
        println!("To review each difference: cargo xtask test-transcripts --review");
    }
    Ok(ExitCode::FAILURE)
}

/// Returns the absolute path of the program, with the suffix for Windows if an emulator is to
/// run it.
fn find(folder: &Path, course: &str) -> Result<PathBuf> {
    let names = [course.to_owned(), format!("{course}.exe")];
    let mut paths = names.into_iter().map(|name| folder.join(name));
    let found = paths.find(|path| path.is_file());
    let none = || format!("{}: there is no program {course}", folder.display());
    Ok(found.ok_or_else(none)?.canonicalize()?)
}

fn review() -> Result<()> {
    if !programs::cargo("insta").arg("review").status()?.success() {
        return Err("cargo insta review failed; to install it: cargo install cargo-insta".into());
    }
    Ok(())
}

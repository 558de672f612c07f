//! `cargo xtask test-transcripts`.

use std::env;
use std::error::Error;
use std::path::Path;
use std::process::{Command, ExitCode};

use anstream::{eprintln, println};
use anstyle::{AnsiColor, Style};
use clap::Args;
use clap::builder::PossibleValuesParser;
use course_tests::Held;
use transcript::Suite;

use crate::programs;

const OK: Style = AnsiColor::Green.on_default();
const FAILED: Style = AnsiColor::Red.on_default();

#[derive(Args)]
pub(crate) struct Options {
    /// Only this course's
    #[arg(value_parser = names())]
    course: Option<String>,

    /// Only these cases
    #[arg(value_name = "CASE")]
    cases: Vec<String>,

    /// Go through the snapshots that differ, one by one, with `cargo insta`
    #[arg(long, conflicts_with = "accept")]
    review: bool,

    /// Make every snapshot that differs what the program prints now
    #[arg(long)]
    accept: bool,
}

fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(courses::ALL.iter().map(|course| course.name))
}

pub(crate) fn run(options: &Options) -> ExitCode {
    let done = if options.accept {
        accept(options)
    } else {
        test(options)
    };
    done.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::from(2)
    })
}

/// Runs this chore again with insta told to accept what differs: insta reads
/// that from its environment alone.
fn accept(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let status = Command::new(env::current_exe()?)
        .arg("test-transcripts")
        .args(&options.course)
        .args(&options.cases)
        .env("INSTA_UPDATE", "always")
        .status()?;
    Ok(if status.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn test(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let courses = match &options.course {
        Some(course) => vec![course.as_str()],
        None => courses::ALL.iter().map(|course| course.name).collect(),
    };
    let mut total = Total::default();
    for course in courses {
        let suite = Suite::load(&course_tests::folder(course))?;
        let program = programs::build(course)?;
        test_course(course, &program, &suite, options, &mut total)?;
    }
    let Total { passed, failed } = total;
    println!("\n{passed} passed, {failed} failed");
    if failed == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    if options.review {
        return review();
    }
    println!("To look at each difference: cargo xtask test-transcripts --review");
    Ok(ExitCode::FAILURE)
}

#[derive(Default)]
struct Total {
    passed: usize,
    failed: usize,
}

fn test_course(
    course: &str,
    program: &Path,
    suite: &Suite,
    options: &Options,
    total: &mut Total,
) -> Result<(), Box<dyn Error>> {
    for name in &options.cases {
        if suite.cases().iter().all(|case| case.name != *name) {
            return Err(format!("fixtures/{course} has no case {name:?}").into());
        }
    }
    for case in suite.cases() {
        if !options.cases.is_empty() && !options.cases.contains(&case.name) {
            continue;
        }
        let outcome = course_tests::run(program, case)?;
        let name = &case.name;
        match course_tests::check(suite.folder(), name, &outcome) {
            Ok(held) => {
                let word = match held {
                    Held::Same => "ok",
                    Held::Accepted => "accepted",
                };
                total.passed += 1;
                println!("{course}/{name} ... {OK}{word}{OK:#}");
            }
            Err(mismatch) => {
                total.failed += 1;
                println!("{course}/{name} ... {FAILED}FAILED{FAILED:#}");
                for line in mismatch.to_string().lines() {
                    println!("    {line}");
                }
            }
        }
    }
    Ok(())
}

fn review() -> Result<ExitCode, Box<dyn Error>> {
    let status = programs::cargo()
        .args(["insta", "review"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .status()?;
    if !status.success() {
        return Err(
            "cargo insta review failed; if it is missing: cargo install cargo-insta".into(),
        );
    }
    Ok(ExitCode::FAILURE)
}

//! Marking one submission.

use std::fs;
use std::path::Path;
use std::time::Instant;

use marking::report::Report;
use submission::export::Submission;
use submission::prepare;

use super::failure::Failure;
use super::only::one;
use super::output::{note, report, write_report};
use crate::batch::NotMarked;
use crate::cli::SubmissionArgs;
use crate::metadata::Metadata;
use crate::named::in_reports;
use crate::replace::check;
use crate::toolchains;

/// Returns `true` if the submission passes every case, or, with `--grader`, if a report is
/// written.
pub(super) fn run(args: &SubmissionArgs) -> Result<bool, Failure> {
    let began = Instant::now();
    let marked = mark(args, began);
    if !args.grader {
        let report = marked?;
        write_report(&args.report, args.marking.reveal, &report, "")?;
        return Ok(report.all_ok());
    }
    let report = match marked {
        Ok(report) => report,
        Err(failure) => {
            report(&failure);
            let course = in_reports(args.course);
            let points = args.marking.points.unwrap_or_default();
            Report::not_marked(&submission(&args.submission).name, course, points)
        }
    };
    write_report(&args.report, args.marking.reveal, &report, "")?;
    Ok(true)
}

fn submission(path: &Path) -> Submission {
    let real = fs::canonicalize(path);
    Submission::of(real.as_deref().unwrap_or(path))
}

fn mark(args: &SubmissionArgs, began: Instant) -> Result<Report, Failure> {
    let marking = &args.marking;
    check_machine(args)?;
    let mut batch = marking.batch(args.course, &args.program, None)?;
    if batch.cases.is_empty() {
        return Err(Failure::NoCases);
    }
    let path = &args.submission;
    let whole = fs::canonicalize(path).map_err(Failure::file("read", path))?;
    // The program runs in a copy, which would contain them, too.
    let mut secret = batch.building.secret.iter();
    if args.only.is_none()
        && let Some(secret) = secret.find(|it| it.starts_with(&whole))
    {
        return Err(Failure::other(format!(
            "{} lies in the submission {}, where the program can read it",
            secret.display(),
            path.display()
        )));
    }
    let (_class, submission) = match &args.only {
        Some(name) => one(path, name, &mut batch).map(|(class, it)| (Some(class), it))?,
        None => (None, submission(path)),
    };
    batch.separate_users()?;
    if let Some(deadline) = args.grading.deadline {
        batch.workers.end_by(began + deadline);
    }
    let not_marked = |why: NotMarked| Failure::NotMarked {
        submissions: vec![submission.name.clone()],
        why: why.to_string(),
    };
    let mut marked = Err(not_marked(NotMarked::Panicked(String::new())));
    let build = marking.build.as_deref();
    batch.mark(
        &[&submission],
        |_| (),
        |site| prepare(&args.program, site, build),
        |_, outcome| marked = outcome.report.map_err(not_marked),
    );
    if let (Ok(report), Some(path)) = (&mut marked, &args.metadata) {
        // Broken metadata must not cost a mark.
        match Metadata::read(path) {
            Ok(metadata) => metadata.add_to(report),
            Err(error) => note(&format!(
                "cannot read Gradescope's metadata in {}: {error}",
                path.display()
            )),
        }
    }
    marked
}

/// Fails early if this machine lacks a compiler or cannot write the result: marking takes a
/// while.
fn check_machine(args: &SubmissionArgs) -> Result<(), Failure> {
    toolchains::check(&args.grading.language).map_err(Failure::other)?;
    match &args.report.output {
        Some(path) => check(path).map_err(Failure::file("write", path)),
        None => Ok(()),
    }
}

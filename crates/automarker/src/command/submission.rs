//! Marking one submission.

use std::env;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use marking::report::{Format, Report, github, human, render};
use submission::export::{Part, Submission};
use submission::prepare;

use super::failure::{self, Failure};
use super::output::{note, print, with_host};
use crate::batch::NotMarked;
use crate::cli::SubmissionArgs;
use crate::metadata::Metadata;
use crate::replace::{check, replace};
use crate::{points, reference, toolchains};

/// Returns `true` if the submission passes every case or, for a grader, if a report
/// is written.
pub(super) fn run(args: &SubmissionArgs) -> Result<bool, Failure> {
    let began = Instant::now();
    let marked = mark(args, began);
    if !args.grader {
        let report = marked?;
        write(args, &report)?;
        return Ok(report.all_ok());
    }
    let report = match marked {
        Ok(report) => report,
        Err(failure) => {
            failure::report(&failure);
            let course = args.marking.course().name;
            let points = args.grading.points.unwrap_or_default();
            Report::not_marked(&name(&args.submission), course, points)
        }
    };
    write(args, &report)?;
    Ok(true)
}

/// The name of a submission: that of its folder or file.
fn name(path: &Path) -> String {
    let real = fs::canonicalize(path);
    let name = real.as_deref().unwrap_or(path).file_name();
    name.unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}

fn mark(args: &SubmissionArgs, began: Instant) -> Result<Report, Failure> {
    let marking = &args.marking;
    check_machine(args)?;
    let mut batch = marking.batch(&args.program, None)?;
    if batch.cases.is_empty() {
        return Err(Failure::NoCases);
    }
    if let Some(total) = args.grading.points
        && !points::share(&mut batch.cases, total)
    {
        return Err(Failure::NoWeights);
    }
    if marking.cases.folder.is_some() {
        let notes = reference::check(&batch.marker, &batch.cases).map_err(Failure::WrongCase)?;
        for text in &notes {
            note(text);
        }
    }
    let path = &args.submission;
    let whole = fs::canonicalize(path).map_err(Failure::file("read", path))?;
    // The program is run in a copy, which would have them, too.
    let mut secret = batch.building.secret.iter();
    if let Some(secret) = secret.find(|it| it.starts_with(&whole)) {
        return Err(Failure::SecretInside {
            secret: secret.clone(),
            submission: path.clone(),
        });
    }
    batch.separate_users()?;
    if let Some(deadline) = args.grading.deadline {
        batch.workers.end_by(began + deadline);
    }
    let name = name(path);
    let submission = Submission {
        name: name.clone(),
        parts: vec![Part {
            path: path.clone(),
            name: name.clone(),
        }],
        ..Submission::default()
    };
    let not_marked = |why| Failure::NotMarked {
        submission: name.clone(),
        why,
    };
    let mut marked = Err(not_marked(NotMarked::Panicked(String::new())));
    let build = marking.build.as_deref();
    batch.mark(
        &[&submission],
        |site| prepare(&args.program, site, build),
        |_, outcome| {
            marked = outcome.report.map_err(not_marked);
        },
    );
    if let (Ok(report), Some(path)) = (&mut marked, &args.metadata) {
        // A mark is worth more than what the platform says of the submission.
        match Metadata::read(path) {
            Ok(metadata) => metadata.add_to(report),
            Err(error) => note(&format!("{}: {error}", path.display())),
        }
    }
    marked
}

/// Fails if this machine cannot build what it is to mark, or if the result cannot
/// be written: marking takes a while.
fn check_machine(args: &SubmissionArgs) -> Result<(), Failure> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = env::split_paths(&path).collect();
    toolchains::check(&args.grading.language, &folders).map_err(Failure::Tool)?;
    match &args.output {
        Some(path) => check(path).map_err(Failure::file("write", path)),
        None => Ok(()),
    }
}

fn write(args: &SubmissionArgs, report: &Report) -> Result<(), Failure> {
    let reveal = args.marking.reveal;
    let text = with_host(|host| render(args.report.format, report, reveal, host));
    if args.report.format == Format::Github {
        set_outputs(report)?;
    }
    let Some(path) = &args.output else {
        return print(&text);
    };
    let for_people = human(report, reveal);
    if args.report.format == Format::Github {
        let for_people = anstream::adapter::strip_str(&for_people).to_string();
        print(&github::log(&for_people, report, reveal, &token()?))?;
    } else {
        print(&for_people)?;
    }
    let text = anstream::adapter::strip_str(&text).to_string();
    replace(path, text.as_bytes()).map_err(Failure::file("write", path))
}

/// Adds the outputs of a step to the file that GitHub Actions names, if it does.
fn set_outputs(report: &Report) -> Result<(), Failure> {
    let Some(path) = env::var_os("GITHUB_OUTPUT") else {
        return Ok(());
    };
    let file = File::options().append(true).create(true).open(&path);
    file.and_then(|mut file| file.write_all(github::outputs(report).as_bytes()))
        .map_err(Failure::file("write", path.as_ref()))
}

/// A word that no program can know.
fn token() -> Result<String, Failure> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| Failure::Random(error.into()))?;
    Ok(bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a String takes it all");
        text
    }))
}

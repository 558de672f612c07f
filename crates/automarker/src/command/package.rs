//! Writing a package for a platform.

use std::env;
use std::ffi::OsString;
use std::path::Path;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory};
use course::Language;
use marking::report::{counted, plain, sum};
use transcript::{CaseLayout, files};

use super::failure::Failure;
use super::output::print;
use super::prepare::LoadedCases;
use crate::cli::{Cli, GradingArgs, MarkingArgs, PackageArgs};
use crate::generate::own_cases;
use crate::named::file_of;
use crate::package::binary;
use crate::package::plan::PackagePlan;
use crate::quote::quoted_all;

pub(super) fn run(args: &PackageArgs) -> Result<bool, Failure> {
    let platform = args.platform;
    let (LoadedCases { cases, .. }, options) = args.marking.load(args.course)?;
    if cases.is_empty() {
        return Err(Failure::NoCases);
    }
    let total = match options.rubric.as_slice() {
        [] => sum(cases.iter().map(|case| case.weight)),
        rubric => sum(rubric.iter().map(|it| it.points)),
    };
    if total <= 0.0 {
        return Err(Failure::NoWeights);
    }
    let mut case_files = args.marking.cases.files(options.course)?;
    let course_file = file_of(options.course);
    if course_file.is_some() && args.marking.cases.folder.is_none() {
        let own = own_cases(options.course).map_err(Failure::other)?;
        let files = files(&own, CaseLayout::Extensions).into_iter();
        case_files.extend(files.map(|(path, bytes)| (format!("generated/{path}"), bytes)));
    }
    let languages = languages(args)?;
    let marker_bytes = binary::choose(args.binary.as_deref()).map_err(Failure::other)?;
    let plan = PackagePlan {
        course: options.course,
        cases: &cases,
        case_files: &case_files,
        course_file: course_file.map(|file| file.text.as_bytes()),
        marker: &marker_bytes,
        options: &given_options(env::args_os())?,
        program: &texts(&args.program)?,
        points: total,
        languages: &languages,
        reveal: args.marking.reveal,
    };
    let output = args.output.as_deref().unwrap_or(Path::new(platform.output));
    let written = platform.write(&plan, output, args.force);
    written.map_err(Failure::other)?;
    let text = format!(
        "{}: {}, {}, {} point{}\n{}",
        output.display(),
        platform.title,
        counted(cases.len(), "case"),
        plan.points,
        if (plan.points - 1.0).abs() < f64::EPSILON {
            ""
        } else {
            "s"
        },
        platform.advice(&plan)
    );
    print(&plain(&text))?;
    Ok(true)
}

fn languages(args: &PackageArgs) -> Result<Vec<Language>, Failure> {
    let mut languages = args.grading.language.clone();
    if languages.is_empty() {
        let course = args.course;
        let language = course.language.ok_or_else(|| {
            Failure::usage(format_args!(
                "the handout of {} prescribes no language: give --language, so that the \
                 grader has its compiler",
                course.name
            ))
        })?;
        languages.push(language);
    }
    languages.sort();
    languages.dedup();
    Ok(languages)
}

/// Returns the options of marking in the command line `line` of `automarker package`, except
/// those that a package sets itself.
fn given_options(line: impl IntoIterator<Item = OsString>) -> Result<Vec<String>, Failure> {
    let matches = Cli::command().get_matches_from(line);
    let Some(("package", matches)) = matches.subcommand() else {
        return Ok(Vec::new());
    };
    let passed_on = MarkingArgs::augment_args(clap::Command::new("options"));
    let passed_on = GradingArgs::augment_args(passed_on);
    let given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    let mut options = Vec::new();
    for arg in passed_on.get_arguments() {
        let id = arg.get_id().as_str();
        if let Some(name) = arg.get_long()
            && !["cases", "points", "language"].contains(&name)
            && given(id)
        {
            options.push(if arg.get_action().takes_values() {
                format!("--{name} {}", quoted_all(&values(matches, id)?))
            } else {
                format!("--{name}")
            });
        }
    }
    Ok(options)
}

fn values(matches: &ArgMatches, id: &str) -> Result<Vec<String>, Failure> {
    let raw = matches.get_raw(id).into_iter().flatten();
    texts(&raw.map(ToOwned::to_owned).collect::<Vec<_>>())
}

fn texts(words: &[OsString]) -> Result<Vec<String>, Failure> {
    let text = |word: &OsString| {
        let text = word.to_str().map(ToOwned::to_owned);
        text.ok_or_else(|| Failure::usage(format_args!("{} is not UTF-8", word.display())))
    };
    words.iter().map(text).collect()
}

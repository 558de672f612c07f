//! Marking one program.

use std::env;
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};

use marking::report::{Report, first_case};
use sandbox::Level;
use submission::{Building, Failed, Prepared, Site, Unbuilt, WorkingCopy, is_source};
use transcript::Verdict;

use super::failure::Failure;
use super::output::{MarkingProgress, note, warn, write_report};
use crate::cli::SingleArgs;
use crate::guess::{first_output, wrong_course};
use crate::mark::{Batch, Built, CaseProgress};
use crate::quote::quoted_all;

pub(super) fn build(args: &SingleArgs) -> Result<(Batch, Built), Failure> {
    let here = env::current_dir().map_err(Failure::file("find", Path::new(".")))?;
    let mut batch = args
        .marking
        .batch(args.course(), &args.program, Some(&here))?;
    let built = build_in(args, &here, &mut batch)?;
    if let Some(guessed) = &args.guessed {
        // In a folder of several projects, finding the course of one of them means little.
        if let Err(Unbuilt {
            reason,
            advice: Some(advice),
            ..
        }) = &built.program
        {
            return Err(Failure::usage(format_args!("{reason}; {advice}")));
        }
        note(guessed);
    }
    Ok((batch, built))
}

pub(super) fn run(args: &SingleArgs) -> Result<bool, Failure> {
    let progress = MarkingProgress::begin("preparing");
    let (batch, built) = build(args)?;
    progress.count(batch.cases.len());
    let marked = batch.mark_built(&built, |step, case| match step {
        CaseProgress::Begun => progress.begun(case),
        CaseProgress::Done => progress.done(),
    });
    let report = Report {
        submission: name(args),
        ..marked.map_err(Failure::Host)?
    };
    drop(progress);
    let step = first_step(args, &report);
    write_report(&args.report, args.marking.reveal, &report, &step)?;
    let printed = vec![first_output(&report)];
    if report.points() <= 0.0
        && let Some(warning) = wrong_course(args.course(), printed, iter::empty())
    {
        warn(&warning);
    }
    Ok(report.all_ok())
}

fn name(args: &SingleArgs) -> String {
    if args.program.is_empty() {
        let here = env::current_dir().unwrap_or_default();
        let name = here.file_name().unwrap_or(here.as_os_str());
        return name.to_string_lossy().into_owned();
    }
    let words = args.program.iter().map(|word| word.to_string_lossy());
    words.collect::<Vec<_>>().join(" ")
}

fn build_in(args: &SingleArgs, here: &Path, batch: &mut Batch) -> Result<Built, Failure> {
    let build = args.marking.build.as_deref();
    let in_copy = |left_out: &[PathBuf], building: &Building| {
        let prepare = |site: Site<'_>| submission::prepare(&args.program, site, build);
        let built = Built::in_copy(WorkingCopy::without(here, left_out), building, &prepare);
        built.map_err(Failure::Host)
    };
    let level = batch.workers.level();
    let building = &mut batch.building;
    let command = args.program.first();
    let Some(command) = command.filter(|command| build.is_some() || !is_source(command)) else {
        // It is built as in a batch, which leaves nothing in the folder.
        return in_copy(&building.secret, building);
    };
    // Neither the user's program nor a folder around it, which it needs, is secret.
    let real = fs::canonicalize(here).map_err(Failure::file("find", here))?;
    let itself = fs::canonicalize(here.join(command)).ok();
    let is_secret = |path: &PathBuf| itself.as_ref() != Some(path) && !real.starts_with(path);
    building.secret.retain(is_secret);
    let program = if build.is_none() && !submission::needs_build(&args.program) {
        submission::named(&args.program, here, building).map(Prepared::from)
    } else {
        // Landlock can only add rights: a build that may create files in the folder could read
        // the secrets in it. So it gets a copy without them.
        let secret = building.secret.iter();
        let secret = secret.filter(|path| path.starts_with(&real));
        let mut left_out: Vec<PathBuf> = secret.cloned().collect();
        if level == Level::Landlock && !left_out.is_empty() {
            left_out.push(here.join("target"));
            return in_copy(&left_out, building);
        }
        building.in_folder(here, |site| submission::prepare(&args.program, site, build))
    };
    Ok(Built {
        program: Failed::own(program).map_err(Failure::Host)?,
        policy: building.run_policy(here),
        copy: None,
        only: None,
    })
}

/// Returns the line below a report with the command that plays the first case to look at, or an
/// empty text.
fn first_step(args: &SingleArgs, report: &Report) -> String {
    let has_run = |verdict| !matches!(verdict, Verdict::BuildFailed | Verdict::CouldNotStart);
    let first = first_case(report, args.marking.reveal).filter(|first| has_run(first.verdict));
    first.map_or(String::new(), |first| {
        format!("to see it: {}\n", try_command(args, &first.case))
    })
}

fn try_command(args: &SingleArgs, case: &str) -> String {
    let mut words = ["automarker", "try", case].map(str::to_owned).to_vec();
    if !args.is_bare {
        words.push(args.course().name.to_owned());
        let marking = &args.marking;
        let folder = marking.cases.folder.as_ref();
        for (option, value) in [
            ("--build", marking.build.clone()),
            ("--cases", folder.map(|path| path.display().to_string())),
            ("--compare", marking.compare.map(|it| it.name().to_owned())),
        ] {
            words.extend(value.into_iter().flat_map(|it| [option.to_owned(), it]));
        }
        for (option, is_given) in [
            ("--with-built-in", marking.cases.with_built_in),
            ("--trust-cases", marking.trust_cases),
        ] {
            words.extend(is_given.then(|| option.to_owned()));
        }
        if !args.program.is_empty() {
            words.push("--".to_owned());
            words.extend(args.program.iter().map(|it| it.to_string_lossy().into()));
        }
    }
    quoted_all(&words)
}

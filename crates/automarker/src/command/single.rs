//! Marking one program.

use std::env;
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};

use marking::report::Report;
use sandbox::Level;
use submission::{Building, Failed, Prepared, Site, WorkingCopy};

use super::failure::Failure;
use super::first_step::first_step;
use super::output::{Progress, warn, write_report};
use crate::batch::{Batch, Built};
use crate::cli::SingleArgs;
use crate::guess::{first_output, wrong_course};
use crate::workers::Step;

/// Returns the program that the arguments name in the current folder, and how it is marked.
pub(super) fn build(args: &SingleArgs) -> Result<(Batch, Built), Failure> {
    let here = env::current_dir().map_err(Failure::file("find", Path::new(".")))?;
    let mut batch = args.marking.batch(&args.program, Some(&here))?;
    let built = build_in(args, &here, &mut batch)?;
    Ok((batch, built))
}

/// Returns `true` if the program passes every case.
pub(super) fn run(args: &SingleArgs) -> Result<bool, Failure> {
    let progress = Progress::begin("building");
    let (batch, built) = build(args)?;
    progress.count(batch.cases.len());
    let marked = batch.mark_built(&built, |step, case| match step {
        Step::Begun => progress.begun(case),
        Step::Done => progress.done(case),
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
        && let Some(warning) = wrong_course(args.marking.course(), printed, iter::empty())
    {
        warn(&warning);
    }
    Ok(report.all_ok())
}

/// The name of the program in reports: its command, or the folder that it is found in.
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
    let Some(command) = args.program.first() else {
        // It is found as a batch finds it, and a build leaves nothing in the folder.
        return in_copy(&building.secret, building);
    };
    // The program that the user names is no secret, nor is a folder around it, which it
    // needs.
    let real = fs::canonicalize(here).map_err(Failure::file("find", here))?;
    let itself = fs::canonicalize(here.join(command)).ok();
    let is_secret = |path: &PathBuf| itself.as_ref() != Some(path) && !real.starts_with(path);
    building.secret.retain(is_secret);
    let program = if build.is_none() && !submission::needs_build(&args.program) {
        submission::named(&args.program, here, building).map(Prepared::from)
    } else {
        // Landlock can only add rights: a build that may create files in the folder
        // could read what is hidden there. So it gets a copy without that.
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
    })
}

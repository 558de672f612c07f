//! Marking one program.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use marking::report::{Format, Report, human, render};
use sandbox::{Level, Policy, Program, Sandbox, TemporaryFolder};
use submission::{Building, Prepared, Site, Unbuilt, WorkingCopy};
use transcript::Case;

use super::failure::Failure;
use super::first_step::first_step;
use super::output::{print, progress, with_host};
use super::prepare::{self, Loaded};
use crate::cli::SingleArgs;
use crate::isolation::Isolation;
use crate::mark::Marker;
use crate::workers::{Workers, WorkersError};

/// A program and all that marking it needs.
pub(super) struct Ready {
    pub(super) marker: Marker,
    pub(super) cases: Vec<Case>,
    pub(super) workers: Workers,
    pub(super) program: Result<Prepared, Unbuilt>,
    /// The copy of the folder that the program was built in, if it was.
    _copy: Option<WorkingCopy>,
}

/// Prepares what the arguments ask for, in the current folder.
pub(super) fn ready(args: &SingleArgs) -> Result<Ready, Failure> {
    let marking = &args.marking;
    let marker = marking.marker();
    let Loaded { cases, secret } = marking.load()?;
    let here = env::current_dir().map_err(Failure::file("find", Path::new(".")))?;
    let isolation = marking.isolation(&secret)?;
    let workers = marking.workers(isolation)?;
    let (program, copy) = prepare(args, &here, workers.isolation())?;
    Ok(Ready {
        marker,
        cases,
        workers,
        program,
        _copy: copy,
    })
}

/// Returns `true` if the program passes every case.
pub(super) fn run(args: &SingleArgs) -> Result<bool, Failure> {
    let ready = ready(args)?;
    let marking = &args.marking;
    let progress = progress(ready.cases.len());
    let program = ready.program.as_ref();
    let notes = program.map(|prepared| prepared.notes.as_slice());
    let notes = [ready.workers.notes(), notes.unwrap_or_default()].concat();
    let marked = ready.workers.mark(
        &ready.marker,
        &ready.cases,
        program.map(|prepared| &prepared.program),
        || progress.inc(1),
    );
    let marked = marked.map_err(Failure::Host)?;
    let report = Report {
        submission: name(args),
        students: Vec::new(),
        course: ready.marker.course.name.to_owned(),
        cases: marked,
        notes,
        ..Report::default()
    };
    progress.finish_and_clear();
    let step = first_step(args, &report);
    let text = with_host(|host| render(args.report.format, &report, marking.reveal, host));
    match &args.output {
        None if args.report.format == Format::Human => print(&(text + &step))?,
        None => print(&text)?,
        Some(path) => {
            print(&(human(&report, marking.reveal) + &step))?;
            let text = anstream::adapter::strip_str(&text).to_string();
            fs::write(path, text).map_err(Failure::file("write", path))?;
        }
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

/// Returns the program that the arguments name in the folder `here`, built, and
/// the copy of the folder that it was built in, if it was.
fn prepare(
    args: &SingleArgs,
    here: &Path,
    isolation: &Isolation,
) -> Result<(Result<Prepared, Unbuilt>, Option<WorkingCopy>), Failure> {
    let build = args.marking.build.as_deref();
    if args.program.is_empty() {
        // It is found as a batch finds it, and a build leaves nothing in the folder.
        let building = args.marking.building(isolation);
        return Ok(build_in_copy(args, here, &isolation.secret, &building));
    }
    if build.is_none() && !submission::needs_build(&args.program) {
        let program = submission::named(&args.program, here);
        return Ok((program.map(Prepared::from), None));
    }
    let scratch =
        TemporaryFolder::new().map_err(Failure::file("create a folder in", &env::temp_dir()))?;
    let in_folder = isolation.policy(&Program {
        folder: here.to_owned(),
        ..Program::default()
    });
    let policy = Policy {
        secret: in_folder.secret,
        ..submission::build_policy(isolation.requirement, here)
    };
    let sandbox = Sandbox::start(&policy, scratch.path())
        .map_err(|error| Failure::Workers(WorkersError::Sandbox(error)))?;
    // Landlock can only add rights: a build that may create files in the folder
    // could read what is hidden there. So it gets a copy without that.
    let (mut left_out, forbidden): (Vec<_>, Vec<_>) = policy
        .secret
        .into_iter()
        .partition(|secret| secret.starts_with(here));
    if sandbox.level() == Level::Landlock && !left_out.is_empty() {
        left_out.push(here.join("target"));
        let building = Building {
            forbidden,
            ..args.marking.building(isolation)
        };
        return Ok(build_in_copy(args, here, &left_out, &building));
    }
    let site = Site {
        folder: here,
        copy: None,
        sandbox: &sandbox,
        limits: args.marking.build_limits.limits(),
        env: &isolation.env,
    };
    let program = submission::prepare(&args.program, site, build);
    Ok((program.map(Prepared::from), None))
}

/// Builds the program of the folder `here` in a copy without `left_out`.
fn build_in_copy(
    args: &SingleArgs,
    here: &Path,
    left_out: &[PathBuf],
    building: &Building,
) -> (Result<Prepared, Unbuilt>, Option<WorkingCopy>) {
    let build = args.marking.build.as_deref();
    let prepare = |site: Site<'_>| prepare::prepare(site, build, &args.program);
    match WorkingCopy::without(here, left_out) {
        Ok(copy) => {
            let (copy, program) = copy.build(building, &prepare);
            (program, Some(copy))
        }
        Err(unbuilt) => (Err(unbuilt), None),
    }
}

//! Marking one program.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use marking::report::{Format, Report, human, render};
use sandbox::{Level, Policy};
use submission::{Building, Failed, Prepared, Site, Unbuilt, WorkingCopy};
use transcript::Case;

use super::failure::Failure;
use super::first_step::first_step;
use super::output::{print, progress, with_host};
use super::prepare::{self, Loaded};
use crate::cli::SingleArgs;
use crate::mark::Marker;
use crate::workers::Workers;

/// A program and all that marking it needs.
pub(super) struct Ready {
    pub(super) marker: Marker,
    pub(super) cases: Vec<Case>,
    pub(super) workers: Workers,
    pub(super) built: Built,
}

/// A program, or the reason why there is none.
pub(super) struct Built {
    pub(super) program: Result<Prepared, Unbuilt>,
    /// The policy of its sandboxes.
    pub(super) policy: Policy,
    /// The copy of the folder that the program was built in, if it was.
    _copy: Option<WorkingCopy>,
}

/// Prepares what the arguments ask for, in the current folder.
pub(super) fn ready(args: &SingleArgs) -> Result<Ready, Failure> {
    let marking = &args.marking;
    let marker = marking.marker();
    let Loaded { cases, secret } = marking.load()?;
    let here = env::current_dir().map_err(Failure::file("find", Path::new(".")))?;
    let mut building = marking.building(&secret, &args.program, Some(&here))?;
    let workers = marking.workers(&mut building)?;
    let built = prepare(args, &here, building, workers.level())?;
    Ok(Ready {
        marker,
        cases,
        workers,
        built,
    })
}

/// Returns `true` if the program passes every case.
pub(super) fn run(args: &SingleArgs) -> Result<bool, Failure> {
    let ready = ready(args)?;
    let marking = &args.marking;
    let progress = progress(ready.cases.len());
    let program = ready.built.program.as_ref();
    let notes = program.map(|prepared| prepared.notes.as_slice());
    let notes = [ready.workers.notes(), notes.unwrap_or_default()].concat();
    let marked = ready.workers.mark(
        &ready.marker,
        &ready.cases,
        program.map(|prepared| (&prepared.program, &ready.built.policy)),
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

/// Returns what the arguments ask to mark in the folder `here`.
fn prepare(
    args: &SingleArgs,
    here: &Path,
    mut building: Building,
    level: Level,
) -> Result<Built, Failure> {
    let build = args.marking.build.as_deref();
    let Some(command) = args.program.first() else {
        // It is found as a batch finds it, and a build leaves nothing in the folder.
        return build_in_copy(args, here, &building.secret, &building);
    };
    // The program that the user names is no secret, nor is a folder around it, which it
    // needs.
    let real = fs::canonicalize(here).map_err(Failure::file("find", here))?;
    let itself = fs::canonicalize(here.join(command)).ok();
    let is_secret = |path: &PathBuf| itself.as_ref() != Some(path) && !real.starts_with(path);
    building.secret.retain(is_secret);
    let policy = building.run_policy(here);
    let program = if build.is_none() && !submission::needs_build(&args.program) {
        submission::named(&args.program, here, &building)
    } else {
        // Landlock can only add rights: a build that may create files in the folder
        // could read what is hidden there. So it gets a copy without that.
        let secret = building
            .secret
            .iter()
            .filter(|path| path.starts_with(&real));
        let mut left_out: Vec<PathBuf> = secret.cloned().collect();
        if level == Level::Landlock && !left_out.is_empty() {
            left_out.push(here.join("target"));
            return build_in_copy(args, here, &left_out, &building);
        }
        building.in_folder(here, |site| submission::prepare(&args.program, site, build))
    };
    Ok(Built {
        program: own(program.map(Prepared::from))?,
        policy,
        _copy: None,
    })
}

/// Builds the program of the folder `here` in a copy without `left_out`.
fn build_in_copy(
    args: &SingleArgs,
    here: &Path,
    left_out: &[PathBuf],
    building: &Building,
) -> Result<Built, Failure> {
    let build = args.marking.build.as_deref();
    let prepare = |site: Site<'_>| prepare::prepare(site, build, &args.program);
    let copy = match own(WorkingCopy::without(here, left_out))? {
        Ok(copy) => copy,
        Err(unbuilt) => {
            return Ok(Built {
                program: Err(unbuilt),
                policy: Policy::default(),
                _copy: None,
            });
        }
    };
    let policy = copy.run_policy(building);
    let (copy, program) = copy.build(building, &prepare);
    Ok(Built {
        program: own(program)?,
        policy,
        _copy: Some(copy),
    })
}

/// Separates the program's own failures from those of the machine.
fn own<T>(built: Result<T, Failed>) -> Result<Result<T, Unbuilt>, Failure> {
    match built {
        Ok(built) => Ok(Ok(built)),
        Err(Failed::Unbuilt(unbuilt)) => Ok(Err(unbuilt)),
        Err(Failed::Host(error)) => Err(Failure::Host(error)),
    }
}

//! Marking one program.

use std::env;
use std::fs;
use std::path::Path;

use marking::report::{Report, human, render};
use sandbox::{Level, Policy, Program, Sandbox};
use submission::{Building, Site, Unbuilt, WorkingCopy};
use temporary::TemporaryFolder;

use super::failure::Failure;
use super::output::{print, progress, with_host};
use super::prepare::Loaded;
use crate::cli::SingleArgs;
use crate::isolation::Isolation;
use crate::workers::WorkersError;

/// Returns `true` if the program passes every case.
pub(super) fn run(args: &SingleArgs) -> Result<bool, Failure> {
    let marking = &args.marking;
    let marker = marking.marker();
    let Loaded { cases, secret } = marking.load()?;
    let here = env::current_dir().map_err(Failure::file("find", Path::new(".")))?;
    let mut isolation = marking.isolation()?;
    for path in &secret {
        isolation.keep_secret(path);
    }
    let workers = marking.workers(isolation)?;
    let (program, _copy) = prepare(args, &here, workers.isolation())?;
    let progress = progress(cases.len());
    let words: Vec<_> = args
        .program
        .iter()
        .map(|word| word.to_string_lossy())
        .collect();
    let report = Report {
        submission: words.join(" "),
        students: Vec::new(),
        course: marker.course.name.to_owned(),
        cases: workers.mark(&marker, &cases, program.as_ref(), || progress.inc(1)),
        notes: workers.notes().to_vec(),
    };
    progress.finish_and_clear();
    let text = with_host(|host| render(args.report.format, &report, marking.reveal, host));
    match &args.output {
        None => print(&text)?,
        Some(path) => {
            print(&human(&report, marking.reveal))?;
            let text = anstream::adapter::strip_str(&text).to_string();
            fs::write(path, text).map_err(Failure::file("write", path))?;
        }
    }
    Ok(report.all_ok())
}

/// Returns the program that the arguments name in the folder `here`, built, and
/// the copy of the folder that it was built in, if it was.
fn prepare(
    args: &SingleArgs,
    here: &Path,
    isolation: &Isolation,
) -> Result<(Result<Program, Unbuilt>, Option<WorkingCopy>), Failure> {
    let build = args.marking.build.as_deref();
    if build.is_none() && !submission::needs_build(&args.program) {
        return Ok((submission::named(&args.program, here), None));
    }
    let scratch =
        TemporaryFolder::new().map_err(Failure::file("create a folder in", &env::temp_dir()))?;
    let in_folder = isolation.policy(&Program {
        folder: here.to_owned(),
        ..Program::default()
    });
    let policy = Policy {
        hidden: in_folder.hidden,
        forbidden: in_folder.forbidden,
        ..submission::build_policy(isolation.requirement, here)
    };
    let sandbox = Sandbox::start(&policy, scratch.path())
        .map_err(|error| Failure::Workers(WorkersError::Sandbox(error)))?;
    let limits = args.marking.build_limits.limits();
    // Landlock can only add rights: a build that may create files in the folder
    // could read what is hidden there. So it gets a copy without that.
    if sandbox.level() == Level::B && !policy.hidden.is_empty() {
        let mut left_out = policy.hidden;
        left_out.push(here.join("target"));
        let building = Building {
            limits,
            requirement: isolation.requirement,
            readable: Vec::new(),
            forbidden: policy.forbidden,
            env: isolation.env.clone(),
        };
        let prepare = |site: Site<'_>| submission::prepare(&args.program, site, build);
        return Ok(match WorkingCopy::without(here, &left_out) {
            Ok(copy) => {
                let (copy, program) = copy.build(&building, &prepare);
                (program, Some(copy))
            }
            Err(unbuilt) => (Err(unbuilt), None),
        });
    }
    let site = Site {
        folder: here,
        sandbox: &sandbox,
        limits,
        env: &isolation.env,
    };
    Ok((submission::prepare(&args.program, site, build), None))
}

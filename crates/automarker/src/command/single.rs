//! Marking one program.

use std::env;
use std::fs;
use std::path::Path;

use marking::report::{Report, human, render};
use submission::Site;

use super::failure::Failure;
use super::output::{print, progress, with_host};
use crate::cli::SingleArgs;

/// Returns `true` if the program passes every case.
pub(super) fn run(args: &SingleArgs) -> Result<bool, Failure> {
    let marking = &args.marking;
    let marker = marking.marker();
    let cases = marking.cases.load(marker.course)?;
    let workers = marking.workers()?;
    let here = env::current_dir().map_err(Failure::file("find", Path::new(".")))?;
    let site = Site {
        folder: &here,
        temporary: None,
        limits: marking.build_limits.limits(),
        offline: false,
    };
    let program = submission::prepare(&args.program, site, marking.build.as_deref());
    let progress = progress(cases.len());
    let words: Vec<_> = args
        .program
        .iter()
        .map(|word| word.to_string_lossy())
        .collect();
    let report = Report {
        submission: words.join(" "),
        course: marker.course.name.to_owned(),
        cases: workers.mark(&marker, &cases, &program, || progress.inc(1)),
        notes: workers.notes().to_vec(),
    };
    progress.finish_and_clear();
    let text = with_host(|host| render(marking.format, &report, marking.reveal, host));
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

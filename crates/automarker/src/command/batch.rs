//! Marking many submissions.

use std::fs;

use marking::report::{Format, Marks, Report, page, render, summary};
use sandbox::Program;
use submission::export::submissions;
use submission::{Building, Site, Unbuilt, find};

use super::failure::Failure;
use super::output::{print, progress, with_host};
use super::prepare::Loaded;
use crate::batch;
use crate::cli::{BatchArgs, MarkingArgs};

/// Returns `true` if every submission passes every case.
pub(super) fn run(args: &BatchArgs) -> Result<bool, Failure> {
    let marking = &args.marking;
    let marker = marking.marker();
    let Loaded { cases, secret } = marking.load()?;
    let submissions =
        submissions(&args.submissions).map_err(Failure::file("read", &args.submissions))?;
    if let Some(folder) = &args.reports {
        fs::create_dir_all(folder).map_err(Failure::file("create", folder))?;
    }
    let mut isolation = marking.isolation()?;
    isolation.keep_secret(&args.submissions);
    for path in secret.iter().chain(&args.reports) {
        isolation.keep_secret(path);
    }
    let workers = marking.workers(isolation)?;
    let isolation = workers.isolation();
    let building = Building {
        limits: marking.build_limits.limits(),
        requirement: isolation.requirement,
        readable: Vec::new(),
        forbidden: isolation.secret.clone(),
        env: isolation.env.clone(),
    };
    let progress = progress(submissions.len());
    let mut marks = Marks::default();
    let mut all_ok = true;
    let mut failure = None;
    let done = |report: Report| {
        marks.add(&report);
        all_ok &= report.all_ok();
        let written = args.write_reports(&report);
        let printed = progress.suspend(|| print(&format!("{}\n", summary(&report))));
        // A page that cannot be written costs no other student a mark.
        if let Err(error) = written.and(printed) {
            failure.get_or_insert(error);
        }
        progress.inc(1);
    };
    let prepare = |site: Site<'_>| args.prepare(site);
    batch::mark(
        &workers,
        &marker,
        &cases,
        &submissions,
        &building,
        prepare,
        done,
    );
    progress.finish_and_clear();
    for note in workers.notes() {
        print(&format!("note: {note}\n"))?;
    }
    if let Some(path) = &args.csv {
        let file = fs::File::create(path).map_err(Failure::file("write", path))?;
        marks.write(file).map_err(Failure::file("write", path))?;
    }
    failure.map_or(Ok(all_ok), Err)
}

impl BatchArgs {
    /// Builds the submission at `site` and returns its program.
    fn prepare(&self, site: Site<'_>) -> Result<Program, Unbuilt> {
        let build = self.marking.build.as_deref();
        if !self.program.is_empty() {
            return submission::prepare(&self.program, site, build);
        }
        if let Some(command) = build {
            submission::shell(command, site)?;
        }
        find(site)
    }

    fn write_reports(&self, report: &Report) -> Result<(), Failure> {
        let Some(folder) = &self.reports else {
            return Ok(());
        };
        let MarkingArgs { format, reveal, .. } = self.marking;
        let write = |extension: &str, text: String| {
            let path = folder.join(format!("{}.{extension}", report.submission));
            fs::write(&path, text).map_err(Failure::file("write", &path))
        };
        write("html", page(report, reveal))?;
        let extension = match format {
            Format::Human => return Ok(()),
            Format::Json | Format::Gradescope | Format::Classroom50 => "json",
            Format::Markus => "jsonl",
            Format::Junit => "xml",
            Format::Tap => "tap",
        };
        let text = with_host(|host| render(format, report, reveal, host));
        write(extension, text)
    }
}

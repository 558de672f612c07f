//! Marking many submissions, none of which can affect another.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;

use rayon::prelude::*;
use sandbox::Program;
use submission::{Building, Site, Unbuilt, WorkingCopy};
use transcript::Case;

use crate::mark::Marker;
use crate::workers::Workers;
use marking::report::Report;

/// One student's folder or file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Submission {
    /// The name of the folder or file.
    pub name: String,
    /// Its path.
    pub path: PathBuf,
}

/// The submissions in `folder`, by name. Names that begin with a dot are ignored.
pub fn submissions(folder: &Path) -> io::Result<Vec<Submission>> {
    let mut submissions = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') {
            submissions.push(Submission {
                name,
                path: entry.path(),
            });
        }
    }
    submissions.sort();
    Ok(submissions)
}

/// Marks every submission. `prepare` builds the program in a copy, so that the
/// submissions themselves are not changed. `done` gets each report, in no
/// particular order, and may be slow: it does not run on a thread that marks.
pub fn mark(
    workers: &Workers,
    marker: &Marker,
    cases: &[Case],
    submissions: &[Submission],
    building: &Building,
    prepare: impl Fn(Site<'_>) -> Result<Program, Unbuilt> + Sync,
    mut done: impl FnMut(Report),
) {
    let built: Vec<_> = submissions
        .par_iter()
        .map(|submission| {
            WorkingCopy::of(&submission.path).map(|copy| copy.build(building, &prepare))
        })
        .collect();
    let (sender, reports) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(|| {
            let mark = |sender: &mut mpsc::Sender<Report>,
                        (submission, built): (&Submission, _)| {
                let program = match built {
                    &Ok((_, ref program)) => program,
                    Err(unbuilt) => &Err(Unbuilt::clone(unbuilt)),
                };
                let report = Report {
                    submission: submission.name.clone(),
                    course: marker.course.name.to_owned(),
                    cases: workers.mark(marker, cases, program, || ()),
                    notes: workers.notes().to_vec(),
                };
                // The receiver exists until all reports were sent.
                let _ = sender.send(report);
            };
            workers.install(|| {
                let pairs = submissions.par_iter().zip(&built);
                pairs.for_each_with(sender, mark);
            });
        });
        for report in reports {
            done(report);
        }
    });
}

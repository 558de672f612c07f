//! Marking many submissions, none of which can affect another.

use std::sync::mpsc;
use std::thread;

use rayon::prelude::*;
use sandbox::Program;
use submission::export::Submission;
use submission::{Building, Site, Unbuilt, WorkingCopy};
use transcript::Case;

use crate::mark::Marker;
use crate::workers::Workers;
use marking::report::Report;

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
            WorkingCopy::of_submission(submission).map(|copy| copy.build(building, &prepare))
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

//! Marking many submissions, none of which can affect another.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::thread;

use marking::report::{Report, Student};
use submission::export::Submission;
use submission::{Building, Prepared, Site, Unbuilt, WorkingCopy, digest};
use transcript::Case;

use crate::mark::Marker;
use crate::workers::Workers;

/// The way in which every submission of a class is marked.
#[derive(Debug)]
pub struct Batch<'a> {
    /// The threads that mark.
    pub workers: &'a Workers,
    /// The settings of marking.
    pub marker: &'a Marker,
    /// The cases.
    pub cases: &'a [Case],
    /// The settings of builds.
    pub building: &'a Building,
}

/// The outcome of marking one submission.
#[derive(Debug)]
pub struct Outcome {
    /// The digest of the submission before it was copied; `None` if it could not
    /// be read.
    pub digest: Option<String>,
    /// The report, or the message of a panic of the marker.
    pub report: Result<Report, String>,
}

impl Batch<'_> {
    /// Marks every submission, in their order, as many at a time as there are
    /// threads. `prepare` builds the program in a copy, so that the submissions
    /// themselves are not changed; the copy exists only while its submission is
    /// marked. `done` gets each outcome, in no particular order, and may be slow:
    /// it does not run on a thread that marks.
    pub fn mark(
        &self,
        submissions: &[&Submission],
        prepare: impl Fn(Site<'_>) -> Result<Prepared, Unbuilt> + Sync,
        mut done: impl FnMut(&Submission, Outcome),
    ) {
        let (sender, outcomes) = mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(|| {
                self.workers.in_turn(submissions, |&submission| {
                    // A submission that makes the marker panic costs no other
                    // student a mark.
                    let mark = || self.mark_one(submission, &prepare);
                    let outcome = match catch_unwind(AssertUnwindSafe(mark)) {
                        Ok((digest, report)) => Outcome {
                            digest,
                            report: Ok(report),
                        },
                        Err(panic) => Outcome {
                            digest: None,
                            report: Err(message(&*panic)),
                        },
                    };
                    // The receiver exists until all outcomes were sent.
                    let _ = sender.send((submission, outcome));
                });
                drop(sender);
            });
            for (submission, outcome) in outcomes {
                done(submission, outcome);
            }
        });
    }

    fn mark_one(
        &self,
        submission: &Submission,
        prepare: &impl Fn(Site<'_>) -> Result<Prepared, Unbuilt>,
    ) -> (Option<String>, Report) {
        // If the files change from here on, the next batch finds another digest
        // and marks the submission again.
        let digest = digest(submission).ok();
        let built =
            WorkingCopy::of_submission(submission).map(|copy| copy.build(self.building, prepare));
        let mut notes = self.workers.notes().to_vec();
        let program = match &built {
            Ok((_, Ok(prepared))) => {
                notes.extend(prepared.notes.iter().cloned());
                Ok(&prepared.program)
            }
            Ok((_, Err(unbuilt))) | Err(unbuilt) => Err(unbuilt),
        };
        let mut cases = self.workers.mark(self.marker, self.cases, program, || ());
        if let Ok((copy, _)) = &built {
            for case in &mut cases {
                case.reason = case.reason.as_deref().map(|text| copy.without_paths(text));
                case.stderr = copy.without_paths(&case.stderr);
            }
        }
        let report = Report {
            submission: submission.name.clone(),
            students: students(submission),
            course: self.marker.course.name.to_owned(),
            cases,
            notes,
            ..Report::default()
        };
        (digest, report)
    }
}

/// Returns the students of a submission, as a report has them.
pub fn students(submission: &Submission) -> Vec<Student> {
    let students = submission.students.iter();
    students
        .map(|student| Student {
            name: student.name.clone(),
            id: student.id.clone(),
        })
        .collect()
}

/// The message of a panic.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_default()
}

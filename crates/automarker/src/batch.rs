//! Marking many submissions, none of which can affect another.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use marking::report::{Report, Student};
use sandbox::HostError;
use submission::export::{self, Submission};
use submission::{Failed, Prepared, Site, WorkingCopy, digest};

use crate::mark::{Batch, Built, limits_exceeded};

/// The outcome of marking one submission.
#[derive(Debug)]
pub struct Outcome {
    /// The digest of the submission before it was copied; `None` if it could not
    /// be read.
    pub digest: Option<String>,
    /// The report, or the reason why there is none.
    pub report: Result<Report, NotMarked>,
}

/// The reason why a submission has no mark. It is not the submission's.
#[derive(Debug, thiserror::Error)]
pub enum NotMarked {
    /// The marker panicked, with this message.
    #[error("the marker failed on it: {0}")]
    Panicked(String),
    /// The machine failed.
    #[error(transparent)]
    Host(#[from] HostError),
}

impl Batch {
    /// Marks every submission, in their order, as many at a time as there are
    /// threads. `begun` is called when a submission's turn comes. `prepare` builds the
    /// program in a copy, so that the submissions themselves are not changed; the copy
    /// exists only while its submission is marked. `done` gets each outcome, in no particular order, and may be slow:
    /// it does not run on a thread that marks.
    ///
    /// A submission during which the machine ran out of something is marked once more at
    /// the end, alone. If the same happens to it then, on a machine that is well before
    /// and after, it has exceeded its limits.
    pub fn mark(
        &self,
        submissions: &[&Submission],
        begun: impl Fn(&Submission) + Sync,
        prepare: impl Fn(Site<'_>) -> Result<Prepared, Failed> + Sync,
        mut done: impl FnMut(&Submission, Outcome),
    ) {
        let (sender, outcomes) = mpsc::channel();
        let again = Mutex::new(Vec::new());
        thread::scope(|scope| {
            scope.spawn(|| {
                self.workers.in_turn(submissions, |&submission| {
                    begun(submission);
                    let outcome = self.try_to_mark(submission, &prepare);
                    if matches!(
                        &outcome.report,
                        Err(NotMarked::Host(HostError::Exhausted(_)))
                    ) {
                        let mut again = again.lock().unwrap_or_else(PoisonError::into_inner);
                        again.push(submission);
                        return;
                    }
                    // The receiver exists until all outcomes were sent.
                    let _ = sender.send((submission, outcome));
                });
                let again = again.lock().unwrap_or_else(PoisonError::into_inner);
                for &submission in &*again {
                    let _ = sender.send((submission, self.mark_alone(submission, &prepare)));
                }
                drop(sender);
            });
            for (submission, outcome) in outcomes {
                done(submission, outcome);
            }
        });
    }

    /// Marks a submission. One that makes the marker panic costs no other student a mark.
    fn try_to_mark(
        &self,
        submission: &Submission,
        prepare: &(impl Fn(Site<'_>) -> Result<Prepared, Failed> + Sync),
    ) -> Outcome {
        // If the files change from here on, the next batch finds another digest
        // and marks the submission again.
        let digest = digest(submission).ok();
        let mark = || self.mark_one(submission, prepare);
        let report = match catch_unwind(AssertUnwindSafe(mark)) {
            Ok(report) => report.map_err(NotMarked::Host),
            Err(panic) => Err(NotMarked::Panicked(message(&*panic))),
        };
        Outcome { digest, report }
    }

    fn mark_alone(
        &self,
        submission: &Submission,
        prepare: &(impl Fn(Site<'_>) -> Result<Prepared, Failed> + Sync),
    ) -> Outcome {
        if let Err(error) = self.workers.check() {
            return Outcome {
                digest: None,
                report: Err(NotMarked::Host(error)),
            };
        }
        let mut outcome = self.try_to_mark(submission, prepare);
        if let Err(NotMarked::Host(HostError::Exhausted(why))) = &outcome.report
            && self.workers.check().is_ok()
        {
            let cases = self.cases.iter().map(|case| limits_exceeded(case, why));
            let mut report = self.report(cases.collect(), &[]);
            describe(&mut report, submission);
            outcome.report = Ok(report);
        }
        outcome
    }

    fn mark_one(
        &self,
        submission: &Submission,
        prepare: &impl Fn(Site<'_>) -> Result<Prepared, Failed>,
    ) -> Result<Report, HostError> {
        let copy = WorkingCopy::of_submission(submission);
        let built = Built::in_copy(copy, &self.building, prepare)?;
        let mut report = self.mark_built(&built, |_, _| ())?;
        describe(&mut report, submission);
        Ok(report)
    }
}

pub(crate) fn describe(report: &mut Report, submission: &Submission) {
    let student = |student: &export::Student| Student {
        name: student.name.clone(),
        id: student.id.clone(),
    };
    report.submission.clone_from(&submission.name);
    report.students = submission.students.iter().map(student).collect();
    let note = |late: &String| match late.as_str() {
        "yes" => "submitted late".to_owned(),
        by => format!("submitted {by} late"),
    };
    let old = report.late.as_ref().map(note);
    report.notes.retain(|note| old.as_ref() != Some(note));
    report.late = submission.late.map(|late| late.to_string());
    report.notes.extend(report.late.as_ref().map(note));
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_default()
}

//! Marking many submissions, none of which can affect another.

use std::any::Any;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, mpsc};
use std::thread;

use marking::report::{Report, StudentRecord};
use sandbox::{HostError, Level, User};
use submission::export::{self, Submission};
use submission::{Failed, Prepared, Site, WorkingCopy, digest};

use crate::gate::lock;
use crate::mark::{Batch, Built, limits_exceeded};

/// The limits of the copies that are made before the first build, in number and bytes: each has
/// an open file, and they may be in memory.
const EARLY_COPIES: usize = 500;
const EARLY_BYTES: u64 = 1 << 30;

/// The copy, and the digest of the submission at that time.
type EarlyCopy = (Option<String>, WorkingCopy);

/// The outcome of marking one submission.
#[derive(Debug)]
pub struct MarkOutcome {
    /// The digest of the submission before it was copied; `None` if it could not be read.
    pub digest: Option<String>,
    /// The report, or the reason why there is none.
    pub report: Result<Report, NotMarked>,
}

/// The reason why a submission has no mark. The submission is not at fault.
#[derive(Debug, thiserror::Error)]
pub enum NotMarked {
    /// The marker panicked with this message.
    #[error("the marker failed on it: {0}")]
    Panicked(String),
    /// The machine failed.
    #[error(transparent)]
    Host(#[from] HostError),
}

impl Batch {
    /// Marks every submission, in order, as many at a time as there are threads. Calls `begun`
    /// when a submission's turn comes, and `prepare` to build the program in a copy, so that
    /// the submissions do not change. Calls `done` with each outcome, in any order, on a thread
    /// that does not mark: it may be slow.
    ///
    /// If the machine ran out of something or was too busy, the submission is marked again at
    /// the end, alone. If the machine runs out again, but works normally before and after, the
    /// submission has exceeded its limits.
    pub fn mark(
        &self,
        submissions: &[&Submission],
        begun: impl Fn(&Submission) + Sync,
        prepare: impl Fn(Site<'_>) -> Result<Prepared, Failed> + Sync,
        mut done: impl FnMut(&Submission, MarkOutcome),
    ) {
        let (sender, outcomes) = mpsc::channel();
        let again = Mutex::new(Vec::new());
        let copies = Mutex::new(self.early_copies(submissions));
        thread::scope(|scope| {
            scope.spawn(|| {
                self.workers.in_turn(submissions, |&submission| {
                    begun(submission);
                    let copy = lock(&copies).remove(&*submission.name);
                    let outcome = self.try_to_mark(submission, copy, &prepare);
                    if matches!(
                        &outcome.report,
                        Err(NotMarked::Host(
                            HostError::Exhausted(_) | HostError::Busy(_)
                        ))
                    ) {
                        lock(&again).push(submission);
                        return;
                    }
                    // The receiver exists until all outcomes are sent.
                    let _ = sender.send((submission, outcome));
                });
                for &submission in &*lock(&again) {
                    let _ = sender.send((submission, self.mark_alone(submission, &prepare)));
                }
                drop(sender);
            });
            for (submission, outcome) in outcomes {
                done(submission, outcome);
            }
        });
    }

    /// Copies submissions before the first build if that build could make the others
    /// unreadable: if it runs as the marker's user, and its sandbox only limits opening files.
    /// The rest is copied later.
    fn early_copies<'a>(&self, submissions: &[&'a Submission]) -> HashMap<&'a str, EarlyCopy> {
        let mut copies = HashMap::new();
        if self.workers.level() != Level::Landlock || !matches!(User::claim(), Ok(None)) {
            return copies;
        }
        let mut bytes = 0;
        for submission in submissions.iter().take(EARLY_COPIES) {
            let digest = digest(submission).ok();
            if let Ok(Ok(copy)) = catch_unwind(|| WorkingCopy::of_submission(submission)) {
                bytes += copy.size();
                copies.insert(&*submission.name, (digest, copy));
            }
            if bytes > EARLY_BYTES {
                break;
            }
        }
        copies
    }

    /// A submission that makes the marker panic costs no other student a mark.
    fn try_to_mark(
        &self,
        submission: &Submission,
        early: Option<EarlyCopy>,
        prepare: &(impl Fn(Site<'_>) -> Result<Prepared, Failed> + Sync),
    ) -> MarkOutcome {
        // If the files change from here on, the next batch finds another digest and marks the
        // submission again.
        let (digest, copy) = match early {
            Some((digest, copy)) => (digest, Some(copy)),
            None => (digest(submission).ok(), None),
        };
        let mark = || self.mark_one(submission, copy, prepare);
        let report = match catch_unwind(AssertUnwindSafe(mark)) {
            Ok(report) => report.map_err(NotMarked::Host),
            Err(panic) => Err(NotMarked::Panicked(message(&*panic))),
        };
        MarkOutcome { digest, report }
    }

    fn mark_alone(
        &self,
        submission: &Submission,
        prepare: &(impl Fn(Site<'_>) -> Result<Prepared, Failed> + Sync),
    ) -> MarkOutcome {
        if let Err(error) = self.workers.check() {
            return MarkOutcome {
                digest: None,
                report: Err(NotMarked::Host(error)),
            };
        }
        let mut outcome = self.try_to_mark(submission, None, prepare);
        if let Err(NotMarked::Host(HostError::Exhausted(why))) = &outcome.report
            && self.workers.check().is_ok()
        {
            let cases = self.cases.iter().map(|case| limits_exceeded(case, why));
            let mut report = self.report(cases.collect(), &[], String::new());
            describe(&mut report, submission);
            outcome.report = Ok(report);
        }
        outcome
    }

    fn mark_one(
        &self,
        submission: &Submission,
        copy: Option<WorkingCopy>,
        prepare: &impl Fn(Site<'_>) -> Result<Prepared, Failed>,
    ) -> Result<Report, HostError> {
        let copy = copy.map_or_else(|| WorkingCopy::of_submission(submission), Ok);
        let gate = &self.workers.gate;
        let mut built = gate.build(|| Built::in_copy(copy, &self.building, prepare))?;
        built.only = self.is_for_class.then(|| submission.name.clone());
        let mut report = gate.run(|| self.mark_built(&built, |_, _| ()))?;
        describe(&mut report, submission);
        Ok(report)
    }
}

pub(crate) fn describe(report: &mut Report, submission: &Submission) {
    let student = |student: &export::Student| StudentRecord {
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
    for note in &submission.notes {
        if !report.notes.contains(note) {
            report.notes.push(note.clone());
        }
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_default()
}

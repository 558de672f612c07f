//! Marking by rules: what was printed, held against the rules of the game.

use std::path::Path;
use std::time::Instant;

use marking::diagnose::Fault;
use marking::judge::{Judged, Status, Talker, judge};
use marking::report::{Explanation, Marked, session};
use sandbox::{End, Limits, Program, Run, Session, State};
use transcript::{Case, Verdict};

use crate::mark::{Marker, failed, told, unmarked};

/// Plays `case` with `program` move by move, and holds all that it prints to
/// the rules of the game.
pub(crate) fn mark(
    marker: &Marker,
    case: &Case,
    program: &Program,
    limits: &Limits,
    scratch: &Path,
) -> Marked {
    let began = Instant::now();
    let mut talk = match Session::start(program, limits, scratch) {
        Ok(session) => Talk(session),
        Err(run) => {
            let (verdict, reason) = failed(&run.end, 0).unzip();
            return Marked {
                verdict: verdict.unwrap_or(Verdict::CouldNotStart),
                reason,
                ..told(case, &run)
            };
        }
    };
    let judged = judge(marker.course, &case.input, &mut talk);
    let ended = talk.0.wait() == State::Ended;
    match judged {
        // What becomes of a program whose input ends in the middle of a game
        // is its own affair.
        Ok(Judged { outcome: None, .. }) if !ended => Marked {
            seconds: began.elapsed().as_secs_f64(),
            ..unmarked(case)
        },
        Ok(judged) => {
            let run = talk.0.finish();
            closed(marker, case, &judged, &run)
        }
        Err(fault) => {
            let output = talk.0.output().to_vec();
            // A program that still talks is not waited for.
            let run = ended.then(|| talk.0.finish());
            broken(marker, case, &fault, &output, run.as_ref(), began)
        }
    }
}

/// A conversation that the judge has nothing to say against: it remains to be
/// seen how the program ended and what it saved.
fn closed(marker: &Marker, case: &Case, judged: &Judged, run: &Run) -> Marked {
    let mut marked = told(case, run);
    if let Some((verdict, reason)) = failed(&run.end, 0) {
        marked.verdict = verdict;
        marked.reason = Some(reason);
        return marked;
    }
    if let Some(wrong) = wrong_file(case, judged, run) {
        marked.verdict = Verdict::WrongOutput;
        marked.reason = Some(wrong);
        marked.explanation = Some(Explanation {
            place: "the result file".to_owned(),
            session: session(marker.course, &case.input, &run.stdout, run.stdout.len()),
            ..Explanation::default()
        });
    }
    marked
}

/// What is wrong with the files that were written, where the case has one
/// written: the result must be in one of them, whatever its name.
fn wrong_file(case: &Case, judged: &Judged, run: &Run) -> Option<String> {
    let expected = case.expected.as_ref()?;
    if judged.outcome.is_none() || expected.files.is_empty() {
        return None;
    }
    let mut faults = Vec::new();
    for (name, bytes) in &run.files {
        match judged.check_saved(bytes) {
            Ok(()) => return None,
            Err(fault) => faults.push(format!("in the file {name} {fault}")),
        }
    }
    let none = || "no file with the result was written".to_owned();
    Some(faults.into_iter().next().unwrap_or_else(none))
}

/// A conversation that a fault ended.
fn broken(
    marker: &Marker,
    case: &Case,
    fault: &Fault,
    output: &[u8],
    run: Option<&Run>,
    began: Instant,
) -> Marked {
    let mut marked = match run {
        Some(run) => told(case, run),
        None => Marked {
            seconds: began.elapsed().as_secs_f64(),
            ..unmarked(case)
        },
    };
    // A program that was ended, or failed, is told so; that its game stopped
    // follows from it.
    let failed = run.and_then(|run| failed(&run.end, 0));
    let limited = run.is_some_and(|run| !matches!(run.end, End::Exited(_)));
    (marked.verdict, marked.reason) = match failed {
        Some((verdict, reason)) if limited || matches!(fault, Fault::Stopped { .. }) => {
            (verdict, Some(reason))
        }
        _ => (Verdict::WrongOutput, Some(fault.to_string())),
    };
    let (expected, got) = fault.boards().unwrap_or_default();
    marked.explanation = Some(Explanation {
        place: fault.place(),
        expected,
        got,
        session: session(marker.course, &case.input, output, output.len()),
        ..Explanation::default()
    });
    marked
}

/// A session as the judge talks to it.
struct Talk(Session);

impl Talker for Talk {
    fn send(&mut self, bytes: &[u8]) {
        self.0.send(bytes);
    }

    fn wait(&mut self) -> Status {
        match self.0.wait() {
            State::Waiting => Status::AwaitsInput,
            State::Ended => Status::Ended,
        }
    }

    fn output(&self) -> &[u8] {
        self.0.output()
    }
}

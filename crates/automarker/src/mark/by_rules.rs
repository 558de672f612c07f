//! Marking by rules: a conversation with the program, move by move.

use std::time::Instant;

use marking::diagnose::Mistake;
use marking::judge::{Finding, Judged, Status, Talker, judge};
use marking::report::{Context, Explanation, Marked, sentence};
use sandbox::{End, Limits, Program, Run, Sandbox, Session, State};
use transcript::{Case, Verdict};

use super::marker::Marker;
use super::verdict::{after_run, failed, unmarked};

/// Plays `case` with `program` move by move, and checks all that it prints by
/// the rules of the game.
pub(super) fn mark(
    marker: &Marker,
    case: &Case,
    program: &Program,
    limits: &Limits,
    sandbox: &Sandbox,
) -> Marked {
    let began = Instant::now();
    let mut talk = match Session::start(sandbox, program, limits) {
        Ok(session) => Talk(session),
        Err(run) => {
            let (verdict, reason) = failed(&run.end, 0).unzip();
            return Marked {
                verdict: verdict.unwrap_or(Verdict::CouldNotStart),
                reason,
                ..after_run(case, &run)
            };
        }
    };
    let context = Context {
        course: marker.course,
        input: &case.input,
    };
    let judged = judge(marker.course, &case.input, &mut talk);
    let ended = talk.0.wait() == State::Ended;
    match judged {
        // No handout defines what a program does when its input ends in the
        // middle of a game.
        Ok(Judged { outcome: None, .. }) if !ended => Marked {
            seconds: began.elapsed().as_secs_f64(),
            ..unmarked(case)
        },
        Ok(judged) => {
            let run = talk.0.finish();
            without_finding(context, case, &judged, &run)
        }
        Err(finding) => {
            let output = talk.0.output().to_vec();
            // A program that still talks is not waited for.
            let run = ended.then(|| talk.0.finish());
            let marked = match &run {
                Some(run) => after_run(case, run),
                None => Marked {
                    seconds: began.elapsed().as_secs_f64(),
                    ..unmarked(case)
                },
            };
            let (verdict, reason) = failure(&finding, run.as_ref())
                .unwrap_or_else(|| (Verdict::WrongOutput, context.reason(&finding)));
            Marked {
                verdict,
                reason: Some(reason),
                explanation: Some(context.rules(&finding, &output)),
                ..marked
            }
        }
    }
}

/// Marks a conversation without a finding by the end of the program and by the
/// files that it saved.
fn without_finding(context: Context<'_>, case: &Case, judged: &Judged, run: &Run) -> Marked {
    let marked = after_run(case, run);
    if let Some((verdict, reason)) = failed(&run.end, 0) {
        return Marked {
            verdict,
            reason: Some(reason),
            ..marked
        };
    }
    let Some(reason) = wrong_file(context, case, judged, run) else {
        return marked;
    };
    Marked {
        verdict: Verdict::WrongOutput,
        reason: Some(reason),
        explanation: Some(Explanation {
            place: "the result file".to_owned(),
            session: context.session(&run.stdout, run.stdout.len()),
            ..Explanation::default()
        }),
        ..marked
    }
}

/// The mistake in the files that were written, if the case has one written: the
/// result must be in one of them, whatever its name.
fn wrong_file(context: Context<'_>, case: &Case, judged: &Judged, run: &Run) -> Option<String> {
    let expected = case.expected.as_ref()?;
    if judged.outcome.is_none() || expected.files.is_empty() {
        return None;
    }
    let names = context.names();
    let mut reasons = Vec::new();
    for (name, bytes) in &run.files {
        let mistake = judged.wrong_file(bytes)?;
        reasons.push(format!("File {name}: {}", sentence(&mistake, &names)));
    }
    let none = || sentence(&Mistake::ResultNotSaved, &names);
    Some(reasons.into_iter().next().unwrap_or_else(none))
}

/// The verdict on a program that a limit ended, or that failed and so stopped
/// in the middle of its game: the finding follows from that.
fn failure(finding: &Finding, run: Option<&Run>) -> Option<(Verdict, String)> {
    let end = &run?.end;
    let limited = !matches!(end, End::Exited(_));
    failed(end, 0).filter(|_| limited || finding.mistake == Mistake::StoppedInGame)
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

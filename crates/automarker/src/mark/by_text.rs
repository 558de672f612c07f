//! Marking by text: what was printed, compared with what is expected.

use std::time::Duration;

use marking::diagnose::Mistake;
use marking::judge::leniencies;
use marking::judge::text::{Expectation, first_wrong};
use marking::report::{CaseResult, Context};
use sandbox::{End, HostError, Limits, Program, Run, Sandbox, run_watched};
use transcript::{Case, Growing, Verdict};

use super::Played;
use super::early::Watch;
use super::line_ends::{join_run, with_joined};
use super::verdict::{after_right_output, after_run, failed, is_in_c, last_words, without_end};
use crate::options::MarkOptions;

pub(super) fn mark(
    options: &MarkOptions,
    case: &Case,
    program: &Program,
    limits: &Limits,
    sandbox: &Sandbox,
) -> Result<Played, HostError> {
    let expectation = options.expectation(case);
    let mut watch = Watch::new(&expectation, writes_files(case));
    let mut run = run_watched(sandbox, program, &case.input, limits, |progress| {
        if options.joins_line_ends {
            with_joined(progress, |progress| watch.is_enough(progress))
        } else {
            watch.is_enough(progress)
        }
    })?;
    if options.joins_line_ends {
        join_run(&mut run);
    }
    let mut marked = marked(
        options,
        &expectation,
        &run,
        watch.quiet(),
        is_in_c(options.course, program),
    );
    if marked.verdict == Verdict::Ok {
        let spelt = expectation.spelt_as(&run.stdout);
        marked.leniencies = leniencies(options.course, case, spelt, &run.stdout);
    }
    Ok(Played {
        marked,
        output: run.stdout,
        typed: None,
    })
}

fn marked(
    options: &MarkOptions,
    expectation: &Expectation,
    run: &Run,
    quiet: Duration,
    in_c: bool,
) -> CaseResult {
    let case = expectation.spelt_as(&run.stdout);
    let mut marked = after_run(case, run);
    let wrong = first_wrong(options.strictness, case, &run.stdout, &run.files);
    if let (End::CouldNotStart(_), Some((verdict, reason))) = (&run.end, failed(run, 0)) {
        return CaseResult {
            verdict,
            reason: Some(reason),
            ..marked
        };
    }
    if case.truncated_input && wrong.is_none() {
        return marked;
    }
    // No handout defines the exit status after early end of input, so it is
    // ignored.
    let expected = case.expected.as_ref().and_then(|expected| expected.status);
    let expected = expected.filter(|_| !case.truncated_input).unwrap_or(0);
    let context = Context {
        course: options.course,
        input: &case.input,
        full: options.full,
    };
    // One that was ended might have read on.
    let unread = match run.end {
        End::Exited(_) => run.input_left,
        _ => 0,
    };
    let failed = failed(run, expected);
    let differs = expectation.growing(&run.stdout) == Growing::Differs;
    marked.explanation = wrong.map(|wrong| {
        let mistake = wrong.mistake(options.course, options.strictness, &case.input, unread);
        let mut explanation = context.text(wrong, mistake.as_ref());
        if !differs && failed.is_some() {
            explanation.hint = last_words(run, quiet, in_c);
        }
        // What is printed again and again says less than that it is, but a wrong line before it
        // may be its cause. Behind the end of an input that ends early, it is no mistake.
        let from_place = match mistake {
            _ if case.truncated_input => return explanation,
            None | Some(Mistake::BoardRepeated { .. } | Mistake::OutputGoesOn { .. }) => false,
            Some(Mistake::LineWrong { .. } | Mistake::ExtraLine { .. }) => true,
            Some(_) => return explanation,
        };
        explanation.hint = without_end(wrong.difference.got, from_place).or(explanation.hint);
        explanation
    });
    let place = marked.explanation.as_ref().map(|it| it.place.clone());
    (marked.verdict, marked.reason) = match (failed, place) {
        // Whether a program comes to its end after that depends on when it is
        // stopped, and must not change the verdict.
        (_, Some(place)) if differs => (Verdict::WrongOutput, Some(with_signal(place, &run.end))),
        (Some((verdict, reason)), Some(_)) => (verdict, Some(reason)),
        (Some((verdict, reason)), None) => (verdict, Some(after_right_output(run, reason))),
        (None, Some(place)) => (Verdict::WrongOutput, Some(place)),
        (None, None) => match run.end {
            End::Stopped => (
                Verdict::WrongOutput,
                Some("it changed what it had printed".to_owned()),
            ),
            End::Exited(0) if expected != 0 => (
                Verdict::WrongOutput,
                Some(format!("exit status 0, expected {expected}")),
            ),
            _ => (Verdict::Ok, None),
        },
    };
    marked
}

fn writes_files(case: &Case) -> bool {
    let expected = case.expected.as_ref();
    expected.is_some_and(|expected| !expected.files.is_empty())
}

/// Returns the place of a difference, and the signal that killed the program
/// after it. Exit statuses are left out: a program that differs may well fail
/// for want of input.
fn with_signal(place: String, end: &End) -> String {
    match end {
        End::Signalled(_) => format!("{place}, then {end}"),
        _ => place,
    }
}

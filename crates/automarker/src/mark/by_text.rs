//! Marking by text: what was printed, compared with what is expected.

use std::time::Duration;

use marking::diagnose::{Ended, Killed, Mistake};
use marking::judge::leniencies;
use marking::judge::text::{Expectation, first_wrong};
use marking::report::{CaseResult, Context};
use sandbox::{End, HostError, Limits, Program, Run, Sandbox, run_watched};
use transcript::{Case, Growing, Verdict};

use super::Played;
use super::early::Watch;
use super::line_ends::{join_run, with_joined};
use super::options::MarkOptions;
use super::verdict::{after_run, failed, last_words};

/// Runs `program` on `case` and compares what it printed and wrote with what
/// the case expects.
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
    let mut marked = marked(options, &expectation, &run, watch.quiet());
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

/// Marks `run`, on its case.
fn marked(
    options: &MarkOptions,
    expectation: &Expectation,
    run: &Run,
    quiet: Duration,
) -> CaseResult {
    let case = expectation.spelt_as(&run.stdout);
    let mut marked = after_run(case, run);
    let wrong = first_wrong(options.strictness, case, &run.stdout, &run.files);
    if let (End::CouldNotStart(_), Some((verdict, reason))) = (&run.end, failed(&run.end, 0)) {
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
    let ended = ended(&run.end, run.input_left);
    let failed = failed(&run.end, expected);
    marked.explanation = wrong.map(|wrong| {
        let mistake = wrong.mistake(options.course, options.strictness, &case.input, ended);
        let mut explanation = context.text(wrong, mistake.as_ref());
        let is_early_end = mistake.is_none_or(|mistake| {
            mistake.is_early_end() || matches!(mistake, Mistake::OutputCut { .. })
        });
        if is_early_end
            && failed.is_some()
            && let Some(words) = last_words(run, quiet)
        {
            explanation.hint = Some(words);
        }
        explanation
    });
    let place = marked.explanation.as_ref().map(|it| it.place.clone());
    let differs = expectation.growing(&run.stdout) == Growing::Differs;
    (marked.verdict, marked.reason) = match (failed, place) {
        // Whether a program comes to its end after that depends on when it is
        // stopped, and must not change the verdict.
        (_, Some(place)) if differs => (Verdict::WrongOutput, Some(with_signal(place, &run.end))),
        (Some((verdict, reason)), place) => {
            let reason = match run.end {
                End::Exited(status) if place.is_none() => {
                    format!("prints everything right, but returns {status}")
                }
                _ => reason,
            };
            (verdict, Some(reason))
        }
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

/// Returns `true` if `case` expects files.
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

/// The end of a program that left `unread` bytes of its input; one that a limit
/// ended might have read on.
fn ended(end: &End, unread: usize) -> Ended {
    match end {
        End::Exited(_) | End::CouldNotStart(_) => Ended {
            unread,
            killed: None,
        },
        End::Signalled(_) => Ended {
            unread,
            killed: Some(Killed::ByCrash),
        },
        // It would have gone on.
        End::Stopped => Ended::default(),
        End::WallTime
        | End::CpuTime
        | End::OutputLimit
        | End::MemoryLimit
        | End::ProcessLimit
        | End::DiskLimit => Ended {
            unread: 0,
            killed: Some(Killed::ByLimit),
        },
    }
}

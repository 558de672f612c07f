//! Marking by text: what was printed, compared with what is expected.

use std::borrow::Cow;

use marking::judge::text::{first_wrong, respelt};
use marking::report::{Context, Marked};
use sandbox::{End, Limits, Program, Run, Sandbox, run};
use transcript::{Case, Verdict};

use super::marker::Marker;
use super::verdict::{after_run, failed};

/// Runs `program` on `case` and compares what it printed and wrote with what
/// the case expects.
pub(super) fn mark(
    marker: &Marker,
    case: &Case,
    program: &Program,
    limits: &Limits,
    sandbox: &Sandbox,
) -> Marked {
    let run = run(sandbox, program, &case.input, limits);
    let case = &if marker.spells_freely {
        respelt(marker.course, case, &run.stdout)
    } else {
        Cow::Borrowed(case)
    };
    let mut marked = after_run(case, &run);
    let wrong = first_wrong(marker.strictness, case, &run.stdout, &run.files);
    let started = !matches!(run.end, End::CouldNotStart(_));
    if case.truncated_input && wrong.is_none() && started {
        return marked;
    }
    // No handout defines the exit status after early end of input, so it is
    // ignored.
    let expected = case.expected.as_ref().and_then(|expected| expected.status);
    let expected = expected.filter(|_| !case.truncated_input).unwrap_or(0);
    let context = Context {
        course: marker.course,
        input: &case.input,
    };
    marked.explanation = wrong
        .filter(|_| started)
        .map(|wrong| context.text(marker.strictness, wrong, unread(&run)));
    let place = marked.explanation.as_ref().map(|it| it.place.clone());
    let diverged = wrong.is_some_and(|wrong| wrong.diverged());
    (marked.verdict, marked.reason) = match failed(&run.end, expected) {
        // A program that diverged may well fail for want of input.
        Some((Verdict::Crashed, _)) if diverged && matches!(run.end, End::Exited(_)) => {
            (Verdict::WrongOutput, place)
        }
        Some((verdict, reason)) => (verdict, Some(reason)),
        None if place.is_some() => (Verdict::WrongOutput, place),
        None if run.end == End::Exited(0) && expected != 0 => (
            Verdict::WrongOutput,
            Some(format!("exit status 0, expected {expected}")),
        ),
        None => (Verdict::Ok, None),
    };
    marked
}

/// The number of bytes of its input that the program left unread; one that a
/// limit ended might have read on.
fn unread(run: &Run) -> usize {
    match run.end {
        End::Exited(_) | End::Signalled(_) => run.input_left,
        _ => 0,
    }
}

//! Marks by text: compares the output with the expected one.

use std::time::Duration;

use course::{Aspect, Course};
use marking::diagnose::Mistake;
use marking::judge::text::{Expectation, first_wrong};
use marking::judge::{GamePlace, judge_recorded, leniencies};
use marking::report::{CaseResult, Context};
use sandbox::{End, HostError, Limits, Program, Run, Sandbox, run_watched};
use transcript::{Case, PrefixMatch, Verdict};

use super::again::at_terminal;
use super::by_rules::moves;
use super::early::Watch;
use super::line_ends::{join_run, with_joined};
use super::verdict::{
    after_right_output, after_run, failed, is_in_c, last_words, own_status, without_end,
};
use super::{MarkedCase, by_rules};
use crate::options::MarkOptions;

/// An output that is longer than twice the expected one and this many bytes is not read as a
/// game: it may be endless.
const LONGEST_EXCESS: usize = 64 << 10;
const LONGEST_GAME: Duration = Duration::from_secs(5);

pub(super) fn mark(
    options: &MarkOptions,
    case: &Case,
    program: &Program,
    limits: &Limits,
    sandbox: &Sandbox,
) -> Result<MarkedCase, HostError> {
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
    let mut shown = None;
    // A killed program loses the text in its buffer.
    let is_cut_off = matches!(run.end, End::Signalled(_) | End::WallTime | End::CpuTime);
    // What a program does after the end of a truncated input is up to it.
    if (is_in_c(options.course, program) || case.truncated_input)
        && is_cut_off
        && marked.verdict != Verdict::WrongOutput
        && let Some((run, quiet)) = at_terminal(case, program, limits, sandbox)?
    {
        let explained = self::marked(options, &expectation, &run, quiet);
        if case.truncated_input && explained.verdict == Verdict::Ok {
            marked = explained;
        } else {
            explain_by(&mut marked, explained);
        }
        shown = Some(run);
    }
    if marked.verdict == Verdict::Ok {
        let spelt = expectation.spelt_as(&run.stdout);
        let others = leniencies(options.course, case, spelt, &run.stdout);
        marked.leniencies.extend(others);
    }
    if options.course.setup(&case.input).is_some() {
        // A program that hangs after its wrong text is not waited for as long again.
        let limits = Limits {
            wall: limits.wall.min(LONGEST_GAME),
            ..*limits
        };
        let again = || by_rules::mark(options, case, program, &limits, sandbox);
        let by_rules = || again().map(|played| played.marked);
        let shown = shown.as_ref().unwrap_or(&run);
        judge_game(options, case, &expectation, shown, &mut marked, by_rules)?;
    }
    Ok(MarkedCase {
        marked,
        output: run.stdout,
        typed: None,
    })
}

/// Takes the explanation of a crash or a timeout from another run, whose output `shown` is
/// complete.
fn explain_by(marked: &mut CaseResult, shown: CaseResult) {
    if shown.verdict == marked.verdict {
        marked.reason = shown.reason;
    }
    if shown.verdict != Verdict::Ok {
        marked.explanation = shown.explanation;
    }
    // How far it gets in each case is not part of the mistake.
    if let Some(explanation) = &mut marked.explanation {
        explanation.kind.clear();
    }
}

/// Judges the game of a case by the rules. If the text is wrong and the game is right, the
/// mistake is in the text; otherwise it is in the game. `by_rules` plays the case again if the
/// output does not show the whole game.
pub(super) fn judge_game(
    options: &MarkOptions,
    case: &Case,
    expectation: &Expectation,
    run: &Run,
    marked: &mut CaseResult,
    by_rules: impl FnOnce() -> Result<CaseResult, HostError>,
) -> Result<(), HostError> {
    marked.game = (marked.verdict == Verdict::Ok).then_some(1.0);
    let Some(moves) = moves(options.course, case).filter(|_| marked.verdict != Verdict::Ok) else {
        return Ok(());
    };
    let differs = expectation.prefix_match(&run.stdout) == PrefixMatch::Differs;
    let Some(explanation) = marked.explanation.as_mut().filter(|_| differs) else {
        marked.game = Some(shown_part(options.course, case, run, moves));
        // What the end of the output lacks may be the result.
        if let Some(explanation) = &mut marked.explanation
            && marked.verdict == Verdict::WrongOutput
            && let Some((aspect, _)) = recorded_game(options.course, case, run, moves)
        {
            explanation.aspect = aspect;
        }
        return Ok(());
    };
    let (aspect, game) = match recorded_game(options.course, case, run, moves) {
        Some(judged) => judged,
        None => aspect_and_game(&by_rules()?),
    };
    explanation.aspect = aspect;
    marked.game = Some(game);
    Ok(())
}

/// Returns how much of the game is seen in an output that is right as far as it goes.
fn shown_part(course: &'static Course, case: &Case, run: &Run, moves: usize) -> f64 {
    let recorded = judge_recorded(course, &case.input, &run.stdout, case.truncated_input);
    let place = recorded.map(|it| it.judged.map_or_else(|it| it.place, |_| GamePlace::Result));
    place.map_or(0.0, |place| place.share_before(moves))
}

/// Returns the aspect of the first mistake in an output that differs, and how much of the game
/// is right; `None` if that is uncertain, as in truncated output.
fn recorded_game(
    course: &'static Course,
    case: &Case,
    run: &Run,
    moves: usize,
) -> Option<(Aspect, f64)> {
    let expected = case.expected.as_ref().map_or(0, |it| it.stdout.len());
    if run.stdout.len() > 2 * expected + LONGEST_EXCESS {
        return None;
    }
    let truncated = case.truncated_input;
    let judged = judge_recorded(course, &case.input, &run.stdout, truncated)?.judged;
    let ended = matches!(run.end, End::Exited(_));
    let failed = failed(run, 0).is_some() && own_status(run).is_none() && !truncated;
    match judged {
        Ok(_) => (ended && !failed && !writes_files(case)).then_some((Aspect::Text, 1.0)),
        Err(finding) => {
            let certain = ended || !finding.may_follow_from_end();
            certain.then(|| (finding.aspect(), finding.share_before(moves)))
        }
    }
}

fn aspect_and_game(marked: &CaseResult) -> (Aspect, f64) {
    if marked.verdict == Verdict::Ok {
        return (Aspect::Text, 1.0);
    }
    (marked.aspect(), marked.game.unwrap_or(0.0))
}

pub(super) fn marked(
    options: &MarkOptions,
    expectation: &Expectation,
    run: &Run,
    quiet: Duration,
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
    // No handout defines the exit status after early end of input, so it is ignored.
    let expected = case.expected.as_ref().and_then(|expected| expected.status);
    let expected = expected.filter(|_| !case.truncated_input).unwrap_or(0);
    let context = Context {
        course: options.course,
        input: &case.input,
    };
    // A program that was ended might have read on.
    let has_exited = matches!(run.end, End::Exited(_));
    let unread = if has_exited { run.input_left } else { 0 };
    let failed = failed(run, expected);
    let status = own_status(run).filter(|_| expected == 0 && !options.counts_status);
    let differs = expectation.prefix_match(&run.stdout) == PrefixMatch::Differs;
    marked.explanation = wrong.map(|wrong| {
        let (mistake, mut explanation) = context.text(wrong, options.strictness, unread);
        if !differs && failed.is_some() {
            explanation.hint = last_words(run, quiet);
        }
        if let Some(hint) = &mut explanation.hint
            && mistake
                .as_ref()
                .is_some_and(|it| is_missing_from(it, &run.stderr))
        {
            hint.push_str("; it is on standard error");
        }
        // Repeated text matters less than its repetition, but a wrong line before it may be the
        // cause. After truncated input, it is no mistake.
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
    if failed.is_some() && status.is_some() && place.is_none() {
        marked.leniencies.extend(status);
        (marked.verdict, marked.reason) = (Verdict::Ok, None);
    } else {
        (marked.verdict, marked.reason) = verdict(run, expected, place, differs);
    }
    marked
}

/// Returns `true` if the line that is missing is on standard error.
fn is_missing_from(mistake: &Mistake, stderr: &[u8]) -> bool {
    let (Mistake::MissingLine { expected: line, .. } | Mistake::LastLineMissing { expected: line }) =
        mistake
    else {
        return false;
    };
    !line.is_empty() && String::from_utf8_lossy(stderr).contains(line.trim_end_matches('…'))
}

/// `place` is the first difference. If `differs`, more output could not have made it right.
fn verdict(
    run: &Run,
    expected: i32,
    place: Option<String>,
    differs: bool,
) -> (Verdict, Option<String>) {
    match (failed(run, expected), place) {
        // Whether a program ends after that depends on when it is stopped, and must not change
        // the verdict.
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
    }
}

fn writes_files(case: &Case) -> bool {
    let expected = case.expected.as_ref();
    expected.is_some_and(|expected| !expected.files.is_empty())
}

/// Adds the signal that killed the program after the difference. Exit statuses are left out: a
/// program that differs may fail for lack of input.
fn with_signal(place: String, end: &End) -> String {
    match end {
        End::Signalled(_) => format!("{place}, then {end}"),
        _ => place,
    }
}

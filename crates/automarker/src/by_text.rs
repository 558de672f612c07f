//! Marking by text: what was printed, held against what is expected.

use std::borrow::Cow;
use std::path::Path;

use sandbox::{End, Limits, Program, Run, run};
use transcript::{Case, Difference, Location, Strictness, Verdict, encode};

use crate::mark::{Marker, failed, told};
use marking::diagnose::hint;
use marking::report::session;
use marking::report::{Explanation, Marked};

/// Of a long output, so much around the first difference is kept, in bytes: a
/// report of many cases stays small however much each of them printed.
const KEPT: usize = 64 << 10;

/// Of a long line, so much around the first difference is shown, in bytes.
const LINE: usize = 400;

/// Runs `program` on `case` and holds what it printed and wrote against what
/// the case expects.
pub(crate) fn mark(
    marker: &Marker,
    case: &Case,
    program: &Program,
    limits: &Limits,
    scratch: &Path,
) -> Marked {
    let run = run(program, &case.input, limits, scratch);
    let case = &respelt(marker, case, &run.stdout);
    let mut marked = told(case, &run);
    let wrong = first_wrong(marker, case, &run);
    if case.truncated_input && wrong.is_none() && was_started(&run) {
        return marked;
    }
    // No handout defines the exit status after early end of input, so it is
    // ignored.
    let expected = case.expected.as_ref().and_then(|expected| expected.status);
    let expected = expected.filter(|_| !case.truncated_input).unwrap_or(0);
    (marked.verdict, marked.reason) = match (failed(&run.end, expected), &wrong) {
        // A program that had gone astray may well fail for want of input.
        (Some((Verdict::Crashed, _)), Some(wrong))
            if wrong.went_on && matches!(run.end, End::Exited(_)) =>
        {
            (Verdict::WrongOutput, Some(wrong.told.place.clone()))
        }
        (Some((verdict, reason)), _) => (verdict, Some(reason)),
        (None, Some(wrong)) => (Verdict::WrongOutput, Some(wrong.told.place.clone())),
        (None, None) if run.end == End::Exited(0) && expected != 0 => (
            Verdict::WrongOutput,
            Some(format!("exit status 0, where {expected} is expected")),
        ),
        (None, None) => (Verdict::Ok, None),
    };
    if !matches!(marked.verdict, Verdict::Ok | Verdict::CouldNotStart) {
        marked.explanation = wrong.map(|wrong| wrong.told);
    }
    marked
}

/// The case, as the program spells it where it may.
fn respelt<'a>(marker: &Marker, case: &'a Case, got: &[u8]) -> Cow<'a, Case> {
    let mut case = Cow::Borrowed(case);
    if !marker.spells_freely {
        return case;
    }
    let says = |words: &str| got.windows(words.len()).any(|at| at == words.as_bytes());
    for [handout, other] in marker.course.spellings {
        if says(handout) || !says(other) {
            continue;
        }
        let expected = case.expected.as_ref();
        let text = expected.and_then(|expected| std::str::from_utf8(&expected.stdout).ok());
        if let Some(text) = text.map(|text| text.replace(handout, other)) {
            let expected = case.to_mut().expected.get_or_insert_default();
            expected.stdout = text.into_bytes();
        }
    }
    case
}

/// Returns `true` if the texts differ only after all of the expected one that
/// counts.
fn is_behind(strictness: Strictness, at: Location<'_>) -> bool {
    let counts = match strictness {
        Strictness::Exact | Strictness::FinalNewline => at.text(),
        Strictness::TrailingSpace | Strictness::Tokens => at.text().trim_ascii_end(),
    };
    at.offset() >= counts.len()
}

/// The first difference.
struct Wrong {
    told: Explanation,
    /// Whether the program printed something else there, and did not merely
    /// stop.
    went_on: bool,
}

fn was_started(run: &Run) -> bool {
    !matches!(run.end, End::CouldNotStart(_))
}

/// The first difference, in standard output or else in a file.
fn first_wrong(marker: &Marker, case: &Case, run: &Run) -> Option<Wrong> {
    let expected = case.expected.as_ref()?;
    let strictness = marker.strictness;
    match strictness.first_difference(&expected.stdout, &run.stdout) {
        Some(difference) if case.truncated_input && is_behind(strictness, difference.expected) => {
            return None;
        }
        Some(difference) => {
            return Some(Wrong {
                told: explain(marker, case, run, difference),
                went_on: !difference.got.rest().is_empty(),
            });
        }
        None => {}
    }
    expected.files.iter().find_map(|(name, expected)| {
        let got = run.files.get(name).map_or(&b""[..], Vec::as_slice);
        let difference = strictness.first_difference(expected, got)?;
        let told = explanation(difference);
        Some(Wrong {
            told: Explanation {
                place: format!("file {name}, {}", told.place),
                ..told
            },
            went_on: false,
        })
    })
}

fn explain(marker: &Marker, case: &Case, run: &Run, difference: Difference<'_>) -> Explanation {
    let Difference { expected, got } = difference;
    // One that was ended might have read on.
    let unread = match run.end {
        End::Exited(_) | End::Signalled(_) => run.input_left,
        _ => 0,
    };
    // A flood adds nothing to a hint.
    let told = &got.text()[..got.text().len().min(got.offset() + KEPT)];
    Explanation {
        session: session(marker.course, &case.input, told, got.offset()),
        hint: hint(
            marker.course,
            marker.strictness,
            &case.input,
            unread,
            expected.text(),
            told,
        ),
        ..explanation(difference)
    }
}

fn explanation(difference: Difference<'_>) -> Explanation {
    let Difference { expected, got } = difference;
    Explanation {
        place: format!("line {}, column {}", difference.line(), difference.column()),
        expected: line(expected.line(), difference.column()),
        got: line(got.line(), difference.column()),
        expected_output: around(expected.text(), expected.offset()),
        got_output: around(got.text(), got.offset()),
        ..Explanation::default()
    }
}

/// A line for a reader; of a very long one, the part around the difference.
fn line(line: &[u8], column: usize) -> String {
    if line.is_empty() {
        return "(nothing: the output ends here)".to_owned();
    }
    let from = (column - 1).min(line.len()).saturating_sub(LINE / 2);
    let part = &line[from..line.len().min(from + LINE)];
    encode(part).trim_end().to_owned()
}

/// The part of `text` around `at`: whole lines where they are short enough.
fn around(text: &[u8], at: usize) -> Vec<u8> {
    let from = at.min(text.len()).saturating_sub(KEPT / 2);
    let part = &text[from..text.len().min(from + KEPT)];
    let skip = match part.iter().position(|&byte| byte == b'\n') {
        Some(newline) if from > 0 && newline < KEPT / 4 => newline + 1,
        _ => 0,
    };
    part[skip..].to_vec()
}

//! Marking by text: what was printed, held against what is expected.

use std::borrow::Cow;
use std::path::Path;

use sandbox::{End, Limits, Program, Run, run};
use transcript::{Case, Difference, Parting, Strictness, Verdict, encode};

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
    if case.open_end && wrong.is_none() && was_started(&run) {
        return marked;
    }
    // The status of a program whose input ends too early is its own affair.
    let expected = case.expected.as_ref().and_then(|expected| expected.status);
    let expected = expected.filter(|_| !case.open_end).unwrap_or(0);
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

/// Whether texts part only after all of the expected one that counts.
fn is_behind(strictness: Strictness, expected: &[u8], parting: Parting) -> bool {
    let counts = match strictness {
        Strictness::Exact | Strictness::FinalNewline => expected,
        Strictness::TrailingSpace | Strictness::Tokens => expected.trim_ascii_end(),
    };
    parting.expected >= counts.len()
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
    let (stdout, got) = (&expected.stdout, &run.stdout);
    match marker.strictness.parting(stdout, got) {
        Some(parting) if case.open_end && is_behind(marker.strictness, stdout, parting) => {
            return None;
        }
        Some(parting) => {
            return Some(Wrong {
                told: explain(marker, case, run, stdout, parting),
                went_on: parting.got < got.len(),
            });
        }
        None => {}
    }
    expected.files.iter().find_map(|(name, expected)| {
        let got = run.files.get(name).map_or(&b""[..], Vec::as_slice);
        let parting = marker.strictness.parting(expected, got)?;
        Some(Wrong {
            told: explain_file(name, expected, got, parting),
            went_on: false,
        })
    })
}

fn explain(
    marker: &Marker,
    case: &Case,
    run: &Run,
    expected: &[u8],
    parting: Parting,
) -> Explanation {
    let got = &run.stdout;
    let difference = Difference::at(expected, got, parting);
    // One that was ended might have read on.
    let unread = match run.end {
        End::Exited(_) | End::Signalled(_) => run.input_left,
        _ => 0,
    };
    // A flood adds nothing to a hint.
    let told = &got[..got.len().min(parting.got + KEPT)];
    Explanation {
        place: place(&difference),
        expected: line(&difference.expected, &difference),
        got: line(&difference.got, &difference),
        session: session(marker.course, &case.input, told, parting.got),
        hint: hint(
            marker.course,
            marker.strictness,
            &case.input,
            unread,
            expected,
            told,
        ),
        expected_output: around(expected, parting.expected),
        got_output: around(got, parting.got),
    }
}

fn explain_file(name: &str, expected: &[u8], got: &[u8], parting: Parting) -> Explanation {
    let difference = Difference::at(expected, got, parting);
    Explanation {
        place: format!("file {name}, {}", place(&difference)),
        expected: line(&difference.expected, &difference),
        got: line(&difference.got, &difference),
        expected_output: around(expected, parting.expected),
        got_output: around(got, parting.got),
        ..Explanation::default()
    }
}

fn place(difference: &Difference) -> String {
    format!("line {}, column {}", difference.line, difference.column)
}

/// A line for a reader; of a very long one, the part around the difference.
fn line(line: &[u8], difference: &Difference) -> String {
    if line.is_empty() {
        return "(nothing: the output ends here)".to_owned();
    }
    let from = (difference.column - 1)
        .min(line.len())
        .saturating_sub(LINE / 2);
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

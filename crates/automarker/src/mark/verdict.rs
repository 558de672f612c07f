//! Derives a verdict from the end of a process.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use course::{Course, Language};
use marking::crash;
use marking::report::{CaseResult, cut_lines};
use sandbox::{End, Program, Run};
use submission::{Stage, Unbuilt};
use transcript::{Case, Location, Verdict, visible};

const LONGEST_LINE: usize = 60;

/// The end of standard error that a report contains, in bytes.
const MOST_ERRORS: usize = 4 << 10;

/// Returns the verdict and the reason that the end of `run` alone gives; `None` for a program
/// that ended by itself with exit status 0 or `expected`, or that the marker stopped. The
/// reason for a crash is the program's own message.
pub(crate) fn failed(run: &Run, expected: i32) -> Option<(Verdict, String)> {
    let verdict = match &run.end {
        End::WallTime | End::CpuTime => Verdict::Timeout,
        End::OutputLimit | End::DiskLimit => Verdict::OutputLimit,
        End::MemoryLimit => Verdict::MemoryLimit,
        End::CouldNotStart(reason) => return Some((Verdict::CouldNotStart, reason.clone())),
        End::Signalled(_) | End::ProcessLimit => Verdict::Crashed,
        // An unexpected status is a crash: an uncaught exception, a panic, a failed assertion.
        &End::Exited(status) if status != 0 && expected == 0 => Verdict::Crashed,
        End::Exited(_) | End::Stopped => return None,
    };
    let words = crash(&run.stderr).filter(|_| verdict == Verdict::Crashed);
    Some((verdict, words.unwrap_or_else(|| run.end.to_string())))
}

/// Returns the note on a program that did everything right, and then returned a status of its
/// own, which no handout defines.
pub(crate) fn own_status(run: &Run) -> Option<String> {
    let is_own = matches!(run.end, End::Exited(status) if status != 0);
    let noted = is_own && crash(&run.stderr).is_none();
    noted.then(|| "an exit status other than 0".to_owned())
}

pub(crate) fn after_right_output(run: &Run, reason: String) -> String {
    let what = match (&run.end, crash(&run.stderr)) {
        (End::Exited(_) | End::Signalled(_), Some(_)) => format!("then crashes: {reason}"),
        (End::Exited(status), None) => format!("returns {status}"),
        (End::Signalled(_), None) => format!("is {reason}"),
        (End::WallTime | End::CpuTime, _) => format!("does not end: {reason}"),
        _ => return reason,
    };
    format!("prints everything correctly, but {what}")
}

/// Returns `true` if a program of `course` is probably in C or C++, whose library buffers
/// output until the program ends.
pub(crate) fn is_in_c(course: &Course, program: &Program) -> bool {
    let others = ["python", "pypy", "java", "node", "deno"];
    let name = Path::new(&program.command).file_name().unwrap_or_default();
    let name = name.to_string_lossy();
    course.language == Some(Language::C) && !others.iter().any(|other| name.starts_with(other))
}

/// Returns the hint that the end of a program alone gives: its status, or what it did before a
/// limit ended it. `quiet` is the time since its output grew.
pub(crate) fn last_words(run: &Run, quiet: Duration) -> Option<String> {
    let last = String::from_utf8_lossy(&run.stdout);
    let last = last.lines().rfind(|line| !line.trim().is_empty());
    let after = last.map_or(String::new(), |line| {
        let line = line.trim();
        let cut = line.char_indices().rev().nth(LONGEST_LINE - 1);
        let (dots, from) = match cut {
            Some((from, _)) if from > 0 => ("…", from),
            _ => ("", 0),
        };
        format!(" after `{dots}{}`", visible(&line.as_bytes()[from..]))
    });
    match run.end {
        End::Exited(status) if status != 0 && crash(&run.stderr).is_none() => {
            Some(format!("The program ends early and returns {status}"))
        }
        End::WallTime | End::CpuTime => Some(match quiet.as_secs() {
            0 => "The program did not stop printing".to_owned(),
            seconds => format!("The program printed nothing for {seconds} s{after}"),
        }),
        End::OutputLimit => Some("The program did not stop printing".to_owned()),
        End::MemoryLimit => Some(format!("The program takes more and more memory{after}")),
        End::Signalled(_) if crash(&run.stderr).is_none() => {
            Some(format!("The program crashes{after}"))
        }
        _ => None,
    }
}

/// Returns the hint on a program that repeats the same lines after `place`, for longer than any
/// game does. If `from_place` is set, the text at `place` must be one of these lines, or the
/// end of one.
pub(crate) fn without_end(place: Location<'_>, from_place: bool) -> Option<String> {
    const ENOUGH: usize = 32 << 10;
    const MOST_LINES: usize = 256;
    let rest = place.rest();
    let start = rest.iter().position(|&byte| byte == b'\n')? + 1;
    let rounds = rest.get(start..start + ENOUGH)?;
    let mut lines: Vec<&[u8]> = rounds.split(|&byte| byte == b'\n').collect();
    // The last line is truncated.
    lines.pop();
    let repeats = |&round: &usize| {
        lines
            .iter()
            .zip(&lines[round..])
            .all(|(one, two)| one == two)
    };
    let round = (1..MOST_LINES.min(lines.len() / 2)).find(repeats)?;
    let is_again = |line: &&[u8]| line.ends_with(&rest[..start - 1]);
    if from_place && !lines[..round].iter().any(is_again) {
        return None;
    }
    let line = String::from_utf8_lossy(lines[0]);
    let line: String = line.chars().take(LONGEST_LINE).collect();
    Some(format!(
        "From line {} on, the program repeats itself endlessly: `{}`",
        place.line_number(),
        visible(line.as_bytes())
    ))
}

pub(crate) fn after_run(case: &Case, run: &Run) -> CaseResult {
    let from = run.stderr.len().saturating_sub(MOST_ERRORS);
    let from = from.max(run.prompts);
    CaseResult {
        stderr: cut_lines(&visible(&run.stderr[from..])),
        seconds: run.wall.as_secs_f64(),
        cpu_seconds: run.cpu.map(|time| time.as_secs_f64()),
        ..unmarked(case)
    }
}

pub(crate) fn unmarked(case: &Case) -> CaseResult {
    CaseResult {
        case: case.name.clone(),
        hidden: case.hidden,
        handout: case.handout.clone(),
        lines: case.input.split_inclusive(|&byte| byte == b'\n').count(),
        weight: case.weight,
        criterion: case.criterion.clone(),
        ..CaseResult::default()
    }
}

pub(crate) fn not_run(case: &Case, unbuilt: &Unbuilt) -> CaseResult {
    CaseResult {
        verdict: match unbuilt.stage {
            Stage::Build => Verdict::BuildFailed,
            Stage::Start => Verdict::CouldNotStart,
        },
        reason: Some(unbuilt.reason.clone()),
        stderr: unbuilt.output.clone(),
        ..unmarked(case)
    }
}

pub(crate) fn limits_exceeded(case: &Case, why: &str) -> CaseResult {
    let why = format!(
        "the machine ran out of something twice, the second time while nothing else was marked: \
         {why}"
    );
    without_run(case, Verdict::LimitsExceeded, why)
}

fn without_run(case: &Case, verdict: Verdict, why: String) -> CaseResult {
    CaseResult {
        verdict,
        reason: Some(why),
        ..unmarked(case)
    }
}

pub(crate) fn skipped(case: &Case, timed_out: NonZeroUsize) -> CaseResult {
    let before = match timed_out.get() {
        1 => "the case before it timed out".to_owned(),
        timed_out => format!("{timed_out} cases in a row before it timed out"),
    };
    without_run(case, Verdict::Skipped, format!("not run, because {before}"))
}

pub(crate) fn out_of_time(case: &Case) -> CaseResult {
    let why = "not run, because the time for all cases was up".to_owned();
    without_run(case, Verdict::Skipped, why)
}

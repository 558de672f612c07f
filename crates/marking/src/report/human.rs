//! The report for people.

use std::fmt::{Display, Write};

use anstyle::{AnsiColor, Style};
use transcript::Verdict;

use super::case_result::{CaseResult, Report};
use super::reveal::{Reveal, Shown};
use super::text::{SESSION, cases, one_line, parts, plain, points};

const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const TITLE: Style = Style::new().bold();
const ASIDE: Style = Style::new().dimmed();

/// Returns the report for people: one line per case, then an explanation of each
/// case that is not ok, then the summary. It has ANSI colours.
pub fn human(report: &Report, reveal: Reveal) -> String {
    let mut text = String::new();
    let widest = report
        .cases
        .iter()
        .map(|marked| one_line(&marked.case).chars().count());
    let width = widest.max().unwrap_or(0);
    let problem = report.shared_problem();
    if let Some(problem) = problem {
        shared(&mut text, report, problem, reveal);
    }
    let each = if problem.is_some() {
        &[][..]
    } else {
        &report.cases
    };
    for marked in each {
        let style = verdict_style(marked);
        let reason = match reveal.shown(marked).reason {
            Some(reason) => format!("  {}", one_line(reason)),
            None => String::new(),
        };
        line(
            &mut text,
            format_args!(
                "{:width$}  {}{reason}",
                one_line(&marked.case),
                styled(style, marked.verdict)
            ),
        );
    }
    for marked in each {
        explain(&mut text, marked, reveal);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    for note in &report.notes {
        line(
            &mut text,
            format_args!(
                "{}",
                styled(ASIDE, format_args!("note: {}", one_line(note)))
            ),
        );
    }
    line(&mut text, format_args!("{}", marks(report)));
    text
}

/// Returns one line: whose program, how many cases passed, how many points, and
/// the problem that all cases share. It has ANSI colours.
pub fn summary(report: &Report) -> String {
    let shared = report.shared_problem().filter(|problem| !problem.hidden);
    let problem = shared.map_or(String::new(), |problem| {
        let reason = problem.reason.as_ref();
        let reason = reason.map_or(String::new(), |reason| format!(": {}", one_line(reason)));
        format!(": {}{reason}", problem.verdict)
    });
    format!("{}{problem}", marks(report))
}

fn marks(report: &Report) -> String {
    let style = if report.all_ok() { GOOD } else { BAD };
    let marks = format!(
        "{} of {} passed, {} of {} points",
        report.passed(),
        cases(report.cases.len()),
        points(report.points()),
        points(report.possible())
    );
    format!(
        "{}: {}: {}",
        one_line(&report.course),
        one_line(&report.submission),
        styled(style, marks)
    )
}

/// The problem that all cases share, once.
fn shared(text: &mut String, report: &Report, problem: &CaseResult, reveal: Reveal) {
    let shown = reveal.shown(problem);
    let reason = shown
        .reason
        .map_or(String::new(), |reason| format!("  {}", one_line(reason)));
    line(
        text,
        format_args!(
            "all {}  {}{reason}",
            cases(report.cases.len()),
            styled(verdict_style(problem), problem.verdict)
        ),
    );
    if let Some(stderr) = shown.stderr {
        text.push('\n');
        part(text, "standard error", stderr);
    }
    // The handout's section is that of one case.
    let handout = None;
    hint(text, &Shown { handout, ..shown });
}

fn explain(text: &mut String, marked: &CaseResult, reveal: Reveal) {
    let shown = reveal.shown(marked);
    let has_details = parts(&shown).next().is_some() || shown.hint.is_some();
    if marked.verdict == Verdict::Ok || !has_details {
        return;
    }
    text.push('\n');
    let place = shown
        .place
        .map_or(String::new(), |place| format!(", {}", one_line(place)));
    line(
        text,
        format_args!("{}{place}", styled(TITLE, one_line(&marked.case))),
    );
    for (title, text_of_part) in parts(&shown) {
        match title {
            SESSION if shown.full_session.is_some() => {
                let title = format!("{title} (`--full` shows all of it)");
                part(text, &title, text_of_part);
            }
            _ => part(text, title, text_of_part),
        }
    }
    hint(text, &shown);
}

fn part(text: &mut String, title: &str, part: &str) {
    let style = match title {
        "expected" => GOOD,
        "got" => BAD,
        _ => ASIDE,
    };
    line(text, format_args!("  {}", styled(style, title)));
    for part in plain(part).lines() {
        line(text, format_args!("    {part}"));
    }
}

fn hint(text: &mut String, shown: &Shown<'_>) {
    if let Some(hint) = shown.hint {
        line(
            text,
            format_args!("  {} {}", styled(TITLE, "hint:"), one_line(hint)),
        );
    }
    if let Some(handout) = shown.handout {
        line(
            text,
            format_args!("  {} {}", styled(TITLE, "the handout:"), one_line(handout)),
        );
    }
}

fn verdict_style(marked: &CaseResult) -> Style {
    match marked.verdict {
        Verdict::Ok => GOOD,
        _ => BAD,
    }
}

fn styled(style: Style, what: impl Display) -> String {
    format!("{style}{what}{style:#}")
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    writeln!(text, "{line}").expect("a String takes it all");
}

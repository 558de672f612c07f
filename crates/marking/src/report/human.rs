//! The report for people.

use std::fmt::{Display, Write};

use anstyle::{AnsiColor, Style};
use transcript::Verdict;

use super::marked::{Marked, Report};
use super::reveal::Reveal;
use super::text::{cases, one_line, parts, plain, points};

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
    for marked in &report.cases {
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
    for marked in &report.cases {
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
    line(&mut text, format_args!("{}", summary(report)));
    text
}

/// One line: whose program, how many cases passed, how many points. It has
/// ANSI colours in it.
pub fn summary(report: &Report) -> String {
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

fn explain(text: &mut String, marked: &Marked, reveal: Reveal) {
    let shown = reveal.shown(marked);
    let told = parts(&shown).next().is_some() || shown.hint.is_some();
    if marked.verdict == Verdict::Ok || !told {
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
    for (title, part) in parts(&shown) {
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

fn verdict_style(marked: &Marked) -> Style {
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

//! The report as TAP, version 14: <https://testanything.org/tap-version-14-specification.html>.

use std::fmt::Write;

use transcript::Verdict;

use super::marked::{Marked, Report};
use super::reveal::Reveal;
use super::text::{one_line, parts, plain, points};

pub(super) fn tap(report: &Report, reveal: Reveal) -> String {
    let mut text = format!("TAP version 14\n1..{}\n", report.cases.len());
    if report.cases.is_empty() {
        // Such a plan alone says that all was skipped, which passes.
        line(&mut text, format_args!("Bail out! There are no cases."));
    }
    for (index, marked) in report.cases.iter().enumerate() {
        let not = if marked.verdict == Verdict::Ok {
            ""
        } else {
            "not "
        };
        // An unescaped `#` would begin a directive: a case `# SKIP` would pass.
        let name = one_line(&marked.case)
            .replace('\\', "\\\\")
            .replace('#', "\\#");
        line(
            &mut text,
            format_args!("{not}ok {} - {}", index + 1, name.trim()),
        );
        if marked.verdict != Verdict::Ok {
            diagnostics(&mut text, marked, reveal);
        }
    }
    for note in &report.notes {
        line(&mut text, format_args!("# {}", one_line(note)));
    }
    line(
        &mut text,
        format_args!(
            "# {} of {} points",
            points(report.points()),
            points(report.possible())
        ),
    );
    text
}

/// The block of YAML below a test. A JSON string is a YAML scalar, so that
/// serde's escaping serves for both.
fn diagnostics(text: &mut String, marked: &Marked, reveal: Reveal) {
    let shown = reveal.shown(marked);
    line(text, format_args!("  ---"));
    line(
        text,
        format_args!("  verdict: {}", scalar(&marked.verdict.to_string())),
    );
    line(text, format_args!("  weight: {}", points(marked.weight)));
    if let Some(seconds) = shown.seconds {
        line(text, format_args!("  seconds: {seconds:.3}"));
    }
    let short = [
        ("reason", shown.reason),
        ("place", shown.place),
        ("hint", shown.hint),
        ("handout", shown.handout),
    ];
    for (key, value) in short {
        if let Some(value) = value {
            line(text, format_args!("  {key}: {}", scalar(&one_line(value))));
        }
    }
    for (title, part) in parts(&shown) {
        line(text, format_args!("  {}:", title.replace(' ', "_")));
        for part in plain(part).split('\n') {
            line(text, format_args!("    - {}", scalar(part)));
        }
    }
    line(text, format_args!("  ..."));
}

fn scalar(text: &str) -> String {
    serde_json::to_string(text).expect("text can be serialised")
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    writeln!(text, "{line}").expect("a String takes it all");
}

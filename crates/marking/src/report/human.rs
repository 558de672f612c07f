//! The report for people.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Write};

use anstyle::{AnsiColor, Style};
use transcript::Verdict;

use super::case_result::Report;
use super::reveal::{CaseView, Reveal, SESSION, STDERR};
use super::text::{cut_words, in_place, name, one_line, plain, sums, without_repeats, wrapped};
use super::view::{Group, ReportView};

const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const TITLE: Style = Style::new().bold();
const ASIDE: Style = Style::new().dimmed();

const MOST_OTHERS: usize = 5;

/// The lines of a session, and of standard error, that fit on a screen with all else.
const SESSION_LINES: usize = 4;

/// Returns the report with ANSI colours, on one screen of this `width` if it is not a full one.
pub fn human(report: &Report, reveal: Reveal, width: usize) -> String {
    let mut text = String::new();
    let view = ReportView::new(report, reveal);
    write_all(&mut text, &view, width).expect("a String takes it all");
    text
}

fn write_all(text: &mut String, view: &ReportView<'_>, width: usize) -> fmt::Result {
    let report = view.report;
    if report.full {
        rows(text, view)?;
    } else {
        verdicts(text, report, width)?;
    }
    let shown = if report.full { view.groups.len() } else { 1 };
    for (number, group) in (1..).zip(&view.groups).take(shown) {
        mistake(text, number, group, report.full)?;
    }
    others(text, &view.groups, shown, width)?;
    if !text.is_empty() {
        text.push('\n');
    }
    criteria(text, report)?;
    notes(text, view, width)?;
    if report.full && !report.warnings.is_empty() {
        let title = "warnings of the compiler";
        part(text, title, &report.warnings, usize::MAX, None)?;
    }
    writeln!(text, "{}", summary_of(report))?;
    if let Some(step) = &view.first {
        writeln!(text, "{} {step}", styled(TITLE, "first:"))?;
    }
    Ok(())
}

fn others(text: &mut String, groups: &[Group<'_>], shown: usize, width: usize) -> fmt::Result {
    let left = groups.len().saturating_sub(shown);
    if left > 0 {
        text.push('\n');
    }
    for (number, group) in (1..).zip(groups).skip(shown).take(MOST_OTHERS) {
        let more = match group.others.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let place = format!(" ({}{more})", one_line(group.best.case));
        let title = format!("{number}. {}", group.best.sentence());
        let left = width.saturating_sub(place.chars().count());
        let title = cut_words(&title, left.max(width / 2));
        writeln!(text, "{title}{place}")?;
    }
    if left > MOST_OTHERS {
        let more = left - MOST_OTHERS;
        writeln!(text, "… and {more} more; `--full` shows all")?;
    }
    Ok(())
}

fn notes(text: &mut String, view: &ReportView<'_>, width: usize) -> fmt::Result {
    let report = view.report;
    // These are for staff, who find them in all other formats.
    let is_shown = |note: &&String| report.full || !note.starts_with("sandbox: ");
    let notes = report.notes.iter().filter(is_shown);
    let notes = notes.map(|note| one_line(note));
    for note in view.leniencies().into_iter().chain(notes) {
        let most = if report.full { usize::MAX } else { width };
        let note = cut_words(&format!("note: {note}"), most);
        writeln!(text, "{}", styled(ASIDE, note))?;
    }
    Ok(())
}

/// Returns one line with the program, its points and its problem, with ANSI colours.
pub fn summary(report: &Report) -> String {
    let is_none = |verdict| matches!(verdict, Verdict::BuildFailed | Verdict::CouldNotStart);
    let mut cases = report.cases.iter();
    let problem = cases.find(|marked| !marked.hidden && is_none(marked.verdict));
    let problem = problem.map_or(String::new(), |problem| {
        format!(": {}", CaseView::new(0, problem, Reveal::None).sentence())
    });
    let advice = report
        .advice()
        .map_or(String::new(), |it| format!("; {}", one_line(it)));
    summary_of(report) + &problem + &advice
}

fn summary_of(report: &Report) -> String {
    let style = if report.all_ok() { GOOD } else { BAD };
    format!(
        "{}: {}: {}",
        one_line(&report.course),
        name(&report.submission),
        styled(style, sums(report))
    )
}

fn criteria(text: &mut String, report: &Report) -> fmt::Result {
    let names = report.criteria.iter().map(|it| one_line(&it.criterion));
    let width = widest(names.clone());
    for (name, it) in names.zip(&report.criteria) {
        let style = if it.is_full() { GOOD } else { BAD };
        let sentence = styled(style, it.sentence());
        writeln!(text, "{name:width$}  {sentence}")?;
    }
    if !report.criteria.is_empty() {
        text.push('\n');
    }
    Ok(())
}

fn rows(text: &mut String, view: &ReportView<'_>) -> fmt::Result {
    let names = view.cases.iter().map(|shown| one_line(shown.case));
    let width = widest(names.clone());
    for (name, shown) in names.zip(&view.cases) {
        let is_new = !view.report.is_told_before(shown.index);
        let reason = shown.reason.filter(|_| is_new);
        let reason = reason.map_or(String::new(), |reason| format!("  {}", one_line(reason)));
        let verdict = styled(style(shown.verdict), shown.verdict);
        writeln!(text, "{name:width$}  {verdict}{reason}")?;
    }
    Ok(())
}

fn verdicts(text: &mut String, report: &Report, screen: usize) -> fmt::Result {
    let of = |verdict| {
        let cases = report.cases.iter();
        cases.filter(move |marked| marked.verdict == verdict)
    };
    let all: BTreeSet<_> = report.cases.iter().map(|marked| marked.verdict).collect();
    let width = widest(all.iter().map(Verdict::to_string));
    for verdict in all {
        let title = styled(style(verdict), format_args!("{verdict:width$}"));
        let names: Vec<_> = of(verdict).map(|marked| one_line(&marked.case)).collect();
        let line = format!("{title}  {}", names.join(", "));
        writeln!(text, "{}", wrapped(&line, screen, width + 2))?;
    }
    Ok(())
}

fn mistake(text: &mut String, number: usize, group: &Group<'_>, full: bool) -> fmt::Result {
    let shown = &group.best;
    let title = format!("{number}. {}", shown.sentence());
    writeln!(text, "\n{}", styled(TITLE, title))?;
    let place = in_place(shown.place);
    writeln!(text, "  in {}{place}", one_line(shown.case))?;
    for (title, part) in shown.parts() {
        let is_long = title == SESSION || title == STDERR;
        // The boards show what the session would.
        if !full && title == SESSION && shown.boards.is_some() {
            continue;
        }
        let most = match title {
            _ if full || !is_long => usize::MAX,
            // What a program that went wrong earlier says at its end matters less.
            STDERR if shown.verdict == Verdict::WrongOutput => 1,
            // The hint has its words.
            STDERR if shown.hint.is_some() => SESSION_LINES - 1,
            _ => SESSION_LINES,
        };
        let is_build = title == STDERR && shown.verdict == Verdict::BuildFailed && !full;
        let error = is_build.then(|| shown.sentence());
        self::part(text, title, part, most, error.as_deref())?;
    }
    let is_hint_told = shown.further_hint().is_none();
    for (title, rest) in group.lines() {
        // The title has the cause.
        if title != "cause" && (title != "hint" || !is_hint_told) {
            let title = styled(TITLE, format_args!("{title}:"));
            writeln!(text, "  {title} {rest}")?;
        }
    }
    Ok(())
}

/// Writes `most` lines of a part: those after the first `error` of a compiler, which explain it,
/// or else the last.
fn part(
    text: &mut String,
    title: &str,
    part: &str,
    most: usize,
    error: Option<&str>,
) -> fmt::Result {
    let style = match title {
        "expected" => GOOD,
        "got" => BAD,
        _ => ASIDE,
    };
    let part = match title {
        STDERR => without_repeats(&plain(part)),
        _ => plain(part),
    };
    let lines: Vec<&str> = part.lines().collect();
    let shown = match error.map(|error| below(&lines, error)) {
        Some(below @ [_, ..]) => &below[..below.len().min(most)],
        _ => &lines[lines.len().saturating_sub(most)..],
    };
    let more = if shown.len() < lines.len() {
        " (`--full` shows all of it)"
    } else {
        ""
    };
    if title == "boards" {
        // They have titles of their own.
    } else if let ([only], "") = (shown, more) {
        writeln!(text, "  {} {only}", styled(style, format_args!("{title}:")))?;
        return Ok(());
    } else {
        writeln!(text, "  {}{more}", styled(style, title))?;
    }
    for part in shown {
        writeln!(text, "    {part}")?;
    }
    Ok(())
}

/// Returns the lines after the one that the sentence about a compiler's `error` ends with.
fn below<'a>(lines: &'a [&'a str], error: &str) -> &'a [&'a str] {
    let is_told = |line: &&str| {
        let line = line.trim_start_matches("./");
        !line.is_empty() && error.ends_with(line)
    };
    let told = lines.iter().position(is_told);
    told.map_or(&[], |at| &lines[at + 1..])
}

fn widest(names: impl Iterator<Item = String>) -> usize {
    let widths = names.map(|name| name.chars().count());
    widths.max().unwrap_or(0)
}

fn style(verdict: Verdict) -> Style {
    if verdict == Verdict::Ok { GOOD } else { BAD }
}

fn styled(style: Style, what: impl Display) -> String {
    format!("{style}{what}{style:#}")
}

//! The report as one page of HTML: self-contained, without scripts, light or
//! dark as the reader's system is.

use std::ops::Range;

use maud::{Markup, html};
use pages::{Document, Style};
use similar::{Algorithm, DiffOp, capture_diff_slices};
use transcript::{Verdict, encode};

use super::case_result::{CaseResult, Report};
use super::reveal::Reveal;
use super::reveal::Shown;
use super::text::{cases, names, one_line, plain, points};

const STYLE: &str = include_str!("page.css");

/// Equal lines shown on both sides of a difference; those beyond are folded.
const CONTEXT: usize = 3;

/// A page stays one that a browser opens at once, whatever was printed.
const MOST_LINES: usize = 1000;
const LONGEST_LINE: usize = 500;

/// Returns one student's page.
pub fn page(report: &Report, reveal: Reveal) -> String {
    let title = format!(
        "{}: {}",
        one_line(&report.course),
        one_line(&report.submission)
    );
    let problem = report.shared_problem();
    let body = html! {
        @if !report.students.is_empty() { p { (names(&report.students)) } }
        p class=(class(report.all_ok())) {
            strong {
                (report.passed()) " of " (cases(report.cases.len())) " passed, "
                (points(report.points())) " of " (points(report.possible())) " points"
            }
        }
        @for note in &report.notes {
            p .note { "Note: " (one_line(note)) }
        }
        @if let Some(problem) = problem { (shared(problem, reveal)) }
        (overview(report, reveal))
        @if problem.is_none() {
            @for (index, marked) in report.cases.iter().enumerate() {
                @if marked.verdict != Verdict::Ok { (section(index, marked, reveal)) }
            }
        }
    };
    Document {
        title: &title,
        style: Style::Inline(&[pages::COLOURS, STYLE].concat()),
        script: None,
        navigation: html! {},
        body,
    }
    .to_html()
}

fn class(ok: bool) -> &'static str {
    if ok { "good" } else { "bad" }
}

/// The id of the section about a problem that all cases share.
const SHARED: &str = "all-cases";

/// Returns the problem that all cases share, once.
fn shared(problem: &CaseResult, reveal: Reveal) -> Markup {
    let shown = reveal.shown(problem);
    html! {
        section aria-labelledby=(SHARED) {
            h2 id=(SHARED) { "Every case: " (problem.verdict) }
            @if let Some(reason) = shown.reason { p .bad { (one_line(reason)) } }
            (hint(&shown))
            @if let Some(stderr) = shown.stderr {
                h3 { "Standard error" }
                pre tabindex="0" { (bounded(&plain(stderr))) }
            }
        }
    }
}

fn hint(shown: &Shown<'_>) -> Markup {
    html! {
        @if let Some(hint) = shown.hint {
            p .hint { strong { "Hint:" } " " (plain(hint)) }
        }
    }
}

fn overview(report: &Report, reveal: Reveal) -> Markup {
    html! {
        table .overview {
            caption { "All cases" }
            thead {
                tr {
                    @for head in ["Case", "Verdict", "Points", "Seconds"] {
                        th scope="col" { (head) }
                    }
                }
            }
            tbody {
                @let is_shared = report.shared_problem().is_some();
                @for (index, marked) in report.cases.iter().enumerate() {
                    (overview_row(index, marked, reveal, is_shared)) "\n"
                }
            }
        }
    }
}

/// Returns the row of one case. A problem that all cases share `is_shared`: its
/// reason is shown once, above.
fn overview_row(index: usize, marked: &CaseResult, reveal: Reveal, is_shared: bool) -> Markup {
    let ok = marked.verdict == Verdict::Ok;
    let reason = reveal.shown(marked).reason.filter(|_| !is_shared);
    let link = if is_shared {
        format!("#{SHARED}")
    } else {
        format!("#case-{index}")
    };
    let name = one_line(&marked.case);
    html! {
        tr {
            th scope="row" {
                @if ok { (name) } @else { a href=(link) { (name) } }
            }
            td class=(class(ok)) {
                (marked.verdict)
                @if let Some(reason) = reason { ": " (one_line(reason)) }
            }
            td { (points(marked.points())) " of " (points(marked.weight)) }
            td { @if let Some(seconds) = reveal.shown(marked).seconds { (format!("{seconds:.2}")) } }
        }
    }
}

fn section(index: usize, marked: &CaseResult, reveal: Reveal) -> Markup {
    let shown = reveal.shown(marked);
    let place = shown.place.filter(|place| shown.reason != Some(place));
    let id = format!("case-{index}");
    html! {
        section aria-labelledby=(id) {
            h2 id=(id) { (one_line(&marked.case)) }
            p .bad {
                (marked.verdict)
                @for part in [shown.reason, place].into_iter().flatten() { ", " (one_line(part)) }
            }
            (hint(&shown))
            @if let Some(handout) = shown.handout {
                p { strong { "The handout:" } " " (plain(handout)) }
            }
            (lines_or_boards(&shown))
            @match (shown.expected_output, shown.got_output) {
                (Some(expected), Some(got)) if expected != got => { (side_by_side(expected, got)) }
                (None, Some(got)) if !got.is_empty() => {
                    (folded("What it printed", &encode(got)))
                }
                _ => {}
            }
            @if let Some(session) = shown.session.filter(|session| !session.is_empty()) {
                @if let Some(full) = shown.full_session {
                    h3 { "The last moves up to there" }
                    pre tabindex="0" { (bounded(&plain(session))) }
                    (folded("The whole session", &plain(full)))
                } @else {
                    h3 { "The session up to there" }
                    pre tabindex="0" { (bounded(&plain(session))) }
                }
            }
            @if let Some(stderr) = shown.stderr {
                (folded("Standard error", &plain(stderr)))
            }
        }
    }
}

fn lines_or_boards(shown: &Shown<'_>) -> Markup {
    let both = [("Expected", shown.expected), ("Got", shown.got)];
    let is_empty = both.iter().all(|(_, part)| part.is_none_or(str::is_empty));
    html! {
        @if !is_empty {
            dl {
                @for (title, part) in both {
                    @if let Some(part) = part { dt { (title) } dd { pre { (plain(part)) } } }
                }
            }
        }
    }
}

fn folded(title: &str, text: &str) -> Markup {
    html! {
        details {
            summary { (title) }
            pre tabindex="0" { (bounded(text)) }
        }
    }
}

/// Returns `text` without what would make a page too long.
fn bounded(text: &str) -> String {
    let mut shown: Vec<_> = text.lines().take(MOST_LINES).map(cut).collect();
    if text.lines().nth(MOST_LINES).is_some() {
        shown.push("(the rest is left out)".to_owned());
    }
    shown.join("\n")
}

/// Returns both outputs line by line, aligned, with the lines far from any
/// difference folded.
fn side_by_side(expected: &[u8], got: &[u8]) -> Markup {
    let (expected, got) = (visible_lines(expected), visible_lines(got));
    let operations = capture_diff_slices(Algorithm::Myers, &expected, &got);
    let is_equal = |operation: &DiffOp| matches!(operation, DiffOp::Equal { .. });
    let first = operations.iter().position(|operation| !is_equal(operation));
    html! {
        h3 { "Side by side" }
        @for (index, operation) in operations.iter().enumerate() {
            @let (old, new) = (operation.old_range(), operation.new_range());
            @if is_equal(operation) {
                (equal(&expected, &old, &new, first > Some(index)))
            } @else {
                (different(&expected, &old, &got, &new, first == Some(index)))
            }
        }
    }
}

/// Returns lines that differ. The cells of one row have a mark of their own
/// each only in the first row of all, where the difference is that counts.
fn different(
    expected: &[String],
    old: &Range<usize>,
    got: &[String],
    new: &Range<usize>,
    is_first: bool,
) -> Markup {
    let rows = (0..old.len().max(new.len())).map(|offset| {
        let (left, right) = (line(expected, old, offset), line(got, new, offset));
        let text = |line: Line<'_>| line.map_or(String::new(), |(_, text)| text.to_owned());
        let mark = (is_first && offset == 0).then(|| shared_prefix(&text(left), &text(right)));
        html! { tr .differs { (cell(left, mark)) (cell(right, mark)) } }
    });
    table(rows)
}

/// Returns lines that are equal, of which those in the middle are folded.
fn equal(lines: &[String], old: &Range<usize>, new: &Range<usize>, is_head: bool) -> Markup {
    let rows = |offsets: Range<usize>| {
        table(offsets.map(|offset| {
            let left = line(lines, old, offset);
            let right = left.map(|(_, text)| (new.start + offset, text));
            html! { tr { (cell(left, None)) (cell(right, None)) } }
        }))
    };
    let length = old.len();
    // Nothing comes before the head of a text that would need its context.
    let above = if is_head { 0 } else { CONTEXT.min(length) };
    let below = CONTEXT.min(length - above);
    let folded = length - above - below;
    if folded <= 1 {
        return rows(0..length);
    }
    html! {
        @if above > 0 { (rows(0..above)) }
        details {
            summary { (folded) " equal lines" }
            (rows(above..length - below))
        }
        @if below > 0 { (rows(length - below..length)) }
    }
}

fn table(rows: impl Iterator<Item = Markup>) -> Markup {
    html! {
        table .sides {
            thead .quiet {
                tr {
                    @for head in ["Line", "Expected", "Line", "Got"] { th scope="col" { (head) } }
                }
            }
            tbody { @for row in rows { (row) "\n" } }
        }
    }
}

/// A line and its number, counted from 0; `None` beside a line of the other
/// side that has no counterpart.
type Line<'a> = Option<(usize, &'a str)>;

fn line<'a>(lines: &'a [String], range: &Range<usize>, offset: usize) -> Line<'a> {
    let index = range.start + offset;
    range.contains(&index).then(|| (index, &*lines[index]))
}

/// Returns the number of a line and the line, with the character at `mark`
/// marked.
fn cell(line: Line<'_>, mark: Option<usize>) -> Markup {
    let Some((index, text)) = line else {
        return html! { td {} td .none { "(nothing)" } };
    };
    let mut rest = text.chars();
    let before: String = rest.by_ref().take(mark.unwrap_or(usize::MAX)).collect();
    html! {
        td { (index + 1) }
        td {
            code {
                (before)
                @if let Some(marked) = rest.next() { mark { (marked) } }
                (rest.as_str())
            }
        }
    }
}

fn shared_prefix(one: &str, two: &str) -> usize {
    one.chars()
        .zip(two.chars())
        .take_while(|(one, two)| one == two)
        .count()
}

fn visible_lines(bytes: &[u8]) -> Vec<String> {
    encode(bytes).lines().take(MOST_LINES).map(cut).collect()
}

fn cut(line: &str) -> String {
    match line.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => format!("{}… (the rest is left out)", &line[..end]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::case_result::Explanation;
    use crate::report::samples::marked;

    fn page_of(expected: &str, got: &str) -> String {
        let explanation = Explanation {
            expected_output: expected.into(),
            got_output: got.into(),
            ..Explanation::default()
        };
        let case = CaseResult {
            verdict: Verdict::WrongOutput,
            explanation: Some(explanation),
            ..marked("a")
        };
        page(
            &Report {
                cases: vec![case],
                ..Report::default()
            },
            Reveal::Full,
        )
    }

    #[test]
    fn what_a_program_prints_stays_text() {
        let hostile = "</code></table><script>alert('x')</script><img src=x onerror=\"y\">&amp;\n";
        let page = page_of("a\n", hostile);
        assert!(!page.contains("<script") && !page.contains("<img"));
        assert!(page.contains("&lt;script&gt;alert('x')&lt;/script&gt;"));
        assert!(page.contains("&quot;y&quot;&gt;&amp;amp;"));
    }

    #[test]
    fn the_first_difference_is_marked_on_both_sides() {
        let page = page_of("same\nabc\nx\n", "same\nabd\ny\n");
        assert!(page.contains("<code>ab<mark>c</mark>␊</code>"));
        assert!(page.contains("<code>ab<mark>d</mark>␊</code>"));
        assert_eq!(page.matches("<mark>").count(), 2);
    }

    #[test]
    fn a_missing_last_newline_can_be_seen() {
        let page = page_of("abc\n", "abc");
        assert!(page.contains("abc<mark>␊</mark>") && page.contains("abc<mark>␄</mark>"));
    }

    #[test]
    fn long_equal_parts_are_folded_and_nothing_of_them_is_lost() {
        let many: Vec<_> = (0..100).map(|line| format!("line {line}\n")).collect();
        let many = many.concat();
        let page = page_of(&format!("{many}a\n{many}"), &format!("{many}b\n{many}"));
        assert!(page.contains("<summary>97 equal lines</summary>"));
        assert!(page.contains("<summary>94 equal lines</summary>"));
        assert_eq!(page.matches("line 50␊").count(), 4);
    }

    #[test]
    fn a_flood_of_output_gives_a_page_of_bounded_size() {
        let flood = "<".repeat(100_000) + &"<\n".repeat(100_000);
        assert!(page_of("a\n", &flood).len() < 1_000_000);
    }
}

//! The class at a glance: one page of HTML for course staff, without scripts.

use std::collections::BTreeMap;

use maud::{Markup, html};
use pages::{Document, Style};
use transcript::Verdict;

use super::gradebook::{CaseMark, Gradebook, Row};
use super::text::{names, one_line, points};

const STYLE: &str = concat!(include_str!("page.css"), include_str!("index.css"));

/// The mistakes of a case that are listed, the most frequent first.
const MOST_MISTAKES: usize = 10;

/// The submissions that are named beside a mistake.
const MOST_NAMES: usize = 30;

/// A class whose marks are shown.
#[derive(Clone, Copy)]
pub struct Class<'a> {
    /// The course's name.
    pub course: &'a str,
    /// The number of submissions, marked or not yet.
    pub submissions: usize,
    /// Returns the address of a submission's page.
    pub page: &'a dyn Fn(&str) -> String,
}

impl std::fmt::Debug for Class<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Class")
            .field("course", &self.course)
            .field("submissions", &self.submissions)
            .finish_non_exhaustive()
    }
}

/// Returns the page of a class: a row per submission, a histogram, and the most
/// frequent mistakes in each case. It shows hidden cases too.
pub fn index(marks: &Gradebook, class: &Class<'_>) -> String {
    let count = class.submissions;
    let title = format!("{}: {}", one_line(class.course), submissions(count));
    let marked = marks.rows().len();
    let body = html! {
        p .note {
            strong { "For course staff only." }
            " This page shows hidden cases and the mistakes in them, whatever the pages of \
             students show."
        }
        @if marked < count {
            p .bad { strong { "Not complete:" } " " (marked) " of " (submissions(count)) " marked." }
        }
        @if marked > 0 {
            (overview(marks))
            (histogram(marks))
            (students(marks, class))
            (without_program(marks, class))
            (cases(marks))
            @for case in 0..marks.cases.len() { (mistakes(case, marks, class)) }
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

fn overview(marks: &Gradebook) -> Markup {
    let mut all: Vec<_> = marks.rows().map(|row| row.points).collect();
    all.sort_by(f64::total_cmp);
    let possible = marks.rows().map(|row| row.possible).fold(0.0, f64::max);
    let full = marks
        .rows()
        .filter(|row| row.passed == row.cases.len())
        .count();
    html! {
        p {
            (full) " of " (submissions(all.len())) " pass every case. Of " (points(possible))
            " points: mean " (points((mean(&all) * 100.0).round() / 100.0))
            ", median " (points(median(&all)))
            @if let (Some(&lowest), Some(&highest)) = (all.first(), all.last()) {
                ", lowest " (points(lowest)) ", highest " (points(highest))
            }
            "."
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a class has fewer than 2^53 members"
)]
fn mean(sorted: &[f64]) -> f64 {
    sorted.iter().sum::<f64>() / sorted.len() as f64
}

fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 {
        sorted[middle]
    } else {
        f64::midpoint(sorted[middle - 1], sorted[middle])
    }
}

/// The number of bars: no points, ten ranges, and all points.
const BARS: usize = 12;

/// Returns the bar of the histogram that a submission belongs to.
fn bar(row: &Row) -> usize {
    if row.points >= row.possible && row.possible > 0.0 {
        return BARS - 1;
    }
    // Of the ten ranges between the other two bars, the one it is in.
    let bound = |tenths: u8| row.possible * f64::from(tenths) / 10.0;
    let passed = (1..10)
        .filter(|&tenths| row.points >= bound(tenths))
        .count();
    if row.points > 0.0 { 1 + passed } else { 0 }
}

fn histogram(marks: &Gradebook) -> Markup {
    let mut counts = [0; BARS];
    for row in marks.rows() {
        counts[bar(row)] += 1;
    }
    let most = counts.into_iter().max().unwrap_or(0);
    let label = |bar: usize| match bar {
        0 => "no points".to_owned(),
        1 => "under 10 %".to_owned(),
        11 => "all points".to_owned(),
        _ => format!("{}–{} %", (bar - 1) * 10, (bar - 1) * 10 + 9),
    };
    html! {
        h2 id="marks" { "Gradebook" }
        table .bars {
            thead { tr { th scope="col" { "Share of the points" } th scope="col" { "Submissions" } td {} } }
            tbody {
                @for (bar, &count) in counts.iter().enumerate() {
                    tr {
                        th scope="row" { (label(bar)) }
                        td { (count) }
                        (bar_cell(count, most))
                    }
                    "\n"
                }
            }
        }
    }
}

/// Returns a cell with a bar of `count` parts out of `most`.
fn bar_cell(count: usize, most: usize) -> Markup {
    let percent = (count * 100).checked_div(most).unwrap_or(0);
    html! {
        td .bar aria-hidden="true" {
            @if count > 0 { div style={ "width: " (percent) "%" } {} }
        }
    }
}

fn students(marks: &Gradebook, class: &Class<'_>) -> Markup {
    let verdicts = verdicts(marks.rows().flat_map(|row| &row.cases));
    let are_named = marks.rows().any(|row| !row.students.is_empty());
    html! {
        h2 id="submissions" { "Submissions" }
        div .scroll tabindex="0" {
            table .overview .class {
                thead {
                    tr {
                        th scope="col" { "Submission" }
                        @if are_named { th scope="col" { "Student" } }
                        @for head in ["Points", "Passed"] { th scope="col" { (head) } }
                        @for verdict in &verdicts { th scope="col" { (capitalised(*verdict)) } }
                    }
                }
                tbody {
                    @for row in marks.rows() {
                        tr {
                            th scope="row" { (link(row, class, "")) }
                            @if are_named { td { (names(&row.students)) } }
                            td { (points(row.points)) " of " (points(row.possible)) }
                            td class=(if row.passed == row.cases.len() { "good" } else { "bad" }) {
                                (row.passed) " of " (row.cases.len())
                            }
                            @for verdict in &verdicts { td { (number(count(&row.cases, *verdict))) } }
                        }
                        "\n"
                    }
                }
            }
        }
    }
}

fn without_program(marks: &Gradebook, class: &Class<'_>) -> Markup {
    let mut reasons = BTreeMap::<&str, Vec<(&Row, usize)>>::new();
    for row in marks.rows() {
        if let Some(reason) = no_program(row) {
            reasons.entry(reason).or_default().push((row, 0));
        }
    }
    html! {
        @if !reasons.is_empty() {
            h2 id="no-program" { "Submissions without a program" }
            (grouped(reasons, class))
        }
    }
}

fn no_program(row: &Row) -> Option<&str> {
    let first = row.cases.first()?;
    let fails = |mark: &CaseMark| {
        matches!(mark.verdict, Verdict::BuildFailed | Verdict::CouldNotStart)
            && mark.mistake == first.mistake
    };
    row.cases.iter().all(fails).then_some(&first.mistake)
}

fn cases(marks: &Gradebook) -> Markup {
    let verdicts = verdicts(marks.rows().flat_map(|row| &row.cases));
    html! {
        h2 id="cases" { "Cases" }
        div .scroll tabindex="0" {
            table .overview .class {
                thead {
                    tr {
                        th scope="col" { "Case" }
                        th scope="col" { "Failed" }
                        td {}
                        @for verdict in &verdicts { th scope="col" { (capitalised(*verdict)) } }
                    }
                }
                tbody {
                    @for (case, name) in marks.cases.iter().enumerate() {
                        @let all: Vec<_> = of_case(case, marks).map(|(_, _, mark)| mark).collect();
                        @let failed = all.iter().filter(|mark| mark.verdict != Verdict::Ok).count();
                        tr {
                            th scope="row" {
                                @if failed > 0 { a href={ "#case-" (case) } { (one_line(name)) } }
                                @else { (one_line(name)) }
                                @if all.iter().any(|mark| mark.hidden) { " " span .quiet { "hidden" } }
                            }
                            td { (failed) " of " (all.len()) }
                            (bar_cell(failed, all.len()))
                            @for verdict in &verdicts {
                                td { (number(count(all.iter().copied(), *verdict))) }
                            }
                        }
                        "\n"
                    }
                }
            }
        }
    }
}

fn mistakes(case: usize, marks: &Gradebook, class: &Class<'_>) -> Markup {
    let mut sentences = BTreeMap::<&str, Vec<(&Row, usize)>>::new();
    let mut unbuilt = 0;
    for (row, place, mark) in of_case(case, marks) {
        if no_program(row).is_some() {
            unbuilt += 1;
        } else if mark.verdict != Verdict::Ok {
            sentences
                .entry(&mark.mistake)
                .or_default()
                .push((row, place));
        }
    }
    html! {
        @if !sentences.is_empty() || unbuilt > 0 {
            section aria-labelledby={ "case-" (case) } {
                h3 id={ "case-" (case) } { (one_line(&marks.cases[case])) }
                (grouped(sentences, class))
                @if unbuilt > 0 {
                    p .quiet {
                        a href="#no-program" { (submissions(unbuilt)) " without a program" }
                    }
                }
            }
        }
    }
}

/// Returns sentences with those whom they are about, each with the place of the
/// case on their page; the most frequent sentence first.
fn grouped(sentences: BTreeMap<&str, Vec<(&Row, usize)>>, class: &Class<'_>) -> Markup {
    let mut sentences: Vec<_> = sentences.into_iter().collect();
    sentences.sort_by_key(|(_, rows)| std::cmp::Reverse(rows.len()));
    let others = sentences.split_off(sentences.len().min(MOST_MISTAKES));
    html! {
        ul .mistakes {
            @for (sentence, rows) in &sentences {
                li {
                    details {
                        summary { strong { (rows.len()) } " " (sentence) }
                        p {
                            @for (index, (row, place)) in rows.iter().take(MOST_NAMES).enumerate() {
                                @if index > 0 { "; " }
                                (link(row, class, &format!("#case-{place}")))
                            }
                            @if rows.len() > MOST_NAMES {
                                " and " (rows.len() - MOST_NAMES) " more"
                            }
                        }
                    }
                }
                "\n"
            }
            @if !others.is_empty() {
                li .quiet {
                    (others.len()) " other mistakes of "
                    (submissions(others.iter().map(|(_, rows)| rows.len()).sum()))
                }
            }
        }
    }
}

fn of_case(case: usize, marks: &Gradebook) -> impl Iterator<Item = (&Row, usize, &CaseMark)> {
    marks.rows().filter_map(move |row| {
        let place = row.cases.iter().position(|mark| mark.case == case)?;
        Some((row, place, &row.cases[place]))
    })
}

fn link(row: &Row, class: &Class<'_>, fragment: &str) -> Markup {
    html! {
        a href={ ((class.page)(&row.submission)) (fragment) } { (one_line(&row.submission)) }
    }
}

/// Returns the verdicts that occur, without [`Verdict::Ok`].
fn verdicts<'a>(marks: impl Iterator<Item = &'a CaseMark>) -> Vec<Verdict> {
    let found: std::collections::BTreeSet<_> = marks.map(|mark| mark.verdict).collect();
    found
        .into_iter()
        .filter(|verdict| *verdict != Verdict::Ok)
        .collect()
}

fn count<'a>(marks: impl IntoIterator<Item = &'a CaseMark>, verdict: Verdict) -> usize {
    marks
        .into_iter()
        .filter(|mark| mark.verdict == verdict)
        .count()
}

/// A number; nothing for 0, so that a table shows what stands out.
fn number(number: usize) -> String {
    if number == 0 {
        String::new()
    } else {
        number.to_string()
    }
}

fn capitalised(verdict: Verdict) -> String {
    let name = verdict.to_string();
    let mut rest = name.chars();
    let first = rest.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(rest).collect()
}

fn submissions(number: usize) -> String {
    format!("{number} submission{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::case_result::{CaseResult, Report, Student};
    use crate::report::samples::marked;

    fn class(reports: &[Report], submissions: usize) -> String {
        let mut marks = Gradebook::default();
        for report in reports {
            marks.add(report);
        }
        let page = |name: &str| format!("{name}.html");
        let class = Class {
            course: "cmsc201",
            submissions,
            page: &page,
        };
        index(&marks, &class)
    }

    fn report(submission: &str, verdicts: &[(Verdict, &str)]) -> Report {
        let mark = |(index, (verdict, reason)): (usize, &(Verdict, &str))| CaseResult {
            verdict: *verdict,
            hidden: index == 1,
            reason: Some((*reason).to_owned()),
            ..marked(&format!("case {index}"))
        };
        Report {
            submission: submission.to_owned(),
            cases: verdicts.iter().enumerate().map(mark).collect(),
            ..Report::default()
        }
    }

    #[test]
    fn students_have_a_column_if_one_is_named() {
        let mut reports = [report("alice", &[OK]), report("bob", &[OK])];
        assert!(!class(&reports, 2).contains("Student"));
        reports[1].students = vec![Student {
            name: "Bob <b>".to_owned(),
            id: "007".to_owned(),
        }];
        let page = class(&reports, 2);
        assert!(page.contains(">Student</th>"), "{page}");
        assert!(page.contains("<td>Bob &lt;b&gt; (007)</td>"), "{page}");
        assert!(page.contains("<td></td>"), "{page}");
    }

    const OK: (Verdict, &str) = (Verdict::Ok, "");
    const WRONG: (Verdict, &str) = (Verdict::WrongOutput, "No <b>board</b> is printed");
    const HUNG: (Verdict, &str) = (Verdict::Timeout, "its time was up");
    const BROKEN: (Verdict, &str) = (Verdict::BuildFailed, "gcc: exit status 1");

    #[test]
    fn the_class_is_there_at_a_glance() {
        let reports = [
            report("alice", &[OK, OK]),
            report("bob", &[WRONG, HUNG]),
            report("carol", &[WRONG, OK]),
            report("dave", &[BROKEN, BROKEN]),
        ];
        let page = class(&reports, 4);
        for part in [
            "<title>cmsc201: 4 submissions</title>",
            "For course staff only.",
            "1 of 4 submissions pass every case. Of 2 points: mean 0.75, median 0.5, lowest 0, highest 2.",
            "<th scope=\"row\">no points</th><td>2</td>",
            "<th scope=\"row\">50–59 %</th><td>1</td>",
            "<th scope=\"row\">all points</th><td>1</td>",
            "<a href=\"bob.html\">bob</a></th><td>0 of 2</td>",
            "<th scope=\"col\">Build failed</th>",
            "<summary><strong>2</strong> No &lt;b&gt;board&lt;/b&gt; is printed</summary><p>\
             <a href=\"bob.html#case-0\">bob</a>; <a href=\"carol.html#case-0\">carol</a></p>",
            "<strong>1</strong> timeout: its time was up</summary>\
             <p><a href=\"bob.html#case-1\">bob</a>",
            "<span class=\"quiet\">hidden</span>",
            "<summary><strong>1</strong> build failed: gcc: exit status 1</summary>",
            "1 submission without a program",
        ] {
            assert!(page.contains(part), "{part}\n{page}");
        }
        // Why there is no program is said once, and not for each case.
        assert_eq!(page.matches("gcc: exit").count(), 1);
        assert!(!page.contains("Not complete") && !page.contains("<script"));
    }

    #[test]
    fn an_interrupted_batch_is_not_taken_for_a_complete_one() {
        let page = class(&[report("alice", &[OK])], 3);
        assert!(
            page.contains("</strong> 1 of 3 submissions marked."),
            "{page}"
        );
        let page = class(&[], 3);
        assert!(
            page.contains("</strong> 0 of 3 submissions marked."),
            "{page}"
        );
    }

    #[test]
    fn rare_mistakes_and_long_lists_of_names_are_counted() {
        let mut reports: Vec<_> = (0..15)
            .map(|index| {
                report(
                    &format!("rare-{index}"),
                    &[(Verdict::Crashed, &index.to_string())],
                )
            })
            .collect();
        reports.extend((0..40).map(|index| report(&format!("many-{index}"), &[WRONG])));
        let page = class(&reports, 55);
        assert!(page.contains("6 other mistakes of 6 submissions"), "{page}");
        assert!(page.contains(" and 10 more</p>"), "{page}");
    }

    #[test]
    fn a_submission_is_in_the_bar_of_its_share() {
        let in_bar = |points: f64| {
            bar(&Row {
                students: Vec::new(),
                submission: String::new(),
                points,
                possible: 30.0,
                passed: 0,
                lenient: 0,
                late: String::new(),
                criteria: BTreeMap::new(),
                cases: Vec::new(),
            })
        };
        let bars = [0.0, 0.5, 2.9, 3.0, 14.9, 15.0, 29.9, 30.0].map(in_bar);
        assert_eq!(bars, [0, 1, 1, 2, 5, 6, 10, 11]);
    }
}

//! The class at a glance: one page of HTML for course staff, without scripts.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};
use pages::{Document, Style};
use transcript::Verdict;

use super::case_result::{CaseResult, Report};
use super::gradebook::Gradebook;
use super::text::{counted, name, names, one_line, points};

const STYLE: &str = concat!(include_str!("page.css"), include_str!("index.css"));

/// The mistakes of a case that are listed, the most frequent first.
const MOST_MISTAKES: usize = 10;

/// The submissions that are named beside a mistake.
const MOST_NAMES: usize = 30;

type Page<'a> = &'a dyn Fn(&str) -> String;

/// Sentences, each with those whom it is about and the place of the case on their page.
type Sentences<'a> = BTreeMap<&'a str, Vec<(&'a Report, usize)>>;

/// Returns the page of a class with this number of submissions, marked or not yet: a row
/// per submission, and the most frequent mistakes in each case. It shows hidden cases too.
/// `page` returns the address of a submission's page.
pub fn index(marks: &Gradebook, course: &str, count: usize, page: Page<'_>) -> String {
    let title = format!("{}: {}", one_line(course), submissions(count));
    let marked = marks.reports().len();
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
            (students(marks, page))
            (without_program(marks, page))
            (cases(marks))
            @for case in 0..marks.cases.len() { (mistakes(case, marks, page)) }
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
    let mut all: Vec<_> = marks.reports().map(Report::points).collect();
    all.sort_by(f64::total_cmp);
    let possible = marks.reports().map(Report::possible).fold(0.0, f64::max);
    let full = marks.reports().filter(|report| report.all_ok()).count();
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

fn bar_cell(count: usize, most: usize) -> Markup {
    let percent = (count * 100).checked_div(most).unwrap_or(0);
    html! {
        td .bar aria-hidden="true" {
            @if count > 0 { div style={ "width: " (percent) "%" } {} }
        }
    }
}

fn students(marks: &Gradebook, page: Page<'_>) -> Markup {
    let verdicts = verdicts(marks);
    let are_named = marks.reports().any(|report| !report.students.is_empty());
    html! {
        h2 id="submissions" { "Submissions" }
        div .scroll tabindex="0" {
            table .overview .class {
                thead {
                    tr {
                        th scope="col" { "Submission" }
                        @if are_named { th scope="col" { "Student" } }
                        @for head in ["Points", "Passed"] { th scope="col" { (head) } }
                        @for verdict in &verdicts { th scope="col" { (verdict.to_string()) } }
                    }
                }
                tbody {
                    @for report in marks.reports() {
                        tr {
                            th scope="row" { (link(report, page, "")) }
                            @if are_named { td { (names(&report.students)) } }
                            td { (points(report.points())) " of " (points(report.possible())) }
                            td class=(if report.all_ok() { "good" } else { "bad" }) {
                                (report.passed()) " of " (report.cases.len())
                            }
                            @for verdict in &verdicts { td { (number(count(&report.cases, *verdict))) } }
                        }
                        "\n"
                    }
                }
            }
        }
    }
}

fn without_program(marks: &Gradebook, page: Page<'_>) -> Markup {
    let mut reasons = Sentences::new();
    for report in marks.reports() {
        if let Some(reason) = no_program(report) {
            reasons.entry(reason).or_default().push((report, 0));
        }
    }
    html! {
        @if !reasons.is_empty() {
            h2 id="no-program" { "Submissions without a program" }
            (grouped(reasons, page))
        }
    }
}

fn no_program(report: &Report) -> Option<&str> {
    let first = report.cases.first()?.reason.as_deref();
    let fails = |marked: &CaseResult| {
        matches!(
            marked.verdict,
            Verdict::BuildFailed | Verdict::CouldNotStart
        ) && marked.reason.as_deref() == first
    };
    first.filter(|_| report.cases.iter().all(fails))
}

fn cases(marks: &Gradebook) -> Markup {
    let verdicts = verdicts(marks);
    html! {
        h2 id="cases" { "Cases" }
        div .scroll tabindex="0" {
            table .overview .class {
                thead {
                    tr {
                        th scope="col" { "Case" }
                        th scope="col" { "Failed" }
                        td {}
                        @for verdict in &verdicts { th scope="col" { (verdict.to_string()) } }
                    }
                }
                tbody {
                    @for (case, name) in marks.cases.iter().enumerate() {
                        @let all: Vec<_> = of_case(name, marks).map(|(.., marked)| marked).collect();
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

fn mistakes(case: usize, marks: &Gradebook, page: Page<'_>) -> Markup {
    let mut sentences = Sentences::new();
    let mut unbuilt = 0;
    for (report, place, marked) in of_case(&marks.cases[case], marks) {
        if no_program(report).is_some() {
            unbuilt += 1;
        } else if let Some(sentence) = &marked.reason {
            sentences.entry(sentence).or_default().push((report, place));
        }
    }
    html! {
        @if !sentences.is_empty() || unbuilt > 0 {
            section aria-labelledby={ "case-" (case) } {
                h3 id={ "case-" (case) } { (one_line(&marks.cases[case])) }
                (grouped(sentences, page))
                @if unbuilt > 0 {
                    p .quiet {
                        a href="#no-program" { (submissions(unbuilt)) " without a program" }
                    }
                }
            }
        }
    }
}

fn grouped(sentences: Sentences<'_>, page: Page<'_>) -> Markup {
    let mut sentences: Vec<_> = sentences.into_iter().collect();
    sentences.sort_by_key(|(_, reports)| std::cmp::Reverse(reports.len()));
    let others = sentences.split_off(sentences.len().min(MOST_MISTAKES));
    html! {
        ul .mistakes {
            @for (sentence, reports) in &sentences {
                li {
                    details {
                        summary { strong { (reports.len()) } " " (sentence) }
                        p {
                            @for (index, (report, place)) in reports.iter().take(MOST_NAMES).enumerate() {
                                @if index > 0 { "; " }
                                (link(report, page, &format!("#case-{place}")))
                            }
                            @if reports.len() > MOST_NAMES {
                                " and " (reports.len() - MOST_NAMES) " more"
                            }
                        }
                    }
                }
                "\n"
            }
            @if !others.is_empty() {
                li .quiet {
                    (others.len()) " other mistakes of "
                    (submissions(others.iter().map(|(_, reports)| reports.len()).sum()))
                }
            }
        }
    }
}

fn of_case<'a>(
    case: &str,
    marks: &'a Gradebook,
) -> impl Iterator<Item = (&'a Report, usize, &'a CaseResult)> {
    marks.reports().filter_map(move |report| {
        let place = report.cases.iter().position(|marked| marked.case == case)?;
        Some((report, place, &report.cases[place]))
    })
}

fn link(report: &Report, page: Page<'_>, fragment: &str) -> Markup {
    html! {
        a href={ (page(&report.submission)) (fragment) } { (name(&report.submission)) }
    }
}

/// Returns the verdicts that occur, without [`Verdict::Ok`].
fn verdicts(marks: &Gradebook) -> BTreeSet<Verdict> {
    let cases = marks.reports().flat_map(|report| &report.cases);
    let mut found: BTreeSet<_> = cases.map(|marked| marked.verdict).collect();
    found.remove(&Verdict::Ok);
    found
}

fn count<'a>(cases: impl IntoIterator<Item = &'a CaseResult>, verdict: Verdict) -> usize {
    let cases = cases.into_iter();
    cases.filter(|marked| marked.verdict == verdict).count()
}

/// A number; nothing for 0, so that a table shows what stands out.
fn number(number: usize) -> String {
    if number == 0 {
        String::new()
    } else {
        number.to_string()
    }
}

fn submissions(number: usize) -> String {
    counted(number, "submission")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::case_result::Student;
    use crate::report::samples::{gradebook, marked};

    fn class(reports: &[Report], submissions: usize) -> String {
        let page = |name: &str| format!("{name}.html");
        index(&gradebook(reports), "cmsc201", submissions, &page)
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
            "<a href=\"bob.html\">bob</a></th><td>0 of 2</td>",
            "<th scope=\"col\">build failed</th>",
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
}

//! The class at a glance: one page of HTML for course staff.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};
use pages::text::with_code;
use pages::{Document, Script, Style};
use transcript::Verdict;

use super::case_result::{CaseResult, Report};
use super::gradebook::Gradebook;
use super::text::{counted, name, names, one_line, points};
use super::view::typed;

const STYLE: &str = concat!(include_str!("page.css"), include_str!("index.css"));

const SCRIPT: Script<'_> = Script::Inline {
    code: include_str!("index.js"),
    digest: "sha256-SbwcbIy1ot8yex3hafW35RcxeUbV+PGWe7/UZ9Dl5Nw=",
};

/// The mistakes that are listed, and those seen at once.
const MOST_MISTAKES: usize = 60;
const FIRST_MISTAKES: usize = 8;

/// The most submissions named beside a mistake.
const MOST_NAMES: usize = 30;

/// The number of bars of the histogram.
const BARS: usize = 10;

#[derive(Default)]
struct ClassMistake<'a> {
    /// The report and the index of the case that shows it best.
    best: Option<(&'a Report, usize)>,
    reports: BTreeMap<&'a str, (&'a Report, usize)>,
    cases: BTreeSet<&'a str>,
}

type Page<'a> = &'a dyn Fn(&str) -> String;

/// Returns the page for staff: what to look at, the most frequent mistakes, and a row for each of
/// `count` submissions. `page` returns an address. `gone` has the pages of those who left.
pub fn index(
    marks: &Gradebook,
    course: &str,
    count: usize,
    page: Page<'_>,
    gone: &[(String, &Report)],
) -> String {
    let title = format!("{}: {}", one_line(course), submissions(count));
    let marked = marks.len();
    let body = html! {
        p .note {
            strong { "For course staff only." }
            " Hidden cases and the mistakes in them are on this page."
        }
        @if marked < count {
            p .bad { strong { "Not complete:" } " " (marked) " of " (submissions(count)) " marked." }
        }
        @if marked > 0 {
            (without_program(marks, page))
            div .first {
                (histogram(marks))
                (mistakes(marks, page))
            }
            (students(marks, page))
            (cases(marks))
        }
        @if !gone.is_empty() {
            h2 id="gone" { "No longer in the class" }
            p { "Their pages stay. They do not count on this page or in the table." }
            ul {
                @for (address, report) in gone {
                    li { a href=(address) { (name(&report.submission)) } " " (score(report)) }
                }
            }
        }
    };
    Document {
        title: &title,
        style: Style::Inline(&[pages::COLOURS, STYLE].concat()),
        script: Some(SCRIPT),
        navigation: html! {},
        body,
    }
    .to_html()
}

fn histogram(marks: &Gradebook) -> Markup {
    let mut all: Vec<_> = marks.reports().map(Report::points).collect();
    all.sort_by(f64::total_cmp);
    let possible = marks.reports().map(Report::possible).fold(0.0, f64::max);
    let full = marks.reports().filter(|report| report.all_ok()).count();
    // All points are in the last bar, which has nothing else.
    let bar = |share: f64| {
        (0..BARS)
            .rev()
            .find(|&bar| share >= start(bar))
            .unwrap_or(0)
    };
    let mut bars = [0; BARS + 1];
    for points in &all {
        bars[if *points >= possible {
            BARS
        } else {
            bar(points / possible)
        }] += 1;
    }
    let most = bars.iter().max().copied().unwrap_or_default();
    html! {
        section aria-labelledby="points" {
            h2 id="points" { "Points" }
            p {
                (full) " of " (submissions(all.len())) " pass every case. Of " (points(possible))
                " points: mean " (points((mean(&all) * 100.0).round() / 100.0))
                ", median " (points(median(&all))) ". "
                a href="marks.csv" { "The table (CSV)" }
            }
            table .histogram aria-labelledby="points" {
                tbody {
                    @for (bar, &count) in bars.iter().enumerate() {
                        tr {
                            th scope="row" {
                                @if bar == BARS { (points(possible)) }
                                @else { "from " (points(start(bar) * possible)) }
                            }
                            td { (number(count)) }
                            (bar_cell(count, most))
                        }
                    }
                }
            }
        }
    }
}

/// Returns the start of a bar as a share of the points.
#[expect(clippy::cast_precision_loss, reason = "there are ten bars")]
fn start(bar: usize) -> f64 {
    bar as f64 / BARS as f64
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

fn without_program(marks: &Gradebook, page: Page<'_>) -> Markup {
    let mut reasons = BTreeMap::<_, Vec<_>>::new();
    for report in marks.reports() {
        if let Some(reason) = no_program(report) {
            reasons.entry(reason).or_default().push(report);
        }
    }
    html! {
        @if !reasons.is_empty() {
            h2 id="no-program" { "Submissions without a game" }
            p {
                "To give one of these a command, add " code { "--only NAME -- COMMAND" }
                " to the command of the class."
            }
            ul {
                @for (reason, reports) in reasons {
                    li {
                        (with_code(reason)) ": "
                        @for (index, report) in reports.iter().enumerate() {
                            @if index > 0 { "; " }
                            (link(report, page, ""))
                        }
                    }
                    "\n"
                }
            }
        }
    }
}

/// Returns why there is no program, or why it crashes in each case alike.
fn no_program(report: &Report) -> Option<&str> {
    let first = report.cases.first()?;
    let fails = |marked: &CaseResult| match marked.verdict {
        Verdict::BuildFailed | Verdict::CouldNotStart => true,
        Verdict::Crashed => kind(marked) == kind(first),
        _ => false,
    };
    let all_fail = report.cases.iter().all(fails);
    first.reason.as_deref().filter(|_| all_fail)
}

fn kind(marked: &CaseResult) -> (Verdict, &str) {
    let explanation = marked.explanation.as_ref();
    (marked.verdict, explanation.map_or("", |it| &it.kind))
}

fn mistakes(marks: &Gradebook, page: Page<'_>) -> Markup {
    let mut all = BTreeMap::<_, ClassMistake<'_>>::new();
    for report in marks.reports().filter(|it| no_program(it).is_none()) {
        for (index, marked) in report.cases.iter().enumerate() {
            if marked.verdict != Verdict::Ok {
                all.entry(kind(marked)).or_default().add(report, index);
            }
        }
    }
    let mut all: Vec<_> = all.into_values().collect();
    all.sort_by_key(|it| Reverse((it.reports.len(), it.cases.len())));
    let others = all.split_off(all.len().min(MOST_MISTAKES));
    let rest = all.split_off(all.len().min(FIRST_MISTAKES));
    html! {
        section aria-labelledby="mistakes" {
            h2 id="mistakes" { "Mistakes" }
            @if all.is_empty() { p { "No mistakes were found." } }
            @else { (mistake_table(&all, page)) }
            @if !rest.is_empty() {
                details {
                    summary { (counted(rest.len() + others.len(), "more mistake")) }
                    (mistake_table(&rest, page))
                    @if !others.is_empty() { p .quiet { (others.len()) " are not listed." } }
                }
            }
        }
    }
}

impl<'a> ClassMistake<'a> {
    fn add(&mut self, report: &'a Report, index: usize) {
        let typed = |&(report, index): &(&Report, usize)| typed(&report.cases[index]);
        let all = self.best.into_iter().chain([(report, index)]);
        self.best = all.min_by_key(typed);
        self.reports
            .entry(&report.submission)
            .or_insert((report, index));
        self.cases.insert(&report.cases[index].case);
    }
}

fn mistake_table(all: &[ClassMistake<'_>], page: Page<'_>) -> Markup {
    let heads = ["Submissions", "Mistake", "Cases", "For example"];
    html! {
        div .scroll tabindex="0" {
            table .overview .mistakes aria-labelledby="mistakes" {
                thead { tr { @for head in heads { th scope="col" { (head) } } } }
                tbody {
                    @for mistake in all {
                        @let (best, index) = mistake.best.expect("one makes it");
                        @let shown = reason(best, index);
                        tr {
                            td { (mistake.reports.len()) }
                            td {
                                details {
                                    summary {
                                        (with_code(shown))
                                        @if mistake.reports.values().any(|&(it, case)| reason(it, case) != shown) {
                                            span .quiet { " and similar mistakes" }
                                        }
                                    }
                                    p { "In " (joined(mistake.cases.iter().map(|it| one_line(it)))) "." }
                                    p { (whose(mistake, shown, page)) }
                                }
                            }
                            td { (mistake.cases.len()) }
                            td { (link(best, page, &format!("#case-{index}"))) }
                        }
                        "\n"
                    }
                }
            }
        }
    }
}

fn reason(report: &Report, case: usize) -> &str {
    report.cases[case].reason.as_deref().unwrap_or_default()
}

/// Names the submissions, and the mistakes of those that are not as `shown`.
fn whose(mistake: &ClassMistake<'_>, shown: &str, page: Page<'_>) -> Markup {
    let more = mistake.reports.len().saturating_sub(MOST_NAMES);
    html! {
        @for (index, &(report, case)) in mistake.reports.values().take(MOST_NAMES).enumerate() {
            @if index > 0 { "; " }
            (link(report, page, &format!("#case-{case}")))
            @let own = reason(report, case);
            @if own != shown { ": " (with_code(own)) }
        }
        @if more > 0 { " and " (more) " more" }
    }
}

fn joined(names: impl Iterator<Item = String>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// Draws a table with a row for each part of the class, and its cases by verdicts other than `ok`.
fn class_table<'a>(
    marks: &Gradebook,
    heads: &[&str],
    rows: impl Iterator<Item = (Markup, Vec<&'a CaseResult>)>,
) -> Markup {
    let cases = marks.reports().flat_map(|report| &report.cases);
    let mut verdicts: BTreeSet<_> = cases.map(|marked| marked.verdict).collect();
    verdicts.remove(&Verdict::Ok);
    let count = |cases: &[&CaseResult], verdict| {
        let cases = cases.iter().filter(|marked| marked.verdict == verdict);
        number(cases.count())
    };
    let sortable = |head: &str| html! { th scope="col" { button { (head) } } };
    html! {
        div .scroll tabindex="0" {
            table .overview .class {
                thead {
                    tr {
                        @for head in heads {
                            @if head.is_empty() { td {} } @else { (sortable(head)) }
                        }
                        @for verdict in &verdicts { (sortable(&verdict.to_string())) }
                    }
                }
                tbody {
                    @for (cells, cases) in rows {
                        tr {
                            (cells)
                            @for verdict in &verdicts { td { (count(&cases, *verdict)) } }
                        }
                        "\n"
                    }
                }
            }
        }
    }
}

fn students(marks: &Gradebook, page: Page<'_>) -> Markup {
    let are_named = marks.reports().any(|report| !report.students.is_empty());
    let has_before = marks.reports().any(|report| report.before.is_some());
    let mut heads = vec!["Submission", "Student", "Points", "Before", "Passed"];
    heads.retain(|head| (are_named || *head != "Student") && (has_before || *head != "Before"));
    let rows = marks.reports().map(|report| {
        let class = if report.all_ok() { "good" } else { "bad" };
        let cells = html! {
            th scope="row" { (link(report, page, "")) }
            @if are_named { td { (names(&report.students)) } }
            td { (score(report)) }
            @if has_before { td { (with_code(report.before.as_deref().unwrap_or_default())) } }
            td class=(class) { (report.passed()) " of " (report.cases.len()) }
        };
        (cells, report.cases.iter().collect())
    });
    html! {
        h2 id="submissions" { "Submissions" }
        (class_table(marks, &heads, rows))
    }
}

fn score(report: &Report) -> String {
    let possible = points(report.possible());
    match &*report.final_points() {
        "" => "not final".to_owned(),
        points => format!("{points} of {possible}"),
    }
}

fn cases(marks: &Gradebook) -> Markup {
    let rows = marks.cases.iter().map(|name| {
        let all = marks.reports().flat_map(|report| &report.cases);
        let all: Vec<_> = all.filter(|marked| marked.case == *name).collect();
        let failed = all
            .iter()
            .filter(|mark| mark.verdict != Verdict::Ok)
            .count();
        let cells = html! {
            th scope="row" {
                (one_line(name))
                @if all.iter().any(|mark| mark.hidden) { " " span .quiet { "hidden" } }
            }
            td { (failed) " of " (all.len()) }
            (bar_cell(failed, all.len()))
        };
        (cells, all)
    });
    html! {
        h2 id="cases" { "Cases" }
        (class_table(marks, &["Case", "Failed", ""], rows))
    }
}

fn link(report: &Report, page: Page<'_>, fragment: &str) -> Markup {
    html! {
        a href={ (page(&report.submission)) (fragment) } { (name(&report.submission)) }
    }
}

/// Returns nothing for 0, so that a table shows what stands out.
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
    use crate::report::case_result::StudentRecord;
    use crate::report::samples::{gradebook, marked};

    fn class(reports: &[Report], submissions: usize) -> String {
        let page = |name: &str| format!("{name}.html");
        index(&gradebook(reports), "cmsc201", submissions, &page, &[])
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
        assert!(!class(&reports, 2).contains(">Student<"));
        reports[1].students = vec![StudentRecord {
            name: "Bob <b>".to_owned(),
            id: "007".to_owned(),
        }];
        let page = class(&reports, 2);
        assert!(page.contains(">Student</button></th>"), "{page}");
        assert!(page.contains("<td>Bob &lt;b&gt; (007)</td>"), "{page}");
        assert!(page.contains("<td></td>"), "{page}");
    }

    const OK: (Verdict, &str) = (Verdict::Ok, "");
    const WRONG: (Verdict, &str) = (Verdict::WrongOutput, "No <b>board</b> is printed");
    const HUNG: (Verdict, &str) = (Verdict::Timeout, "its time was up");
    const BROKEN: (Verdict, &str) = (Verdict::BuildFailed, "`gcc` says why");

    #[test]
    fn a_mistake_names_only_students_who_make_it() {
        let other = (Verdict::WrongOutput, "a8 is wrong");
        let page = class(&[report("alice", &[WRONG]), report("bob", &[other])], 2);
        let mistakes = page
            .split("<h2 id=\"mistakes\">")
            .nth(1)
            .expect("they follow");
        assert!(mistakes.contains(" and similar mistakes"), "{mistakes}");
        assert!(mistakes.contains(">bob</a>: a8 is wrong"), "{mistakes}");
        assert!(mistakes.contains(">alice</a>; "), "{mistakes}");
    }

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
            "1 of 4 submissions pass every case. Of 2 points: mean 0.75, median 0.5. ",
            "<a href=\"marks.csv\">",
            "<th scope=\"row\">from 1</th><td>1</td>",
            "<th scope=\"row\">2</th><td>1</td>",
            "<a href=\"bob.html\">bob</a></th><td>0 of 2</td>",
            "<button>build failed</button>",
            "<td>2</td><td><details><summary>No &lt;b&gt;board&lt;/b&gt; is printed</summary>\
             <p>In case 0.</p><p><a href=\"bob.html#case-0\">bob</a>; \
             <a href=\"carol.html#case-0\">carol</a></p></details></td><td>1</td>\
             <td><a href=\"bob.html#case-0\">bob</a></td>",
            "<summary>timeout: its time was up</summary>",
            "<span class=\"quiet\">hidden</span>",
            "<li>build failed: <code>gcc</code> says why: <a href=\"dave.html\">dave</a></li>",
        ] {
            assert!(page.contains(part), "{part}\n{page}");
        }
        // Why there is no program is said once, and not for each case.
        assert_eq!(page.matches("gcc</code>").count(), 1);
        assert!(!page.contains("Not complete") && !page.contains("No longer"));
    }

    #[test]
    fn a_crash_in_each_case_alike_is_a_program_that_a_command_could_save() {
        let crash = |reason| (Verdict::Crashed, reason);
        let reports = [
            report("alike", &[crash("no module"), crash("no module")]),
            report("apart", &[crash("no module"), crash("no key")]),
        ];
        let page = class(&reports, 2);
        let (_, saved) = page
            .split_once("Submissions without a game")
            .expect("one crashes");
        let (saved, _) = saved.split_once("</ul>").expect("it is a list");
        assert!(
            saved.contains("alike") && !saved.contains("apart"),
            "{saved}"
        );
    }

    #[test]
    fn students_who_left_and_earlier_points_are_named() {
        let alice = Report {
            before: Some("0: named by `--only`".to_owned()),
            ..report("alice", &[OK])
        };
        let bob = report("bob", &[WRONG]);
        let gone = [("bob.html".to_owned(), &bob)];
        let marks = gradebook(&[alice]);
        let page = index(&marks, "cmsc201", 1, &|it| format!("{it}.html"), &gone);
        for part in [
            "<td>0: named by <code>--only</code></td>",
            "<li><a href=\"bob.html\">bob</a> 0 of 1</li>",
        ] {
            assert!(page.contains(part), "{part}\n{page}");
        }
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
    fn a_large_class_has_a_small_page_and_the_mistake_of_the_most_first() {
        let crash = |index: usize| format!("no key {}", "x".repeat(index));
        let reports = (0..300).map(|index| {
            let rare = crash(index / 3);
            let rare = (Verdict::Crashed, &*rare);
            report(&format!("student-{index}"), &[WRONG, rare, HUNG, OK])
        });
        let page = class(&reports.collect::<Vec<_>>(), 300);
        assert!(page.len() < 300_000, "{}", page.len());
        assert!(page.contains("94 more mistakes"), "{page:.9000}");
        assert!(page.contains("42 are not listed"), "{page:.9000}");
        assert!(page.contains(" and 270 more</p>"), "{page:.9000}");
        let first = page.find("No &lt;b&gt;board").expect("it is there");
        assert!(first < page.find("no key").expect("so is that"));
    }
}

//! The report as one page of HTML: self-contained, without scripts, light or
//! dark as the reader's system is. It opens on the mistake to fix first.

use maud::{Markup, html};
use pages::board::{Labels, LastMove, svg};
use pages::playground;
use pages::text::{with_code, with_controls};
use pages::{Document, Style};
use reversi_core::Board;
use transcript::{Verdict, encode};

use super::case_result::{Report, WrongBoards};
use super::reveal::{CaseView, Reveal};
use super::text::{
    cut, in_place, last_lines, name, names, one_line, own_points, plain, sums, without_repeats,
};
use super::view::{Group, ReportView};
use crate::diagnose::differences;

const STYLE: &str = include_str!("page.css");

/// The lines of both outputs before the first difference, and from there on.
const LINES: [usize; 2] = [12, 28];

/// A page stays one that a browser opens at once, whatever was printed.
const MOST_LINES: usize = 200;
const LONGEST_LINE: usize = 200;

pub fn page(report: &Report, reveal: Reveal) -> String {
    let title = format!("{}: {}", one_line(&report.course), name(&report.submission));
    let view = ReportView::new(report, reveal);
    let body = html! {
        @if !report.students.is_empty() { p { (names(&report.students)) } }
        p class=(class(report.all_ok())) { strong { (sums(report)) } }
        @if let Some(step) = &view.first { p { strong { "First:" } " " (step) } }
        @if !report.criteria.is_empty() { (criteria(report)) }
        @for (number, group) in (1..).zip(&view.groups) {
            (section(number, group, report)) "\n"
        }
        h2 id="cases" { "All cases" }
        (overview(&view))
        @if !report.warnings.is_empty() {
            (folded("Warnings of the compiler", &plain(&report.warnings), false))
        }
        @for note in view.notes() {
            p .note { "Note: " (with_code(&note)) }
        }
    };
    let (board, text) = (pages::board::STYLE, pages::text::STYLE);
    let style = [pages::COLOURS, board, text, STYLE].concat();
    Document {
        title: &title,
        style: Style::Inline(&style),
        script: None,
        navigation: html! {},
        body,
    }
    .to_html()
}

fn class(ok: bool) -> &'static str {
    if ok { "good" } else { "bad" }
}

fn criteria(report: &Report) -> Markup {
    html! {
        table .overview {
            thead { tr { th scope="col" { "Criterion" } th scope="col" { "Points" } } }
            tbody {
                @for it in &report.criteria {
                    tr {
                        th scope="row" { (one_line(&it.criterion)) }
                        td class=(class(it.is_full())) { (it.sentence()) }
                    }
                    "\n"
                }
            }
        }
    }
}

fn overview(view: &ReportView<'_>) -> Markup {
    let report = view.report;
    html! {
        table .overview aria-labelledby="cases" {
            thead {
                tr {
                    @for head in ["Case", "Verdict", "Points", "Seconds"] {
                        @if head != "Points" || report.criteria.is_empty() { th scope="col" { (head) } }
                    }
                }
            }
            tbody {
                @for shown in &view.cases { (overview_row(view, shown)) "\n"
                }
            }
        }
    }
}

/// Draws a row. It is the target of links to a case that is in no mistake above.
fn overview_row(view: &ReportView<'_>, shown: &CaseView<'_>) -> Markup {
    let (report, index) = (view.report, shown.index);
    let is_of = |group: &Group<'_>| {
        let mut cases = [&group.best].into_iter().chain(&group.others);
        cases.any(|case| case.index == index)
    };
    let is_told = view.groups.iter().any(is_of);
    let ok = shown.verdict == Verdict::Ok;
    let id = (!ok && !is_told).then(|| format!("case-{index}"));
    html! {
        tr id=[id] {
            th scope="row" {
                @if is_told { a href={ "#case-" (index) } { (one_line(shown.case)) } }
                @else { (one_line(shown.case)) }
            }
            td class=(class(ok)) {
                @if is_told && shown.place.is_none() { (shown.verdict.to_string()) }
                @else { (with_code(&view.headline(shown))) }
            }
            @if report.criteria.is_empty() { td { (own_points(&report.cases[index])) } }
            td { @if let Some(seconds) = shown.seconds { (format!("{seconds:.2}")) } }
        }
    }
}

/// Draws a mistake; the details of all after the first are folded.
fn section(number: usize, group: &Group<'_>, report: &Report) -> Markup {
    let full = report.full;
    let shown = &group.best;
    let place = in_place(shown.place);
    let id = format!("case-{}", shown.index);
    let details = details(shown, number == 1 || full);
    html! {
        section aria-labelledby=(id) {
            h2 id=(id) { (number) ". " (with_code(&shown.sentence())) }
            p {
                "In " (one_line(shown.case)) (place)
                @if let Some(link) = in_playground(report, shown) {
                    ". " a href=(link) { "Open it in the playground" }
                }
            }
            @if number == 1 || full { (details) }
            @else { details { summary { "Details" } (details) } }
            @if let Some(hint) = shown.further_hint() {
                p .hint { strong { "Hint:" } " " (with_code(&plain(hint))) }
            }
            @for (title, source) in [("The handout:", shown.handout), ("Tested in:", shown.tested)] {
                @if let Some(source) = source {
                    p { strong { (title) } " " (with_code(&plain(source))) }
                }
            }
            @if !group.others.is_empty() {
                p {
                    strong { "Also in:" }
                    @for (at, other) in group.others.iter().enumerate() {
                        @if at > 0 { "," }
                        " " span id={ "case-" (other.index) } { (one_line(other.case)) }
                    }
                }
            }
        }
    }
}

fn in_playground(report: &Report, shown: &CaseView<'_>) -> Option<String> {
    let lines = shown.lines.filter(|lines| !lines.is_empty())?;
    let page = report.playground.as_deref()?;
    let game = playground::SharedGame::Lines(lines);
    Some(playground::link(page, &report.course, game))
}

/// Draws the details; `pictures` of boards take more space than text.
fn details(shown: &CaseView<'_>, pictures: bool) -> Markup {
    let drawn = shown
        .boards
        .map(|boards| (boards, pictures.then(|| pair(boards)).flatten()));
    html! {
        @match drawn {
            Some((_, Some(pair))) => { (pair) }
            Some((boards, None)) => { pre tabindex="0" { (bounded(&plain(&boards.drawn))) } }
            None => { (lines(shown)) }
        }
        @if let Some(stderr) = shown.own_stderr() {
            (folded("Standard error", &without_repeats(&plain(stderr)), pictures))
        }
        @let whole = shown.full_session.filter(|_| pictures).or(shown.session);
        @if let Some(session) = whole.filter(|session| !session.is_empty()) {
            (folded("The session up to this point", &plain(session), false))
        }
        @match (shown.expected_output, shown.got_output) {
            (Some(expected), Some(got)) if expected != got && pictures => {
                (side_by_side(expected, got))
            }
            (None, Some(got)) if !got.is_empty() => {
                (folded("What it printed", &encode(got), false))
            }
            _ => {}
        }
    }
}

/// Draws both boards and marks the squares that differ; `None` if they are no boards.
fn pair(boards: &WrongBoards) -> Option<Markup> {
    let expected: Board = boards.expected.parse().ok()?;
    let printed: Board = boards.printed.parse().ok()?;
    let labels = Labels {
        row: names_from(&boards.first[0]),
        col: names_from(&boards.first[1]),
    };
    let differing = differences(&expected, &printed);
    let marked = differing.first().map(|&square| LastMove {
        square,
        flipped: differing.clone(),
    });
    Some(html! {
        div .boards {
            @for (title, board, marked) in [("Expected", &expected, None), ("Printed", &printed, marked)] {
                figure {
                    figcaption { (title) }
                    (svg(board, labels, marked.as_ref()))
                }
            }
        }
    })
}

fn names_from(first: &str) -> fn(u8) -> String {
    match first {
        "0" => |index| index.to_string(),
        "1" => |index| (u16::from(index) + 1).to_string(),
        _ => |index| char::from(b'a'.saturating_add(index)).to_string(),
    }
}

fn lines(shown: &CaseView<'_>) -> Markup {
    let both = [("Expected", shown.expected), ("Got", shown.got)];
    let is_empty = both.iter().all(|(_, part)| part.is_none_or(str::is_empty));
    html! {
        @if !is_empty {
            dl {
                @for (title, part) in both {
                    @if let Some(part) = part { dt { (title) } dd { pre { (with_controls(&bounded(&plain(part)))) } } }
                }
            }
        }
    }
}

fn folded(title: &str, text: &str, open: bool) -> Markup {
    html! {
        details open[open] {
            summary { (title) }
            pre tabindex="0" { (with_controls(&bounded(text))) }
        }
    }
}

fn bounded(text: &str) -> String {
    last_lines(text, MOST_LINES, LONGEST_LINE, text.lines().count())
}

fn side_by_side(expected: &[u8], got: &[u8]) -> Markup {
    let [expected, got] = [expected, got].map(encode);
    let [expected, got]: [Vec<&str>; 2] = [&expected, &got].map(|text| text.lines().collect());
    let pairs = expected.iter().zip(&got);
    let same = pairs.take_while(|(one, two)| one == two).count();
    let last = expected.len().max(got.len()).min(same + LINES[1]);
    html! {
        details {
            summary { "Both outputs, line by line" }
            table .sides {
                thead .quiet {
                    tr {
                        @for head in ["Line", "Expected", "Printed"] { th scope="col" { (head) } }
                    }
                }
                tbody {
                    @for line in same.saturating_sub(LINES[0])..last {
                        @let (one, two) = (expected.get(line).copied(), got.get(line).copied());
                        tr .differs[one != two] {
                            td { (line + 1) }
                            @let both = [one, two].map(Option::unwrap_or_default);
                            @let mark = (line == same).then(|| shared_prefix(both[0], both[1]));
                            (cell(one, mark))
                            (cell(two, mark))
                        }
                        "\n"
                    }
                }
            }
        }
    }
}

fn cell(line: Option<&str>, mark: Option<usize>) -> Markup {
    let Some(text) = line else {
        return html! { td .none { "(nothing)" } };
    };
    let text = cut(text, LONGEST_LINE);
    let mut rest = text.chars();
    let before: String = rest.by_ref().take(mark.unwrap_or(usize::MAX)).collect();
    html! {
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
    let pairs = one.chars().zip(two.chars());
    pairs.take_while(|(one, two)| one == two).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::case_result::Explanation;
    use crate::report::samples::{report, wrong};

    fn page_of(expected: &str, got: &str) -> String {
        let explanation = Explanation {
            expected_output: expected.into(),
            got_output: got.into(),
            ..Explanation::default()
        };
        page(&report(vec![wrong("a", explanation)]), Reveal::Full)
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
        for (got, marked) in [
            ("same\nabd\ny\n", "ab<mark>d</mark>␊"),
            ("same\nabc", "abc<mark>␄</mark>"),
        ] {
            let page = page_of("same\nabc\n", got);
            assert!(page.contains(marked), "{page}");
            assert_eq!(page.matches("<mark>").count(), 2);
        }
    }

    #[test]
    fn lines_far_from_the_difference_are_left_out() {
        let many: Vec<_> = (0..100).map(|line| format!("line {line}\n")).collect();
        let many = many.concat();
        let page = page_of(&format!("{many}a\n{many}"), &format!("{many}b\n{many}"));
        assert!(
            page.contains("<td>101</td><td><code><mark>a</mark>␊</code></td>"),
            "{page}"
        );
        assert!(page.contains("line 88␊") && !page.contains("line 87␊"));
        assert!(page.contains("line 26␊") && !page.contains("line 27␊"));
    }

    #[test]
    fn a_flood_of_output_gives_a_page_of_bounded_size() {
        let flood = "<".repeat(100_000) + &"<\n".repeat(100_000);
        assert!(page_of("a\n", &flood).len() < 60_000);
    }

    #[test]
    fn both_boards_are_pictures_and_the_squares_that_differ_are_marked() {
        let boards = WrongBoards {
            first: ["0", "a"].map(str::to_owned),
            expected: "XO\n--\n".to_owned(),
            printed: "XX\n-O\n".to_owned(),
            ..WrongBoards::default()
        };
        let drawn = pair(&boards).expect("they are boards").into_string();
        assert_eq!(drawn.matches("<svg").count(), 2);
        let (_, printed) = drawn.split_once("Printed").expect("the second one");
        let (_, rings) = printed
            .split_once("class=\"flips")
            .expect("there are rings");
        let rings = rings.split_once("></path>").map(|(path, _)| path);
        assert_eq!(rings.map(|path| path.matches('M').count()), Some(2));
        assert!(
            drawn.contains(">1</text>") && drawn.contains(">b</text>"),
            "{drawn}"
        );
        assert!(pair(&WrongBoards::default()).is_none());
    }
}

//! The report as one page of HTML: self-contained, without scripts, light or
//! dark as the reader's system is.

use std::fmt::Write;
use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};
use transcript::{Verdict, encode};

use super::Reveal;
use super::marked::{Marked, Report};
use super::reveal::Shown;
use super::text::{cases, one_line, plain, points};

const STYLE: &str = include_str!("page.css");

/// Equal lines shown on both sides of a difference; those beyond are folded.
const CONTEXT: usize = 3;

/// A page stays one that a browser opens at once, whatever was printed.
const MOST_LINES: usize = 1000;
const LONGEST_LINE: usize = 500;

/// One student's page.
pub fn page(report: &Report, reveal: Reveal) -> String {
    let title = format!(
        "{}: {}",
        one_line(&report.course),
        one_line(&report.submission)
    );
    let title = escape(&title);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>{title}</h1>\n<p class=\"{}\"><strong>{} of {} passed, {} of {} points</strong></p>\n",
        if report.all_ok() { "good" } else { "bad" },
        report.passed(),
        cases(report.cases.len()),
        points(report.points()),
        points(report.possible()),
    );
    for note in &report.notes {
        add(
            &mut page,
            format_args!("<p class=\"note\">Note: {}</p>\n", escape(&one_line(note))),
        );
    }
    overview(&mut page, report, reveal);
    for (index, marked) in report.cases.iter().enumerate() {
        if marked.verdict != Verdict::Ok {
            section(&mut page, index, marked, reveal);
        }
    }
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

/// `text` for the inside of an element or of a quoted attribute.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(character),
        }
    }
    escaped
}

fn overview(page: &mut String, report: &Report, reveal: Reveal) {
    page.push_str(
        "<table class=\"overview\">\n<caption>All cases</caption>\n<thead><tr>\
         <th scope=\"col\">Case</th><th scope=\"col\">Verdict</th><th scope=\"col\">Points</th>\
         <th scope=\"col\">Seconds</th></tr></thead>\n<tbody>\n",
    );
    for (index, marked) in report.cases.iter().enumerate() {
        let ok = marked.verdict == Verdict::Ok;
        let name = escape(&one_line(&marked.case));
        let name = if ok {
            name
        } else {
            format!("<a href=\"#case-{index}\">{name}</a>")
        };
        let reason = reveal.shown(marked).reason;
        let reason = reason.map_or(String::new(), |reason| format!(": {}", one_line(reason)));
        add(
            page,
            format_args!(
                "<tr><th scope=\"row\">{name}</th><td class=\"{}\">{}{}</td><td>{} of {}</td>\
                 <td>{:.2}</td></tr>\n",
                if ok { "good" } else { "bad" },
                marked.verdict,
                escape(&reason),
                points(if ok { marked.weight } else { 0.0 }),
                points(marked.weight),
                marked.seconds,
            ),
        );
    }
    page.push_str("</tbody>\n</table>\n");
}

fn section(page: &mut String, index: usize, marked: &Marked, reveal: Reveal) {
    let shown = reveal.shown(marked);
    add(
        page,
        format_args!(
            "<section aria-labelledby=\"case-{index}\">\n<h2 id=\"case-{index}\">{}</h2>\n\
             <p class=\"bad\">{}",
            escape(&one_line(&marked.case)),
            marked.verdict,
        ),
    );
    let place = shown.place.filter(|place| shown.reason != Some(place));
    for part in [shown.reason, place].into_iter().flatten() {
        add(page, format_args!(", {}", escape(&one_line(part))));
    }
    page.push_str("</p>\n");
    if let Some(hint) = shown.hint {
        add(
            page,
            format_args!(
                "<p class=\"hint\"><strong>Hint:</strong> {}</p>\n",
                escape(&plain(hint))
            ),
        );
    }
    lines_or_boards(page, &shown);
    match (shown.expected_output, shown.got_output) {
        (Some(expected), Some(got)) if expected != got => side_by_side(page, expected, got),
        (None, Some(got)) if !got.is_empty() => folded(page, "What it printed", &encode(got)),
        _ => {}
    }
    if let Some(session) = shown.session.filter(|session| !session.is_empty()) {
        folded(page, "The session up to there", &plain(session));
    }
    if let Some(stderr) = shown.stderr {
        folded(page, "Standard error", &plain(stderr));
    }
    page.push_str("</section>\n");
}

fn lines_or_boards(page: &mut String, shown: &Shown<'_>) {
    let both = [("Expected", shown.expected), ("Got", shown.got)];
    if both.iter().all(|(_, part)| part.is_none_or(str::is_empty)) {
        return;
    }
    page.push_str("<dl>\n");
    for (title, part) in both {
        if let Some(part) = part {
            let part = escape(&plain(part));
            add(
                page,
                format_args!("<dt>{title}</dt><dd><pre>{part}</pre></dd>\n"),
            );
        }
    }
    page.push_str("</dl>\n");
}

fn folded(page: &mut String, title: &str, text: &str) {
    let mut shown: Vec<_> = text.lines().take(MOST_LINES).map(cut).collect();
    if text.lines().nth(MOST_LINES).is_some() {
        shown.push("(the rest is left out)".to_owned());
    }
    add(
        page,
        format_args!(
            "<details><summary>{title}</summary>\n<pre tabindex=\"0\">{}</pre></details>\n",
            escape(&shown.join("\n"))
        ),
    );
}

/// Both outputs line by line, aligned, with the lines far from any difference
/// folded.
fn side_by_side(page: &mut String, expected: &[u8], got: &[u8]) {
    let (expected, got) = (visible_lines(expected), visible_lines(got));
    let operations = capture_diff_slices(Algorithm::Myers, &expected, &got);
    let mut first = true;
    page.push_str("<h3>Side by side</h3>\n");
    for operation in operations {
        let (old, new) = (operation.old_range(), operation.new_range());
        if matches!(operation, DiffOp::Equal { .. }) {
            equal(page, &expected, &old, &new, first);
            continue;
        }
        open(page);
        for offset in 0..old.len().max(new.len()) {
            let index =
                |range: &Range<usize>| (offset < range.len()).then_some(range.start + offset);
            let (one, two) = (index(&old), index(&new));
            let (left, right) = (
                one.map(|index| &*expected[index]),
                two.map(|index| &*got[index]),
            );
            // The cells of one row differ, so that each has its own mark; only
            // the very first is the difference that counts.
            let at = first.then(|| shared_prefix(left.unwrap_or(""), right.unwrap_or("")));
            first = false;
            page.push_str("<tr class=\"differs\">");
            cell(page, one, left, at);
            cell(page, two, right, at);
            page.push_str("</tr>\n");
        }
        page.push_str("</tbody></table>\n");
    }
}

fn equal(page: &mut String, lines: &[String], old: &Range<usize>, new: &Range<usize>, head: bool) {
    let rows = |page: &mut String, offsets: Range<usize>| {
        for offset in offsets {
            let line = Some(&*lines[old.start + offset]);
            page.push_str("<tr>");
            cell(page, Some(old.start + offset), line, None);
            cell(page, Some(new.start + offset), line, None);
            page.push_str("</tr>\n");
        }
        page.push_str("</tbody></table>\n");
    };
    let length = old.len();
    // Nothing comes before the head of a text that would need its context.
    let above = if head { 0 } else { CONTEXT.min(length) };
    let below = CONTEXT.min(length - above);
    if length - above - below <= 1 {
        open(page);
        return rows(page, 0..length);
    }
    if above > 0 {
        open(page);
        rows(page, 0..above);
    }
    add(
        page,
        format_args!(
            "<details><summary>{} equal lines</summary>\n",
            length - above - below
        ),
    );
    open(page);
    rows(page, above..length - below);
    page.push_str("</details>\n");
    if below > 0 {
        open(page);
        rows(page, length - below..length);
    }
}

fn open(page: &mut String) {
    add(
        page,
        format_args!(
            "<table class=\"sides\"><thead class=\"quiet\"><tr><th scope=\"col\">Line</th>\
             <th scope=\"col\">Expected</th><th scope=\"col\">Line</th><th scope=\"col\">Got</th>\
             </tr></thead><tbody>\n"
        ),
    );
}

/// The number of a line and the line, with the character at `mark` marked.
fn cell(page: &mut String, index: Option<usize>, line: Option<&str>, mark: Option<usize>) {
    let (Some(index), Some(line)) = (index, line) else {
        page.push_str("<td></td><td class=\"none\">(nothing)</td>");
        return;
    };
    let mut characters = line.chars();
    let before: String = characters
        .by_ref()
        .take(mark.unwrap_or(usize::MAX))
        .collect();
    let marked = characters.next().map_or(String::new(), |character| {
        format!("<mark>{}</mark>", escape(&character.to_string()))
    });
    add(
        page,
        format_args!(
            "<td>{}</td><td><code>{}{marked}{}</code></td>",
            index + 1,
            escape(&before),
            escape(characters.as_str())
        ),
    );
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

fn add(page: &mut String, text: std::fmt::Arguments<'_>) {
    page.write_fmt(text).expect("a String takes it all");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::marked::Explanation;
    use crate::report::samples::marked;

    fn page_of(expected: &str, got: &str) -> String {
        let explanation = Explanation {
            expected_output: expected.into(),
            got_output: got.into(),
            ..Explanation::default()
        };
        let case = Marked {
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
        assert!(page.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"));
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

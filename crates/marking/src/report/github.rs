//! The report for GitHub Actions: a job summary in Markdown, annotations and outputs,
//! <https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands>.

use transcript::Verdict;

use super::case_result::Report;
use super::reveal::Reveal;
use super::text::{
    clipped, counted, cut_words, in_place, one_line, own_points, plain, points, sums,
};
use super::view::{Group, ReportView};

/// The largest summary, in bytes. GitHub refuses one of more than 1 MiB.
const LARGEST: usize = 1 << 20;

/// The space for the last lines of a summary, in bytes.
const SPACE: usize = 4 << 10;

/// The most bytes of one case.
const LONGEST: usize = 16 << 10;

/// In characters.
const LONGEST_LINE: usize = 500;

/// The most annotations of one kind that GitHub shows of a step.
const MOST_ANNOTATIONS: usize = 10;

pub(super) fn github(view: &ReportView<'_>) -> String {
    let report = view.report;
    let mut text = format!("## {}: {}\n\n", inline(&report.course), sums(report));
    if let Some(step) = &view.first {
        text.extend(["first: ", &inline(step), "\n\n"]);
    }
    if !report.criteria.is_empty() {
        text.push_str("| | criterion | points |\n| --- | --- | --- |\n");
        for it in &report.criteria {
            let name = inline(&it.criterion);
            text.push_str(&row(&[mark(it.is_full()), &name, &it.sentence()]));
        }
        text.push('\n');
    }
    text.push_str("| | case | verdict | points |\n| --- | --- | --- | --- |\n");
    let rows = view.cases.iter().zip(&report.cases).map(|(case, marked)| {
        let (mark, name) = (mark(case.verdict == Verdict::Ok), inline(case.case));
        row(&[mark, &name, &inline(&case.headline()), &own_points(marked)])
    });
    let sections = view.groups.iter().map(section);
    let mut left_out = 0;
    for part in rows.chain(sections) {
        if text.len() + part.len() > LARGEST - SPACE {
            left_out += 1;
        } else {
            text.push_str(&part);
        }
    }
    if left_out > 0 {
        let cases = counted(left_out, "case");
        text.extend(["\n", &cases, " left out: the summary is too long.\n"]);
    }
    for note in view.notes() {
        let note = format!("\nnote: {}\n", inline(&note));
        if text.len() + note.len() <= LARGEST {
            text.push_str(&note);
        }
    }
    text
}

fn mark(ok: bool) -> &'static str {
    if ok { "✅" } else { "❌" }
}

fn row(cells: &[&str]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

/// Returns the mistake with its best case, or nothing if none of it may be shown.
fn section(group: &Group<'_>) -> String {
    let shown = &group.best;
    let mut text = String::new();
    for (title, part) in shown.parts() {
        let part = plain(part);
        let part = clipped(&part, LONGEST);
        let fence = fence(&part);
        let part = part.trim_end_matches('\n');
        text.extend([
            "\n", title, "\n\n", &fence, "text\n", part, "\n", &fence, "\n",
        ]);
    }
    for (title, line) in group.lines() {
        text.extend(["\n", title, ": ", &inline(&line), "\n"]);
    }
    if text.is_empty() {
        return text;
    }
    let place = in_place(shown.place.or(shown.reason));
    let title = format!("{}: {}{place}", shown.case, shown.verdict);
    let title = inline(&title);
    format!("\n### {title}\n{text}")
}

/// Returns more backticks than any run in `text` has, so that none of its lines ends the block.
fn fence(text: &str) -> String {
    let runs = text.split(|character| character != '`').map(str::len);
    "`".repeat(runs.max().unwrap_or(0).max(2) + 1)
}

/// The beginning of `text` on one line of Markdown, where none of its characters has a meaning.
fn inline(text: &str) -> String {
    let text = cut_words(&one_line(text), LONGEST_LINE);
    let mut safe = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let in_word = characters.peek().is_some_and(|next| !next.is_whitespace());
        match character {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            // A mention sends someone a message, and references lead somewhere.
            '@' if in_word => safe.push_str("&#64;"),
            '#' if in_word => safe.push_str("&#35;"),
            ':' if in_word => safe.push_str("&#58;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' => {
                safe.push('\\');
                safe.push(character);
            }
            _ => safe.push(character),
        }
    }
    safe
}

/// Returns the log of a step with an annotation per mistake, ten at most. No program can know
/// `token`: between two lines with it, no line is a command to GitHub.
pub fn log(human: &str, report: &Report, reveal: Reveal, token: &str) -> String {
    let mut text = format!("::stop-commands::{token}\n{}", plain(human));
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text.extend(["::", token, "::\n"]);
    let groups = ReportView::new(report, reveal).groups;
    let shown = if groups.len() > MOST_ANNOTATIONS {
        MOST_ANNOTATIONS - 1
    } else {
        groups.len()
    };
    for group in &groups[..shown] {
        let mut message = group.best.headline();
        for (title, line) in group.lines() {
            match title {
                "cause" | "hint" => message.extend(["\n", &line]),
                "also in" => message.extend(["\nalso in: ", &line]),
                _ => {}
            }
        }
        annotation(&mut text, &one_line(group.best.case), &message);
    }
    if shown < groups.len() {
        let more = groups.len() - shown;
        let message = format!("{more} more mistakes: see the summary of the job");
        annotation(&mut text, "automarker", &message);
    }
    text
}

fn annotation(text: &mut String, title: &str, message: &str) {
    let escaped = |text: &str| {
        let text = text.replace('%', "%25");
        text.replace('\r', "%0D").replace('\n', "%0A")
    };
    let title = escaped(&cut_words(title, LONGEST_LINE));
    let title = title.replace(':', "%3A").replace(',', "%2C");
    let message = escaped(&cut_words(message, LONGEST_LINE));
    text.extend(["::error title=", &title, "::", &message, "\n"]);
}

pub fn outputs(report: &Report) -> String {
    format!(
        "points={}\npossible={}\npassed={}\ntotal={}\n",
        points(report.points()),
        points(report.possible()),
        report.passed(),
        report.cases.len(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples::{marked, report, wrong};
    use crate::report::{CaseResult, Explanation};

    fn failed(case: &str, reason: &str) -> CaseResult {
        let explanation = Explanation {
            kind: case.to_owned(),
            ..Explanation::default()
        };
        CaseResult {
            reason: Some(reason.to_owned()),
            ..wrong(case, explanation)
        }
    }

    fn commands(log: &str) -> Vec<&str> {
        let mut stopped = None;
        let mut commands = Vec::new();
        for line in log.lines().map(str::trim_start) {
            if let Some(end) = stopped {
                if line == end {
                    stopped = None;
                }
            } else if line.starts_with("::stop-commands::") {
                stopped = Some("::secret::");
            } else if line.starts_with("::") {
                commands.push(line);
            }
        }
        assert_eq!(stopped, None);
        commands
    }

    #[test]
    fn ten_annotations_at_most_and_the_last_one_counts_the_rest() {
        let many = |count: usize| {
            let cases = (0..count)
                .map(|index| failed(&index.to_string(), "line 1"))
                .collect();
            let log = log("", &report(cases), Reveal::Full, "secret");
            let commands = commands(&log).into_iter();
            commands.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(many(2).len(), 2);
        assert_eq!(many(10).len(), 10);
        let eleven = many(11);
        assert_eq!(eleven[0], "::error title=0::wrong output: line 1");
        assert_eq!(eleven.len(), 10);
        let last = "::error title=automarker::2 more mistakes: see the summary of the job";
        assert_eq!(eleven[9], last);
    }

    #[test]
    fn no_text_of_a_program_is_a_command() {
        let cases = vec![failed("a,b:c%", "x\n::set-output name=a::b %0A")];
        let human = "::error::forged\n::secret\n::add-mask::x\r::debug::y\n";
        let log = log(human, &report(cases), Reveal::Full, "secret");
        let expected = "::error title=a%2Cb%3Ac%25::wrong output: x ::set-output name=a::b %250A";
        assert_eq!(commands(&log), [expected]);
    }

    fn summary(cases: Vec<CaseResult>) -> String {
        github(&ReportView::new(&report(cases), Reveal::Full))
    }

    #[test]
    fn no_text_of_a_program_is_markdown() {
        let mut case = failed("a|b", "<b>@all</b> [x](y) #1 http://z");
        case.stderr = "````\n# title\n```\n".to_owned();
        let text = summary(vec![case, marked("c")]);
        let row =
            "| a\\|b | wrong output: &lt;b&gt;&#64;all&lt;/b&gt; \\[x\\](y) &#35;1 http&#58;//z |";
        assert!(text.contains(row), "{text}");
        assert!(
            text.contains("\n`````text\n````\n# title\n```\n`````\n"),
            "{text}"
        );
    }

    #[test]
    fn a_long_report_has_a_short_summary_that_counts_what_it_leaves_out() {
        let cases = (0..200).map(|index| CaseResult {
            stderr: "line\n".repeat(10_000),
            ..failed(&index.to_string(), "line 1")
        });
        let text = summary(cases.collect());
        assert!(text.len() <= LARGEST);
        assert!(text.contains(" cases left out: the summary is too long.\n"));
        assert_eq!(text.matches("\n| ❌ |").count(), 200);
    }
}

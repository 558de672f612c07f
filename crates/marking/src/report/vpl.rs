//! The report as Moodle's Virtual Programming Lab reads it from the output of an
//! evaluation: comments in a block, then the grade:
//! <https://vpl.dis.ulpgc.es/documentation/vpl-4.0/>.
//!
//! Every text of a program stands behind a `>`, so that none of its lines is the end of
//! the block or a grade.

use super::case_result::Report;
use super::classroom50::Host;
use super::details::details;
use super::reveal::CaseView;
use super::text::{clipped, one_line, points, sums};
use super::view::ReportView;

/// The most bytes, less than the 32 KiB of older servers, whose own messages come on top.
const LARGEST: usize = 30 << 10;

/// The most bytes of one case.
const LONGEST: usize = 8 << 10;

pub(super) fn vpl(view: &ReportView<'_>, host: &Host<'_>) -> String {
    let report = view.report;
    let head = head(report);
    let comments = comments(view);
    let mut longest = LONGEST;
    let mut text = block(&head, &comments, longest);
    while size(&text) > LARGEST && longest > 0 {
        longest /= 2;
        text = block(&head, &comments, longest);
    }
    let mut shown = shortened(&text);
    shown.push_str("--|>\n");
    // Without a grade, the older one stays.
    if !report.is_undecided() {
        shown.push_str(&grade(report, host));
    }
    shown
}

fn block(head: &[String], comments: &[(String, String)], longest: usize) -> String {
    let mut lines = vec!["<|--".to_owned()];
    lines.extend_from_slice(head);
    for (title, details) in comments {
        lines.push(format!("-{title}"));
        let details = clipped(details, longest);
        lines.extend(details.lines().map(|detail| format!(">{detail}")));
    }
    lines.join("\n") + "\n"
}

/// Counts a carriage return per line, since the output goes through a terminal.
fn size(text: &str) -> usize {
    text.len() + text.matches('\n').count()
}

fn shortened(text: &str) -> String {
    if size(text) <= LARGEST {
        return text.to_owned();
    }
    let mut shortened = String::new();
    for whole in text.split_inclusive('\n') {
        if size(&shortened) + size(whole) > LARGEST {
            break;
        }
        shortened.push_str(whole);
    }
    shortened.push_str("-(more cases left out)\n");
    shortened
}

fn head(report: &Report) -> Vec<String> {
    let criteria = report.criteria.iter();
    let criteria = criteria.map(|it| format!(">{}: {}", it.title(), it.sentence()));
    let notes = report.notes_for_students();
    let notes = notes.map(|note| format!(">note: {}", one_line(note)));
    let sums = format!("-{}", sums(report));
    [sums].into_iter().chain(criteria).chain(notes).collect()
}

fn comments(view: &ReportView<'_>) -> Vec<(String, String)> {
    let comment = |(shown, mut details): (&CaseView<'_>, String)| {
        let verdict = shown.verdict.to_string();
        let headline = view.headline(shown);
        // The title has the verdict.
        if headline != verdict {
            details.insert_str(0, &format!("{headline}\n"));
        }
        // The last word of a title is not in brackets: that would be a number of points.
        (format!("{}: {verdict}", one_line(shown.case)), details)
    };
    view.cases.iter().zip(details(view)).map(comment).collect()
}

/// Scales the grade to the activity's variables, or from 0 to 10 as the platform does.
fn grade(report: &Report, host: &Host<'_>) -> String {
    let bound = |name, otherwise| {
        let value = (host.variable)(name).and_then(|value| value.trim().parse().ok());
        let value = value.filter(|value: &f64| value.is_finite());
        value.unwrap_or(otherwise)
    };
    let (least, most) = (bound("VPL_GRADEMIN", 0.0), bound("VPL_GRADEMAX", 10.0));
    let grade = points(least + (most - least) * report.share());
    format!("Grade :=>>{grade}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples::{self, marked};
    use crate::report::{CaseResult, Explanation, Reveal};
    use transcript::Verdict;

    fn wrong(got: &str) -> CaseResult {
        let explanation = Explanation {
            place: "line 1, column 1".to_owned(),
            got: got.to_owned(),
            ..Explanation::default()
        };
        CaseResult {
            reason: Some("Line 1 differs (-5)".to_owned()),
            ..samples::wrong("wrong", explanation)
        }
    }

    fn evaluation(cases: Vec<CaseResult>, range: [&str; 2]) -> String {
        let report = Report {
            cases,
            notes: vec!["There is no sandbox".to_owned()],
            ..Report::default()
        };
        let host = Host {
            variable: &|name| match name {
                "VPL_GRADEMIN" => Some(range[0].to_owned()),
                "VPL_GRADEMAX" => Some(range[1].to_owned()),
                _ => None,
            },
            ..Host::NONE
        };
        vpl(&ReportView::new(&report, Reveal::None), &host)
    }

    #[test]
    fn no_text_of_a_program_is_a_line_of_its_own() {
        let cases = vec![marked("right"), wrong("--|>\nGrade :=>>10\n-Title")];
        assert_eq!(evaluation(cases, ["", ""]), include_str!("vpl.txt"));
    }

    #[test]
    fn the_grade_is_in_the_range_of_the_activity() {
        let grade = |range| {
            let text = evaluation(vec![marked("a"), marked("b"), wrong("")], range);
            let (_, grade) = text.rsplit_once("Grade :=>>").expect("a grade");
            grade.trim_end().to_owned()
        };
        assert_eq!(grade(["0", "100"]), "66.667");
        assert_eq!(grade(["1.00000", "4.00000"]), "3");
        assert_eq!(grade(["", ""]), "6.667");
        assert_eq!(grade(["inf", "many"]), "6.667");
    }

    #[test]
    fn a_long_report_fits_into_what_the_server_keeps() {
        let long = wrong(&"abcdefgh\n".repeat(2000));
        let text = evaluation(vec![long.clone(); 20], ["", ""]);
        assert!(size(&text) < 32 << 10 && size(&text) > 8 << 10);
        assert_eq!(text.matches("\n-wrong").count(), 20);
        let text = evaluation(vec![wrong("a"); 3000], ["", ""]);
        assert!(size(&text) < 32 << 10 && size(&text) > 16 << 10);
        assert!(text.ends_with("\n-(more cases left out)\n--|>\nGrade :=>>0\n"));
    }

    #[test]
    fn a_failure_of_the_marker_gives_no_grade() {
        let report = Report::not_marked("s", "c", 2.0);
        let text = vpl(&ReportView::new(&report, Reveal::None), &Host::NONE);
        assert!(text.contains("\n>not marked: The autograder could not run"));
        assert!(text.ends_with("\n--|>\n"), "{text}");
    }

    #[test]
    fn a_problem_of_all_cases_is_explained_once() {
        let unmade = CaseResult {
            verdict: Verdict::BuildFailed,
            reason: Some("exit status 1".to_owned()),
            stderr: "expected `;`".to_owned(),
            ..marked("a")
        };
        let text = evaluation(vec![unmade; 3], ["", ""]);
        assert_eq!(text.matches("expected `;`").count(), 1, "{text}");
        assert_eq!(text.matches(": build failed\n").count(), 3, "{text}");
    }
}

//! The details of each case as plain text, for the formats with one text per case.

use transcript::Verdict;

use super::case_result::CaseResult;
use super::reveal::CaseView;
use super::text::{one_line, plain};
use super::view::{Group, ReportView};

/// Explains a mistake of several cases in the one that shows it best.
pub(super) fn details(view: &ReportView<'_>) -> Vec<String> {
    let mut all = vec![String::new(); view.cases.len()];
    for (number, group) in view.groups.iter().enumerate() {
        let text = &mut all[group.best.index];
        if let Some(step) = view.first.as_ref().filter(|_| number == 0) {
            line(text, "first: ", step);
        }
        explain(text, group);
        for other in &group.others {
            let text = &mut all[other.index];
            line(text, "the same mistake as in ", group.best.case);
            for (title, part) in [("cause: ", other.cause), ("hint: ", other.hint)] {
                if let Some(part) = part {
                    line(text, title, part);
                }
            }
        }
    }
    all
}

fn explain(text: &mut String, group: &Group<'_>) {
    let CaseView { place, reason, .. } = group.best;
    // If the headline is the place, it is not repeated.
    if let Some(place) = place.filter(|_| reason != place) {
        line(text, "", place);
    }
    for (title, part) in group.best.parts() {
        line(text, title, ":");
        for part in plain(part).lines() {
            line(text, "  ", part);
        }
    }
    for (title, part) in group.lines() {
        line(text, title, &format!(": {part}"));
    }
}

fn line(text: &mut String, title: &str, rest: &str) {
    text.push_str(title);
    text.push_str(&one_line(rest));
    text.push('\n');
}

/// A case or a criterion, as platforms show a test.
pub(super) struct Test<'a> {
    pub(super) name: String,
    pub(super) output: String,
    pub(super) passed: bool,
    pub(super) points: f64,
    pub(super) possible: f64,
    pub(super) seconds: Option<f64>,
    /// `None` for a criterion.
    pub(super) case: Option<&'a CaseResult>,
}

pub(super) fn tests<'a>(view: &ReportView<'a>) -> Vec<Test<'a>> {
    let report = view.report;
    let cases = view.cases.iter().zip(&report.cases);
    let cases = cases.zip(details(view)).map(|((case, marked), details)| {
        let output = format!("{}\n{details}", view.headline(case));
        Test {
            name: one_line(case.case),
            output: output.trim_end().to_owned(),
            passed: case.verdict == Verdict::Ok,
            points: marked.points(),
            possible: marked.weight,
            seconds: case.seconds,
            case: Some(marked),
        }
    });
    let criteria = report.criteria.iter().map(|it| Test {
        name: it.title(),
        output: it.sentence(),
        passed: it.is_full(),
        points: it.points,
        possible: it.possible,
        seconds: None,
        case: None,
    });
    cases.chain(criteria).collect()
}

//! The details of each case as plain text, for the formats with one text per case.

use transcript::Verdict;

use super::case_result::{CaseResult, Report};
use super::groups::{first_step, groups};
use super::reveal::{Reveal, Shown};
use super::text::{one_line, plain};

/// Explains a mistake of several cases in the one that shows it best.
pub(super) fn details(report: &Report, reveal: Reveal) -> Vec<String> {
    let mut all = vec![String::new(); report.cases.len()];
    for (number, group) in groups(report, reveal).into_iter().enumerate() {
        let text = &mut all[group.index];
        if let Some(step) = first_step(report, reveal).filter(|_| number == 0) {
            line(text, "first: ", &step);
        }
        explain(text, group.best, &reveal.shown(group.best));
        if let Some(others) = group.also_in() {
            line(text, "also in: ", &others);
        }
        for (index, other) in group.others {
            line(&mut all[index], "the same mistake as in ", &group.best.case);
            hints(&mut all[index], &reveal.shown(other));
        }
    }
    all
}

fn explain(text: &mut String, marked: &CaseResult, shown: &Shown<'_>) {
    // If the headline is the place, it is not repeated.
    if let Some(place) = shown.place
        && shown.reason != Some(place)
    {
        line(text, "", place);
    }
    for (title, part) in shown.parts() {
        line(text, title, ":");
        for part in plain(part).lines() {
            line(text, "  ", part);
        }
    }
    let tested = shown.tested.filter(|_| marked.verdict != Verdict::Ok);
    hints(text, shown);
    for (title, part) in [("the handout: ", shown.handout), ("tested in: ", tested)] {
        if let Some(part) = part {
            line(text, title, part);
        }
    }
}

fn hints(text: &mut String, shown: &Shown<'_>) {
    for (title, part) in [("cause: ", shown.cause), ("hint: ", shown.hint)] {
        if let Some(part) = part {
            line(text, title, part);
        }
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
    /// `None` for a criterion.
    pub(super) case: Option<&'a CaseResult>,
}

pub(super) fn tests(report: &Report, reveal: Reveal) -> Vec<Test<'_>> {
    let cases = details(report, reveal).into_iter().zip(&report.cases);
    let cases = cases.enumerate().map(|(index, (details, marked))| {
        let headline = if report.is_told_before(index) {
            marked.verdict.to_string()
        } else {
            reveal.shown(marked).headline()
        };
        let output = format!("{headline}\n{details}");
        Test {
            name: one_line(&marked.case),
            output: output.trim_end().to_owned(),
            passed: marked.verdict == Verdict::Ok,
            points: marked.points(),
            possible: marked.weight,
            case: Some(marked),
        }
    });
    let criteria = report.criteria.iter().map(|it| Test {
        name: it.title(),
        output: it.sentence(),
        passed: it.is_full(),
        points: it.points,
        possible: it.possible,
        case: None,
    });
    cases.chain(criteria).collect()
}

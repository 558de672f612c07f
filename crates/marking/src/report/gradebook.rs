//! The marks of a class.

use std::collections::BTreeMap;

use transcript::Verdict;

use super::case_result::{CaseResult, Explanation, Report};
use super::reveal::{CaseView, Reveal};
use super::text::{cut_words, points};
use super::view::{own_words, typed};

/// In characters.
const LONGEST_SENTENCE: usize = 300;

/// The marks of a class: only what its tables show, so that a large class needs little memory.
#[derive(Clone, Debug, Default)]
pub struct Gradebook {
    pub(super) cases: Vec<String>,
    pub(super) criteria: Vec<String>,
    reports: BTreeMap<String, Report>,
}

impl Gradebook {
    /// Adds a submission in place of its older marks.
    pub fn add(&mut self, report: &Report) {
        let criteria = report.criteria.iter().map(|it| &it.criterion);
        let cases = report.cases.iter().map(|marked| &marked.case);
        add_new(&mut self.criteria, criteria);
        add_new(&mut self.cases, cases);
        let kept = Report {
            submission: report.submission.clone(),
            students: report.students.clone(),
            late: report.late.clone(),
            before: report.before.clone(),
            criteria: report.criteria.clone(),
            cases: report.cases.iter().map(kept).collect(),
            ..Report::default()
        };
        self.reports.insert(report.submission.clone(), kept);
    }

    #[expect(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> usize {
        self.reports.len()
    }

    pub fn all_ok(&self) -> bool {
        self.reports().all(Report::all_ok)
    }

    pub fn undecided(&self) -> Vec<&str> {
        let undecided = self.reports().filter(|report| report.is_undecided());
        undecided.map(|report| &*report.submission).collect()
    }

    /// Returns the submissions in which a person must look for a program.
    pub fn without_program(&self) -> Vec<String> {
        let without = self.reports().filter(|report| could_not_start(report));
        without.map(|report| report.submission.clone()).collect()
    }

    /// Returns the final points of students with an id whose submission counts.
    pub fn points_by_id(&self, counts: impl Fn(&str) -> bool) -> BTreeMap<String, String> {
        let is_final = |report: &&Report| {
            !report.is_undecided() && !could_not_start(report) && counts(&report.submission)
        };
        let decided = self.reports().filter(is_final);
        let students = decided.flat_map(|report| {
            let students = report.students.iter();
            let students = students.filter(|student| !student.id.is_empty());
            students.map(|student| (student.id.clone(), points(report.points())))
        });
        students.collect()
    }

    /// Returns the points that all cases are worth; `None` if nothing was marked.
    pub fn possible(&self) -> Option<f64> {
        self.reports().next().map(Report::possible)
    }

    pub(super) fn reports(&self) -> impl ExactSizeIterator<Item = &Report> + Clone {
        self.reports.values()
    }
}

impl Report {
    /// Returns an empty text if they are not final.
    pub fn final_points(&self) -> String {
        if self.is_undecided() {
            return String::new();
        }
        points(self.points())
    }
}

fn could_not_start(report: &Report) -> bool {
    let mut cases = report.cases.iter();
    cases.any(|marked| marked.verdict == Verdict::CouldNotStart)
}

fn add_new<'a>(all: &mut Vec<String>, names: impl Iterator<Item = &'a String>) {
    for name in names {
        if !all.contains(name) {
            all.push(name.clone());
        }
    }
}

/// Keeps the sentence about the mistake as the reason, hidden or not.
fn kept(marked: &CaseResult) -> CaseResult {
    let sentence = (marked.verdict != Verdict::Ok).then(|| {
        let sentence = CaseView::new(0, marked, Reveal::Full).sentence();
        cut_words(&sentence, LONGEST_SENTENCE)
    });
    CaseResult {
        case: marked.case.clone(),
        hidden: marked.hidden,
        weight: marked.weight,
        verdict: marked.verdict,
        leniencies: marked.leniencies.clone(),
        lines: marked.lines,
        reason: sentence,
        explanation: Some(Explanation {
            kind: own_words(marked).concat(),
            typed: typed(marked).0,
            ..Explanation::default()
        }),
        ..CaseResult::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples::marked;

    #[test]
    fn newer_marks_replace_older_ones() {
        let report = |verdict| Report {
            submission: "alice".to_owned(),
            cases: vec![CaseResult {
                verdict,
                ..marked("one")
            }],
            ..Report::default()
        };
        let mut marks = Gradebook::default();
        marks.add(&report(Verdict::Timeout));
        assert!(!marks.all_ok());
        marks.add(&report(Verdict::Ok));
        assert!(marks.all_ok() && marks.reports().len() == 1);
    }

    #[test]
    fn a_long_sentence_is_cut() {
        let long = kept(&CaseResult {
            verdict: Verdict::WrongOutput,
            reason: Some("x".repeat(2 * LONGEST_SENTENCE)),
            ..marked("one")
        });
        let long = long.reason.expect("it has one");
        assert_eq!(long.chars().count(), LONGEST_SENTENCE);
        assert_eq!(kept(&marked("one")).reason, None);
    }
}

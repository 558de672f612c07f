//! The marks of a class.

use std::collections::BTreeMap;

use transcript::Verdict;

use super::case_result::{CaseResult, Report, Student};
use super::groups::sentence_on;
use super::reveal::Reveal;
use super::text::points;

/// The longest sentence about a mistake that is kept, in characters.
const LONGEST_SENTENCE: usize = 300;

/// The marks of a class. It keeps no more of a report than the tables of the class
/// show, so that a large class needs little memory.
#[derive(Clone, Debug, Default)]
pub struct Gradebook {
    pub(super) cases: Vec<String>,
    pub(super) criteria: Vec<String>,
    rows: BTreeMap<String, Row>,
}

#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) submission: String,
    pub(super) students: Vec<Student>,
    pub(super) points: f64,
    pub(super) possible: f64,
    pub(super) passed: usize,
    pub(super) lenient: usize,
    pub(super) late: String,
    pub(super) criteria: BTreeMap<String, f64>,
    /// In the order of the report.
    pub(super) cases: Vec<CaseMark>,
}

#[derive(Clone, Debug)]
pub(super) struct CaseMark {
    /// The index of its name in [`Gradebook::cases`].
    pub(super) case: usize,
    pub(super) hidden: bool,
    pub(super) verdict: Verdict,
    /// The sentence about the mistake; for a case that is ok, nothing.
    pub(super) mistake: String,
}

impl Gradebook {
    /// Adds a submission, in place of its older marks. A case that no submission
    /// before had gets a column of its own.
    pub fn add(&mut self, report: &Report) {
        let criteria = report.criteria.iter();
        for it in criteria.clone() {
            if !self.criteria.contains(&it.criterion) {
                self.criteria.push(it.criterion.clone());
            }
        }
        let cases = report.cases.iter().map(|marked| {
            let index = self.cases.iter().position(|case| *case == marked.case);
            CaseMark {
                case: index.unwrap_or_else(|| {
                    self.cases.push(marked.case.clone());
                    self.cases.len() - 1
                }),
                hidden: marked.hidden,
                verdict: marked.verdict,
                mistake: mistake(marked),
            }
        });
        let row = Row {
            submission: report.submission.clone(),
            students: report.students.clone(),
            points: report.points(),
            possible: report.possible(),
            passed: report.passed(),
            lenient: report.lenient(),
            late: report.late.clone().unwrap_or_default(),
            criteria: criteria
                .map(|it| (it.criterion.clone(), it.points))
                .collect(),
            cases: cases.collect(),
        };
        self.rows.insert(report.submission.clone(), row);
    }

    /// Returns `true` if every submission passed every case.
    pub fn all_ok(&self) -> bool {
        self.rows()
            .all(|row| !row.cases.is_empty() && row.passed == row.cases.len())
    }

    /// Returns the points of each student with an id, as a table has them.
    pub fn points_by_id(&self) -> BTreeMap<String, String> {
        let students = self.rows().flat_map(|row| {
            let students = row.students.iter().filter(|student| !student.id.is_empty());
            students.map(|student| (student.id.clone(), points(row.points)))
        });
        students.collect()
    }

    /// The points that all cases together are worth; `None` if nothing was marked.
    pub fn possible(&self) -> Option<f64> {
        self.rows().next().map(|row| row.possible)
    }

    pub(super) fn rows(&self) -> impl ExactSizeIterator<Item = &Row> + Clone {
        self.rows.values()
    }
}

/// Returns the sentence about what is wrong with a case, hidden or not.
fn mistake(marked: &CaseResult) -> String {
    if marked.verdict == Verdict::Ok {
        return String::new();
    }
    let text = sentence_on(marked, &Reveal::Full.shown(marked));
    match text.char_indices().nth(LONGEST_SENTENCE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
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
        assert!(marks.all_ok() && marks.rows().len() == 1);
    }

    #[test]
    fn a_long_sentence_is_cut() {
        let long = mistake(&CaseResult {
            verdict: Verdict::WrongOutput,
            reason: Some("x".repeat(2 * LONGEST_SENTENCE)),
            ..marked("one")
        });
        assert_eq!(long.chars().count(), LONGEST_SENTENCE + 1);
        assert_eq!(mistake(&marked("one")), "");
    }
}

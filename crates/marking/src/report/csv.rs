//! The marks of a batch as CSV, one row per student.

use std::io;

use transcript::Verdict;

use super::marked::Report;
use super::text::{one_line, points};

/// A table of marks: submission, points, possible, passed, total, then the
/// verdict of each case. It keeps no more of a report than that, so that a
/// large batch needs little memory.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    cases: Vec<String>,
    rows: Vec<Row>,
}

#[derive(Clone, Debug)]
struct Row {
    marks: [String; 5],
    verdicts: Vec<(String, Verdict)>,
}

impl Marks {
    /// Adds a row. A case that no row before had gets a column of its own.
    pub fn add(&mut self, report: &Report) {
        for marked in &report.cases {
            if !self.cases.contains(&marked.case) {
                self.cases.push(marked.case.clone());
            }
        }
        self.rows.push(Row {
            marks: [
                one_line(&report.submission),
                points(report.points()),
                points(report.possible()),
                report.passed().to_string(),
                report.cases.len().to_string(),
            ],
            verdicts: report
                .cases
                .iter()
                .map(|marked| (marked.case.clone(), marked.verdict))
                .collect(),
        });
    }

    /// Writes the table, its rows in the order of the submissions' names.
    pub fn write(&self, writer: impl io::Write) -> io::Result<()> {
        let mut table = csv::Writer::from_writer(writer);
        let fixed = ["submission", "points", "possible", "passed", "total"];
        let names = self.cases.iter().map(|case| one_line(case));
        table.write_record(fixed.map(str::to_owned).into_iter().chain(names))?;
        let mut rows: Vec<_> = self.rows.iter().collect();
        rows.sort_by(|one, two| one.marks[0].cmp(&two.marks[0]));
        for row in rows {
            let verdicts = self.cases.iter().map(|case| {
                let found = row.verdicts.iter().find(|(name, _)| name == case);
                found.map_or(String::new(), |(_, verdict)| verdict.to_string())
            });
            table.write_record(row.marks.iter().cloned().chain(verdicts))?;
        }
        table.flush()
    }
}

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
    submission: String,
    all_ok: bool,
    marks: [String; 5],
    verdicts: Vec<(String, Verdict)>,
}

impl Marks {
    /// Adds a row, in place of the submission's older one. A case that no row
    /// before had gets a column of its own.
    pub fn add(&mut self, report: &Report) {
        self.rows.retain(|row| row.submission != report.submission);
        for marked in &report.cases {
            if !self.cases.contains(&marked.case) {
                self.cases.push(marked.case.clone());
            }
        }
        self.rows.push(Row {
            submission: report.submission.clone(),
            all_ok: report.all_ok(),
            marks: [
                cell(&report.submission),
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

    /// Returns `true` if every submission passed every case.
    pub fn all_ok(&self) -> bool {
        self.rows.iter().all(|row| row.all_ok)
    }

    /// Returns the name of a submission as the table has it.
    pub fn name(submission: &str) -> String {
        cell(submission)
    }

    /// Writes the table, its rows in the order of the submissions' names.
    pub fn write(&self, writer: impl io::Write) -> io::Result<()> {
        let mut table = csv::Writer::from_writer(writer);
        let fixed = ["submission", "points", "possible", "passed", "total"];
        let names = self.cases.iter().map(|case| cell(case));
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

/// Returns `text` as a cell that no spreadsheet takes for a formula. An apostrophe
/// stands before a first character that would begin one, as OWASP's page "CSV
/// Injection" lists them. Some languages' spreadsheets separate cells at
/// semicolons, so the rule applies after a semicolon, too.
fn cell(text: &str) -> String {
    let mut cell = String::with_capacity(text.len());
    let mut is_start = true;
    for character in one_line(text).chars() {
        if is_start && matches!(character, '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠') {
            cell.push('\'');
        }
        is_start = character == ';' || is_start && character.is_whitespace();
        cell.push(character);
    }
    cell
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::marked::Marked;
    use crate::report::samples::marked;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_cell_begins_a_formula(
            names in proptest::collection::vec("[-=+@;,\"'a ＝\t\r\n]{0,6}", 1..3),
            cases in proptest::collection::vec("[-=+@;,\"'a ＋\t\r\n]{0,6}", 0..3),
        ) {
            let mut marks = Marks::default();
            for name in &names {
                marks.add(&Report {
                    submission: name.clone(),
                    cases: cases.iter().map(|case| marked(case)).collect(),
                    ..Report::default()
                });
            }
            let mut bytes = Vec::new();
            marks.write(&mut bytes).expect("a Vec takes it all");
            for delimiter in [b',', b';'] {
                let mut reader = ::csv::ReaderBuilder::new();
                reader.delimiter(delimiter).has_headers(false).flexible(true);
                for row in reader.from_reader(bytes.as_slice()).records() {
                    for cell in &row.expect("a row") {
                        let begins = cell.trim_start().starts_with(
                            ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
                        prop_assert!(!begins, "{cell:?}");
                    }
                }
            }
        }

        #[test]
        fn other_cells_are_unchanged(text in "[a-z(][a-z,.()' -]{0,10}") {
            prop_assert_eq!(cell(&text), text);
        }
    }

    #[test]
    fn a_new_row_replaces_the_submissions_older_one() {
        let report = |verdict| Report {
            submission: "alice".to_owned(),
            cases: vec![Marked {
                verdict,
                ..marked("one")
            }],
            ..Report::default()
        };
        let mut marks = Marks::default();
        marks.add(&report(Verdict::Timeout));
        marks.add(&report(Verdict::Ok));
        let mut bytes = Vec::new();
        marks.write(&mut bytes).expect("a Vec takes it all");
        let table = "submission,points,possible,passed,total,one\nalice,1,1,1,1,ok\n";
        assert_eq!(String::from_utf8(bytes).expect("text"), table);
    }

    #[test]
    fn an_apostrophe_stands_before_a_formula_and_not_before_a_number() {
        assert_eq!(cell("=1+1"), "'=1+1");
        assert_eq!(cell("Li;  @SUM(A1)"), "Li;  '@SUM(A1)");
        let mut marks = Marks::default();
        marks.add(&Report {
            submission: "-2".to_owned(),
            ..Report::default()
        });
        let mut bytes = Vec::new();
        marks.write(&mut bytes).expect("a Vec takes it all");
        let table = String::from_utf8(bytes).expect("text");
        assert_eq!(table.lines().nth(1), Some("'-2,0,0,0,0"));
    }
}

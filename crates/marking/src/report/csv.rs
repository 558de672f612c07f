//! The marks of a class as CSV, one row per submission.

use std::io;

use transcript::csv_cell;

use super::case_result::{Report, StudentRecord};
use super::gradebook::Gradebook;
use super::text::{name, one_line, points};

const COLUMNS: [&str; 10] = [
    "submission",
    "student",
    "id",
    "late",
    "points",
    "possible",
    "passed",
    "lenient",
    "total",
    "before",
];

impl Gradebook {
    /// Writes the table, sorted by submission.
    pub fn write(&self, writer: impl io::Write) -> io::Result<()> {
        let mut table = csv::Writer::from_writer(writer);
        let names = self.criteria.iter().chain(&self.cases);
        let names = names.map(|name| cell(name));
        table.write_record(COLUMNS.map(str::to_owned).into_iter().chain(names))?;
        for report in self.reports() {
            let verdicts = self.cases.iter().map(|name| {
                let found = report.cases.iter().find(|marked| marked.case == *name);
                found.map_or(String::new(), |marked| marked.verdict.to_string())
            });
            let criteria = self.criteria.iter().map(|name| {
                let found = report.criteria.iter().find(|it| it.criterion == *name);
                found.map_or(String::new(), |it| points(it.points))
            });
            let columns = columns(report).into_iter();
            table.write_record(columns.chain(criteria).chain(verdicts))?;
        }
        table.flush()
    }
}

fn columns(report: &Report) -> [String; COLUMNS.len()] {
    [
        cell(&name(&report.submission)),
        joined(&report.students, |student| &student.name),
        joined(&report.students, |student| &student.id),
        cell(report.late.as_deref().unwrap_or_default()),
        report.final_points(),
        points(report.possible()),
        report.passed().to_string(),
        report.lenient().to_string(),
        report.cases.len().to_string(),
        cell(report.before.as_deref().unwrap_or_default()),
    ]
}

/// Returns an empty cell if no student has that part.
fn joined(students: &[StudentRecord], part: impl Fn(&StudentRecord) -> &str) -> String {
    let parts: Vec<_> = students.iter().map(part).collect();
    if parts.iter().all(|part| part.is_empty()) {
        return String::new();
    }
    cell(&parts.join("; "))
}

fn cell(text: &str) -> String {
    csv_cell(&one_line(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples::{marked, table};
    use proptest::prelude::*;

    fn student(name: &str, id: &str) -> StudentRecord {
        StudentRecord {
            name: name.to_owned(),
            id: id.to_owned(),
        }
    }

    #[test]
    fn a_group_has_all_its_names_and_ids() {
        let group = |students: Vec<StudentRecord>| Report {
            submission: format!("of {}", students.len()),
            students,
            ..Report::default()
        };
        let table = table(&[
            group(vec![student("Jane Doe", "0012"), student("Zoë", "")]),
            group(vec![student("", "octocat")]),
        ]);
        assert!(table.contains("\nof 2,Jane Doe; Zoë,0012; ,,0,"), "{table}");
        assert!(table.contains("\nof 1,,octocat,,0,"), "{table}");
    }

    #[test]
    fn points_that_are_not_final_are_empty() {
        use transcript::Verdict::{NotMarked, WrongOutput};
        for (verdict, row, undecided) in [
            (NotMarked, "a,A,1,,,1,0,0,1,,not marked", &["a"][..]),
            (WrongOutput, "a,A,1,,0,1,0,0,1,,wrong output", &[]),
        ] {
            let mut report = Report {
                submission: "a".to_owned(),
                students: vec![student("A", "1")],
                cases: vec![marked("one")],
                ..Report::default()
            };
            report.cases[0].verdict = verdict;
            let mut marks = Gradebook::default();
            marks.add(&report);
            assert_eq!(marks.undecided(), undecided);
            assert_eq!(
                marks.points_by_id(|_| true).is_empty(),
                verdict == NotMarked
            );
            assert_eq!(table(&[report]).lines().nth(1), Some(row));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn no_cell_begins_a_formula(
            names in proptest::collection::vec("[-=+@;,\"'a ＝\t\r\n]{0,6}", 1..3),
            cases in proptest::collection::vec("[-=+@;,\"'a ＋\t\r\n]{0,6}", 0..3),
        ) {
            let reports = names.iter().map(|name| Report {
                submission: name.clone(),
                students: names.iter().map(|name| student(name, name)).collect(),
                cases: cases.iter().map(|case| marked(case)).collect(),
                ..Report::default()
            });
            let table = table(&reports.collect::<Vec<_>>());
            for delimiter in [b',', b';'] {
                let mut reader = ::csv::ReaderBuilder::new();
                reader.delimiter(delimiter).has_headers(false).flexible(true);
                for row in reader.from_reader(table.as_bytes()).records() {
                    for cell in &row.expect("a row") {
                        let begins = cell.trim_start().starts_with(
                            ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
                        prop_assert!(!begins, "{cell:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn an_apostrophe_stands_before_a_name_like_a_formula_and_not_before_a_number() {
        let table = table(&[Report {
            submission: "-2".to_owned(),
            ..Report::default()
        }]);
        assert_eq!(table.lines().nth(1), Some("'-2,,,,0,0,0,0,0,"));
    }
}

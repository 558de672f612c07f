//! Laws that hold for every format: it is well formed, it agrees with the
//! report, and it shows nothing that is hidden.

use proptest::prelude::*;
use quick_junit::NonSuccessKind;
use serde_json::Value;
use transcript::{Verdict, decode};

use super::case_result::{CaseResult, Explanation, Report, WrongBoards};
use super::samples::{marked, reports, table, wrong};
use super::*;

fn json(format: Format, report: &Report) -> Value {
    serde_json::from_str(&render(format, report, Reveal::Full, &Host::NONE)).expect("it is JSON")
}

fn close(one: f64, two: f64) -> bool {
    (one - two).abs() < 1e-6
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("it is a number")
}

fn sum(tests: &Value, key: &str) -> f64 {
    tests
        .as_array()
        .expect("it is a list")
        .iter()
        .map(|test| number(&test[key]))
        .sum()
}

fn everywhere(report: &Report, reveal: Reveal) -> Vec<String> {
    let formats = Format::ALL.iter();
    let texts = formats.map(|&format| render(format, report, reveal, &Host::NONE));
    texts.chain([page(report, reveal)]).collect()
}

proptest! {
    #[test]
    fn json_says_all_of_the_report(report in reports()) {
        let document = json(Format::Json, &report);
        prop_assert_eq!(&document["schema"], "automarker/report/v1");
        prop_assert_eq!(&document["passed"], report.passed());
        prop_assert_eq!(&document["total"], report.cases.len());
        let failed = report.cases.len() - report.passed();
        let mistakes = document["mistakes"].as_array().expect("a list");
        let also_in = mistakes.iter().map(|it| it["also_in"].as_array().expect("a list").len());
        prop_assert_eq!(mistakes.len() + also_in.sum::<usize>(), failed);
        prop_assert_eq!(document["first"].is_null(), failed == 0);
        prop_assert!(close(number(&document["points"]), report.points()));
        prop_assert!(close(number(&document["possible"]), report.possible()));
        let cases = document["cases"].as_array().expect("a list");
        prop_assert_eq!(cases.len(), report.cases.len());
        for (case, marked) in cases.iter().zip(&report.cases) {
            prop_assert_eq!(&case["case"], &marked.case);
            prop_assert_eq!(&case["verdict"], &marked.verdict.to_string());
            let bytes = case["got_output"].as_str().map(|text| decode(text).expect("encoded"));
            let explanation = marked.explanation.as_ref();
            prop_assert_eq!(bytes.as_ref(), explanation.map(|it| &it.got_output));
            prop_assert_eq!(case["hint"].as_str(), explanation.and_then(|it| it.hint.as_deref()));
            prop_assert_eq!(case["tested_in"].as_str(), explanation.and(marked.handout.as_deref()));
        }
    }

    #[test]
    fn the_tests_of_each_platform_add_up(report in reports()) {
        let gradescope = json(Format::Gradescope, &report)["tests"].take();
        let lines = render(Format::Markus, &report, Reveal::Full, &Host::NONE);
        let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let mut classroom50 = json(Format::Classroom50, &report);
        // Points are scaled, never bent.
        let (score, most) = (number(&classroom50["score"]), number(&classroom50["max-score"]));
        prop_assert!(close(score * report.possible(), most * report.points()));
        let points = [report.points(), report.possible()];
        for (tests, keys, sums) in [
            (gradescope, ["score", "max_score"], points),
            (lines.collect(), ["marks_earned", "marks_total"], points),
            (classroom50["tests"].take(), ["score", "max-score"], [score, most]),
        ] {
            prop_assert!(close(sum(&tests, keys[0]), sums[0]) && close(sum(&tests, keys[1]), sums[1]));
            for (test, marked) in tests.as_array().expect("a list").iter().zip(&report.cases) {
                let passes = test["passed"] == true || test["status"] == "passed" || test["status"] == "pass";
                prop_assert_eq!(passes, marked.verdict == Verdict::Ok);
                if let Some(visibility) = test.get("visibility") {
                    prop_assert_eq!(visibility == "after_published", marked.hidden);
                }
            }
        }
    }

    #[test]
    fn vpl_gets_one_title_a_case_and_one_grade(report in reports()) {
        let text = render(Format::Vpl, &report, Reveal::Full, &Host::NONE);
        prop_assert!(text.len() + text.lines().count() < 32 << 10);
        let grade = text.lines().filter_map(|line| line.strip_prefix("Grade :=>>"));
        let grade: Vec<f64> = grade.map(|grade| grade.parse().expect("a number")).collect();
        let not_marked = report.cases.iter().any(|it| it.verdict == Verdict::NotMarked);
        prop_assert_eq!(grade.len(), usize::from(!not_marked));
        prop_assert!(grade.iter().all(|grade| (grade - 10.0 * report.share()).abs() < 1e-3));
        let titles = text.lines().filter(|line| line.starts_with('-') && *line != "--|>");
        let passed = titles.clone().filter(|title| title.ends_with(": ok")).count();
        prop_assert_eq!((titles.count(), passed), (1 + report.cases.len(), report.passed()));
        // A line of a program's text would be a title, a grade or the end.
        let mut lines = text.lines();
        prop_assert!(lines.all(|line| line.starts_with(['-', '>', '<']) || line.starts_with("Grade :=>>")));
    }

    #[test]
    fn junit_reads_back(report in reports()) {
        let text = render(Format::Junit, &report, Reveal::Full, &Host::NONE);
        let read = quick_junit::Report::deserialize_from_str(&text).expect("it is JUnit's XML");
        let suite = &read.test_suites[0];
        prop_assert_eq!((read.tests, suite.test_cases.len()), (report.cases.len(), report.cases.len()));
        let skipped = suite.test_cases.iter();
        let skipped = skipped.filter(|case| matches!(case.status, quick_junit::TestCaseStatus::Skipped { .. }));
        prop_assert_eq!(read.tests - read.failures - read.errors - skipped.count(), report.passed());
        for (case, marked) in suite.test_cases.iter().zip(&report.cases) {
            let status = match &case.status {
                quick_junit::TestCaseStatus::Success { .. } => "success",
                quick_junit::TestCaseStatus::Skipped { .. } => "skipped",
                quick_junit::TestCaseStatus::NonSuccess { kind: NonSuccessKind::Failure, .. } => "failure",
                quick_junit::TestCaseStatus::NonSuccess { kind: NonSuccessKind::Error, .. } => "error",
            };
            prop_assert_eq!(status, match marked.verdict {
                Verdict::Ok => "success",
                Verdict::WrongOutput => "failure",
                Verdict::Skipped => "skipped",
                _ => "error",
            });
        }
    }

    #[test]
    fn a_page_has_each_mistake_once(report in reports()) {
        let page = page(&report, Reveal::Full);
        prop_assert_eq!(page.matches("<section ").count(), view::ReportView::new(&report, Reveal::Full).groups.len());
    }

    #[test]
    fn the_table_of_marks_reads_back(mut some in proptest::collection::vec(reports(), 0..4)) {
        for (index, report) in some.iter_mut().enumerate() {
            // The names in a class are distinct.
            report.submission.push_str(&index.to_string());
        }
        let written = table(&some);
        let mut table = ::csv::Reader::from_reader(written.as_bytes());
        prop_assert_eq!(table.headers().expect("a header").iter().take(9).collect::<Vec<_>>(),
            ["submission", "student", "id", "late", "points", "possible", "passed", "lenient", "total"]);
        let rows: Vec<_> = table.records().map(|row| row.expect("a row of the same length")).collect();
        prop_assert_eq!(rows.len(), some.len());
        let column = |index: usize| rows.iter().map(|row| row[index].parse::<f64>().unwrap_or_default()).sum::<f64>();
        let decided = some.iter().filter(|report| !report.is_undecided());
        prop_assert!(close(column(4), decided.map(Report::points).sum()));
        prop_assert!(close(column(5), some.iter().map(Report::possible).sum()));
        let cases = some.iter().map(|report| report.cases.iter().map(|_| 1.0).sum::<f64>());
        prop_assert!(close(column(8), cases.sum()));
    }

    #[test]
    fn no_control_character_of_a_program_reaches_the_terminal(report in reports()) {
        let text = anstream::adapter::strip_str(&render(Format::Human, &report, Reveal::Full, &Host::NONE)).to_string();
        prop_assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
        let passed = format!("{} of ", report.passed());
        let first = usize::from(!report.all_ok() && !report.cases.is_empty());
        prop_assert!(text.lines().rev().nth(first).expect("a summary").contains(&passed));
        prop_assert!(report.full || text.lines().count() < 60 + report.cases.len());
    }

    #[test]
    fn a_hidden_case_tells_only_what_is_revealed(report in reports(), verdict in 0..Verdict::ALL.len()) {
        let verdict = Verdict::ALL[verdict];
        let secret = "EXPECTEDSECRET";
        let printed = "PRINTEDBYTHEPROGRAM";
        let explanation = Explanation {
            aspect: course::Aspect::Whole,
            place: secret.to_owned(),
            expected: secret.to_owned(),
            got: printed.to_owned(),
            session: secret.to_owned(),
            full_session: secret.to_owned(),
            cause: Some(secret.to_owned()),
            hint: Some(secret.to_owned()),
            citation: Some(secret.to_owned()),
            expected_output: secret.into(),
            got_output: printed.into(),
            kind: secret.to_owned(),
            boards: Some(WrongBoards { drawn: secret.to_owned(), ..WrongBoards::default() }),
            typed: 1,
            lines: secret.to_owned(),
            minor: false,
        };
        let hidden = CaseResult {
            hidden: true,
            handout: Some(secret.to_owned()),
            verdict,
            reason: matches!(verdict, Verdict::WrongOutput | Verdict::Ok).then(|| secret.to_owned()),
            leniencies: vec![secret.to_owned()],
            explanation: Some(explanation),
            stderr: printed.to_owned(),
            ..marked("the hidden one")
        };
        let report = Report { cases: [report.cases, vec![hidden]].concat(), full: true, playground: Some("https://example.org/".to_owned()), ..report };
        for (reveal, tells, shows) in [
            (Reveal::None, false, false), (Reveal::Actual, false, true), (Reveal::Full, true, true),
        ] {
            for text in everywhere(&report, reveal) {
                if verdict == Verdict::Ok {
                    // Some formats show nothing of a case that is ok.
                    prop_assert!(tells || !text.contains(secret));
                    continue;
                }
                prop_assert_eq!(text.contains(secret), tells);
                prop_assert_eq!(text.contains(printed), shows);
            }
            // A report on each mistake once shows less.
            let short = Report { full: false, ..report.clone() };
            for text in everywhere(&short, reveal) {
                prop_assert!((tells || !text.contains(secret)) && (shows || !text.contains(printed)));
            }
        }
        let table = table(&[report]);
        prop_assert!(!table.contains(secret) && !table.contains(printed));
    }
}

#[test]
fn a_person_reads_what_is_wrong_and_where() {
    let explanation = Explanation {
        place: "line 2, column 3".to_owned(),
        expected: "ab ␊".to_owned(),
        got: "ab␊".to_owned(),
        session: "  ab\nab".to_owned(),
        hint: Some("a space is missing at the end of the line".to_owned()),
        citation: Some("Printing: \"each line ends in a space\"".to_owned()),
        ..Explanation::default()
    };
    let wrong = CaseResult {
        reason: Some("the line ends too early".to_owned()),
        stderr: "warning␊".to_owned(),
        handout: Some("Testing: the rules".to_owned()),
        ..wrong("second", explanation)
    };
    let report = Report {
        submission: "./part1".to_owned(),
        students: Vec::new(),
        course: "aps105-lab8".to_owned(),
        cases: vec![marked("first"), wrong],
        notes: vec!["there is no sandbox".to_owned()],
        ..Report::default()
    };
    let text = render(Format::Human, &report, Reveal::Full, &Host::NONE);
    let text = anstream::adapter::strip_str(&text).to_string();
    assert_eq!(text, include_str!("human.txt"));
}

#[test]
fn a_report_without_cases_takes_no_time() {
    let gradescope = render(
        Format::Gradescope,
        &Report::default(),
        Reveal::Full,
        &Host::NONE,
    );
    assert!(gradescope.contains("\"execution_time\": 0.0,"));
}

#[test]
fn no_format_shows_how_long_a_hidden_case_took() {
    let report = |seconds: f64| {
        let hidden = CaseResult {
            hidden: true,
            seconds,
            cpu_seconds: Some(seconds),
            ..marked("hidden")
        };
        Report {
            cases: vec![hidden, marked("public")],
            ..Report::default()
        }
    };
    let (short, long) = (report(0.5), report(4.5));
    for reveal in [Reveal::None, Reveal::Actual] {
        assert_eq!(everywhere(&short, reveal), everywhere(&long, reveal));
    }
    let json = |report| render(Format::Json, report, Reveal::Full, &Host::NONE);
    assert_ne!(json(&short), json(&long));
}

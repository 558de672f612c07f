//! Laws that hold for every format: it is well formed, it agrees with the
//! report, and it shows nothing that is hidden.

use proptest::prelude::*;
use quick_junit::NonSuccessKind;
use serde_json::Value;
use transcript::{Verdict, decode};

use self::published::vpl;
use super::case_result::{CaseResult, Explanation, Report};
use super::samples::{marked, reports};
use super::*;

#[path = "../../tests/published/mod.rs"]
mod published;

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

/// Fails where HTML is not well formed: every element that opens closes.
fn read_html(page: &str) {
    let body = page
        .strip_prefix("<!DOCTYPE html>")
        .expect("a document type");
    // A void element is the one thing of this page that XML does not have.
    let close = |line: &str| {
        let void = line.starts_with("<meta ");
        line.replace('>', if void { "/>" } else { ">" }) + "\n"
    };
    let body: String = body.lines().map(close).collect();
    assert_eq!(published::junit::check(&body), Ok(()));
}

proptest! {
    #[test]
    fn every_format_keeps_to_its_definition(report in reports()) {
        for format in Format::ALL {
            if format != Format::Human {
                for reveal in [Reveal::None, Reveal::Actual, Reveal::Full] {
                    let text = render(format, &report, reveal, &Host::NONE);
                    prop_assert_eq!(published::check(format.name(), &text), Ok(()), "{}", text);
                }
            }
        }
    }

    #[test]
    fn json_says_all_of_the_report(report in reports()) {
        let document = json(Format::Json, &report);
        prop_assert_eq!(&document["schema"], "automarker/report/v1");
        prop_assert_eq!(&document["passed"], report.passed());
        prop_assert_eq!(&document["total"], report.cases.len());
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
            prop_assert_eq!(case["handout"].as_str(), explanation.and(marked.handout.as_deref()));
        }
    }

    #[test]
    fn gradescope_adds_up(report in reports()) {
        let results = json(Format::Gradescope, &report);
        prop_assert!(close(sum(&results["tests"], "score"), report.points()));
        prop_assert!(close(sum(&results["tests"], "max_score"), report.possible()));
        for (test, marked) in results["tests"].as_array().expect("a list").iter().zip(&report.cases) {
            prop_assert_eq!(&test["status"], if marked.verdict == Verdict::Ok { "passed" } else { "failed" });
            prop_assert_eq!(&test["visibility"], if marked.hidden { "after_published" } else { "visible" });
        }
    }

    #[test]
    fn markus_gets_one_object_a_line(report in reports()) {
        let text = render(Format::Markus, &report, Reveal::Full, &Host::NONE);
        let tests: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        prop_assert_eq!(tests.len(), report.cases.len());
        for (test, marked) in tests.iter().zip(&report.cases) {
            prop_assert_eq!(&test["status"] == "pass", marked.verdict == Verdict::Ok);
        }
        let tests = Value::Array(tests);
        prop_assert!(close(sum(&tests, "marks_earned"), report.points()));
        prop_assert!(close(sum(&tests, "marks_total"), report.possible()));
    }

    #[test]
    fn classroom50_adds_up(report in reports()) {
        let results = json(Format::Classroom50, &report);
        let tests = &results["tests"];
        prop_assert!(close(sum(tests, "score"), number(&results["score"])));
        prop_assert!(close(sum(tests, "max-score"), number(&results["max-score"])));
        // Points are scaled, never bent.
        let (score, most) = (number(&results["score"]), number(&results["max-score"]));
        prop_assert!(close(score * report.possible(), most * report.points()));
    }

    #[test]
    fn vpl_reads_back(report in reports()) {
        let text = render(Format::Vpl, &report, Reveal::Full, &Host::NONE);
        let read = vpl::read(&text).expect("it is for VPL");
        let not_marked = report.cases.iter().any(|it| it.verdict == Verdict::NotMarked);
        prop_assert_eq!(read.grade.is_none(), not_marked);
        if let Some(grade) = read.grade {
            let grade: f64 = grade.parse().expect("a number");
            prop_assert!((grade - 10.0 * report.share()).abs() < 1e-3);
        }
        let passed = read.titles.iter().filter(|title| title.ends_with(": ok")).count();
        prop_assert_eq!((read.titles.len(), passed), (1 + report.cases.len(), report.passed()));
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
    fn the_page_is_well_formed(report in reports()) {
        let page = page(&report, Reveal::Full);
        read_html(&page);
        let failed = report.cases.len() - report.passed();
        prop_assert_eq!(page.matches("<section ").count(), failed);
    }

    #[test]
    fn the_table_of_marks_reads_back(mut some in proptest::collection::vec(reports(), 0..4)) {
        for (index, report) in some.iter_mut().enumerate() {
            // The names in a class are distinct.
            report.submission.push_str(&index.to_string());
        }
        let mut marks = Gradebook::default();
        for report in &some {
            marks.add(report);
        }
        let mut bytes = Vec::new();
        marks.write(&mut bytes).expect("a Vec takes it all");
        let mut table = ::csv::Reader::from_reader(bytes.as_slice());
        prop_assert_eq!(table.headers().expect("a header").iter().take(7).collect::<Vec<_>>(),
            ["submission", "student", "id", "points", "possible", "passed", "total"]);
        let rows: Vec<_> = table.records().map(|row| row.expect("a row of the same length")).collect();
        prop_assert_eq!(rows.len(), some.len());
        let column = |index: usize| rows.iter().map(|row| row[index].parse::<f64>().expect("a number")).sum::<f64>();
        prop_assert!(close(column(3), some.iter().map(Report::points).sum()));
        prop_assert!(close(column(4), some.iter().map(Report::possible).sum()));
        let cases = some.iter().map(|report| report.cases.iter().map(|_| 1.0).sum::<f64>());
        prop_assert!(close(column(6), cases.sum()));
    }

    #[test]
    fn no_control_character_of_a_program_reaches_the_terminal(report in reports()) {
        let text = anstream::adapter::strip_str(&render(Format::Human, &report, Reveal::Full, &Host::NONE)).to_string();
        prop_assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
        let passed = format!("{} of ", report.passed());
        prop_assert!(text.lines().last().expect("a summary").contains(&passed));
    }

    #[test]
    fn a_hidden_case_tells_only_what_is_revealed(report in reports(), verdict in 0..Verdict::ALL.len()) {
        let verdict = Verdict::ALL[verdict];
        let secret = "EXPECTEDSECRET";
        let printed = "PRINTEDBYTHEPROGRAM";
        let explanation = Explanation {
            place: secret.to_owned(),
            expected: secret.to_owned(),
            got: printed.to_owned(),
            session: secret.to_owned(),
            full_session: secret.to_owned(),
            hint: Some(secret.to_owned()),
            expected_output: secret.into(),
            got_output: printed.into(),
            minor: false,
        };
        let hidden = CaseResult {
            hidden: true,
            handout: Some(secret.to_owned()),
            verdict,
            reason: matches!(verdict, Verdict::WrongOutput | Verdict::Ok).then(|| secret.to_owned()),
            explanation: Some(explanation),
            stderr: printed.to_owned(),
            ..marked("the hidden one")
        };
        let report = Report { cases: [report.cases, vec![hidden]].concat(), ..report };
        for (reveal, tells, shows) in [
            (Reveal::None, false, false), (Reveal::Actual, false, true), (Reveal::Full, true, true),
        ] {
            let mut all: Vec<_> = Format::ALL.map(|format| render(format, &report, reveal, &Host::NONE)).into();
            all.push(page(&report, reveal));
            for text in all {
                if verdict == Verdict::Ok {
                    // Some formats show nothing of a case that is ok.
                    prop_assert!(tells || !text.contains(secret));
                    continue;
                }
                prop_assert_eq!(text.contains(secret), tells);
                prop_assert_eq!(text.contains(printed), shows);
            }
        }
        let mut table = Vec::new();
        let mut marks = Gradebook::default();
        marks.add(&report);
        marks.write(&mut table).expect("a Vec takes it all");
        let table = String::from_utf8(table).expect("text");
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
        ..Explanation::default()
    };
    let wrong = CaseResult {
        verdict: Verdict::WrongOutput,
        reason: Some("the line ends too early".to_owned()),
        explanation: Some(explanation),
        stderr: "warning␊".to_owned(),
        handout: Some("the rules".to_owned()),
        ..marked("second")
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
    assert_eq!(
        anstream::adapter::strip_str(&text).to_string(),
        "first   ok\n\
         second  wrong output  the line ends too early\n\
         \n\
         second, line 2, column 3\n  \
           expected\n    \
             ab ␊\n  \
           got\n    \
             ab␊\n  \
           session up to there\n      \
               ab\n    \
             ab\n  \
           standard error\n    \
             warning␊\n  \
           hint: a space is missing at the end of the line\n  \
           the handout: the rules\n\
         \n\
         note: there is no sandbox\n\
         aps105-lab8: ./part1: 1 of 2 cases passed, 1 of 2 points\n"
    );
}

#[test]
fn markus_gets_every_name_once() {
    let report = Report {
        cases: ["a", "a (2)", "a", "\n"].map(marked).into(),
        ..Report::default()
    };
    let text = render(Format::Markus, &report, Reveal::Full, &Host::NONE);
    let name = |line| serde_json::from_str::<Value>(line).expect("JSON")["name"].clone();
    let names: Vec<_> = text.lines().map(name).collect();
    assert_eq!(names, ["a", "a (2)", "a (3)", "case 4"]);
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
        for format in Format::ALL {
            let of = |report| render(format, report, reveal, &Host::NONE);
            assert_eq!(of(&short), of(&long), "{format:?}");
        }
        assert_eq!(page(&short, reveal), page(&long, reveal));
    }
    let json = |report| render(Format::Json, report, Reveal::Full, &Host::NONE);
    assert_ne!(json(&short), json(&long));
}

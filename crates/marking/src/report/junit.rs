//! The report as `JUnit` XML, after the schema of Jenkins' xUnit plugin:
//! <https://github.com/jenkinsci/xunit-plugin/blob/master/src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd/junit-10.xsd>.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Property, TestCase, TestCaseStatus, TestSuite};
use transcript::Verdict;

use super::details::details;
use super::reveal::CaseView;
use super::text::{duration, name, one_line, points};
use super::view::ReportView;

/// Takes wrong output for a failed assertion, and other verdicts for errors before it.
pub(super) fn junit(view: &ReportView<'_>) -> String {
    let report = view.report;
    let mut suite = TestSuite::new(name(&report.submission));
    suite.add_property(Property::new("points", points(report.points())));
    suite.add_property(Property::new("possible", points(report.possible())));
    for it in &report.criteria {
        suite.add_property(Property::new(it.title(), it.sentence()));
    }
    for note in &report.notes {
        suite.add_property(Property::new("note", one_line(note)));
    }
    let mut total = Duration::ZERO;
    for (details, shown) in details(view).iter().zip(&view.cases) {
        let time = duration(shown.seconds);
        total = total.saturating_add(time);
        let mut case = TestCase::new(one_line(shown.case), status(shown, details));
        case.set_classname(one_line(&report.course)).set_time(time);
        suite.add_test_case(case);
    }
    suite.set_time(total);
    let mut document = quick_junit::Report::new(one_line(&report.course));
    document.set_time(total).add_test_suite(suite);
    let text = document.to_string().expect("a String takes it all");
    // Jenkins' schema has this attribute on suites, but not on their root,
    // where it comes first. No name can hold it: quotes are escaped there.
    let skipped = report.cases.iter();
    let skipped = skipped.filter(|marked| marked.verdict == Verdict::Skipped);
    text.replacen(&format!(" skipped=\"{}\"", skipped.count()), "", 1)
}

fn status(case: &CaseView<'_>, details: &str) -> TestCaseStatus {
    let mut status = match case.verdict {
        Verdict::Ok => return TestCaseStatus::success(),
        Verdict::WrongOutput => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Verdict::Skipped => TestCaseStatus::skipped(),
        _ => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    status
        .set_type(case.verdict.to_string())
        .set_message(case.headline())
        .set_description(details);
    status
}

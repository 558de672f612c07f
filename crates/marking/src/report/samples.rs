//! Reports for the tests of every format.

use course::Aspect;
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;
use transcript::Verdict;

use super::case_result::{
    CaseResult, CriterionResult, Explanation, Report, StudentRecord, WrongBoards,
};
use super::gradebook::Gradebook;

pub(crate) fn marked(case: &str) -> CaseResult {
    CaseResult {
        case: case.to_owned(),
        weight: 1.0,
        ..CaseResult::default()
    }
}

pub(crate) fn wrong(case: &str, explanation: Explanation) -> CaseResult {
    CaseResult {
        verdict: Verdict::WrongOutput,
        explanation: Some(explanation),
        ..marked(case)
    }
}

pub(crate) fn report(cases: Vec<CaseResult>) -> Report {
    Report {
        cases,
        ..Report::default()
    }
}

pub(crate) fn gradebook(reports: &[Report]) -> Gradebook {
    let mut marks = Gradebook::default();
    for report in reports {
        marks.add(report);
    }
    marks
}

pub(crate) fn table(reports: &[Report]) -> String {
    let mut bytes = Vec::new();
    let written = gradebook(reports).write(&mut bytes);
    written.expect("a Vec takes it all");
    String::from_utf8(bytes).expect("it is text")
}

pub(crate) fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~\n]{0,12}",
        "(\\]\\]>|<!--|# SKIP|\\.\\.\\.|---|\"|'|,|\\\\|&|\u{0}|\u{1b}|\u{fffe}|\u{85}|\r|\n|\t|○){0,6}",
        any::<String>(),
    ]
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 0..60)
}

prop_compose! {
    fn explanations()(
        place in texts(), expected in texts(), got in texts(), kind in texts(), hint in of(texts()),
        session in texts(), full_session in texts(), expected_output in bytes(), got_output in bytes(),
    ) -> Explanation {
        Explanation {
            place,
            expected,
            got,
            session,
            full_session,
            hint,
            aspect: Aspect::ALL[kind.len() % Aspect::ALL.len()],
            typed: kind.len(),
            lines: kind.clone(),
            boards: kind.starts_with('a').then(WrongBoards::default),
            kind,
            expected_output,
            got_output,
            ..Explanation::default()
        }
    }
}

prop_compose! {
    fn cases()(
        case in texts(), stderr in texts(), handout in of(texts()), reason in of(texts()),
        verdict in select(Verdict::ALL), explanation in of(explanations()),
        quarters in 0..20_u8, millis in 0..100_000_u32, hidden in any::<bool>(),
    ) -> CaseResult {
        CaseResult {
            case,
            hidden,
            handout,
            weight: f64::from(quarters) / 4.0,
            verdict,
            reason,
            explanation,
            stderr,
            seconds: f64::from(millis) / 1000.0,
            cpu_seconds: (millis % 2 == 0).then(|| f64::from(millis) / 4000.0),
            ..CaseResult::default()
        }
    }
}

prop_compose! {
    fn students()(name in texts(), id in texts()) -> StudentRecord {
        StudentRecord { name, id }
    }
}

prop_compose! {
    pub(crate) fn reports()(
        submission in texts(), students in vec(students(), 0..3), course in texts(),
        cases in vec(cases(), 0..5), notes in vec(texts(), 0..2), full in any::<bool>(),
    ) -> Report {
        let criterion = CriterionResult {
            criterion: submission.clone(),
            possible: 2.5,
            ..CriterionResult::default()
        };
        Report {
            criteria: vec![criterion; notes.len()],
            submission,
            students,
            course,
            cases,
            notes,
            full,
            ..Report::default()
        }
    }
}

//! Reports for the tests of every format.

use course::Aspect;
use proptest::prelude::*;
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

fn explanations() -> impl Strategy<Value = Explanation> {
    let texts = || texts().boxed();
    let all = [texts(), texts(), texts(), texts(), texts(), texts()];
    let bytes = proptest::collection::vec(any::<u8>(), 0..60);
    let all = (all, proptest::option::of(texts()), [bytes.clone(), bytes]);
    all.prop_map(
        |([place, expected, got, session, full_session, kind], hint, outputs)| {
            let [expected_output, got_output] = outputs;
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
        },
    )
}

fn cases() -> impl Strategy<Value = CaseResult> {
    let optional = || proptest::option::of(texts());
    let words = (texts(), texts(), optional(), optional());
    let verdict = proptest::sample::select(&Verdict::ALL[..]);
    let explanation = proptest::option::of(explanations());
    let all = (
        words,
        verdict,
        explanation,
        0..20_u8,
        0..100_000_u32,
        any::<bool>(),
    );
    all.prop_map(|(words, verdict, explanation, quarters, millis, hidden)| {
        let (case, stderr, handout, reason) = words;
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
    })
}

pub(crate) fn reports() -> impl Strategy<Value = Report> {
    let students = (texts(), texts()).prop_map(|(name, id)| StudentRecord { name, id });
    (
        texts(),
        proptest::collection::vec(students, 0..3),
        texts(),
        proptest::collection::vec(cases(), 0..5),
        proptest::collection::vec(texts(), 0..2),
        any::<bool>(),
    )
        .prop_map(
            |(submission, students, course, cases, notes, full)| Report {
                criteria: vec![
                    CriterionResult {
                        criterion: submission.clone(),
                        possible: 2.5,
                        ..CriterionResult::default()
                    };
                    notes.len()
                ],
                submission,
                students,
                course,
                cases,
                notes,
                full,
                ..Report::default()
            },
        )
}

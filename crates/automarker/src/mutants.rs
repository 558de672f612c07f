//! The mistakes that a set of cases finds: each is one change to a small correct program.

use course::{Course, DIAGONALS, FaultyProgram};
use marking::judge::text::first_wrong;
use marking::judge::{Interactive, judge};
use marking::mistakes::{Change, CourseKind, SimulatedProgram};
use transcript::Case;

use crate::options::{Judge, MarkOptions};

pub(crate) struct DetectedMistake {
    pub(crate) words: String,
    pub(crate) found_by: Option<String>,
}

pub(crate) fn mistakes(options: &MarkOptions, cases: &[Case]) -> Vec<DetectedMistake> {
    let faulty = options.course.program.faulty();
    if !faulty.is_empty() {
        let mistake = |faulty: &FaultyProgram| {
            let finds = |case: &&Case| prints_otherwise(options.course, faulty, case);
            DetectedMistake {
                words: faulty.words.clone(),
                found_by: cases.iter().find(finds).map(|case| case.name.clone()),
            }
        };
        return faulty.iter().map(mistake).collect();
    }
    let Ok(kind) = options.course.name.parse::<CourseKind>() else {
        return Vec::new();
    };
    let cases: Vec<_> = cases
        .iter()
        .filter(|case| is_fit(options, kind, case))
        .collect();
    let mistake = |change: Change| {
        let finds = |case: &&&Case| !passes(options, kind, change, case);
        DetectedMistake {
            words: change.words(kind),
            found_by: cases.iter().find(finds).map(|case| case.name.clone()),
        }
    };
    changes(kind).into_iter().map(mistake).collect()
}

fn prints_otherwise(course: &Course, faulty: &FaultyProgram, case: &Case) -> bool {
    let expected = case.expected.as_ref().map_or(&[][..], |it| &it.stdout);
    course.setup(&case.input).is_some() && course::output(&*faulty.program, &case.input) != expected
}

/// Returns the words of the mistakes that the case finds.
pub(crate) fn found_by(options: &MarkOptions, case: &Case) -> Vec<String> {
    let faulty = options.course.program.faulty();
    if !faulty.is_empty() {
        let found = |faulty: &&FaultyProgram| prints_otherwise(options.course, faulty, case);
        let found = faulty.iter().filter(found);
        return found.map(|faulty| faulty.words.clone()).collect();
    }
    let kind = options.course.name.parse::<CourseKind>().ok();
    let Some(kind) = kind.filter(|kind| is_fit(options, *kind, case)) else {
        return Vec::new();
    };
    let output = |change| {
        SimulatedProgram::given(kind, change, &case.input)
            .output()
            .to_vec()
    };
    let right = output(Change::None);
    let mut all = changes(kind);
    all.retain(|change| match options.judge {
        Judge::Rules => !passes(options, kind, *change, case),
        // Comparing with our own program is faster.
        Judge::Text => output(*change) != right,
    });
    all.into_iter().map(|change| change.words(kind)).collect()
}

/// Of the many sets of directions, returns those that lack one direction, or have only the
/// diagonals.
pub(crate) fn changes(kind: CourseKind) -> Vec<Change> {
    let own = kind.ways();
    let mut all = Change::all(kind);
    all.retain(|change| match *change {
        Change::Ways(set) => {
            let differ = (set ^ own).is_power_of_two();
            differ || set == own & !DIAGONALS || set == own | DIAGONALS
        }
        _ => true,
    });
    all
}

pub(crate) fn can_be_played(options: &MarkOptions, case: &Case) -> bool {
    let kind = options.course.name.parse().ok();
    !is_plain(case) || kind.is_none_or(|kind| is_fit(options, kind, case))
}

/// Returns `true` if the small program, which reads whole lines and has no options, can read
/// the input.
fn is_plain(case: &Case) -> bool {
    case.args.is_empty() && case.input.ends_with(b"\n")
}

pub(crate) fn is_fit(options: &MarkOptions, kind: CourseKind, case: &Case) -> bool {
    is_plain(case)
        && options.course.setup(&case.input).is_some()
        && passes(options, kind, Change::None, case)
}

pub(crate) fn passes(options: &MarkOptions, kind: CourseKind, change: Change, case: &Case) -> bool {
    if options.judge == Judge::Rules {
        let mut program = SimulatedProgram::new(kind, change);
        let judged = judge(options.course, &case.input, &mut program);
        return judged.is_ok_and(|judged| judged.minor.is_none());
    }
    let program = SimulatedProgram::given(kind, change, &case.input);
    let expectation = options.expectation(case);
    let case = expectation.spelt_as(program.output());
    let mut case = case.clone();
    // The small program writes no files.
    case.expected.iter_mut().for_each(|it| it.files.clear());
    first_wrong(options.strictness, &case, program.output(), &[].into()).is_none()
}

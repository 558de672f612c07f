//! The mistakes that a set of cases finds: each is one change of a small correct program.

use marking::judge::text::first_wrong;
use marking::judge::{Interactive, judge};
use marking::mistakes::{Change, DIAGONALS, Kind, Program};
use transcript::Case;

use crate::named::file_of;
use crate::options::{Judge, MarkOptions};

pub(crate) struct Mistake {
    pub(crate) words: String,
    pub(crate) found_by: Option<String>,
}

pub(crate) fn mistakes(options: &MarkOptions, cases: &[Case]) -> Vec<Mistake> {
    let mut all: Vec<Mistake> = all(options)
        .into_iter()
        .map(|words| Mistake {
            words,
            found_by: None,
        })
        .collect();
    for case in cases {
        let found = found(options, case);
        let new = all.iter_mut().filter(|it| it.found_by.is_none());
        for mistake in new.filter(|it| found.contains(&it.words)) {
            mistake.found_by = Some(case.name.clone());
        }
    }
    all
}

fn all(options: &MarkOptions) -> Vec<String> {
    if let Some(loaded) = file_of(options.course) {
        let all = loaded.program.mistakes().into_iter();
        return all.map(|(words, _)| words).collect();
    }
    let kind = options.course.name.parse::<Kind>();
    kind.map_or(Vec::new(), |kind| {
        let words = |change: Change| change.words(kind);
        changes(kind).into_iter().map(words).collect()
    })
}

/// Returns the words for the mistakes that `case` finds.
pub(crate) fn found(options: &MarkOptions, case: &Case) -> Vec<String> {
    if let Some(loaded) = file_of(options.course) {
        let expected = case.expected.as_ref().map_or(&[][..], |it| &it.stdout);
        let finds = |(words, program): (String, course_file::Program)| {
            let found = (program.output(&case.input) != expected).then_some(words);
            found.filter(|_| options.course.setup(&case.input).is_some())
        };
        return loaded
            .program
            .mistakes()
            .into_iter()
            .filter_map(finds)
            .collect();
    }
    let kind = options.course.name.parse::<Kind>().ok();
    let Some(kind) = kind.filter(|kind| is_fit(options, *kind, case)) else {
        return Vec::new();
    };
    let mut all = changes(kind);
    all.retain(|change| !passes(options, kind, *change, case));
    all.into_iter().map(|change| change.words(kind)).collect()
}

/// Of the many sets of directions, those that lack one, or only the diagonals.
pub(crate) fn changes(kind: Kind) -> Vec<Change> {
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

/// Returns `true` if the small program can play `case`, and is right there without a change.
pub(crate) fn is_fit(options: &MarkOptions, kind: Kind, case: &Case) -> bool {
    is_plain(case)
        && options.course.setup(&case.input).is_some()
        && passes(options, kind, Change::None, case)
}

pub(crate) fn passes(options: &MarkOptions, kind: Kind, change: Change, case: &Case) -> bool {
    let mut program = Program::new(kind, change);
    if options.judge == Judge::Rules {
        return judge(options.course, &case.input, &mut program).is_ok();
    }
    program.send(&case.input);
    program.wait();
    let expectation = options.expectation(case);
    let case = expectation.spelt_as(program.output());
    let mut case = case.clone();
    // It writes none.
    case.expected.iter_mut().for_each(|it| it.files.clear());
    first_wrong(options.strictness, &case, program.output(), &[].into()).is_none()
}

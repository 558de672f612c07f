//! The mistakes that a set of cases finds: each is one change to a small correct program.

use course_file::Loaded;
use marking::judge::text::first_wrong;
use marking::judge::{Interactive, judge};
use marking::mistakes::{Change, CourseKind, DIAGONALS, SimulatedProgram};
use transcript::Case;

use crate::named::file_of;
use crate::options::{Judge, MarkOptions};

pub(crate) struct DetectedMistake {
    pub(crate) words: String,
    pub(crate) found_by: Option<String>,
}

pub(crate) fn mistakes(options: &MarkOptions, cases: &[Case]) -> Vec<DetectedMistake> {
    if let Some(loaded) = file_of(options.course) {
        return of_file(&loaded, cases);
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

fn of_file(loaded: &Loaded, cases: &[Case]) -> Vec<DetectedMistake> {
    let mistake = |(words, program): (String, course_file::FileProgram)| {
        let finds = |case: &&Case| prints_otherwise(loaded, &program, case);
        DetectedMistake {
            words,
            found_by: cases.iter().find(finds).map(|case| case.name.clone()),
        }
    };
    let all = loaded.program.mistakes().into_iter();
    all.map(mistake).collect()
}

fn prints_otherwise(loaded: &Loaded, program: &course_file::FileProgram, case: &Case) -> bool {
    let expected = case.expected.as_ref().map_or(&[][..], |it| &it.stdout);
    loaded.course.setup(&case.input).is_some() && program.output(&case.input) != expected
}

pub(crate) struct Mutants<'a> {
    pub(crate) options: &'a MarkOptions,
    of_file: Option<(Loaded, Vec<(String, course_file::FileProgram)>)>,
}

impl<'a> Mutants<'a> {
    pub(crate) fn new(options: &'a MarkOptions) -> Self {
        let file = file_of(options.course);
        let of_file = file.map(|loaded| (loaded, loaded.program.mistakes()));
        Self { options, of_file }
    }

    pub(crate) fn shown(&self, case: &Case) -> Vec<String> {
        if let Some((loaded, all)) = &self.of_file {
            let all = all.iter();
            let shown = all.filter(|(_, program)| prints_otherwise(loaded, program, case));
            return shown.map(|(words, _)| words.clone()).collect();
        }
        let kind = self.options.course.name.parse::<CourseKind>().ok();
        let Some(kind) = kind.filter(|kind| is_fit(self.options, *kind, case)) else {
            return Vec::new();
        };
        let output = |change| {
            SimulatedProgram::given(kind, change, &case.input)
                .output()
                .to_vec()
        };
        let right = output(Change::None);
        let mut all = changes(kind);
        all.retain(|change| match self.options.judge {
            Judge::Rules => !passes(self.options, kind, *change, case),
            // Comparing with our own program is faster.
            Judge::Text => output(*change) != right,
        });
        all.into_iter().map(|change| change.words(kind)).collect()
    }
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
        return judge(options.course, &case.input, &mut program).is_ok();
    }
    let program = SimulatedProgram::given(kind, change, &case.input);
    let expectation = options.expectation(case);
    let case = expectation.spelt_as(program.output());
    let mut case = case.clone();
    // The small program writes no files.
    case.expected.iter_mut().for_each(|it| it.files.clear());
    first_wrong(options.strictness, &case, program.output(), &[].into()).is_none()
}

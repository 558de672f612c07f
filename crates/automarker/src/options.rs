//! The settings of marking.

use std::num::NonZeroUsize;

use clap::ValueEnum;
use course::{Course, Criterion};
use marking::judge::text::Expectation;
use sandbox::Limits;
use transcript::{Case, Spelling, Strictness};

/// The judge of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Judge {
    /// Compare the output with the expected text.
    Text,
    /// Check the moves and boards, whatever words the program uses.
    Rules,
}

impl Judge {
    /// Returns the judge by text if the handout of `course` fixes every word.
    pub fn of(course: &Course) -> Self {
        if course.fixes_words {
            Self::Text
        } else {
            Self::Rules
        }
    }
}

/// The comparison of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// With this strictness.
    As(Strictness),
    /// As the course's own tests do.
    Course,
}

impl Compare {
    /// Every variant.
    pub const ALL: [Self; 5] = [
        Self::As(Strictness::Exact),
        Self::As(Strictness::FinalNewline),
        Self::As(Strictness::TrailingSpace),
        Self::As(Strictness::Tokens),
        Self::Course,
    ];

    /// Returns the name for the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::As(strictness) => strictness.name(),
            Self::Course => "course",
        }
    }
}

/// The settings for marking a course's cases.
#[derive(Clone, Debug)]
pub struct MarkOptions {
    /// The course.
    pub course: &'static Course,
    /// The strictness of the judge by text.
    pub strictness: Strictness,
    /// Set if an output is right only with exit status 0, which the course's own tests may
    /// require, but no handout does.
    pub counts_status: bool,
    /// Set if CRLF in outputs and files counts as LF.
    pub joins_line_ends: bool,
    /// Set if reports show whole sessions, not only the last moves.
    pub full: bool,
    /// The address of the playground for links in reports.
    pub playground: Option<String>,
    /// The judge.
    pub judge: Judge,
    /// The rubric for the points, or empty if each case has its own points.
    pub rubric: Vec<Criterion>,
    /// The limits of a case without limits of its own.
    pub limits: Limits,
    /// The number of timeouts in a row after which the rest is skipped; `None` to run all
    /// cases.
    pub give_up_after: Option<NonZeroUsize>,
}

impl MarkOptions {
    /// Returns the default settings for `course`.
    pub fn new(course: &'static Course) -> Self {
        Self {
            course,
            strictness: course.strictness,
            counts_status: false,
            joins_line_ends: false,
            full: false,
            playground: None,
            judge: Judge::of(course),
            rubric: Vec::new(),
            limits: Limits::default(),
            give_up_after: None,
        }
    }

    pub(crate) fn expectation(&self, case: &Case) -> Expectation {
        let expectation = Expectation::new(self.strictness, case);
        match case.spelling {
            Spelling::Expected => expectation,
            Spelling::Either => expectation.in_spellings_of(self.course),
        }
    }
}

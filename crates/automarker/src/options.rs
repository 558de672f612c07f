//! The settings of marking.

use std::num::NonZeroUsize;

use clap::ValueEnum;
use course::{Course, Criterion};
use marking::judge::text::Expectation;
use sandbox::Limits;
use transcript::{Case, Spelling, Strictness};

/// The way a program is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Judge {
    /// By its text, compared with the expected one.
    Text,
    /// By the rules, whatever words it uses.
    Rules,
}

impl Judge {
    /// Returns the way that fits `course`: by text if its handout fixes every
    /// word.
    pub fn of(course: &Course) -> Self {
        if course.fixes_words {
            Self::Text
        } else {
            Self::Rules
        }
    }
}

/// The way in which texts are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// As strictly as this.
    As(Strictness),
    /// As strictly as the course's own tests.
    Course,
}

impl Compare {
    /// Every way.
    pub const ALL: [Self; 5] = [
        Self::As(Strictness::Exact),
        Self::As(Strictness::FinalNewline),
        Self::As(Strictness::TrailingSpace),
        Self::As(Strictness::Tokens),
        Self::Course,
    ];

    /// Returns the name on a command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::As(strictness) => strictness.name(),
            Self::Course => "course",
        }
    }
}

/// The settings with which a course's cases are marked.
#[derive(Clone, Debug)]
pub struct MarkOptions {
    /// The course.
    pub course: &'static Course,
    /// The strictness of the judge by text.
    pub strictness: Strictness,
    /// Set if an output is right only with the exit status 0: the course's own tests may ask
    /// for it, but no handout does.
    pub counts_status: bool,
    /// Set if CRLF in what a program prints and writes counts as LF.
    pub joins_line_ends: bool,
    /// Set if reports show whole sessions, and not only the last moves.
    pub full: bool,
    /// The address of the playground to which reports link.
    pub playground: Option<String>,
    /// The judge.
    pub judge: Judge,
    /// The rubric that points are given by; none if each case has its own.
    pub rubric: Vec<Criterion>,
    /// The limits of a case that has none of its own.
    pub limits: Limits,
    /// The number of cases in a row that time out after which the rest is
    /// skipped; `None` if all are run.
    pub give_up_after: Option<NonZeroUsize>,
}

impl MarkOptions {
    /// Returns the usual settings for `course`.
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

    pub(crate) fn expectation<'a>(&self, case: &'a Case) -> Expectation<'a> {
        let expectation = Expectation::new(self.strictness, case);
        match case.spelling {
            Spelling::Expected => expectation,
            Spelling::Either => expectation.in_spellings_of(self.course),
        }
    }
}

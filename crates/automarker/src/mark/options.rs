//! The settings with which cases are marked.

use std::num::NonZeroUsize;

use clap::ValueEnum;
use course::Course;
use marking::judge::text::Expectation;
use sandbox::Limits;
use transcript::{Case, Strictness};

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

/// The settings with which a course's cases are marked.
#[derive(Clone, Debug)]
pub struct MarkOptions {
    /// The course.
    pub course: &'static Course,
    /// The strictness of the judge by text.
    pub strictness: Strictness,
    /// Set if a program may spell as the handout or as the course's tests;
    /// otherwise it must spell as the cases do.
    pub spells_freely: bool,
    /// Set if CRLF in what a program prints and writes counts as LF.
    pub joins_line_ends: bool,
    /// Set if reports show whole sessions, and not only the last moves.
    pub full: bool,
    /// The judge.
    pub judge: Judge,
    /// The limits of a case that has none of its own.
    pub limits: Limits,
    /// The number of cases in a row that time out after which the rest is
    /// skipped; `None` if all are run.
    pub give_up_after: Option<NonZeroUsize>,
}

impl MarkOptions {
    /// Returns the texts that a program may print on `case`.
    pub(crate) fn expectation<'a>(&self, case: &'a Case) -> Expectation<'a> {
        let expectation = Expectation::new(self.strictness, case);
        if self.spells_freely {
            expectation.in_spellings_of(self.course)
        } else {
            expectation
        }
    }
}

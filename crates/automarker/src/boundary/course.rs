//! The courses, as far as marking by text needs to know them.

use std::path::Path;

use clap::ValueEnum;
use transcript::{Difference, SuiteError, first_difference};

use super::process::{Limits, Program};
use super::suite::{self, Case};
use crate::marked::Marked;

/// How strictly outputs are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Strictness {
    /// Byte for byte.
    Exact,
    /// A newline at the very end does not matter.
    FinalNewline,
    /// White space at the ends of lines does not matter.
    TrailingSpace,
    /// Only what stands between white space matters.
    Tokens,
}

impl Strictness {
    /// The first difference that matters.
    pub fn difference(self, expected: &[u8], got: &[u8]) -> Option<Difference> {
        let words = |bytes: &[u8]| {
            let bytes = String::from_utf8_lossy(bytes).into_owned();
            match self {
                Self::Exact => bytes,
                Self::FinalNewline => bytes
                    .strip_suffix('\n')
                    .map_or(bytes.clone(), str::to_owned),
                Self::TrailingSpace => bytes
                    .lines()
                    .map(str::trim_end)
                    .collect::<Vec<_>>()
                    .join("\n"),
                Self::Tokens => bytes.split_whitespace().collect::<Vec<_>>().join(" "),
            }
        };
        match self {
            Self::Exact => first_difference(expected, got),
            _ if words(expected) == words(got) => None,
            _ => first_difference(expected, got),
        }
    }
}

/// How a course marks by rules: it runs the case itself.
pub type RulesJudge = fn(&Course, &Case, &Program, &Limits, &Path) -> Marked;

/// A course.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// Its name on the command line.
    pub name: &'static str,
    /// Which course that is.
    pub title: &'static str,
    /// How strict it is where nothing else is asked for.
    pub strictness: Strictness,
    /// The judge of rules, and whether it is the default.
    pub rules: Option<(RulesJudge, bool)>,
    /// What the program prints when it waits for a line.
    pub prompts: &'static [&'static str],
}

/// All courses.
pub const COURSES: [Course; 4] = [
    course("cmsc201", "UMBC CMSC 201 Project 2", &["Enter a move: "]),
    course(
        "comp10050",
        "UCD COMP10050 Assignment 3",
        &["insert your name:   \n"],
    ),
    course("utoronto-a1", "UofT ECE1724 Assignment 1", &["(RowCol): "]),
    course(
        "aps105-lab8",
        "UofT APS105 Lab 8",
        &["dimension: ", "(B/W) : ", "(RowCol): "],
    ),
];

const fn course(
    name: &'static str,
    title: &'static str,
    prompts: &'static [&'static str],
) -> Course {
    Course {
        name,
        title,
        strictness: Strictness::FinalNewline,
        rules: None,
        prompts,
    }
}

impl Course {
    /// The cases of the repository.
    pub fn cases(&self) -> Result<Vec<Case>, SuiteError> {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
        suite::load(&fixtures.join(self.name))
    }

    /// What may be wrong with a program that printed `got`.
    pub fn hint(&self, _case: &Case, expected: &[u8], got: &[u8]) -> Option<String> {
        let trimmed = |bytes: &[u8]| bytes.trim_ascii_end().to_vec();
        (trimmed(expected) == trimmed(got)).then(|| "only the end of the output differs".to_owned())
    }
}

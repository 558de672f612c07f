//! The programs that may explain what a program prints: those of this crate for the built-in
//! courses, those of a course's file for others.

use std::ptr;

use course::Course;

use super::{Change, CourseKind, SimulatedProgram};
use crate::judge::Interactive;

/// A correct program of a course with one mistake, or without any.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Suspect {
    Simulated(CourseKind, Change),
    /// Of a course file: the index of the faulty program, or `None`.
    OfFile(Option<usize>),
}

impl Suspect {
    pub(crate) fn right(course: &'static Course) -> Option<Self> {
        match course.name.parse() {
            // A computer that moves as it likes cannot be predicted.
            Ok(CourseKind::Revergo) => None,
            Ok(kind) if ptr::eq(CourseKind::course(kind), course) => {
                Some(Self::Simulated(kind, Change::None))
            }
            _ => Some(Self::OfFile(None)),
        }
    }

    /// Returns the programs with mistakes.
    pub(crate) fn faulty(self, course: &Course) -> Vec<Self> {
        match self {
            Self::Simulated(kind, _) => {
                let changes = Change::all(kind).into_iter();
                let changes = changes.filter(|it| it.is_usual(kind) && !it.is_of_text());
                changes.map(|it| Self::Simulated(kind, it)).collect()
            }
            Self::OfFile(_) => {
                let all = 0..course.program.faulty().len();
                all.map(|index| Self::OfFile(Some(index))).collect()
            }
        }
    }

    /// Returns `true` if the words of this one are true of `other` too.
    pub(crate) fn covers(self, other: Self) -> bool {
        match (self, other) {
            _ if self == other => true,
            (Self::Simulated(_, one), Self::Simulated(_, other)) => one.covers(other),
            _ => false,
        }
    }

    /// Returns the sentence about its mistake and the handout's own one; `None` if students do
    /// not make it.
    pub(crate) fn sentences(self, course: &Course) -> Option<(String, Option<&'static str>)> {
        let (words, citation) = match self {
            Self::Simulated(kind, change) if change.is_cause() => {
                (change.words(kind), course.citation(change.topic()))
            }
            Self::OfFile(Some(index)) => (course.program.faulty()[index].words.clone(), None),
            _ => return None,
        };
        Some((format!("The program {words}"), citation))
    }

    pub(crate) fn output(self, course: &Course, input: &[u8]) -> Vec<u8> {
        match self {
            Self::Simulated(kind, change) => {
                let program = SimulatedProgram::given(kind, change, input);
                program.output().to_owned()
            }
            Self::OfFile(index) => {
                let faulty = course.program.faulty();
                let program = match index {
                    Some(index) => &*faulty[index].program,
                    None => course.program,
                };
                course::output(program, input)
            }
        }
    }
}

//! Marking: a case, a program and limits in, a [`CaseResult`] out.

mod by_rules;
mod by_text;
mod early;
pub(crate) mod line_ends;
mod options;
mod verdict;

use marking::report::CaseResult;
use sandbox::{HostError, Limits, Program, Sandbox};
use transcript::{Case, Typed};

pub use options::{Compare, Judge, MarkOptions};
pub(crate) use verdict::{limits_exceeded, not_run, out_of_time, skipped};

pub(crate) struct Played {
    pub(crate) marked: CaseResult,
    pub(crate) output: Vec<u8>,
    /// The lines that the judge by the rules typed; `None` if the whole input was given at
    /// once.
    pub(crate) typed: Option<Typed>,
}

impl MarkOptions {
    pub(crate) fn play(
        &self,
        case: &Case,
        mut program: Program,
        limits: &Limits,
        sandbox: &Sandbox,
    ) -> Result<Played, HostError> {
        program.args.extend(case.args.iter().map(Into::into));
        submission::limit_java_heap(&mut program, limits);
        let expected = case.expected.iter();
        program
            .writes
            .extend(expected.flat_map(|expected| expected.files.keys().cloned()));
        match self.judge {
            Judge::Text => by_text::mark(self, case, &program, limits, sandbox),
            Judge::Rules => by_rules::mark(self, case, &program, limits, sandbox),
        }
    }
}

//! Marking: a case, a program and limits in, a [`Marked`] out.

mod by_rules;
mod by_text;
mod early;
mod marker;
mod verdict;

use marking::report::Marked;
use sandbox::{Program, Sandbox};
use transcript::Case;

use crate::limits;

pub use marker::{Judge, Marker};
pub(crate) use verdict::{not_run, skipped};

impl Marker {
    /// Runs `program` on `case` in `sandbox` and marks it.
    pub fn mark(&self, case: &Case, mut program: Program, sandbox: &Sandbox) -> Marked {
        let limits = limits::apply(&self.limits, &case.limits);
        program.args.extend(case.args.iter().map(Into::into));
        submission::limit_java_heap(&mut program, &limits);
        let expected = case.expected.iter();
        program
            .writes
            .extend(expected.flat_map(|expected| expected.files.keys().cloned()));
        match self.judge {
            Judge::Text => by_text::mark(self, case, &program, &limits, sandbox),
            Judge::Rules => by_rules::mark(self, case, &program, &limits, sandbox),
        }
    }
}

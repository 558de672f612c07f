//! Marking: a case, a program and limits in, a [`Marked`] out.

mod by_rules;
mod by_text;
mod early;
mod marker;
mod verdict;

use marking::report::Marked;
use sandbox::{Limits, Program, Sandbox};
use transcript::Case;

pub use marker::{Judge, Marker};
pub(crate) use verdict::{cut_short, not_run, out_of_time, skipped};

impl Marker {
    /// Runs `program` on `case` in `sandbox` within `limits` and marks it.
    pub fn mark(
        &self,
        case: &Case,
        mut program: Program,
        limits: &Limits,
        sandbox: &Sandbox,
    ) -> Marked {
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

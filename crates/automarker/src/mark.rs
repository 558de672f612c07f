//! Marking: a case, a program and limits in, a [`Marked`] out.

use std::path::Path;

use clap::ValueEnum;
use course::Course;
use sandbox::{End, Limits, Program, Run};
use submission::{Stage, Unbuilt};
use transcript::{Case, Strictness, Verdict, visible};

use crate::{by_rules, by_text, limits};
use marking::report::Marked;

/// The way a program is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Judge {
    /// By its text, held against the expected one.
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

/// How a course's cases are marked.
#[derive(Clone, Debug)]
pub struct Marker {
    /// The course.
    pub course: &'static Course,
    /// How strict the judge of text is.
    pub strictness: Strictness,
    /// Whether a program may spell as the handout or as the course's tests, or
    /// must spell as the cases do.
    pub spells_freely: bool,
    /// Who judges.
    pub judge: Judge,
    /// The limits of a case that has none of its own.
    pub limits: Limits,
}

impl Marker {
    /// Runs `program` on `case` in the empty folder `scratch` and marks it.
    pub fn mark(&self, case: &Case, program: &Program, scratch: &Path) -> Marked {
        let limits = limits::apply(&self.limits, &case.limits);
        let mut program = program.clone();
        program.args.extend(case.args.iter().map(Into::into));
        submission::limit_java_heap(&mut program, &limits);
        let expected = case.expected.iter();
        program
            .writes
            .extend(expected.flat_map(|expected| expected.files.keys().cloned()));
        match self.judge {
            Judge::Text => by_text::mark(self, case, &program, &limits, scratch),
            Judge::Rules => by_rules::mark(self, case, &program, &limits, scratch),
        }
    }
}

/// The verdict and the reason that `end` alone gives; `None` for a program
/// that ended by itself, with its exit status 0 or `expected`.
pub(crate) fn failed(end: &End, expected: i32) -> Option<(Verdict, String)> {
    let verdict = match end {
        End::WallTime | End::CpuTime => Verdict::Timeout,
        End::OutputLimit => Verdict::OutputLimit,
        End::MemoryLimit => Verdict::MemoryLimit,
        End::CouldNotStart(reason) => return Some((Verdict::CouldNotStart, reason.clone())),
        End::Signalled(_) | End::ProcessLimit => Verdict::Crashed,
        // A status of its own where none should be is a crash: an uncaught
        // exception, a panic, a failed assertion.
        &End::Exited(status) if status != 0 && expected == 0 => Verdict::Crashed,
        End::Exited(_) => return None,
    };
    Some((verdict, end.to_string()))
}

/// What is known of `case` from its run alone.
pub(crate) fn told(case: &Case, run: &Run) -> Marked {
    Marked {
        stderr: visible(&run.stderr),
        seconds: run.wall.as_secs_f64(),
        ..unmarked(case)
    }
}

/// A case of which nothing is known yet.
pub(crate) fn unmarked(case: &Case) -> Marked {
    Marked {
        case: case.name.clone(),
        hidden: case.hidden,
        weight: case.weight,
        verdict: Verdict::Ok,
        reason: None,
        explanation: None,
        stderr: String::new(),
        seconds: 0.0,
    }
}

/// `case` of a program that could not be built or found.
pub(crate) fn not_run(case: &Case, unbuilt: &Unbuilt) -> Marked {
    Marked {
        verdict: match unbuilt.stage {
            Stage::Build => Verdict::BuildFailed,
            Stage::Start => Verdict::CouldNotStart,
        },
        reason: Some(unbuilt.reason.clone()),
        stderr: unbuilt.output.clone(),
        ..unmarked(case)
    }
}

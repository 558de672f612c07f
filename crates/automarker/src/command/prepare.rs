//! The cases, the marker, the isolation and the threads that the arguments ask
//! for.

use std::env;
use std::thread;

use clap::CommandFactory;
use clap::error::ErrorKind;
use course::Course;
use sandbox::Requirement;
use transcript::{Case, Suite};

use super::failure::Failure;
use crate::builtin;
use crate::cli::{CaseArgs, Cli, MarkingArgs};
use crate::isolation::Isolation;
use crate::mark::{Judge, Marker};
use crate::workers::Workers;

impl CaseArgs {
    /// The cases of `course` that these arguments choose. A name that no case
    /// has is wrong usage.
    pub(super) fn load(&self, course: &Course) -> Result<Vec<Case>, Failure> {
        let mut cases = match &self.folder {
            Some(folder) => Suite::load(folder).map(Suite::into_cases),
            None => builtin::cases(course),
        }
        .map_err(Failure::Cases)?;
        for name in &self.names {
            if !cases.iter().any(|case| case.name == *name) {
                let message = format!(
                    "{} has no case {name:?}; `automarker cases {0}` lists them",
                    course.name
                );
                let error = Cli::command().error(ErrorKind::ValueValidation, message);
                return Err(Failure::Usage(error));
            }
        }
        cases.retain(|case| match self.names.as_slice() {
            [] => self.all || !case.unspecified,
            names => names.contains(&case.name),
        });
        Ok(cases)
    }
}

impl MarkingArgs {
    pub(super) fn marker(&self) -> Marker {
        let course = self.course();
        Marker {
            course,
            strictness: self.compare.unwrap_or(course.strictness),
            spells_freely: self.cases.folder.is_none(),
            judge: self.judge.unwrap_or_else(|| Judge::of(course)),
            limits: self.limits.limits(),
        }
    }

    pub(super) fn isolation(&self) -> Result<Isolation, Failure> {
        let requirement = if self.no_sandbox {
            Requirement::Off
        } else {
            self.sandbox
        };
        let mut isolation = Isolation::new(requirement);
        for name in &self.env {
            let value = env::var_os(name).ok_or_else(|| Failure::NotSet(name.clone()))?;
            isolation.env.push((name.into(), value));
        }
        Ok(isolation)
    }

    pub(super) fn workers(&self, isolation: Isolation) -> Result<Workers, Failure> {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.jobs.map_or_else(cores, usize::from);
        Workers::start(jobs, isolation).map_err(Failure::Workers)
    }
}

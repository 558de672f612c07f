//! The reasons why there is no program.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::io;

use sandbox::{HostError, SandboxError};

/// The reason why a submission has no program to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unbuilt {
    /// The stage that failed.
    pub stage: Stage,
    /// The reason, on one line.
    pub reason: String,
    /// The command to type instead, if one is known.
    pub advice: Option<Advice>,
    /// The beginning and end of the compiler's output, with invisible characters shown.
    pub output: String,
}

/// Advice on the command to type. As text, it is a sentence for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The file to run.
    pub file: String,
    /// The end of the command.
    pub end: String,
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, end } = self;
        write!(f, "to run `{file}`, end the command with `{end}`")
    }
}

/// The stage at which preparing a program failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Compilation.
    Build,
    /// Everything else: copying the files, finding the program, starting a compiler.
    Start,
}

/// The reason why there is no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failed {
    /// The submission is at fault.
    Unbuilt(Unbuilt),
    /// The machine or the marker is at fault: the submission cannot be marked.
    Host(HostError),
}

impl Failed {
    /// Nothing can be run, for this reason.
    pub fn could_not_start(reason: impl Into<Cow<'static, str>>) -> Self {
        Self::Unbuilt(Unbuilt {
            stage: Stage::Start,
            reason: reason.into().into_owned(),
            advice: None,
            output: String::new(),
        })
    }

    /// Separates failures of the submission from those of the machine.
    pub fn own<T>(built: Result<T, Self>) -> Result<Result<T, Unbuilt>, HostError> {
        match built {
            Ok(built) => Ok(Ok(built)),
            Err(Self::Unbuilt(unbuilt)) => Ok(Err(unbuilt)),
            Err(Self::Host(error)) => Err(error),
        }
    }

    /// Changes a failure of the submission.
    #[must_use]
    pub fn map_unbuilt(self, change: impl FnOnce(Unbuilt) -> Unbuilt) -> Self {
        match self {
            Self::Unbuilt(unbuilt) => Self::Unbuilt(change(unbuilt)),
            host @ Self::Host(_) => host,
        }
    }

    /// A failure to do `action` with the files of a submission. The submission is at fault
    /// unless the machine is out of something.
    pub(crate) fn of_files(action: impl Display, error: &io::Error) -> Self {
        match HostError::of(action, error) {
            HostError::Setup(why) => Self::could_not_start(why),
            error => Self::Host(error),
        }
    }
}

impl From<HostError> for Failed {
    fn from(error: HostError) -> Self {
        Self::Host(error)
    }
}

impl From<SandboxError> for Failed {
    fn from(error: SandboxError) -> Self {
        Self::Host(error.into())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    use rustix::io::Errno;

    #[test]
    fn a_machine_that_is_out_of_something_fails_no_submission() {
        let of = |errno: Errno| Failed::of_files("cannot copy", &errno.into());
        for errno in [Errno::NOSPC, Errno::MFILE, Errno::AGAIN, Errno::NOMEM] {
            let failed = of(errno);
            assert!(
                matches!(failed, Failed::Host(HostError::Exhausted(_))),
                "{failed:?}"
            );
        }
        assert!(matches!(of(Errno::NAMETOOLONG), Failed::Unbuilt(_)));
    }
}

//! Why a dialogue breaks off.

use std::{error, fmt, io, result};

/// What a dialogue's steps return.
pub type Result<T> = result::Result<T, Error>;

/// Why a dialogue breaks off before its game is over.
#[derive(Debug)]
pub enum Error {
    /// There is no more input.
    InputEnded,
    /// Input cannot be read.
    Input(io::Error),
    /// Output cannot be written.
    Output(io::Error),
    /// The course refuses to go on, and this says why.
    Course(Box<dyn error::Error + Send + Sync>),
}

impl Error {
    /// The refusal of a course that gives `reason`.
    pub fn course(reason: impl error::Error + Send + Sync + 'static) -> Self {
        Self::Course(Box::new(reason))
    }

    /// Whether the reader of the output went away, which is no fault of the
    /// program.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InputEnded => f.write_str("input ended before the game was over"),
            Self::Input(error) => write!(f, "cannot read standard input: {error}"),
            Self::Output(error) => write!(f, "cannot write to standard output: {error}"),
            Self::Course(reason) => reason.fmt(f),
        }
    }
}

impl error::Error for Error {}

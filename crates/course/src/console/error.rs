use std::{error, fmt, io, result};

pub type Result<T, E = Error> = result::Result<T, E>;

/// An error that ends a dialogue before its game.
#[derive(Debug)]
pub enum Error {
    InputEnded,
    Input(io::Error),
    Output(io::Error),
    Course(Box<dyn error::Error + Send + Sync>),
}

impl Error {
    pub fn course(reason: impl Into<Box<dyn error::Error + Send + Sync>>) -> Self {
        Self::Course(reason.into())
    }

    /// Returns the message for standard error, with its line end. `None` if the reader of the
    /// output closed it, which is no error of the program.
    pub fn report(&self) -> Option<String> {
        match self {
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => None,
            _ => Some(format!("error: {self}\n")),
        }
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

//! The formats of a report.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// The formats of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people, in colour on a terminal.
    Human,
    /// Everything, as one JSON document of our own.
    Json,
    /// `JUnit` XML, which most build servers read.
    Junit,
    /// Gradescope's `results.json`.
    Gradescope,
    /// One JSON object per line, as `MarkUs`' custom tester reads them.
    Markus,
    /// Classroom 50's `result.json`.
    Classroom50,
    /// The comments and the grade of Moodle's Virtual Programming Lab.
    Vpl,
    /// The summary of a job of GitHub Actions, in Markdown.
    Github,
}

impl Format {
    /// Every format, the one for people first.
    pub const ALL: [Self; 8] = [
        Self::Human,
        Self::Json,
        Self::Junit,
        Self::Gradescope,
        Self::Markus,
        Self::Classroom50,
        Self::Vpl,
        Self::Github,
    ];

    /// The name on a command line: `gradescope`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Json => "json",
            Self::Junit => "junit",
            Self::Gradescope => "gradescope",
            Self::Markus => "markus",
            Self::Classroom50 => "classroom50",
            Self::Vpl => "vpl",
            Self::Github => "github",
        }
    }

    /// Its purpose, in a few words for `--help`.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Human => "For people, in colour on a terminal",
            Self::Json => "Everything, as one JSON document of our own",
            Self::Junit => "JUnit XML, which most build servers read",
            Self::Gradescope => "Gradescope's results.json",
            Self::Markus => "One JSON object per line, as MarkUs' custom tester reads them",
            Self::Classroom50 => "Classroom 50's result.json",
            Self::Vpl => "The comments and the grade of Moodle's Virtual Programming Lab",
            Self::Github => "The summary of a job of GitHub Actions, in Markdown",
        }
    }
}

impl FromStr for Format {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.into_iter().find(|format| format.name() == name);
        found.ok_or_else(|| UnknownName(name.to_owned()))
    }
}

/// A name that no [`Format`] or no [`Reveal`](super::Reveal) has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName(pub(super) String);

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown name {:?}", self.0)
    }
}

impl Error for UnknownName {}

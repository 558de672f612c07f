//! The report in every form: one file a format, all made from a
//! [`Report`].

mod classroom50;
mod csv;
mod drawing;
mod explanation;
mod gradescope;
mod html;
mod human;
mod json;
mod junit;
mod marked;
mod markus;
mod reveal;
mod sentence;
mod session;
mod tap;
mod text;

#[cfg(test)]
mod samples;

pub use self::classroom50::HandedIn;
pub use self::csv::Marks;
pub use self::explanation::Context;
pub use self::html::page;
pub use self::human::{human, summary};
pub use self::marked::{Explanation, Marked, Report};
pub use self::reveal::Reveal;
pub use self::sentence::{Names, sentence};
pub use self::text::plain;

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
    /// The Test Anything Protocol, version 14.
    Tap,
    /// Gradescope's `results.json`.
    Gradescope,
    /// One JSON object a line, as `MarkUs`' custom tester reads them.
    Markus,
    /// Classroom 50's `result.json`.
    Classroom50,
}

impl Format {
    /// Every format, the one for people first.
    pub const ALL: [Self; 7] = [
        Self::Human,
        Self::Json,
        Self::Junit,
        Self::Tap,
        Self::Gradescope,
        Self::Markus,
        Self::Classroom50,
    ];

    /// The name on a command line: `gradescope`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Json => "json",
            Self::Junit => "junit",
            Self::Tap => "tap",
            Self::Gradescope => "gradescope",
            Self::Markus => "markus",
            Self::Classroom50 => "classroom50",
        }
    }

    /// Its purpose, in a few words for `--help`.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Human => "For people, in colour on a terminal",
            Self::Json => "Everything, as one JSON document of our own",
            Self::Junit => "JUnit XML, which most build servers read",
            Self::Tap => "The Test Anything Protocol, version 14",
            Self::Gradescope => "Gradescope's results.json",
            Self::Markus => "One JSON object per line, as MarkUs' custom tester reads them",
            Self::Classroom50 => "Classroom 50's result.json",
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

/// A name that no [`Format`] or no [`Reveal`] has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName(String);

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown name {:?}", self.0)
    }
}

impl Error for UnknownName {}

/// `report` in `format`, ending in a newline. The format for people has ANSI
/// colours in it; the others are plain.
pub fn render(format: Format, report: &Report, reveal: Reveal) -> String {
    let mut text = match format {
        Format::Human => human(report, reveal),
        Format::Json => json::json(report, reveal),
        Format::Junit => junit::junit(report, reveal),
        Format::Tap => tap::tap(report, reveal),
        Format::Gradescope => gradescope::gradescope(report, reveal),
        Format::Markus => markus::markus(report, reveal),
        Format::Classroom50 => {
            classroom50::classroom50(report, reveal, &HandedIn::from_environment(report))
        }
    };
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests;

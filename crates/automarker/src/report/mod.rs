//! The report in every form: one file a format, all made from a
//! [`Report`].

mod classroom50;
mod csv;
mod gradescope;
mod html;
mod human;
mod json;
mod junit;
mod markus;
mod reveal;
mod tap;
mod text;

#[cfg(test)]
mod samples;

pub use self::classroom50::HandedIn;
pub use self::csv::Marks;
pub use self::html::page;
pub use self::human::{human, summary};
pub use self::reveal::Reveal;
pub use self::text::plain;

use clap::ValueEnum;

use crate::marked::Report;

/// The formats of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
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

//! Reports: one sentence per mistake, and one file per format, all made from a
//! [`Report`].

mod case_result;
mod cause;
mod classroom50;
mod csv;
mod details;
mod drawing;
mod explanation;
mod format;
pub mod github;
mod gradebook;
mod gradescope;
mod groups;
mod html;
mod human;
mod index;
mod json;
mod junit;
mod leniencies;
mod markus;
mod measures;
mod reveal;
mod rubric;
mod session;
mod steps;
mod stored;
mod text;
mod vpl;

#[cfg(test)]
mod samples;

pub use self::case_result::{
    CHOSEN, CaseResult, CriterionResult, Explanation, PARTS, Report, Student, WrongBoards,
    charge_once, sum,
};
pub use self::cause::name_cause;
pub use self::classroom50::Host;
pub use self::explanation::Context;
pub use self::format::Format;
pub use self::gradebook::Gradebook;
pub use self::groups::{first_case, first_step};
pub use self::html::page;
pub use self::human::{human, summary};
pub use self::index::index;
pub use self::reveal::Reveal;
pub use self::rubric::WARNINGS;
pub use self::steps::{Exchange, Outputs, columns, titles};
pub use self::text::{counted, name, plain, wrapped};
pub use crate::diagnose::{Names, sentence};

/// Returns `report` in `format`, ending in a newline. The format for people has
/// ANSI colours in it; the others are plain.
pub fn render(format: Format, report: &Report, reveal: Reveal, host: &Host<'_>) -> String {
    let mut text = match format {
        Format::Human => human(report, reveal, host.width),
        Format::Json => json::json(report, reveal),
        Format::Junit => junit::junit(report, reveal),
        Format::Gradescope => gradescope::gradescope(report, reveal),
        Format::Markus => markus::markus(report, reveal),
        Format::Classroom50 => classroom50::classroom50(report, reveal, host),
        Format::Vpl => vpl::vpl(report, reveal, host),
        Format::Github => github::github(report, reveal),
    };
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests;

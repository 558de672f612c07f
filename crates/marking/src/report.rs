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
mod html;
mod human;
mod index;
mod json;
mod junit;
mod markus;
mod measures;
mod reveal;
mod rubric;
mod session;
mod steps;
mod stored;
mod text;
mod view;
mod vpl;

#[cfg(test)]
mod samples;

pub use self::case_result::{
    CHOSEN, CaseResult, CriterionResult, Explanation, PARTS, Report, StudentRecord, WrongBoards,
    charge_once, sum,
};
pub use self::cause::name_cause;
pub use self::classroom50::Host;
pub use self::explanation::Context;
pub use self::format::Format;
pub use self::gradebook::Gradebook;
pub use self::html::page;
pub use self::human::{human, summary};
pub use self::index::index;
pub use self::reveal::Reveal;
pub use self::rubric::WARNINGS;
pub use self::session::cut_lines;
pub use self::steps::{Exchange, OutputPair, columns, titles};
pub use self::text::{counted, name, plain, wrapped};
use self::view::ReportView;
pub use self::view::first_case;
pub use crate::diagnose::{CaseNames, sentence};

/// Returns `report` in `format`, ending in a newline. The format for people has
/// ANSI colours in it; the others are plain.
pub fn render(format: Format, report: &Report, reveal: Reveal, host: &Host<'_>) -> String {
    let view = ReportView::new(report, reveal);
    let mut text = match format {
        Format::Human => human(report, reveal, host.width),
        Format::Json => json::json(&view),
        Format::Junit => junit::junit(&view),
        Format::Gradescope => gradescope::gradescope(&view),
        Format::Markus => markus::markus(&view),
        Format::Classroom50 => classroom50::classroom50(&view, host),
        Format::Vpl => vpl::vpl(&view, host),
        Format::Github => github::github(&view),
    };
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests;

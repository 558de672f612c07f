//! The published definitions of the formats of reports, and what each has
//! against a document. The tests of every possible report and those of the
//! command's real output read them here.

mod github;
mod json;
pub(crate) mod junit;
mod schema;
pub(crate) mod vpl;

/// Checks `text` against the definition of `format`, as `--format` names it.
pub(crate) fn check(format: &str, text: &str) -> Result<(), String> {
    match format {
        "junit" => junit::check(text),
        "github" => github::check(text),
        "vpl" => vpl::read(text).map(drop),
        _ => json::check(format, text),
    }
}

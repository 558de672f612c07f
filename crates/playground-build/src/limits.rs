//! The sizes that the pages must not exceed.

use crate::Result;
use crate::parts::{File, Parts};
use crate::site;

/// The largest size of the courses with the page's script, compressed, in bytes.
const COURSES: usize = 190_000;

/// The largest size of the cases and the check, compressed, in bytes.
const CASES: usize = 380_000;

/// The largest size of the engine, compressed, in bytes.
const ENGINE: usize = 1_840_000;

/// The largest size of the one-file page, in bytes.
const ONE_FILE: usize = 4_300_000;

/// Fails if something is larger than allowed.
pub(crate) fn check(parts: &Parts, files: &[File]) -> Result<()> {
    let one_file = files.iter().find(|file| file.name == site::ONE_FILE);
    let one_file = one_file.expect("it was written").contents.len();
    within(
        "the courses with the page's script, compressed",
        parts.first_size(),
        COURSES,
    )?;
    within(
        "the cases and the check, compressed",
        parts.cases.gzip.len(),
        CASES,
    )?;
    within("the engine, compressed", parts.engine.gzip.len(), ENGINE)?;
    within(site::ONE_FILE, one_file, ONE_FILE)
}

fn within(what: &str, size: usize, limit: usize) -> Result<()> {
    if size > limit {
        return Err(format!("{what}: {size} bytes, but at most {limit} are allowed").into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_byte_too_many_is_an_error_that_names_the_file() {
        assert!(within("a.html", 10, 10).is_ok());
        let error = within("a.html", 11, 10).expect_err("it is too large");
        assert_eq!(
            error.to_string(),
            "a.html: 11 bytes, but at most 10 are allowed"
        );
    }
}

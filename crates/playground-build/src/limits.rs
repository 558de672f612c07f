//! The maximum sizes of the pages.

use crate::Result;
use crate::parts::{File, Parts};
use crate::site;

pub(crate) fn check(parts: &Parts, files: &[File]) -> Result<()> {
    let one_file = files.iter().find(|file| file.name == site::ONE_FILE);
    let one_file = one_file.expect("it was written").contents.len();
    // In bytes.
    for (what, size, limit) in [
        (
            "the courses with the page's script, compressed",
            parts.first_size(),
            190_000,
        ),
        (
            "the cases and the check, compressed",
            parts.cases.gzip.len(),
            415_000,
        ),
        ("the engine, compressed", parts.engine.gzip.len(), 1_840_000),
        (site::ONE_FILE, one_file, 4_300_000),
    ] {
        if size > limit {
            return Err(format!("{what}: {size} bytes, but at most {limit} are allowed").into());
        }
    }
    Ok(())
}

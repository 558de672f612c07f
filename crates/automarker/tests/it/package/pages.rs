//! The pages about platforms: their commands and output.

use std::fs;

use super::root::copy;
use super::static_marker;
use crate::cli::folder;
use crate::guide::{assert_like, blocks, run};

/// Runs every block of commands of each page, in a folder with cases, and compares the output
/// with the block after it.
#[test]
fn every_command_of_the_pages_prints_what_it_says() {
    let automarker = course_tests::workspace().join("crates/automarker");
    for entry in fs::read_dir(automarker.join("docs")).expect("there are pages") {
        let path = entry.expect("it can be listed").path();
        let page = fs::read_to_string(&path).expect("a page is text");
        let here = folder();
        copy(
            &automarker.join("example/cases"),
            &here.path().join("cases"),
        );
        let blocks = blocks(&page);
        let mut compared = 0;
        for pair in blocks.windows(2) {
            if let [("sh", commands), ("text", expected)] = pair {
                assert_like(&run(commands, here.path(), static_marker()), expected);
                compared += 1;
            }
        }
        assert!(compared > 0, "{} has no command", path.display());
    }
}

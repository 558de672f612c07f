//! The `comp10050` command: one game on standard input and output.

#![forbid(unsafe_code)]

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use comp10050::{COURSE, RESULT_FILE, cli};

fn main() -> ExitCode {
    let mut matches = cli::command().get_matches();
    let result_file: PathBuf = matches
        .remove_one(RESULT_FILE)
        .expect("the option has a default");
    let environment = COURSE
        .environment()
        .with(RESULT_FILE, result_file.display().to_string());
    // The name may not be UTF-8.
    COURSE.on_stdio(environment.saving(&mut |_, result| fs::write(&result_file, result)))
}

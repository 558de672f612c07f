//! The file with the result.

use std::io;

use comp10050::{COURSE, RESULT_FILE, run};
use course::{Console, Error};

/// A whole game: black wipes white out in nine moves.
const GAME: &str = include_str!("../../../fixtures/comp10050/wipe-out-by-black.in");

#[test]
fn a_file_that_cannot_be_written_is_named_and_the_result_is_still_printed() {
    let (mut input, mut output) = (GAME.as_bytes(), Vec::new());
    let mut save = |_: &str, _: &[u8]| Err(io::ErrorKind::NotFound.into());
    let environment = COURSE.environment().with(RESULT_FILE, "no such folder/r");
    let mut console = Console::new(&mut input, &mut output);
    let error = run(&mut console, &mut environment.saving(&mut save)).expect_err("it is missing");
    assert!(matches!(error, Error::Course(_)));
    let expected = "cannot save the result in no such folder/r: entity not found";
    assert_eq!(error.to_string(), expected);
    assert!(output.ends_with(b"\nThe winner is Alice\n"));
}

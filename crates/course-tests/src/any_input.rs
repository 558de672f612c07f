//! What every program promises of any input.

use std::io::{self, BufReader, Read};

use dialogue::{Console, Error, Result};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// A dialogue in memory, as a course's `run` takes it.
pub type TestConsole = Console<BufReader<Box<dyn Read>>, Vec<u8>>;

/// Holds that `run` takes any input without a panic and comes to an end: a
/// finished game, the end of input, or a refusal of its own. The inputs are
/// random bytes, random lines among which those that match `good` are many,
/// and a gigabyte without a line end.
///
/// # Panics
///
/// If it does not.
pub fn survives_any_input(good: &str, run: impl Fn(&mut TestConsole) -> Result<()>) {
    let ends = |input: Box<dyn Read>| {
        let mut console = Console::new(BufReader::new(input), Vec::new());
        match run(&mut console) {
            Ok(()) | Err(Error::InputEnded | Error::Course(_)) => Ok(()),
            Err(error) => Err(TestCaseError::fail(error.to_string())),
        }
    };
    let mut runner = TestRunner::new(Config {
        // The failing input is printed; a file of past failures would have to
        // be found from another crate's folder.
        failure_persistence: None,
        ..Config::default()
    });
    let good = proptest::string::string_regex(good).expect("the tests give a regular expression");
    let line = prop_oneof![
        8 => good.prop_map(String::into_bytes),
        1 => "[ -~é\\t]{0,8}".prop_map(String::into_bytes),
        1 => proptest::collection::vec(any::<u8>(), 0..8),
    ];
    let line_end = proptest::sample::select(vec!["\n", "\n", "\n", "\r\n", " ", ""]);
    let lines = proptest::collection::vec((line, line_end), 0..200).prop_map(|lines| {
        let join = |(mut line, end): (Vec<u8>, &str)| {
            line.extend_from_slice(end.as_bytes());
            line
        };
        lines.into_iter().flat_map(join).collect::<Vec<u8>>()
    });
    let bytes = proptest::collection::vec(any::<u8>(), 0..400);
    runner
        .run(&prop_oneof![3 => lines, 1 => bytes], |input| {
            ends(Box::new(io::Cursor::new(input)))
        })
        .expect("any input comes to an end");

    let endless = io::repeat(b'4').take(1 << 30);
    ends(Box::new(endless)).expect("a line of a gigabyte comes to an end");
}

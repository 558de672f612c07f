//! Every input leads to a finished game, the end of input, or an error of the program.

use std::io::{self, BufReader, Read};

use course::{Console, Course, Error, Notation};
use courses::ALL;
use proptest::prelude::*;
use proptest::string::string_regex;
use proptest::test_runner::{Config, TestRunner};

fn args(course: &Course) -> &'static [&'static str] {
    match course.name {
        "revergo" => &["--opponent", "greedy"],
        _ => &[],
    }
}

fn expected_lines(notation: Notation) -> &'static str {
    match notation {
        Notation::Letters => "[a-h]{2}",
        Notation::ScannedLetters => "[4BW]|[a-d]{2}",
        Notation::FromZero => "[0-7] [0-7]",
        Notation::FromOne => "[1-8]|[1-8] [1-8]",
        Notation::Choice => "[1-9]",
        Notation::Pattern(_) => unreachable!("it is a course file's"),
    }
}

fn comes_to_an_end(course: &Course, input: impl Read) -> Result<(), TestCaseError> {
    let args: Vec<String> = args(course).iter().map(ToString::to_string).collect();
    let environment = course.environment().with_args(&args).expect("its options");
    let (mut input, mut output) = (BufReader::new(input), Vec::new());
    let mut save = |_: &str, _: &[u8]| Ok(());
    let ended = course.program.run(
        &mut Console::new(&mut input, &mut output),
        &mut environment.saving(&mut save),
    );
    match ended {
        Ok(()) | Err(Error::InputEnded | Error::Course(_)) => Ok(()),
        Err(error) => Err(TestCaseError::fail(format!("{}: {error}", course.name))),
    }
}

#[test]
fn random_input_comes_to_an_end() {
    for course in ALL {
        let expected = string_regex(expected_lines(course.notation)).expect("it is one");
        let line = prop_oneof![
            8 => expected.prop_map(String::into_bytes),
            1 => "[ -~é\\t]{0,8}".prop_map(String::into_bytes),
            1 => proptest::collection::vec(any::<u8>(), 0..8),
        ];
        let line_end = proptest::sample::select(vec!["\n", "\n", "\n", "\r\n", " ", ""]);
        let lines = proptest::collection::vec((line, line_end), 0..200).prop_map(|lines| {
            let join = |(line, end): (Vec<u8>, &str)| [&line, end.as_bytes()].concat();
            lines.into_iter().flat_map(join).collect::<Vec<u8>>()
        });
        let bytes = proptest::collection::vec(any::<u8>(), 0..400);
        TestRunner::new(Config::default())
            .run(&prop_oneof![3 => lines, 1 => bytes], |input| {
                comes_to_an_end(course, &input[..])
            })
            .expect(course.name);
    }
}

#[test]
fn a_line_of_64_mebibytes_comes_to_an_end() {
    for course in ALL {
        comes_to_an_end(course, io::repeat(b'4').take(1 << 26)).expect(course.name);
    }
}

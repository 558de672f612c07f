//! The judge by text, on programs whose texts differ from the right ones.

use bstr::ByteSlice;
use course::Course;
use courses::{ALL, by_name};
use marking::judge::text::Mismatch;
use marking::report::{Context, Explanation};
use marking::table::rows;
use proptest::prelude::*;
use transcript::Strictness;

use crate::rows::{case, cases};

fn course(name: &str) -> &'static Course {
    by_name(name).expect("it is a course")
}

fn explained(
    course: &'static Course,
    strictness: Strictness,
    input: &[u8],
    [expected, got]: [&[u8]; 2],
) -> Option<Explanation> {
    let difference = strictness.first_difference(expected, got)?;
    let context = Context { course, input };
    let wrong = Mismatch::in_output(difference);
    Some(context.text(wrong, strictness, 0).1)
}

/// The rows of `texts.txt`: a course, a case or typed lines that end with `/`, a change of the
/// right output, and the hint. Of the change, `->` replaces the first text, `=>` all, and `␄`
/// ends the output.
#[test]
fn the_listed_texts_get_the_listed_hints() {
    let mut wrong = Vec::new();
    for [name, of, change, expected] in rows(include_str!("texts.txt")) {
        let course = course(&name);
        let (input, right) = case(course, &of);
        let right = String::from_utf8(right).expect("it is text");
        let got = match (change.split_once(" => "), change.split_once(" -> ")) {
            (Some((from, to)), _) => right.replace(from, to),
            (None, Some((from, to))) => right.replacen(from, to, 1),
            (None, None) => panic!("{change} is no change"),
        };
        assert_ne!(got, right, "{change}");
        let got = got.split('␄').next().unwrap_or_default();
        let both = [right.as_bytes(), got.as_bytes()];
        let said = match explained(course, course.strictness, &input, both) {
            Some(explanation) => explanation.hint.unwrap_or_else(|| "-".to_owned()),
            None => "it is right".to_owned(),
        };
        if said != expected {
            wrong.push(format!("{name} | {of} | {change} | {said}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_prompt_without_its_space_is_the_same_mistake_in_all_cases() {
    for (name, prompt) in [
        ("utoronto-a1", "(RowCol): "),
        ("aps105-lab8", "dimension: "),
        ("aps105-lab8", "(B/W) : "),
        ("aps105-lab8", "(RowCol): "),
        ("aps105-lab8", ": "),
    ] {
        let course = course(name);
        for case in cases(course) {
            let right = case.expected.expect("it has a snapshot").stdout;
            let got = right.replace(prompt, prompt.trim_ascii_end());
            let both = [&*right, &*got];
            if let Some(explanation) = explained(course, course.strictness, &case.input, both) {
                assert_eq!(explanation.kind, "PromptSpace ", "{prompt}, {}", case.name);
            }
        }
    }
}

proptest! {
    #[test]
    fn any_input_and_any_output_will_do(
        index in 0..ALL.len(),
        input in "([1248BW]\n)?([12 a-h]{0,3}\n){0,6}",
        start in 0usize..400, length in 0usize..40,
        junk in proptest::collection::vec(any::<u8>(), 0..20),
    ) {
        let (one_pass, expected) = case(course("utoronto-a1"), "one-pass");
        let mut got = expected.clone();
        let start = start.min(got.len());
        got.splice(start..(start + length).min(expected.len()), junk.iter().copied());
        let course = &ALL[index];
        for input in [input.as_bytes(), &one_pass, &junk] {
            let told = explained(course, course.strictness, input, [&expected, &got]);
            let differs = course.strictness.first_difference(&expected, &got).is_some();
            prop_assert_eq!(told.is_some(), differs);
        }
    }
}

/// What a program prints in a loop costs the marker nothing: of a long output,
/// only the part around the difference is read.
#[test]
fn of_a_long_output_only_the_part_around_the_difference_is_explained() {
    let name = "utoronto-a1";
    let (_, expected) = case(course(name), "dc/");
    let expected = String::from_utf8(expected).expect("it is text");
    let explained = |strictness: Strictness, got: &str| {
        let both = [expected.as_bytes(), got.as_bytes()];
        explained(course(name), strictness, b"dc\n", both).expect("they differ")
    };
    let half = &expected[..expected.len() / 2];
    let flooded =
        |lines: usize| explained(Strictness::Exact, &[half, &"x\n".repeat(lines)].concat());
    assert_eq!(flooded(1 << 18), flooded(1 << 20));
    let blank = [half, &" ".repeat(1 << 20), "x"].concat();
    let blank = explained(Strictness::Tokens, &blank);
    assert_eq!((blank.session.as_str(), blank.hint), ("", None));
    assert!(blank.got.ends_with("x␄"), "{}", blank.got);
}

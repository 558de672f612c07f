//! Checks cases with the reference program: a case that it fails would cost every student a
//! mark.

use std::fmt;

use course::Computer;
use marking::judge::text::{Expectation, first_wrong};
use marking::report::Context;
use transcript::Case;

use crate::mutants::can_be_played;
use crate::options::{Judge, MarkOptions};

#[derive(Debug)]
pub(crate) struct WrongCase {
    pub(crate) case: String,
    pub(crate) reason: String,
}

/// Runs the course's program on `cases`, in memory, or plays them by the rules. Returns those
/// that it fails, and a note for each that cannot be checked. Unspecified cases are not
/// checked, since other behaviour is right too.
pub(crate) fn check(options: &MarkOptions, cases: &[Case]) -> (Vec<WrongCase>, Vec<String>) {
    let (mut wrong, mut notes) = (Vec::new(), Vec::new());
    let course = options.course;
    for case in cases.iter().filter(|case| !case.unspecified) {
        let reason = if options.judge == Judge::Rules {
            // If the computer is free, its moves decide the game.
            let is_free = matches!(course.computer, Computer::Free);
            let is_wrong = !is_free && !can_be_played(options, case);
            is_wrong.then(|| format!("it is not a game of {}", course.name))
        } else if let Err(error) = course.environment().with_args(&case.args) {
            notes.push(format!(
                "case {:?} is not checked with the reference program: {error}",
                case.name
            ));
            None
        } else {
            let fails = |why| format!("the reference program of {} fails it: {why}", course.name);
            wrong_text(options, case).map(fails)
        };
        wrong.extend(reason.map(|reason| WrongCase {
            case: case.name.clone(),
            reason,
        }));
    }
    (wrong, notes)
}

impl fmt::Display for WrongCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "case {:?} is wrong: {}", self.case, self.reason)
    }
}

fn wrong_text(options: &MarkOptions, case: &Case) -> Option<String> {
    let outcome = options.course.outcome(&case.args, &case.input).ok()?;
    // The reference program has only one spelling.
    let expectation = Expectation::new(options.strictness, case).in_spellings_of(options.course);
    let case = expectation.spelt_as(&outcome.stdout);
    if let Some(wrong) = first_wrong(options.strictness, case, &outcome.stdout, &outcome.files) {
        let context = Context {
            course: options.course,
            input: &case.input,
        };
        let (_, explanation) = context.text(wrong, options.strictness, 0);
        return Some(format!(
            "{}: the case expects `{}`, the program prints `{}`",
            explanation.place,
            explanation.expected.trim_end_matches('\n'),
            explanation.got.trim_end_matches('\n')
        ));
    }
    if case.truncated_input {
        return None;
    }
    let expected = case.expected.as_ref().and_then(|expected| expected.status);
    let expected = expected.unwrap_or(0);
    let remedy = match expected {
        0 => {
            "; if its input is meant to end early, set `truncated_input = true` for it in cases.toml"
        }
        _ => "",
    };
    (outcome.status != expected).then(|| match outcome.stderr.as_slice() {
        [] => format!("exit status {}, expected {expected}", outcome.status),
        stderr => format!(
            "exit status {}, expected {expected}: {}{remedy}",
            outcome.status,
            String::from_utf8_lossy(stderr).trim_end()
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use course::Course;
    use courses::ALL;

    fn options(course: &'static Course) -> MarkOptions {
        MarkOptions {
            judge: Judge::Text,
            ..MarkOptions::new(course)
        }
    }

    fn cases(course: &Course) -> Vec<Case> {
        courses::cases::for_students(course).expect("the fixtures are a suite")
    }

    #[test]
    fn a_case_whose_arguments_the_reference_does_not_take_is_a_note() {
        let course = &ALL[0];
        let mut cases = cases(course);
        cases.truncate(1);
        cases[0].unspecified = false;
        cases[0].args = vec!["--depth".to_owned(), "3".to_owned()];
        let (wrong, notes) = check(&options(course), &cases);
        assert_eq!((wrong.len(), notes.len()), (0, 1));
        assert!(
            notes[0].ends_with("unknown option \"--depth\""),
            "{notes:?}"
        );
    }
}

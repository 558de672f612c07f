//! Checking cases with the course's own program: a case that it fails would cost
//! every student a mark.

use marking::judge::text::{Expectation, first_wrong};
use marking::report::Context;
use transcript::Case;

use crate::options::{Judge, MarkOptions};

#[derive(Debug, thiserror::Error)]
#[error("case {case:?} is wrong: the reference program of {course} fails it: {reason}")]
pub(crate) struct WrongCase {
    case: String,
    course: &'static str,
    reason: String,
}

/// Runs the course's program on `cases`, in memory. Fails with the first case that it
/// fails. Unspecified cases are not checked: another behaviour is right there, too. Nor is
/// anything if the judge is that by the rules, which finds no case wrong.
///
/// Returns a note for each case that cannot be checked.
pub(crate) fn check(options: &MarkOptions, cases: &[Case]) -> Result<Vec<String>, WrongCase> {
    let mut notes = Vec::new();
    if options.judge == Judge::Rules {
        return Ok(notes);
    }
    for case in cases.iter().filter(|case| !case.unspecified) {
        if let Err(error) = options.course.environment().with_args(&case.args) {
            notes.push(format!(
                "case {:?} is not checked with the reference program: {error}",
                case.name
            ));
            continue;
        }
        if let Some(reason) = wrong_text(options, case) {
            return Err(WrongCase {
                case: case.name.clone(),
                course: options.course.name,
                reason,
            });
        }
    }
    Ok(notes)
}

fn wrong_text(options: &MarkOptions, case: &Case) -> Option<String> {
    let outcome = options.course.outcome(&case.args, &case.input).ok()?;
    // The reference program has one spelling.
    let expectation = Expectation::new(options.strictness, case).in_spellings_of(options.course);
    let case = expectation.spelt_as(&outcome.stdout);
    if let Some(wrong) = first_wrong(options.strictness, case, &outcome.stdout, &outcome.files) {
        let context = Context {
            course: options.course,
            input: &case.input,
            full: false,
        };
        let explanation = context.text(wrong, None);
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
    (outcome.status != expected).then(|| match outcome.stderr.as_slice() {
        [] => format!("exit status {}, expected {expected}", outcome.status),
        stderr => format!(
            "exit status {}, expected {expected}: {}",
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
        let notes = check(&options(course), &cases).expect("it is not checked");
        assert_eq!(notes.len(), 1);
        assert!(
            notes[0].ends_with("unknown option \"--depth\""),
            "{notes:?}"
        );
    }
}

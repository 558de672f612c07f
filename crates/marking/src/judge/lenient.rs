//! The differences of a correct output that do not count.

use bstr::ByteSlice;
use course::Course;
use transcript::{Case, Strictness};

/// Describes each accepted difference. `spelt` is the case in the output's own spelling.
pub fn leniencies(course: &Course, case: &Case, spelt: &Case, output: &[u8]) -> Vec<String> {
    let (Some(own), Some(expected)) = (&case.expected, &spelt.expected) else {
        return Vec::new();
    };
    let (own, expected) = (&*own.stdout, &*expected.stdout);
    let is_respelt = |[handout, other]: &&[&str; 2]| {
        let moved = own.contains_str(handout) && !expected.contains_str(handout);
        moved && expected.contains_str(other)
    };
    let respelt = course.spellings.iter().filter(is_respelt);
    let mut all: Vec<String> = respelt
        .map(|[handout, other]| format!("`{}` for `{}`", other.trim(), handout.trim()))
        .collect();
    let differs = |expected: &[u8], output: &[u8]| {
        let difference = Strictness::Exact.difference(expected, output, case.truncated_input);
        difference.is_some()
    };
    if !differs(expected, output) {
        return all;
    }
    let ends = [expected, output].map(|text| text.ends_with(b"\n"));
    let ends_early = ends == [true, false] && !case.truncated_input;
    if ends_early {
        all.push("no newline at the end".to_owned());
    }
    if differs(expected.trim_ascii_end(), output.trim_ascii_end()) {
        all.push("other white space".to_owned());
    } else if !ends_early {
        all.push("other white space at the end".to_owned());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::rows;
    use transcript::Expected;

    #[test]
    fn each_leniency_is_named() {
        let course = courses::by_name("aps105-lab8").expect("there is such a course");
        let case = |stdout: &str, truncated_input| Case {
            expected: Some(Expected {
                stdout: stdout.into(),
                ..Expected::default()
            }),
            truncated_input,
            ..Case::new("a", "4\n")
        };
        let own = "(B/W) : x\ny\n";
        for [spelt, output, truncated, named] in rows(include_str!("lenient.txt")) {
            let truncated = truncated == "yes";
            let (case, spelt) = (case(own, truncated), case(&spelt, truncated));
            let found = leniencies(course, &case, &spelt, output.as_bytes());
            let found = found.join("; ");
            assert_eq!(
                if found.is_empty() { "-" } else { &found },
                named,
                "{output:?}"
            );
        }
    }
}

//! The differences of a right output that do not count.

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
    use transcript::Expected;

    const SPELLING: &str = "`(B/W):` for `(B/W) :`";
    const END: &str = "no newline at the end";
    const SPACE: &str = "other white space";

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
        let (own, other) = ("(B/W) : x\ny\n", "(B/W): x\ny\n");
        for (spelt, output, truncated, named) in [
            (own, own, false, &[][..]),
            (own, "(B/W) : x\ny\nmore", true, &[]),
            (own, "(B/W) : x\ny", false, &[END]),
            (
                own,
                "(B/W) : x\ny\n\n",
                false,
                &["other white space at the end"],
            ),
            (own, "(B/W) : x \ny\n", false, &[SPACE]),
            (other, other, false, &[SPELLING]),
            (other, "(B/W): x\r\ny", false, &[SPELLING, END, SPACE]),
        ] {
            let (case, spelt) = (case(own, truncated), case(spelt, truncated));
            assert_eq!(leniencies(course, &case, &spelt, output.as_bytes()), named);
        }
    }
}

//! The differences of a right output that do not count.

use bstr::ByteSlice;
use course::Course;
use transcript::{Case, Strictness};

/// Returns in which ways `output`, which is right, differs from what `case` expects, a few
/// words each. `spelt` is the case in the output's own spelling.
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
    use transcript::{Expected, Suite};

    #[test]
    fn each_leniency_is_named() {
        let files = [("a.in", "4\n"), ("a.out", "(B/W) : x\ny\n")];
        let suite = Suite::from_files("cases".as_ref(), files).expect("it is a suite");
        let case = &suite.cases()[0];
        let course = courses::by_name("aps105-lab8").expect("there is such a course");
        let of = |spelt: &str, output: &str, truncated_input| {
            let expected = Some(Expected {
                stdout: spelt.into(),
                ..Expected::default()
            });
            let case = Case {
                truncated_input,
                ..case.clone()
            };
            let spelt = Case {
                expected,
                ..case.clone()
            };
            leniencies(course, &case, &spelt, output.as_bytes())
        };
        let own = "(B/W) : x\ny\n";
        assert!(of(own, own, false).is_empty());
        assert!(of(own, &format!("{own}more"), true).is_empty());
        assert_eq!(of(own, "(B/W) : x\ny", false), ["no newline at the end"]);
        assert_eq!(
            of(own, "(B/W) : x\ny\n\n", false),
            ["other white space at the end"]
        );
        assert_eq!(of(own, "(B/W) : x \ny\n", false), ["other white space"]);
        let other = "(B/W): x\ny\n";
        let spelling = "`(B/W):` for `(B/W) :`";
        assert_eq!(of(other, other, false), [spelling]);
        let all = [spelling, "no newline at the end", "other white space"];
        assert_eq!(of(other, "(B/W): x\r\ny", false), all);
    }
}

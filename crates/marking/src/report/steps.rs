//! A run, step by step beside the one that is expected.

use std::fmt::Write;
use std::ops::Range;

use anstyle::{AnsiColor, Style};
use course::Course;
use transcript::{Difference, Strictness, Typed, TypedLine, visible, visible_typed};

use crate::read::typed::{carried_over, typed_lines};

const SAME: Style = Style::new().dimmed();
const DIFFERENT: Style = AnsiColor::Red.on_default().bold();
const TYPED: Style = AnsiColor::Cyan.on_default().bold();

/// In characters.
const NARROWEST: usize = 16;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    pub expected: String,
    pub got: String,
    pub typed: Option<String>,
    pub differs: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct OutputPair<'a> {
    pub course: &'static Course,
    pub input: &'a [u8],
    pub expected: &'a [u8],
    pub got: &'a [u8],
    /// Set if what follows the expected output does not count.
    pub truncated: bool,
}

impl OutputPair<'_> {
    /// Makes one step of the rest after a difference where places of typed lines are uncertain.
    pub fn by_text(self, strictness: Strictness) -> Vec<Exchange> {
        let expected = typed_lines(self.course, self.input, self.expected).unwrap_or_default();
        let difference = strictness.difference(self.expected, self.got, self.truncated);
        let got = match typed_lines(self.course, self.input, self.got) {
            Some(lines) => lines,
            None => match difference {
                Some(difference) => carried_over(expected.clone(), difference),
                None => Vec::new(),
            },
        };
        let wrong = difference.map(|Difference { got, .. }| got.offset());
        self.steps(&expected, &got, self.input, wrong)
    }

    /// Makes steps without differences, since the words are the program's own.
    pub fn by_rules(self, typed: &Typed) -> Vec<Exchange> {
        let expected = typed_lines(self.course, self.input, self.expected).unwrap_or_default();
        self.steps(&expected, &typed.lines, &typed.input, None)
    }

    /// Makes the steps; the byte `wrong` of the program's output is the first that differs.
    fn steps(
        self,
        expected: &[TypedLine],
        got: &[TypedLine],
        input: &[u8],
        wrong: Option<usize>,
    ) -> Vec<Exchange> {
        let expected = parts(expected, self.expected.len());
        let got_parts = parts(got, self.got.len());
        let number = expected.len().max(got_parts.len());
        let text = |parts: &[Range<usize>], output: &[u8], index: usize| {
            let part = parts.get(index).cloned().unwrap_or_default();
            visible(&output[part])
        };
        let first_wrong = wrong.map(|at| {
            let is_after = |part: &Range<usize>| part.end <= at && part.end < self.got.len();
            got_parts.iter().take_while(|part| is_after(part)).count()
        });
        (0..number)
            .map(|index| Exchange {
                expected: text(&expected, self.expected, index),
                got: text(&got_parts, self.got, index),
                typed: got
                    .get(index)
                    .map(|line| visible_typed(&input[line.typed.clone()])),
                differs: first_wrong == Some(index),
            })
            .collect()
    }
}

fn parts(lines: &[TypedLine], length: usize) -> Vec<Range<usize>> {
    let ends = lines.iter().map(|line| line.printed.min(length));
    let mut start = 0;
    ends.chain([length])
        .map(|end| {
            let part = start..end.max(start);
            start = part.end;
            part
        })
        .collect()
}

/// Returns the titles of both columns for a terminal of this `width`, in characters.
pub fn titles(width: usize) -> String {
    let column = column(width);
    format!("{:column$}   printed\n", "expected")
}

/// Returns a step in two columns with ANSI colours, what is expected on the left. `≠` stands
/// between lines that differ if the words count.
pub fn columns(step: &Exchange, words_count: bool, width: usize) -> String {
    let typed = step.typed.as_deref();
    let mut text = String::new();
    let column = column(width);
    let left = lines(&step.expected, typed, column);
    let right = lines(&step.got, typed, column);
    for index in 0..left.len().max(right.len()) {
        let (expected, got) = (left.get(index), right.get(index));
        let between = if !words_count || expected.map(Line::ink) == got.map(Line::ink) {
            format!("{SAME}│{SAME:#}")
        } else {
            format!("{DIFFERENT}≠{DIFFERENT:#}")
        };
        let shown = |line: Option<&Line>, width| {
            line.map_or_else(|| " ".repeat(width), |line| line.coloured(width))
        };
        let line = format!("{} {between} {}", shown(expected, column), shown(got, 0));
        writeln!(text, "{}", line.trim_end()).expect("a String takes it all");
    }
    text
}

fn column(width: usize) -> usize {
    (width.saturating_sub(3) / 2).max(NARROWEST)
}

/// Characters, each with whether it was typed.
struct Line(Vec<(char, bool)>);

impl Line {
    /// Returns the text without the invisible white space at its end.
    fn ink(&self) -> String {
        let text: String = self.0.iter().map(|one| one.0).collect();
        text.trim_end().to_owned()
    }

    fn coloured(&self, width: usize) -> String {
        let fill = " ".repeat(width.saturating_sub(self.0.len()));
        let text = |typed: bool| -> String {
            let chosen = self.0.iter().filter(|one| one.1 == typed);
            chosen.map(|one| one.0).collect()
        };
        let (printed, typed) = (text(false), text(true));
        match typed.as_str() {
            "" => format!("{printed}{fill}"),
            typed => format!("{printed}{TYPED}{typed}{TYPED:#}{fill}"),
        }
    }
}

/// Breaks long lines.
fn lines(printed: &str, typed: Option<&str>, width: usize) -> Vec<Line> {
    let typed = typed.unwrap_or_default();
    let mut all: Vec<&str> = printed.split('\n').collect();
    if typed.is_empty() && all.last().is_some_and(|last| last.is_empty()) {
        all.pop();
    }
    let last = all.len().saturating_sub(1);
    let mut lines = Vec::new();
    for (index, line) in all.into_iter().enumerate() {
        let typed = if index == last { typed } else { "" };
        let printed = line.chars().map(|character| (character, false));
        let typed = typed.chars().map(|character| (character, true));
        let characters: Vec<_> = printed.chain(typed).collect();
        if characters.is_empty() {
            lines.push(Line(Vec::new()));
        }
        lines.extend(characters.chunks(width).map(|piece| Line(piece.to_vec())));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use anstream::adapter::strip_str;
    use proptest::prelude::*;

    fn outputs<'a>(expected: &'a [u8], got: &'a [u8], input: &'a [u8]) -> OutputPair<'a> {
        let course = courses::by_name("utoronto-a1").expect("there is such a course");
        OutputPair {
            course,
            input,
            expected,
            got,
            truncated: false,
        }
    }

    fn reference(input: &[u8]) -> Vec<u8> {
        let course = courses::by_name("utoronto-a1").expect("there is such a course");
        course
            .outcome(&[], input)
            .expect("it has no options")
            .stdout
    }

    #[test]
    fn each_typed_line_ends_a_step() {
        let input = b"aa\ncd\ncc\n";
        let right = reference(input);
        let steps = outputs(&right, &right, input).by_text(Strictness::Exact);
        let typed: Vec<_> = steps.iter().map(|step| step.typed.as_deref()).collect();
        assert_eq!(typed, [Some("aa"), Some("cd"), Some("cc"), None]);
        assert!(
            steps
                .iter()
                .all(|step| step.expected == step.got && !step.differs)
        );
        assert!(steps[1].got.starts_with("Invalid move. Try again.\n"));
    }

    #[test]
    fn the_first_step_that_differs_is_marked() {
        let input = b"aa\ncd\ncc\n";
        let right = reference(input);
        let text = String::from_utf8(right.clone()).expect("it is text");
        let wrong = text.replace("Try again", "try again");
        let steps = outputs(&right, wrong.as_bytes(), input).by_text(Strictness::Exact);
        let differ: Vec<_> = steps.iter().map(|step| step.differs).collect();
        assert_eq!(differ, [false, true, false, false]);
        let shown = strip_str(&columns(&steps[1], true, 80)).to_string();
        assert!(
            shown
                .starts_with("Invalid move. Try again.               ≠ Invalid move. try again.\n"),
            "{shown}"
        );
        assert!(
            shown.contains("Enter move for colour B (RowCol): cd   │ Enter"),
            "{shown}"
        );
    }

    #[test]
    fn a_long_line_goes_on_below() {
        let step = Exchange {
            expected: "a".repeat(30),
            got: "a".repeat(18),
            typed: Some("cd".to_owned()),
            differs: true,
        };
        let shown = strip_str(&columns(&step, false, 39)).to_string();
        let a = |count| "a".repeat(count);
        assert_eq!(
            shown,
            format!("{} │ {}\n{}cd     │ cd\n", a(18), a(18), a(12))
        );
    }

    proptest! {
        #[test]
        fn nothing_is_lost(got in "[ab\n.]{0,30}|(Enter move for colour B \\(RowCol\\): |\n){0,4}", input in "[a-h]{0,2}\n[a-h]{0,2}\n") {
            let right = reference(input.as_bytes());
            let both = outputs(&right, got.as_bytes(), input.as_bytes());
            let steps = both.by_text(Strictness::Exact);
            let all: String = steps.iter().map(|step| step.got.as_str()).collect();
            prop_assert_eq!(all, visible(got.as_bytes()));
            let differs = steps.iter().filter(|step| step.differs).count();
            prop_assert_eq!(differs, usize::from(right != got.as_bytes()));
        }
    }
}

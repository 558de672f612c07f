//! Measures the share of the game that is right and that of the text, where a course compares texts.

use std::collections::BTreeSet;

use transcript::Verdict;

use super::case_result::{CaseResult, Report};
use super::text::counted;

impl Report {
    /// Counts cases by the rules; `None` if the game of a wrong one was not judged.
    pub(super) fn right_by_rules(&self) -> Option<usize> {
        let is_unknown = |it: &CaseResult| it.verdict == Verdict::WrongOutput && it.game.is_none();
        if self.cases.iter().any(is_unknown) || self.cases.iter().all(|it| it.game.is_none()) {
            return None;
        }
        Some(self.cases.iter().filter(|it| it.game == Some(1.0)).count())
    }

    /// Returns `by the rules 24 of 24; the text differs in one word, in every case`; `None` if ok.
    pub fn measures(&self) -> Option<String> {
        let right = self.right_by_rules().filter(|_| !self.all_ok())?;
        let all = self.cases.len();
        let is_text = |it: &&CaseResult| it.game == Some(1.0) && it.verdict != Verdict::Ok;
        let differing: Vec<_> = self.cases.iter().filter(is_text).collect();
        let cases = match differing.len() {
            0 => return Some(format!("by the rules {right} of {all}")),
            count if count == all => "every case".to_owned(),
            count => counted(count, "case"),
        };
        let words: Option<BTreeSet<_>> = differing.iter().map(|it| changed_word(it)).collect();
        let is_one = words.is_some_and(|words| words.len() == 1);
        let how = if is_one { " in one word," } else { "" };
        Some(format!(
            "by the rules {right} of {all}; the text differs{how} in {cases}"
        ))
    }
}

/// An expected word and the printed one in its place; one of them may be missing.
type WordChange<'a> = (Option<&'a [u8]>, Option<&'a [u8]>);

fn changed_word(marked: &CaseResult) -> Option<WordChange<'_>> {
    let explanation = marked.explanation.as_ref()?;
    let words = |text| <[u8]>::split(text, u8::is_ascii_whitespace).filter(|it| !it.is_empty());
    let expected: Vec<&[u8]> = words(&explanation.expected_output).collect();
    let printed: Vec<&[u8]> = words(&explanation.got_output).collect();
    let (mut expected, mut printed) = (&*expected, &*printed);
    let mut only = None;
    while let ([right, after @ ..], [word, behind @ ..]) = (expected, printed) {
        let change = if right == word {
            (expected, printed) = (after, behind);
            continue;
        } else if after.first() == behind.first() {
            (expected, printed) = (after, behind);
            (Some(*right), Some(*word))
        } else if after.first() == Some(word) {
            expected = after;
            (Some(*right), None)
        } else {
            printed = behind;
            (None, Some(*word))
        };
        if *only.get_or_insert(change) != change {
            return None;
        }
    }
    only
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Explanation;
    use crate::report::samples::{marked, report};

    fn case(game: f64, expected: &str, printed: &str) -> CaseResult {
        let is_right = expected == printed;
        CaseResult {
            game: Some(game),
            verdict: [Verdict::WrongOutput, Verdict::Ok][usize::from(is_right)],
            explanation: Some(Explanation {
                expected_output: expected.into(),
                got_output: printed.into(),
                ..Explanation::default()
            }),
            ..marked("a")
        }
    }

    #[test]
    fn both_measures_are_said_in_one_line() {
        let word = || {
            case(
                1.0,
                "Enter move: x\nEnter move: ",
                "Enter a move: x\nEnter a move: ",
            )
        };
        let (game, right) = (|| case(0.5, "B", "W"), || case(1.0, "B", "B"));
        for (cases, line) in [
            (vec![game(), right()], "1 of 2"),
            (
                vec![word(), word()],
                "2 of 2; the text differs in one word, in every case",
            ),
            (
                vec![word(), case(1.0, "Draw!\n", "A draw\n"), game()],
                "2 of 3; the text differs in 2 cases",
            ),
            (
                vec![right(), case(1.0, "the colour of x", "the color of x")],
                "2 of 2; the text differs in one word, in 1 case",
            ),
            (
                vec![case(1.0, "a big b c big d", "a b c d")],
                "1 of 1; the text differs in one word, in every case",
            ),
            (
                vec![case(1.0, "a b c d", "a x c e")],
                "1 of 1; the text differs in every case",
            ),
        ] {
            let line = format!("by the rules {line}");
            assert_eq!(report(cases).measures(), Some(line));
        }
        assert_eq!(report(vec![right()]).measures(), None);
        let unjudged = CaseResult {
            game: None,
            ..game()
        };
        assert_eq!(report(vec![unjudged]).measures(), None);
    }
}

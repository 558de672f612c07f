//! What a report shows of a case, and in what words. It shows less of a hidden case.

use strum::{EnumMessage, IntoStaticStr, VariantArray};
use transcript::Verdict;

use super::case_result::{CaseResult, Explanation, WrongBoards};
use super::format::description;
use super::text::one_line;
use crate::crash;

/// The part of a hidden case that every format shows. All of a public case is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Reveal {
    /// Everything.
    Full,
    /// What the program printed, but not what it should have printed.
    Actual,
    /// The verdict only.
    #[default]
    None,
}

pub(super) const SESSION: &str = "session up to this point";
pub(super) const STDERR: &str = "standard error";

impl Reveal {
    pub const ALL: &[Self] = Self::VARIANTS;

    pub fn name(self) -> &'static str {
        self.into()
    }

    pub fn description(self) -> String {
        description(&self)
    }
}

/// The visible part of a case. Every format reads it, so that none shows what another hides.
#[derive(Clone, Copy, Debug)]
pub(super) struct CaseView<'a> {
    /// The place in the report.
    pub(super) index: usize,
    pub(super) case: &'a str,
    pub(super) verdict: Verdict,
    pub(super) reason: Option<&'a str>,
    pub(super) leniencies: &'a [String],
    pub(super) place: Option<&'a str>,
    pub(super) expected: Option<&'a str>,
    pub(super) got: Option<&'a str>,
    pub(super) boards: Option<&'a WrongBoards>,
    pub(super) session: Option<&'a str>,
    pub(super) lines: Option<&'a str>,
    pub(super) full_session: Option<&'a str>,
    pub(super) cause: Option<&'a str>,
    pub(super) hint: Option<&'a str>,
    pub(super) handout: Option<&'a str>,
    pub(super) tested: Option<&'a str>,
    pub(super) expected_output: Option<&'a [u8]>,
    pub(super) got_output: Option<&'a [u8]>,
    pub(super) stderr: Option<&'a str>,
    /// `None` for a hidden case: a program could sleep as long as its input says.
    pub(super) seconds: Option<f64>,
    pub(super) cpu_seconds: Option<f64>,
}

impl<'a> CaseView<'a> {
    pub(super) fn new(index: usize, marked: &'a CaseResult, reveal: Reveal) -> Self {
        let is_all = reveal == Reveal::Full || !marked.hidden;
        let is_actual = is_all || reveal == Reveal::Actual;
        let actual = marked.explanation.as_ref().filter(|_| is_actual);
        let all = actual.filter(|_| is_all);
        let text = |part: fn(&Explanation) -> &String| all.map(|it| part(it).as_str());
        // The reason for a wrong output (or for one that is charged to another case), the place,
        // the cause, the hint, the session and the handout would reveal what the case expects.
        let tells = matches!(marked.verdict, Verdict::WrongOutput | Verdict::Ok);
        let reason = marked.reason.as_deref();
        Self {
            index,
            case: &marked.case,
            verdict: marked.verdict,
            reason: reason.filter(|_| is_all || is_actual && !tells),
            leniencies: if is_all { &marked.leniencies } else { &[] },
            place: text(|it| &it.place),
            expected: text(|it| &it.expected),
            got: actual.map(|it| &*it.got),
            boards: all.and_then(|it| it.boards.as_ref()),
            session: text(|it| &it.session),
            lines: text(|it| &it.lines),
            full_session: text(|it| &it.full_session).filter(|session| !session.is_empty()),
            cause: all.and_then(|it| it.cause.as_deref()),
            hint: all.and_then(|it| it.hint.as_deref()),
            handout: all
                .filter(|_| marked.verdict == Verdict::WrongOutput)
                .and_then(|it| it.citation.as_deref()),
            tested: all.and(marked.handout.as_deref()),
            expected_output: all.map(|it| &*it.expected_output),
            got_output: actual.map(|it| &*it.got_output),
            stderr: Some(&*marked.stderr).filter(|text| is_actual && !text.is_empty()),
            seconds: is_all.then_some(marked.seconds),
            cpu_seconds: marked.cpu_seconds.filter(|_| is_all),
        }
    }

    /// Returns the verdict and its reason or accepted differences on one line.
    pub(super) fn headline(&self) -> String {
        let leniencies = self.leniencies.iter().map(String::as_str);
        let words = self.reason.into_iter().chain(leniencies);
        let words: Vec<String> = words.map(one_line).collect();
        if words.is_empty() {
            return self.verdict.to_string();
        }
        format!("{}: {}", self.verdict, words.join("; "))
    }

    /// Returns the sentence about the mistake: the cause or the hint if the reason is just a place.
    pub(super) fn sentence(&self) -> String {
        let is_place = |reason: &str| self.place.is_some_and(|place| reason.starts_with(place));
        let reason = self.reason.filter(|reason| !is_place(reason));
        match (self.verdict, reason.or(self.cause).or(self.hint)) {
            (Verdict::WrongOutput, Some(sentence)) => one_line(sentence),
            (Verdict::WrongOutput, None) => self.reason.or(self.place).map_or_else(
                || self.verdict.to_string(),
                |place| format!("The output differs: {}", one_line(place)),
            ),
            (verdict, Some(sentence)) => format!("{verdict}: {}", one_line(sentence)),
            (verdict, None) => verdict.to_string(),
        }
    }

    /// Returns the hint if it is not the [sentence](Self::sentence) itself.
    pub(super) fn further_hint(&self) -> Option<&'a str> {
        let sentence = self.sentence();
        self.hint.filter(|hint| sentence != one_line(hint))
    }

    /// Returns the titled parts that may have several lines, without empty ones.
    pub(super) fn parts(&self) -> impl Iterator<Item = (&'static str, &'a str)> {
        let drawn = self.boards.map(|boards| boards.drawn.as_str());
        let lines = |line| if drawn.is_some() { None } else { line };
        [
            ("boards", drawn),
            ("expected", lines(self.expected)),
            ("got", lines(self.got)),
            (SESSION, self.session),
            (STDERR, self.own_stderr()),
        ]
        .into_iter()
        .filter_map(|(title, part)| Some((title, part?)))
        .filter(|(_, part)| !part.is_empty())
    }

    /// Returns no crash after a wrong output: an input that ends early may be its cause.
    pub(super) fn own_stderr(&self) -> Option<&'a str> {
        let is_wrong = self.verdict == Verdict::WrongOutput;
        let stderr = self.stderr?;
        (!is_wrong || crash(stderr.as_bytes()).is_none()).then_some(stderr)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_more_than_a_place_if_one_is_known() {
        let sentence = |verdict, reason: Option<&str>, place: &str, hint: Option<&str>| {
            let case = CaseResult {
                verdict,
                reason: reason.map(str::to_owned),
                explanation: Some(Explanation {
                    place: place.to_owned(),
                    hint: hint.map(str::to_owned),
                    ..Explanation::default()
                }),
                ..CaseResult::default()
            };
            CaseView::new(0, &case, Reveal::Full).sentence()
        };
        let wrong = Verdict::WrongOutput;
        let line = Some("line 3, column 1, then signal 11");
        let place = "line 3, column 1";
        assert_eq!(sentence(wrong, line, place, Some("a\nb")), "a b");
        let differs = "The output differs: line 3, column 1, then signal 11";
        assert_eq!(sentence(wrong, line, place, None), differs);
        let move_7 = Some("Move 7: illegal");
        assert_eq!(
            sentence(wrong, move_7, "move 7", Some("minor")),
            "Move 7: illegal"
        );
        let crash = sentence(Verdict::Crashed, Some("signal 11"), place, Some("stops"));
        assert_eq!(crash, "crashed: signal 11");
    }
}

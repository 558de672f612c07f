//! A report as formats show it: redacted, grouped by mistake, and ordered, once.

use std::borrow::Cow;
use std::collections::BTreeMap;

use transcript::Verdict;

use super::case_result::{CaseResult, Report};
use super::reveal::{CaseView, Reveal};
use super::text::{counted, one_line};
use crate::crash;

pub(super) struct ReportView<'a> {
    pub(super) report: &'a Report,
    pub(super) cases: Vec<CaseView<'a>>,
    /// The mistakes, each explained once, the one to fix first at the front.
    pub(super) groups: Vec<Group<'a>>,
    /// The advice to fix one case first; `None` if every case is ok. It does not reveal how many
    /// hidden cases fail.
    pub(super) first: Option<String>,
}

#[derive(Clone, Debug)]
pub(super) struct Group<'a> {
    /// The case in which the fewest lines are typed up to the mistake.
    pub(super) best: CaseView<'a>,
    pub(super) others: Vec<CaseView<'a>>,
}

impl<'a> ReportView<'a> {
    pub(super) fn new(report: &'a Report, reveal: Reveal) -> Self {
        let cases = report.cases.iter().enumerate();
        let cases = cases.map(|(index, marked)| CaseView::new(index, marked, reveal));
        let mut cases: Vec<_> = cases.collect();
        if report.full {
            for case in &mut cases {
                case.session = case.full_session.or(case.session);
            }
        }
        let groups = groups(report, &cases, reveal);
        let first = first_step(report, &groups, reveal);
        Self {
            report,
            cases,
            groups,
            first,
        }
    }

    /// Returns the headline of a case; only its verdict if an earlier case has the same reason.
    pub(super) fn headline(&self, case: &CaseView<'_>) -> String {
        if self.report.is_told_before(case.index) {
            return case.verdict.to_string();
        }
        case.headline()
    }

    /// Returns the accepted differences with the number of their cases, and the notes for students.
    pub(super) fn notes(&self) -> Vec<String> {
        let notes = self.report.notes_for_students();
        let notes = notes.map(|note| one_line(note));
        self.leniencies().into_iter().chain(notes).collect()
    }

    pub(super) fn leniencies(&self) -> Vec<String> {
        let mut counts = BTreeMap::<&str, usize>::new();
        for leniency in self.cases.iter().flat_map(|case| case.leniencies) {
            *counts.entry(leniency).or_default() += 1;
        }
        let note = |(leniency, count)| {
            let cases = counted(count, "case");
            format!("accepted in {cases}: {}", one_line(leniency))
        };
        counts.into_iter().map(note).collect()
    }
}

/// Sorts the mistakes by the number of their cases, then by the typed lines that show them. Hidden
/// cases are grouped as `reveal` allows.
fn groups<'a>(report: &Report, cases: &[CaseView<'a>], reveal: Reveal) -> Vec<Group<'a>> {
    let marked = |case: &CaseView<'_>| &report.cases[case.index];
    let mut kinds = BTreeMap::<_, Vec<CaseView<'_>>>::new();
    for case in cases {
        let marked = marked(case);
        let is_secret = marked.hidden && reveal != Reveal::Full;
        if case.verdict == Verdict::Ok || is_secret && reveal == Reveal::None {
            continue;
        }
        // That two hidden cases have the same mistake would say something about them.
        let alone = (report.full && marked.was_run() || is_secret).then_some(case.index);
        let kind = (alone, case.verdict, own_words(marked));
        kinds.entry(kind).or_default().push(*case);
    }
    let group = |mut cases: Vec<CaseView<'a>>| {
        let best = (0..cases.len()).min_by_key(|&at| typed(marked(&cases[at])));
        let best = cases.remove(best.expect("there is a case in each"));
        Group {
            best,
            others: cases,
        }
    };
    let mut groups: Vec<_> = kinds.into_values().map(group).collect();
    // The order says nothing about hidden cases.
    groups.sort_by_key(|group| {
        let (best, index) = (marked(&group.best), group.best.index);
        match best {
            _ if report.full => (0, (0, 0), index),
            _ if best.hidden && reveal != Reveal::Full => (usize::MAX, (0, 0), index),
            _ if best.verdict == Verdict::Skipped => (usize::MAX, (0, 0), index),
            _ if is_silent(best) => (usize::MAX - 1, (0, 0), index),
            _ => (usize::MAX - 2 - group.others.len(), typed(best), index),
        }
    });
    groups
}

/// Returns `true` if a limit ended the program before it printed anything.
fn is_silent(marked: &CaseResult) -> bool {
    let explanation = marked.explanation.as_ref();
    let is_empty = explanation.is_none_or(|explanation| explanation.got_output.is_empty());
    marked.verdict == Verdict::Timeout && is_empty
}

/// Counts the lines typed up to the mistake, and in the whole case. Cases without one come last.
pub(super) fn typed(marked: &CaseResult) -> (usize, usize) {
    let explanation = marked.explanation.as_ref();
    let typed = explanation.map_or(usize::MAX, |explanation| explanation.typed);
    (typed, marked.lines)
}

/// Returns what tells mistakes with one verdict apart. A crash has words of its own.
pub(super) fn own_words(marked: &CaseResult) -> [Cow<'_, str>; 3] {
    let explanation = marked.explanation.as_ref();
    let kind = explanation.map_or("", |explanation| &explanation.kind);
    if marked.verdict == Verdict::WrongOutput {
        return [kind.into(), "".into(), "".into()];
    }
    if let Some(words) = crash(marked.stderr.as_bytes()) {
        return ["".into(), "".into(), words.into()];
    }
    let reason = match marked.verdict {
        // Two limits end one loop, and the reason may have the number of a move.
        Verdict::Timeout | Verdict::OutputLimit => "",
        _ => marked.reason.as_deref().unwrap_or_default(),
    };
    // The status that a program returns is not part of its mistake.
    let reason = reason.trim_end_matches(|it: char| it.is_ascii_digit());
    [kind.into(), reason.into(), "".into()]
}

impl Group<'_> {
    /// Names the other cases, or the first of many.
    pub(super) fn also_in(&self) -> Option<String> {
        const MOST: usize = 3;
        let names = self.others.iter().map(|other| one_line(other.case));
        let mut names: Vec<String> = names.collect();
        if names.len() > MOST + 1 {
            let more = names.len() - MOST;
            names.truncate(MOST);
            return Some(format!("{} and {more} more", names.join(", ")));
        }
        (!names.is_empty()).then(|| names.join(", "))
    }

    /// Returns the titled lines about the mistake, without those that are not known.
    pub(super) fn lines(&self) -> impl Iterator<Item = (&'static str, String)> {
        let best = &self.best;
        let all = [
            ("cause", best.cause.map(one_line)),
            ("hint", best.hint.map(one_line)),
            ("the handout", best.handout.map(one_line)),
            ("tested in", best.tested.map(one_line)),
            ("also in", self.also_in()),
        ];
        let all = all.into_iter();
        all.filter_map(|(title, line)| Some((title, line?)))
    }
}

fn first_step(report: &Report, groups: &[Group<'_>], reveal: Reveal) -> Option<String> {
    let failed = report.cases.iter().filter(|it| it.verdict != Verdict::Ok);
    let shown = failed.clone();
    let shown = shown.filter(|it| !it.hidden || reveal == Reveal::Full);
    let others = shown.count().saturating_sub(1);
    if failed.count() == 0 {
        return None;
    }
    let Some(first) = first_of(report, groups, reveal) else {
        return Some("only hidden cases fail: read the handout again".to_owned());
    };
    let name = one_line(&first.case);
    Some(match (first.verdict, others) {
        (Verdict::NotMarked, _) => "staff must look at it".to_owned(),
        (Verdict::BuildFailed, _) => "make it build: fix the first error".to_owned(),
        (Verdict::CouldNotStart, _) => "make it start: no case was run".to_owned(),
        (_, 0) => format!("fix case {name}"),
        (_, 1) => format!("fix case {name}, then the other one"),
        (_, others) => format!("fix case {name}, then the {others} others"),
    })
}

/// Returns the case to fix first; `None` if only hidden cases fail.
pub fn first_case(report: &Report, reveal: Reveal) -> Option<&CaseResult> {
    first_of(report, &ReportView::new(report, reveal).groups, reveal)
}

fn first_of<'a>(
    report: &'a Report,
    groups: &[Group<'_>],
    reveal: Reveal,
) -> Option<&'a CaseResult> {
    let best = groups.iter().map(|group| &report.cases[group.best.index]);
    let mut shown = best.filter(|best| !best.hidden || reveal == Reveal::Full);
    shown.find(|best| best.verdict != Verdict::Skipped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Explanation;
    use crate::report::samples::{self, marked};

    fn failed(case: &str, verdict: Verdict, kind: &str, typed: usize) -> CaseResult {
        CaseResult {
            verdict,
            explanation: Some(Explanation {
                kind: kind.to_owned(),
                typed,
                ..Explanation::default()
            }),
            ..marked(case)
        }
    }

    fn report() -> Report {
        let wrong = Verdict::WrongOutput;
        let crashed = |case: &str, stderr: &str| CaseResult {
            verdict: Verdict::Crashed,
            stderr: format!("{stderr}␊\n"),
            seconds: 0.1,
            ..marked(case)
        };
        let index_error = "Traceback (most recent call last):␊\nIndexError";
        samples::report(vec![
            CaseResult {
                lines: 9,
                ..crashed("crash", index_error)
            },
            crashed("same crash", &format!("Move: {index_error}")),
            crashed("other crash", &index_error.replace("Index", "Key")),
            marked("right"),
            failed("long", wrong, "flips", 9),
            failed("short", wrong, "flips", 2),
            failed("pass", wrong, "pass", 5),
            CaseResult {
                hidden: true,
                ..failed("hidden", wrong, "flips", 1)
            },
        ])
    }

    fn names(report: &Report, reveal: Reveal) -> Vec<Vec<&str>> {
        let groups = ReportView::new(report, reveal).groups.into_iter();
        let cases = groups.map(|group| [vec![group.best], group.others].concat());
        let names = cases.map(|cases| cases.into_iter().map(|case| case.case).collect());
        names.collect()
    }

    #[test]
    fn equal_mistakes_are_one_and_the_one_of_the_most_cases_is_the_first() {
        let mut report = report();
        report.cases.push(failed("silent", Verdict::Timeout, "", 0));
        report
            .cases
            .push(failed("silent too", Verdict::Timeout, "", 0));
        let public = [
            vec!["short", "long"],
            vec!["same crash", "crash"],
            vec!["pass"],
            vec!["other crash"],
            vec!["silent", "silent too"],
        ];
        assert_eq!(names(&report, Reveal::None), public);
        let full = Report {
            full: true,
            ..report
        };
        let each: Vec<_> = names(&full, Reveal::Full).concat();
        let failing = full.cases.iter().filter(|it| it.verdict != Verdict::Ok);
        assert!(each.iter().copied().eq(failing.map(|it| it.case.as_str())));
    }

    #[test]
    fn a_hidden_case_is_with_others_only_if_all_of_it_is_shown() {
        let report = report();
        let actual = names(&report, Reveal::Actual);
        assert_eq!(actual.len(), 5);
        assert_eq!(actual[4], ["hidden"]);
        assert_eq!(names(&report, Reveal::Full)[0], ["hidden", "long", "short"]);
        let first = |reveal| first_case(&report, reveal).map(|marked| marked.case.as_str());
        assert_eq!(first(Reveal::Actual), Some("short"));
        assert_eq!(first(Reveal::Full), Some("hidden"));
    }

    #[test]
    fn the_first_step_is_the_case_that_shows_a_mistake_best() {
        let mut report = report();
        let step = |report: &Report| ReportView::new(report, Reveal::None).first;
        assert_eq!(
            step(&report).as_deref(),
            Some("fix case short, then the 5 others")
        );
        report.cases.drain(..7);
        let hidden = "only hidden cases fail: read the handout again";
        assert_eq!(step(&report).as_deref(), Some(hidden));
        report.cases.clear();
        assert_eq!(step(&report), None);
    }

    #[test]
    fn a_long_list_of_cases_is_shortened() {
        let of = |count: usize| {
            let cases = (0..count).map(|case| failed(&case.to_string(), Verdict::Timeout, "", 0));
            ReportView::new(&samples::report(cases.collect()), Reveal::None).groups[0].also_in()
        };
        assert_eq!(of(1), None);
        assert_eq!(of(5).as_deref(), Some("1, 2, 3, 4"));
        assert_eq!(of(7).as_deref(), Some("1, 2, 3 and 3 more"));
    }

    #[test]
    fn each_leniency_is_counted_and_those_of_hidden_cases_are_not_told() {
        let lenient = |words: &[&str], hidden| CaseResult {
            leniencies: words.iter().map(|&word| word.to_owned()).collect(),
            hidden,
            ..marked("a")
        };
        let both = ["`colour` for `color`", "no newline at the end"];
        let report = samples::report(vec![
            lenient(&both, false),
            lenient(&both[..1], false),
            lenient(&both[1..], true),
            marked("strict"),
        ]);
        let notes = |reveal| ReportView::new(&report, reveal).notes();
        let one = "accepted in 1 case: no newline at the end";
        let two = "accepted in 2 cases: `colour` for `color`";
        assert_eq!(notes(Reveal::None), [two, one]);
        assert_eq!(notes(Reveal::Full)[1], one.replace("1 case", "2 cases"));
        assert_eq!(report.lenient(), 3);
    }
}

//! The failing cases by mistake, so that each mistake is explained once.

use std::borrow::Cow;
use std::collections::BTreeMap;

use transcript::Verdict;

use super::case_result::{CaseResult, Report};
use super::reveal::Reveal;
use super::text::one_line;
use crate::crash;

#[derive(Clone, Debug)]
pub(super) struct Group<'a> {
    /// The index of the case in which the fewest lines are typed up to the mistake.
    pub(super) index: usize,
    pub(super) best: &'a CaseResult,
    /// The other cases with their indices in the report.
    pub(super) others: Vec<(usize, &'a CaseResult)>,
}

/// Sorts the mistakes by the number of their cases, then by the typed lines that show them. Hidden
/// cases are grouped as `reveal` allows.
pub(super) fn groups<'a>(report: &'a Report, reveal: Reveal) -> Vec<Group<'a>> {
    let mut kinds = BTreeMap::<_, Vec<(usize, &CaseResult)>>::new();
    for (index, marked) in report.cases.iter().enumerate() {
        let is_secret = marked.hidden && reveal != Reveal::Full;
        if marked.verdict == Verdict::Ok || is_secret && reveal == Reveal::None {
            continue;
        }
        // That two hidden cases have the same mistake would say something about them.
        let alone = (report.full && marked.was_run() || is_secret).then_some(index);
        let kind = (alone, marked.verdict, own_words(marked));
        kinds.entry(kind).or_default().push((index, marked));
    }
    let group = |mut cases: Vec<(usize, &'a CaseResult)>| {
        let best = (0..cases.len()).min_by_key(|&at| typed(cases[at].1));
        let (index, best) = cases.remove(best.expect("there is a case in each"));
        Group {
            index,
            best,
            others: cases,
        }
    };
    let mut groups: Vec<_> = kinds.into_values().map(group).collect();
    // The order says nothing about hidden cases.
    groups.sort_by_key(|group| match group.best {
        _ if report.full => (0, (0, 0), group.index),
        best if best.hidden && reveal != Reveal::Full => (usize::MAX, (0, 0), group.index),
        best if is_silent(best) => (usize::MAX - 1, (0, 0), group.index),
        best => (
            usize::MAX - 2 - group.others.len(),
            typed(best),
            group.index,
        ),
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
        let names = self.others.iter().map(|(_, marked)| one_line(&marked.case));
        let mut names: Vec<String> = names.collect();
        if names.len() > MOST + 1 {
            let more = names.len() - MOST;
            names.truncate(MOST);
            return Some(format!("{} and {more} more", names.join(", ")));
        }
        (!names.is_empty()).then(|| names.join(", "))
    }
}

/// Advises what to fix first, without the number of hidden cases that fail.
pub fn first_step(report: &Report, reveal: Reveal) -> Option<String> {
    let shown = |marked: &&CaseResult| !marked.hidden || reveal == Reveal::Full;
    let failed = report.cases.iter().filter(|it| it.verdict != Verdict::Ok);
    let others = failed.clone().filter(shown).count().saturating_sub(1);
    if failed.count() == 0 {
        return None;
    }
    Some(match first_case(report, reveal) {
        None => "only hidden cases fail: read the handout again".to_owned(),
        Some(first) => match (first.verdict, others) {
            (Verdict::BuildFailed, _) => "make it build: fix the first error".to_owned(),
            (Verdict::CouldNotStart, _) => "make it start: nothing was run".to_owned(),
            (_, 0) => format!("fix {}", one_line(&first.case)),
            (_, 1) => format!("fix {}, before the other one", one_line(&first.case)),
            (_, others) => format!("fix {}, before the {others} others", one_line(&first.case)),
        },
    })
}

/// Returns the case to fix first; `None` if only hidden cases fail.
pub fn first_case(report: &Report, reveal: Reveal) -> Option<&CaseResult> {
    let is_shown = |group: &&Group<'_>| !group.best.hidden || reveal == Reveal::Full;
    let was_run = |group: &&Group<'_>| group.best.verdict != Verdict::Skipped;
    let groups = groups(report, reveal);
    let mut shown = groups.iter().filter(is_shown);
    shown.find(was_run).map(|group| group.best)
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
        let names = |group: Group<'_>| {
            let all = [(group.index, group.best)].into_iter().chain(group.others);
            all.map(|(index, _)| report.cases[index].case.as_str())
                .collect()
        };
        groups(report, reveal).into_iter().map(names).collect()
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
        let step = |report: &Report| first_step(report, Reveal::None);
        assert_eq!(
            step(&report).as_deref(),
            Some("fix short, before the 5 others")
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
            groups(&samples::report(cases.collect()), Reveal::None)[0].also_in()
        };
        assert_eq!(of(1), None);
        assert_eq!(of(5).as_deref(), Some("1, 2, 3, 4"));
        assert_eq!(of(7).as_deref(), Some("1, 2, 3 and 3 more"));
    }
}

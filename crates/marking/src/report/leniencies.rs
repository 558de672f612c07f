//! The differences that do not count, said once.

use std::collections::BTreeMap;

use super::case_result::Report;
use super::reveal::Reveal;
use super::text::{counted, one_line};

pub(super) fn leniencies(report: &Report, reveal: Reveal) -> Vec<String> {
    let mut counts = BTreeMap::<&str, usize>::new();
    let shown = report
        .cases
        .iter()
        .flat_map(|marked| reveal.shown(marked).leniencies);
    for leniency in shown {
        *counts.entry(leniency).or_default() += 1;
    }
    let note = |(leniency, count)| {
        let cases = counted(count, "case");
        format!("accepted in {cases}: {}", one_line(leniency))
    };
    counts.into_iter().map(note).collect()
}

impl Report {
    pub(super) fn lenient(&self) -> usize {
        let lenient = self
            .cases
            .iter()
            .filter(|marked| !marked.leniencies.is_empty());
        lenient.count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::CaseResult;
    use crate::report::samples::marked;

    #[test]
    fn each_leniency_is_counted_and_those_of_hidden_cases_are_not_told() {
        let lenient = |words: &[&str], hidden| CaseResult {
            leniencies: words.iter().map(|&word| word.to_owned()).collect(),
            hidden,
            ..marked("a")
        };
        let both = ["`colour` for `color`", "no newline at the end"];
        let report = Report {
            cases: vec![
                lenient(&both, false),
                lenient(&both[..1], false),
                lenient(&both[1..], true),
                marked("strict"),
            ],
            ..Report::default()
        };
        let one = "accepted in 1 case: no newline at the end";
        let two = "accepted in 2 cases: `colour` for `color`";
        assert_eq!(leniencies(&report, Reveal::None), [two, one]);
        assert_eq!(
            leniencies(&report, Reveal::Full)[1],
            one.replace("1 case", "2 cases")
        );
        assert_eq!(report.lenient(), 3);
    }
}

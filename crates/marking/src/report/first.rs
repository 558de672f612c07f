//! The case that a student looks at first.

use transcript::Verdict;

use super::case_result::{CaseResult, Report};
use super::reveal::Reveal;

/// Returns the failed case of `report` with the shortest session, whose mistake is the
/// easiest to reproduce; `None` if none failed that is not hidden.
pub fn first_case(report: &Report, reveal: Reveal) -> Option<&CaseResult> {
    let failed = report.cases.iter().filter(|marked| {
        let is_shown = !marked.hidden || reveal == Reveal::Full;
        is_shown && !matches!(marked.verdict, Verdict::Ok | Verdict::Skipped)
    });
    failed.min_by_key(|marked| length(marked))
}

/// The length of its whole session, in bytes. A case without one shows no mistake, so
/// it comes last.
fn length(marked: &CaseResult) -> usize {
    let explanation = marked.explanation.as_ref();
    let session = explanation.map(|explanation| match explanation.full_session.len() {
        0 => explanation.session.len(),
        full => full,
    });
    session.filter(|&length| length > 0).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Explanation;
    use crate::report::samples::marked;

    fn failed(case: &str, verdict: Verdict, session: &str, full: &str) -> CaseResult {
        CaseResult {
            verdict,
            explanation: Some(Explanation {
                session: session.to_owned(),
                full_session: full.to_owned(),
                ..Explanation::default()
            }),
            ..marked(case)
        }
    }

    #[test]
    fn the_shortest_session_comes_first_and_hidden_ones_never() {
        let hidden = CaseResult {
            hidden: true,
            ..failed("hidden", Verdict::WrongOutput, "a", "")
        };
        let report = Report {
            cases: vec![
                failed("crash", Verdict::Crashed, "", ""),
                marked("right"),
                failed("skipped", Verdict::Skipped, "a", ""),
                failed("long", Verdict::WrongOutput, "ab", "long"),
                failed("short", Verdict::WrongOutput, "abc", ""),
                hidden,
            ],
            ..Report::default()
        };
        let name = |reveal| first_case(&report, reveal).map(|marked| marked.case.as_str());
        assert_eq!(name(Reveal::None), Some("short"));
        assert_eq!(name(Reveal::Full), Some("hidden"));
        let right = Report {
            cases: vec![marked("right")],
            ..Report::default()
        };
        assert_eq!(first_case(&right, Reveal::Full), None);
    }
}

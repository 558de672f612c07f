//! The points of a rubric: each criterion has its share of the cases without a mistake of
//! its own. A program that stops earns nothing for what it does not show.

use course::{Aspect, Criterion};
use transcript::Verdict;

use super::case_result::{CaseResult, CriterionResult, PARTS, Report};
use super::text::{counted, one_line, points};

/// A criterion without cases: the compiler has no warnings.
pub const WARNINGS: &str = "warnings";

impl Report {
    fn is_built(&self) -> bool {
        let is_none =
            |it: &CaseResult| matches!(it.verdict, Verdict::BuildFailed | Verdict::CouldNotStart);
        !self.cases.iter().any(is_none)
    }

    /// Counts a case for the criterion that it names, or else for each one with an aspect.
    pub fn mark_by(&mut self, rubric: &[Criterion]) {
        let marked = |criterion: &Criterion| {
            let counts = |marked: &&CaseResult| match &marked.criterion {
                Some(own) => *own == criterion.name,
                None => !criterion.aspects.is_empty(),
            };
            let counting: Vec<_> = self.cases.iter().filter(counts).collect();
            let failed = counting.iter().filter(|it| it.lost(criterion) > 0.0);
            let all: f64 = counting.iter().map(|it| it.weight).sum();
            let lost: f64 = counting
                .iter()
                .map(|it| it.weight * it.lost(criterion))
                .sum();
            let kept = if criterion.name == WARNINGS && counting.is_empty() {
                f64::from(u8::from(self.is_built() && self.warnings.is_empty()))
            } else if all > 0.0 {
                1.0 - lost / all
            } else {
                0.0
            };
            let rounded = |points: f64| (points * PARTS).round() / PARTS;
            CriterionResult {
                criterion: criterion.name.clone().into_owned(),
                points: rounded(kept * criterion.points),
                possible: rounded(criterion.points),
                cases: counting.len(),
                failed: failed.count(),
            }
        };
        self.criteria = rubric.iter().map(marked).collect();
        for case in &mut self.cases {
            case.weight = 0.0;
        }
    }
}

impl CaseResult {
    /// Returns the lost part: all for a mistake of the criterion, but of a whole game, not of its
    /// words, what follows the mistake. A program that stops loses the result, which it does not
    /// show, and of all else what follows.
    fn lost(&self, criterion: &Criterion) -> f64 {
        let has = |aspect| criterion.aspects.contains(aspect);
        let aspect = self.aspect();
        let rest = 1.0 - self.game.unwrap_or(0.0);
        if self.verdict == Verdict::Ok {
            let charged = self.charged_elsewhere.as_deref();
            let is_own = |aspect: &Aspect| Some(aspect.name()) == charged;
            f64::from(u8::from(criterion.aspects.iter().any(is_own)))
        } else if self.criterion.is_some() {
            1.0
        } else if has(&aspect) || self.stops() {
            // Two people may play without a computer.
            let mut of_people = Aspect::GAME.iter().filter(|it| **it != Aspect::Computer);
            let is_game = of_people.all(has) && !has(&Aspect::Text);
            let is_own = has(&aspect) || has(&Aspect::Result);
            if is_own && !is_game { 1.0 } else { rest }
        } else {
            0.0
        }
    }

    /// Returns the aspect of the first mistake; the whole task if nothing explains the verdict.
    pub fn aspect(&self) -> Aspect {
        let explanation = self.explanation.as_ref();
        explanation.map_or(Aspect::Whole, |it| it.aspect)
    }

    /// Returns `true` if nothing follows the first mistake.
    fn stops(&self) -> bool {
        let is_wrong = matches!(self.verdict, Verdict::WrongOutput | Verdict::NotMarked);
        !is_wrong || self.aspect() == Aspect::Whole
    }
}

impl CriterionResult {
    pub(super) fn is_full(&self) -> bool {
        self.points >= self.possible
    }

    pub(super) fn title(&self) -> String {
        format!("criterion: {}", one_line(&self.criterion))
    }

    /// Returns `20.8 of 25 points: a mistake in 4 of 24 cases`.
    pub(super) fn sentence(&self) -> String {
        let (earned, possible) = (points(self.points), points(self.possible));
        let cases = counted(self.cases, "case");
        match self.failed {
            0 if self.criterion == WARNINGS && !self.is_full() => {
                format!("{earned} of {possible} points: the build failed or had warnings")
            }
            0 => format!("{earned} of {possible} points"),
            failed => format!("{earned} of {possible} points: a mistake in {failed} of {cases}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::case_result::Explanation;
    use crate::report::samples::{marked, report};

    fn failed(aspect: Option<Aspect>, weight: f64) -> CaseResult {
        CaseResult {
            verdict: Verdict::WrongOutput,
            weight,
            explanation: aspect.map(|aspect| Explanation {
                aspect,
                ..Explanation::default()
            }),
            ..marked("failed")
        }
    }

    fn points_on(cases: Vec<CaseResult>) -> Vec<f64> {
        let rubric = [
            Criterion::new("turns", 10.0, &[Aspect::Turns]),
            Criterion::new("all", 60.0, &Aspect::ALL),
            Criterion::new("passes", 5.0, &[]),
        ];
        let mut report = report(cases);
        report.mark_by(&rubric);
        let points: Vec<_> = report.criteria.iter().map(|it| it.points).collect();
        assert!((report.points() - points.iter().sum::<f64>()).abs() < 1e-3);
        assert!((report.possible() - 75.0).abs() < 1e-9);
        points
    }

    #[test]
    fn a_mistake_costs_the_criteria_that_it_belongs_to() {
        let ok = || marked("ok");
        let own = |case: CaseResult| CaseResult {
            criterion: Some("passes".to_owned()),
            ..case
        };
        assert_eq!(points_on(vec![ok(), own(ok())]), [10.0, 60.0, 5.0]);
        let placement = failed(Some(Aspect::Placement), 2.0);
        assert_eq!(points_on(vec![ok(), placement]), [10.0, 20.0, 0.0]);
        let turns = || failed(Some(Aspect::Turns), 1.0);
        assert_eq!(points_on(vec![ok(), turns(), ok()]), [6.666_667, 40.0, 0.0]);
        assert_eq!(points_on(vec![ok(), own(turns())]), [10.0, 60.0, 0.0]);
        let elsewhere = CaseResult {
            charged_elsewhere: Some(Aspect::Turns.name().to_owned()),
            ..ok()
        };
        assert_eq!(points_on(vec![ok(), elsewhere]), [5.0, 30.0, 0.0]);
        // Of the whole game, the part before its first mistake counts.
        let game = Criterion::new("rules", 10.0, &Aspect::GAME);
        let half = CaseResult {
            game: Some(0.5),
            ..failed(Some(Aspect::Result), 1.0)
        };
        let mut report = report(vec![half, ok(), failed(Some(Aspect::Text), 2.0)]);
        report.mark_by(&[game]);
        assert!((report.points() - 8.75).abs() < 1e-9);
        // A crash, a time-out and the like.
        assert_eq!(points_on(vec![failed(None, 1.0)]), [0.0; 3]);
        assert_eq!(points_on(Vec::new()), [0.0; 3]);
    }

    const OF_PEOPLE: &[Aspect] = &[
        Aspect::Turns,
        Aspect::LegalMoves,
        Aspect::Asking,
        Aspect::Placement,
        Aspect::Result,
    ];

    #[test]
    fn a_program_that_stops_loses_the_result_and_what_it_does_not_show() {
        let rubric = [
            Criterion::new("placement", 10.0, &[Aspect::Placement]),
            Criterion::new("turns", 10.0, &[Aspect::Turns]),
            Criterion::new("result", 10.0, &[Aspect::Result]),
            Criterion::new("rules", 10.0, OF_PEOPLE),
        ];
        let stopped = |verdict, aspect, game| CaseResult {
            verdict,
            game: Some(game),
            ..failed(aspect, 1.0)
        };
        for (case, expected) in [
            (stopped(Verdict::Crashed, None, 0.75), [7.5, 7.5, 0.0, 7.5]),
            (
                stopped(Verdict::Timeout, Some(Aspect::Turns), 0.75),
                [7.5, 0.0, 0.0, 7.5],
            ),
            (
                stopped(Verdict::WrongOutput, Some(Aspect::Whole), 0.5),
                [5.0, 5.0, 0.0, 5.0],
            ),
            (
                stopped(Verdict::WrongOutput, Some(Aspect::Turns), 0.5),
                [10.0, 0.0, 10.0, 5.0],
            ),
        ] {
            let mut report = report(vec![case]);
            report.mark_by(&rubric);
            let points: Vec<_> = report.criteria.iter().map(|it| it.points).collect();
            assert_eq!(points, expected);
        }
    }
}

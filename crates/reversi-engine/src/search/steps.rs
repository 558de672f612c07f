//! The steps of iterative deepening: their depths and ProbCut confidences.

use super::Confidence;
use crate::Depth;

/// With up to this many empty squares, the search solves without shallower steps.
const SOLVED_DIRECTLY: u32 = 14;

/// The ProbCut confidence levels of the steps to the end of the game. Each step
/// finds good first moves for the next. All six levels take a third more time.
const SOLVING_LEVELS: [u8; 3] = [0, 2, 5];

fn skipped_plies(empties: u32) -> u32 {
    match empties {
        0..=17 => 10,
        18..=21 => 11,
        22..=25 => 12,
        _ => 13,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(super) depth: u32,
    pub(super) confidence: Confidence,
    /// If set, the depth is the number of empty squares.
    pub(super) to_the_end: bool,
}

impl Step {
    pub(super) fn score_depth(self) -> Depth {
        let percent = self.confidence.percent();
        if self.to_the_end {
            Depth::End(percent)
        } else {
            Depth::Plies(self.depth, percent)
        }
    }
}

/// The first step to the end of the game skips at least this many plies.
const LEAST_SKIPPED: u32 = 7;

/// The smallest depth limit at which a search that solves endgames also does so with a confidence
/// below 100 percent.
const SELECTIVE: u32 = 8;

/// Returns the highest confidence of the steps to the end of the game for a position with `empties`
/// empty squares; `None` if a search of up to `limit` plies does not reach the end.
/// `solves_endgames` is [`Options::solves_endgames`].
///
/// A limit of 12 plies is extended by 8 to an exact score; greater limits are extended by less,
/// since an exact score takes 2.2 times as long per empty square: with 20, 0.02 to 0.2 s, with 24,
/// 0.5 to 3 s. Below 100 percent, four more empty squares take about the time of an exact score.
///
/// [`Options::solves_endgames`]: crate::Options::solves_endgames
fn confidence_at_the_end(empties: u32, limit: u32, solves_endgames: bool) -> Option<Confidence> {
    if limit >= empties {
        return Some(Confidence::EXACT);
    }
    if !solves_endgames {
        return None;
    }
    let exact = match limit {
        0..=12 => limit + limit.min(8),
        _ => 14 + limit / 2,
    };
    match empties.saturating_sub(exact) {
        0 => Some(Confidence::EXACT),
        1..=2 if limit >= SELECTIVE => Some(Confidence::from_level(SOLVING_LEVELS[1])),
        3..=4 if limit >= SELECTIVE => Some(Confidence::from_level(SOLVING_LEVELS[0])),
        _ => None,
    }
}

/// Returns the greatest numbers of empty squares from which a search of up to `limit` plies
/// that solves endgames does so exactly, with 95 and with 63 percent.
pub(crate) fn solved_from(limit: u32) -> [u32; 3] {
    [5, 2, 0].map(|level| {
        let least = Some(Confidence::from_level(level));
        let is_solved = |&empties: &u32| confidence_at_the_end(empties, limit, true) >= least;
        (0..=60).rev().find(is_solved).unwrap_or(0)
    })
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps {
    empties: u32,
    /// The largest depth, except that of steps to the end of the game.
    limit: u32,
    /// The highest confidence of the steps to the end, if there are any.
    end: Option<Confidence>,
    least: Confidence,
}

impl Steps {
    /// Returns the steps for a position with `empties` empty squares, up to `limit` plies.
    /// `solves_endgames` is [`Options::solves_endgames`](crate::Options::solves_endgames).
    pub(crate) fn new(empties: u32, limit: u32, solves_endgames: bool, least: Confidence) -> Self {
        Self {
            empties,
            limit,
            end: confidence_at_the_end(empties, limit, solves_endgames),
            least,
        }
    }

    /// Returns the step after `previous`, or the first one. `is_affordable` gets the typical number
    /// of positions of the first step to the end, and returns `false` if there is too little time
    /// for it.
    pub(crate) fn next(
        &self,
        previous: Option<Step>,
        is_affordable: impl FnOnce(u64) -> bool,
    ) -> Option<Step> {
        let (empties, end) = (self.empties, self.end);
        let step = |depth, confidence: Confidence| Step {
            depth,
            confidence: confidence.max(self.least),
            to_the_end: depth >= empties,
        };
        let mut levels = SOLVING_LEVELS
            .into_iter()
            .map(Confidence::from_level)
            .filter(|&level| end >= Some(level));
        let depth = previous.map_or(0, |previous| previous.depth);
        if let Some(previous) = previous.filter(|previous| previous.to_the_end) {
            let next = levels.find(|&level| level > previous.confidence);
            return next.map(|level| step(empties, level));
        }
        if end.is_some() {
            if empties <= SOLVED_DIRECTLY {
                return Some(step(empties, Confidence::EXACT));
            }
            let last = empties.saturating_sub(skipped_plies(empties)).max(4);
            let is_near = depth + LEAST_SKIPPED >= empties;
            if depth >= last && (is_near || is_affordable(positions_to_the_end(empties))) {
                return levels.next().map(|level| step(empties, level));
            }
        }
        let confidence = if depth < 6 {
            Confidence::EXACT
        } else {
            Confidence::LOWEST
        };
        (depth < self.limit).then(|| step(depth + 1, confidence))
    }
}

/// Returns the typical number of positions of the first step to the end of the
/// game. Measured in 12 games of the engine: 10 times as many with 28 empty squares
/// as with 21; half of the positions take between 0.6 and 1.6 times the number.
/// Divided by two, since positions near the end take half the time of others.
fn positions_to_the_end(empties: u32) -> u64 {
    (16..empties).fold(50_000, |positions, _| positions * 3 / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(empties: u32, limit: u32, end: Option<Confidence>, is_affordable: bool) -> Vec<Step> {
        let steps = Steps {
            empties,
            limit,
            end,
            least: Confidence::LOWEST,
        };
        let next = |step: &Option<Step>| steps.next(*step, |_| is_affordable);
        std::iter::successors(Some(next(&None)), |step| step.map(|_| next(step)))
            .flatten()
            .collect()
    }

    #[test]
    fn the_steps_go_to_the_depth_limit_or_to_the_end() {
        for (empties, limit) in (1..=60).flat_map(|empties| (1..=60).map(move |to| (empties, to))) {
            let end = confidence_at_the_end(empties, limit, false);
            assert_eq!(end, (limit >= empties).then_some(Confidence::EXACT));
            for is_affordable in [false, true] {
                let steps = steps(empties, limit, end, is_affordable);
                let plies: Vec<u32> = steps.iter().map(|step| step.depth).collect();
                if limit < empties {
                    assert!(plies.iter().copied().eq(1..=limit), "{plies:?}");
                    continue;
                }
                let before = plies.iter().take_while(|&&depth| depth < empties).count();
                let skipped = empties - before as u32;
                let levels: Vec<u8> = steps[before..]
                    .iter()
                    .map(|step| step.confidence.level())
                    .collect();
                if empties <= SOLVED_DIRECTLY {
                    assert_eq!((plies, levels), (vec![empties], vec![5]));
                } else {
                    assert!(plies[..before].iter().copied().eq(1..=before as u32));
                    assert_eq!(levels, SOLVING_LEVELS);
                    let expected = if is_affordable {
                        skipped_plies(empties).min(empties - 4)
                    } else {
                        LEAST_SKIPPED
                    };
                    assert_eq!(skipped, expected);
                }
            }
        }
    }

    #[test]
    fn a_search_that_solves_endgames_solves_more_the_deeper_it_is() {
        let percent = |empties, limit| {
            confidence_at_the_end(empties, limit, true).map_or(0, Confidence::percent)
        };
        for (empties, limit) in (0..=60).flat_map(|empties| (1..60).map(move |to| (empties, to))) {
            assert!(percent(empties, limit) <= percent(empties, limit + 1));
            assert!(percent(empties, limit) >= percent(empties + 1, limit));
        }
    }

    #[test]
    fn the_steps_to_the_end_stop_at_the_highest_confidence() {
        let levels = |empties| {
            let end = confidence_at_the_end(empties, 12, true);
            let steps = steps(empties, 12, end, true);
            assert!(
                steps
                    .iter()
                    .all(|step| step.depth <= 12 || step.depth == empties)
            );
            let to_the_end = steps.iter().filter(|step| step.depth == empties);
            to_the_end
                .map(|step| step.confidence.percent())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            [20, 21, 22].map(levels),
            [vec![63, 95, 100], vec![63, 95], vec![63, 95]]
        );
        assert_eq!([23, 24, 25].map(levels), [vec![63], vec![63], vec![]]);
        assert!(steps(24, 12, Some(Confidence::LOWEST), false).len() == 12);
    }
}

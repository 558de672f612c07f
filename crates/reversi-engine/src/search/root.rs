//! The root search: iterative deepening.

use std::time::Duration;

use super::{Confidence, EndgameTables, Pool, Shared, Trampoline, Variation, Worker};
use crate::eval::{Features, View, Weights};
use crate::time_manager::TimeManager;
use crate::{Depth, Line, Position, Score, index_of, square_at, squares_in};

/// The most empty squares at which the search solves without shallower steps.
const SOLVED_DIRECTLY: u32 = 14;

/// The ProbCut confidence levels of the steps to the end of the game. Each step
/// finds good first moves for the next. On FFO #40 to #44 and #47 to #49, all six
/// levels take 28.6 s, these three 21.2 s (Intel Xeon, one thread).
const SOLVING_LEVELS: [u8; 3] = [0, 2, 5];

/// Returns the number of plies that the last step to the end of the game skips.
fn skipped_plies(empties: u32) -> u32 {
    match empties {
        0..=17 => 10,
        18..=21 => 11,
        22..=25 => 12,
        _ => 13,
    }
}

/// A step of iterative deepening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    depth: u32,
    confidence: Confidence,
}

impl Step {
    /// Returns the step with at least this confidence.
    pub(crate) fn at_least(self, confidence: Confidence) -> Self {
        Self {
            confidence: self.confidence.max(confidence),
            ..self
        }
    }
}

/// The fewest plies that the first step to the end of the game skips.
const LEAST_SKIPPED: u32 = 7;

/// The least depth limit with which a search that looks to the end of the game does
/// so with a confidence below 100 percent.
const SELECTIVE: u32 = 8;

/// Returns the highest confidence of the steps to the end of the game for a position
/// with `empties` empty squares; `None` if a search of up to `limit` plies does not
/// reach the end. `looks_to_the_end` is [`Options::looks_to_the_end`].
///
/// A limit of 12 plies is extended by 8 to an exact score; greater limits are extended
/// by less, since an exact score takes 2.2 times as long per empty square:
/// with 20, 0.02 to 0.2 s, with 24, 0.5 to 3 s. Below 100 percent, four more empty
/// squares take about the time of an exact score.
///
/// [`Options::looks_to_the_end`]: crate::Options::looks_to_the_end
fn confidence_at_the_end(empties: u32, limit: u32, looks_to_the_end: bool) -> Option<Confidence> {
    if limit >= empties {
        return Some(Confidence::EXACT);
    }
    if !looks_to_the_end {
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

/// Returns the step after `previous`, or the first one, for a position with
/// `empties` empty squares and up to `limit` plies. `end` is the highest confidence
/// of the steps to the end of the game, if there are any. `is_affordable` returns
/// `false` if there is too little time for the first of them.
fn next_step(
    previous: Option<Step>,
    empties: u32,
    limit: u32,
    end: Option<Confidence>,
    is_affordable: impl FnOnce() -> bool,
) -> Option<Step> {
    let to_the_end = |confidence| Step {
        depth: empties,
        confidence,
    };
    let mut levels = SOLVING_LEVELS
        .into_iter()
        .map(Confidence::from_level)
        .filter(|&level| end >= Some(level));
    let depth = match previous {
        None => 0,
        Some(Step { depth, confidence }) if depth == empties => {
            return levels.find(|&level| level > confidence).map(to_the_end);
        }
        Some(Step { depth, .. }) => depth,
    };
    if end.is_some() {
        if empties <= SOLVED_DIRECTLY {
            return Some(to_the_end(Confidence::EXACT));
        }
        let last = empties.saturating_sub(skipped_plies(empties)).max(4);
        if depth >= last && (depth + LEAST_SKIPPED >= empties || is_affordable()) {
            return levels.next().map(to_the_end);
        }
    }
    let confidence = if depth < 6 {
        Confidence::EXACT
    } else {
        Confidence::LOWEST
    };
    (depth < limit).then_some(Step {
        depth: depth + 1,
        confidence,
    })
}

/// Returns the typical number of positions of the first step to the end of the
/// game. Measured in 12 games of the engine: 10 times as many with 28 empty squares
/// as with 21; half of the positions take between 0.6 and 1.6 times the number.
/// Divided by two, since positions near the end take half the time of others.
fn positions_to_the_end(empties: u32) -> u64 {
    (16..empties).fold(50_000, |positions, _| positions * 3 / 2)
}

/// A move at the root, the position after it, and its principal variation.
struct RootMove {
    at: u32,
    player: u64,
    opponent: u64,
    features: Features,
    line: Option<Line>,
}

impl RootMove {
    /// Returns the evaluation of the position after the move, for the other side.
    fn value(&self, weights: &Weights) -> i32 {
        let next = Position::new(self.player, self.opponent).expect("a move leads to it");
        weights.evaluate(&self.features, &View::of(next))
    }
}

/// The bound of the widest window, outside of all scores.
const INFINITE: i32 = 6401;

/// The parameters of a root search.
pub(crate) struct RootSearch<'a> {
    pub(crate) position: Position,
    /// The number of best moves to find.
    pub(crate) count: usize,
    /// The greatest depth.
    pub(crate) depth: u32,
    /// If set, a search goes beyond that depth to the end of the game if few squares
    /// are empty.
    pub(crate) looks_to_the_end: bool,
    /// The least ProbCut confidence of a step.
    pub(crate) confidence: Confidence,
    /// The time, if it is limited.
    pub(crate) time: Option<TimeManager>,
    /// If set, only the first move is of interest, and a search with limited time
    /// may stop early.
    pub(crate) plays: bool,
    /// Called after every step with the best lines so far.
    pub(crate) watch: &'a mut dyn FnMut(&[Line]),
}

/// Returns the lines of the best moves, best first. The position must have a
/// legal move. One thread is used per item of `tables`.
pub(crate) fn search_with_threads<I: Trampoline>(
    isa: I,
    shared: &Shared<'_>,
    tables: &mut [EndgameTables],
    root_search: RootSearch<'_>,
) -> Vec<Line> {
    with_threads(isa, shared, tables, |worker| {
        search(isa, worker, root_search)
    })
}

/// Searches each move of `position`, which must have one, on its own. Returns their
/// lines, best first; `None` if the search was stopped. `before` has the lines of the
/// step before. One thread is used per item of `tables`.
///
/// [`search_with_threads`] for all moves visits 8 to 20 % more positions, since it also
/// proves for each move that the ones after it are worse (the first and the sixth
/// position of `bench`, 10 to 18 plies).
pub(crate) fn search_every_move<I: Trampoline>(
    isa: I,
    shared: &Shared<'_>,
    tables: &mut [EndgameTables],
    position: Position,
    step: Step,
    before: &[Line],
) -> Option<Vec<Line>> {
    with_threads(isa, shared, tables, |worker| {
        worker.confidence = step.confidence;
        let mut moves = root_moves(worker.weights, position);
        let score_before = |at: u32| {
            let is_it = |line: &&Line| line.moves.first().map(|&at| index_of(at)) == Some(at);
            before.iter().find(is_it).map(|line| line.score.0)
        };
        moves.sort_by_key(|one| std::cmp::Reverse(score_before(one.at)));
        let mut lines = Vec::with_capacity(moves.len());
        for one in moves.chunks_exact_mut(1) {
            let guess = score_before(one[0].at);
            let line = search_rank(isa, worker, one, 0, step, guess, position.empties());
            if worker.thread.stopped {
                return None;
            }
            lines.extend(line);
        }
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        Some(lines)
    })
}

/// Returns the step of an analysis after `previous`, or the first one, for a position
/// with `empties` empty squares; `None` after the exact scores. `nodes` is the number of
/// positions visited so far.
pub(crate) fn next_step_of_analysis(
    previous: Option<Step>,
    empties: u32,
    nodes: u64,
) -> Option<Step> {
    // A step should not take very much longer than all before it.
    let is_affordable = || positions_to_the_end(empties) <= 4 * nodes;
    next_step(
        previous,
        empties,
        empties,
        Some(Confidence::EXACT),
        is_affordable,
    )
}

/// Calls `search` on this thread, while one more thread per item of `tables` but the
/// first helps it.
fn with_threads<I: Trampoline, T>(
    isa: I,
    shared: &Shared<'_>,
    tables: &mut [EndgameTables],
    search: impl FnOnce(&mut Worker<'_>) -> T,
) -> T {
    let (own, others) = tables
        .split_first_mut()
        .expect("there is at least one thread");
    std::thread::scope(|scope| {
        for tables in others {
            scope.spawn(move || shared.pool.help(isa, &mut Worker::new(shared, tables)));
        }
        // Released even if the search panics.
        let _release = ReleaseHelpers(shared.pool);
        search(&mut Worker::new(shared, own))
    })
}

/// Releases the helpers when dropped.
struct ReleaseHelpers<'a>(&'a Pool);

impl Drop for ReleaseHelpers<'_> {
    fn drop(&mut self) {
        self.0.release_helpers();
    }
}

fn search<I: Trampoline>(
    isa: I,
    worker: &mut Worker<'_>,
    root_search: RootSearch<'_>,
) -> Vec<Line> {
    let RootSearch {
        position,
        count,
        depth,
        looks_to_the_end,
        confidence,
        mut time,
        plays,
        watch,
    } = root_search;
    let empties = position.empties();
    let mut moves = root_moves(worker.weights, position);
    let count = count.clamp(1, moves.len());
    let mut lines: Vec<Line> = Vec::new();
    let end = confidence_at_the_end(empties, depth, looks_to_the_end);
    let mut previous = None;
    loop {
        let elapsed = worker.thread.control.elapsed();
        if let Some(time) = &time
            && previous.is_some()
            && !time.begins_another(elapsed)
        {
            break;
        }
        let is_affordable = || {
            time.as_ref().is_none_or(|time| {
                let visited = u128::from(worker.all_nodes());
                let all = visited + u128::from(positions_to_the_end(empties));
                elapsed.as_nanos() * all <= time.available().as_nanos() * visited
            })
        };
        let Some(step) = next_step(previous, empties, depth, end, is_affordable) else {
            break;
        };
        let step = step.at_least(confidence);
        previous = Some(step);
        worker.confidence = step.confidence;
        let mut found = Vec::new();
        for rank in 0..count {
            let guess = moves[rank].line.as_ref().map(|line| line.score.0);
            found.extend(search_rank(
                isa, worker, &mut moves, rank, step, guess, empties,
            ));
            if worker.thread.stopped {
                break;
            }
        }
        if worker.thread.stopped {
            // The lines of the previous step follow those of the unfinished one.
            let is_new = |line: &Line| found.iter().all(|other| other.moves[0] != line.moves[0]);
            lines.retain(is_new);
            lines.splice(0..0, found);
            lines.truncate(count);
            break;
        }
        moves[..count]
            .sort_by_key(|one| std::cmp::Reverse(one.line.as_ref().map(|line| line.score)));
        lines = moves[..count]
            .iter()
            .filter_map(|one| one.line.clone())
            .collect();
        watch(&lines);
        if plays && let Some(time) = &mut time {
            time.record(moves[0].at, lines[0].score.0);
        }
    }
    if lines.is_empty() {
        // The search was stopped before the first result.
        lines.extend(moves[..count].iter().map(|one| Line {
            moves: vec![square_at(one.at).expect("it is a square")],
            score: Score(-one.value(worker.weights)),
            depth: Depth::Plies(0, 100),
            nodes: 0,
            time: Duration::ZERO,
        }));
    }
    for line in &mut lines {
        line.nodes = worker.all_nodes();
        line.time = worker.thread.control.elapsed();
    }
    lines
}

/// Returns the legal moves of `position`, those with the best evaluation first.
fn root_moves(weights: &Weights, position: Position) -> Vec<RootMove> {
    let features = Features::of(position.player(), position.opponent());
    let mut moves: Vec<RootMove> = squares_in(position.moves())
        .map(|square| {
            let next = position.play(square).expect("it is a move");
            RootMove {
                at: index_of(square),
                player: next.player(),
                opponent: next.opponent(),
                features: features.after(index_of(square), position.flips(square)),
                line: None,
            }
        })
        .collect();
    moves.sort_by_cached_key(|one| one.value(weights));
    moves
}

/// Finds the best of the moves from `rank` on and moves it to `rank`. Returns its
/// line: if the search was stopped, the best one found until then, if any.
fn search_rank<I: Trampoline>(
    isa: I,
    worker: &mut Worker<'_>,
    moves: &mut [RootMove],
    rank: usize,
    step: Step,
    guess: Option<i32>,
    empties: u32,
) -> Option<Line> {
    let to_the_end = step.depth >= empties;
    // Scores at the end of the game are even numbers of discs.
    let unit = if to_the_end { 100 } else { 1 };
    let mut width = if to_the_end { 100 } else { 150 };
    let guess = guess.unwrap_or(0);
    let (mut alpha, mut beta) = match guess {
        _ if step.depth <= 4 => (-INFINITE, INFINITE),
        guess if to_the_end => {
            let even = (guess + 100).div_euclid(200) * 200;
            (even - width, even + width)
        }
        guess => (guess - width, guess + width),
    };
    let leader = moves[rank].at;
    let mut line = None;
    let (mut failed_low, mut failed_high) = (false, false);
    loop {
        (alpha, beta) = (alpha.max(-INFINITE), beta.min(INFINITE));
        let window = (alpha, beta);
        let (score, found) =
            search_window(isa, worker, moves, rank, leader, step, window, to_the_end);
        line = found.or(line);
        if worker.thread.stopped {
            return line;
        }
        width *= 2;
        if score <= alpha && !failed_high {
            failed_low = true;
            beta = alpha + unit;
            alpha = score - width;
        } else if score >= beta && !failed_low {
            failed_high = true;
            alpha = beta - unit;
            beta = score + width;
        } else {
            // In the middle game two windows may contradict each other, since stable
            // discs prove what the evaluation denies, and ProbCut errs. Then there is
            // no third, and the second may have moved another move to `rank`.
            let best = line.as_ref().and_then(|line| line.moves.first().copied());
            let is_best = |one: &RootMove| square_at(one.at) == best;
            if let Some(index) = moves[rank..].iter().position(is_best) {
                moves[rank..=rank + index].rotate_right(1);
            }
            return line;
        }
    }
}

/// Searches the moves from `rank` on with one window. Moves the best one to
/// `rank`. Returns the score and, if it is above `alpha`, the line. If the search
/// was stopped, there is a line only if `leader`, the best move so far, was searched
/// before: otherwise that may still be the better one.
fn search_window<I: Trampoline>(
    isa: I,
    worker: &mut Worker<'_>,
    moves: &mut [RootMove],
    rank: usize,
    leader: u32,
    step: Step,
    (alpha, beta): (i32, i32),
    to_the_end: bool,
) -> (i32, Option<Line>) {
    let mut leader_is_searched = false;
    let mut lower = alpha;
    let mut best = i32::MIN;
    let mut chosen = rank;
    let mut variation = Variation::new();
    let mut found = None;
    let line = |worker: &Worker<'_>, at: u32, score: i32, variation: &Variation| {
        let percent = step.confidence.percent();
        Line {
            moves: std::iter::once(at)
                .chain(variation.iter().rev().map(|&at| u32::from(at)))
                .filter_map(square_at)
                .collect(),
            score: Score(score),
            depth: if to_the_end {
                Depth::End(percent)
            } else {
                Depth::Plies(step.depth, percent)
            },
            nodes: worker.all_nodes(),
            time: worker.thread.control.elapsed(),
        }
    };
    for (index, one) in moves.iter().enumerate().skip(rank) {
        let &RootMove {
            at,
            player,
            opponent,
            features,
            ..
        } = one;
        let mut score = i32::MIN;
        variation.clear();
        if index > rank {
            score = -isa.null_window(
                worker,
                player,
                opponent,
                &features,
                step.depth - 1,
                -lower - 1,
            );
            if worker.thread.stopped {
                break;
            }
        }
        if index == rank || (score > lower && score < beta) {
            let bound = score;
            score = -isa.principal_variation(
                worker,
                (player, opponent),
                &features,
                step.depth - 1,
                -beta,
                -lower,
                &mut variation,
            );
            if worker.thread.stopped && index > rank {
                // The move is better than the others; only its score is unknown.
                (best, chosen) = (bound, index);
                found = Some(line(worker, at, bound, &Variation::new()));
            }
        }
        if worker.thread.stopped {
            break;
        }
        leader_is_searched |= at == leader;
        if score > best {
            best = score;
            chosen = index;
            if score > lower {
                lower = score;
                found = Some(line(worker, at, score, &variation));
            }
            if score >= beta {
                break;
            }
        }
    }
    if worker.thread.stopped && !leader_is_searched {
        found = None;
    }
    if found.is_some() {
        moves[chosen].line.clone_from(&found);
    }
    if found.is_some() || !worker.thread.stopped {
        moves[rank..=chosen].rotate_right(1);
    }
    (best, found)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::SearchLimits;
    use crate::eval::Weights;
    use crate::testing::engine;

    /// A position with one legal move.
    const FORCED: &str = "-----X-O----XXOO---XOOOO--XXOOXO--XOOX-O--XXXXXO--XX------------ X";

    #[test]
    fn a_position_that_loses_every_disc_has_a_line() {
        // Black can only play b1; white's reply e1 takes every disc.
        let position: Position = format!("O-OX{}", "-".repeat(60))
            .parse()
            .expect("it is a position");
        let line = engine().search(position, &SearchLimits::default(), &mut |line| {
            assert!(!line.moves.is_empty());
        });
        assert_eq!((line.score, line.moves.len()), (Score(-6400), 2));
        let won = engine().search(position.pass(), &SearchLimits::default(), &mut |_| {});
        assert_eq!(won.score, Score(6400));
    }

    #[test]
    fn hints_are_sorted_and_start_with_the_result_of_search() {
        let position = Position::START;
        let limits = SearchLimits {
            depth: Some(5),
            time: None,
        };
        let lines = engine().hint(position, 9, &limits, &mut |_| {});
        assert_eq!(lines.len(), 4);
        assert!(lines.is_sorted_by_key(|line| std::cmp::Reverse(line.score)));
        // By symmetry all first moves have the same score.
        assert!(lines.iter().all(|line| line.score == lines[0].score));
        let line = engine().search(position, &limits, &mut |_| {});
        assert_eq!(line.score, lines[0].score);
    }

    #[test]
    fn every_step_reports_its_moves_best_first() {
        // After a wrong ProbCut cut, a move may score better than one that was
        // found to be the best before.
        let position: Position = "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO--"
            .parse()
            .expect("it is a position");
        let limits = SearchLimits {
            depth: Some(12),
            time: None,
        };
        engine().hint(position, 60, &limits, &mut |lines| {
            assert!(lines.is_sorted_by_key(|line| std::cmp::Reverse(line.score)));
        });
    }

    /// Returns the steps with a confidence of at most `end` at the end of the game.
    fn steps(empties: u32, limit: u32, end: Option<Confidence>, is_affordable: bool) -> Vec<Step> {
        let next = |step: &Option<Step>| next_step(*step, empties, limit, end, || is_affordable);
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
    fn a_search_that_looks_to_the_end_solves_more_the_deeper_it_is() {
        let percent = |empties, limit| {
            confidence_at_the_end(empties, limit, true).map_or(0, Confidence::percent)
        };
        let solved = |limit| [100, 95, 63].map(|at| (0..=60).rfind(|&e| percent(e, limit) >= at));
        assert_eq!(solved(1), [Some(2); 3]);
        assert_eq!(solved(6), [Some(12); 3]);
        assert_eq!(solved(8), [16, 18, 20].map(Some));
        assert_eq!(solved(12), [20, 22, 24].map(Some));
        assert_eq!(solved(20), [24, 26, 28].map(Some));
        assert_eq!(solved(40), [40; 3].map(Some));
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

    #[test]
    fn a_forced_move_is_searched_a_few_plies_deep_if_the_time_is_limited() {
        let position: Position = FORCED.parse().expect("it is a position");
        assert_eq!(position.moves().count_ones(), 1);
        // Until the weights are decompressed, a forced move is not searched.
        Weights::builtin();
        let depth = |time| {
            let limits = SearchLimits {
                depth: Some(9),
                time,
            };
            engine().search(position, &limits, &mut |_| {}).depth
        };
        let limited = depth(Some(Duration::from_secs(1_000_000)));
        assert_eq!(
            [limited, depth(None)],
            [Depth::Plies(6, 100), Depth::Plies(9, 63)]
        );
    }

    #[test]
    fn a_stopped_search_returns_the_lines_of_the_last_step() {
        let mut engine = engine();
        let stop = engine.stop_flag();
        let mut last = Vec::new();
        let limits = SearchLimits::default();
        let lines = engine.hint(Position::START, 3, &limits, &mut |lines| {
            last = lines.to_vec();
            stop.store(last[0].depth == Depth::Plies(5, 100), Ordering::Relaxed);
        });
        for (line, last) in lines.iter().zip(&last) {
            assert_eq!((&line.moves, line.depth), (&last.moves, last.depth));
        }
        assert_eq!(lines.len(), 3);
    }

    #[test]
    fn a_search_with_one_thread_is_deterministic() {
        let limits = SearchLimits {
            depth: Some(10),
            time: None,
        };
        let nodes = || engine().search(Position::START, &limits, &mut |_| {}).nodes;
        assert_eq!(nodes(), nodes());
    }
}

//! The root search: iterative deepening.

use std::cmp::Reverse;

use reversi_core::Square;

use super::steps::{Step, Steps};
use super::{EndgameTables, Pool, Shared, Trampoline, Variation, Worker};
use crate::eval::{Features, View, Weights};
use crate::time_manager::TimeManager;
use crate::{Line, Position, Score, index_of, square_at, squares_in};

/// The parameters of a root search, and its last step.
pub(crate) struct Deepening {
    /// It must have a legal move.
    position: Position,
    steps: Steps,
    previous: Option<Step>,
    time: Option<TimeManager>,
    /// If set, a search with limited time ends early if its best move is stable.
    pub(crate) ends_early: bool,
    /// The only move to search, if it is not every move.
    only: Option<u32>,
}

impl Deepening {
    pub(crate) fn new(position: Position, steps: Steps, time: Option<TimeManager>) -> Self {
        Self {
            only: None,
            position,
            steps,
            previous: None,
            time,
            ends_early: false,
        }
    }

    pub(crate) fn of_move(self, at: Square) -> Self {
        let only = Some(index_of(at));
        Self { only, ..self }
    }

    fn root_moves(&self, weights: &Weights) -> Vec<RootMove> {
        let mut moves = root_moves(weights, self.position);
        moves.retain(|one| self.only.is_none_or(|at| one.at == at));
        moves
    }

    /// Begins the next step; returns `None` if there is none, or no time for it.
    fn next(&mut self, worker: &mut Worker<'_>) -> Option<Step> {
        let (elapsed, time) = (worker.thread.control.elapsed(), self.time.as_ref());
        if self.previous.is_some() && time.is_some_and(|time| !time.begins_another(elapsed)) {
            return None;
        }
        let is_affordable = |positions: u64| {
            time.is_none_or(|time| {
                let visited = u128::from(worker.all_nodes());
                let all = visited + u128::from(positions);
                elapsed.as_nanos() * all <= time.available().as_nanos() * visited
            })
        };
        let step = self.steps.next(self.previous, is_affordable)?;
        self.previous = Some(step);
        worker.confidence = step.confidence;
        Some(step)
    }
}

/// Returns the lines of the `count` best moves, best first. Calls `watch` after every step.
pub(crate) fn best_lines<I: Trampoline>(
    isa: I,
    worker: &mut Worker<'_>,
    mut deepening: Deepening,
    count: usize,
    watch: &mut dyn FnMut(&[Line]),
) -> Vec<Line> {
    let mut moves = deepening.root_moves(worker.weights);
    let count = count.clamp(1, moves.len());
    let evaluated = moves[..count]
        .iter()
        .map(|one| one.evaluated(worker.weights));
    let mut lines: Vec<Line> = evaluated.collect();
    while let Some(step) = deepening.next(worker) {
        let mut found = Vec::new();
        for rank in 0..count {
            found.extend(search_rank(isa, worker, &mut moves, rank, step));
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
        moves[..count].sort_by_key(|one| Reverse(one.score()));
        let found = moves[..count].iter().filter_map(|one| one.line.clone());
        lines = found.collect();
        watch(&lines);
        if deepening.ends_early
            && let Some(time) = &mut deepening.time
        {
            time.record(moves[0].at, lines[0].score.0);
        }
    }
    let with_totals = |line| worker.with_totals(line);
    lines.into_iter().map(with_totals).collect()
}

/// Searches each move of `position`, which must have one, on its own. Returns their lines, best
/// first; `None` if the search was stopped. `before` has the lines of the step before.
///
/// [`best_lines`] for all moves visits 8 to 20 % more positions, since it also proves for each move
/// that the ones after it are worse (the first and the sixth position of `bench`, 10 to 18 plies).
pub(crate) fn every_line<I: Trampoline>(
    isa: I,
    worker: &mut Worker<'_>,
    position: Position,
    step: Step,
    before: &[Line],
) -> Option<Vec<Line>> {
    worker.confidence = step.confidence;
    let mut moves = root_moves(worker.weights, position);
    for one in &mut moves {
        let is_its = |line: &&Line| line.moves.first().copied() == square_at(one.at);
        one.line = before.iter().find(is_its).cloned();
    }
    moves.sort_by_key(|one| Reverse(one.score()));
    let mut lines = Vec::with_capacity(moves.len());
    for one in moves.chunks_exact_mut(1) {
        lines.extend(search_rank(isa, worker, one, 0, step));
        if worker.thread.stopped {
            return None;
        }
    }
    lines.sort_by_key(|line| Reverse(line.score));
    Some(lines)
}

/// Calls `search`, helped by one more thread for each of `tables` but the first.
pub(crate) fn with_threads<I: Trampoline, T>(
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
        let _release = ReleaseHelpers(&shared.pool);
        search(&mut Worker::new(shared, own))
    })
}

struct ReleaseHelpers<'a>(&'a Pool);

impl Drop for ReleaseHelpers<'_> {
    fn drop(&mut self) {
        self.0.release_helpers();
    }
}

struct RootMove {
    at: u32,
    next: Position,
    features: Features,
    line: Option<Line>,
}

impl RootMove {
    fn value(&self, weights: &Weights) -> i32 {
        weights.evaluate(&self.features, &View::of(self.next))
    }

    fn evaluated(&self, weights: &Weights) -> Line {
        let at = square_at(self.at).expect("it is a square");
        Line::without_search(at, Score(-self.value(weights)))
    }

    fn score(&self) -> Option<Score> {
        self.line.as_ref().map(|line| line.score)
    }
}

impl Worker<'_> {
    fn with_totals(&self, line: Line) -> Line {
        Line {
            nodes: self.all_nodes(),
            time: self.thread.control.elapsed(),
            ..line
        }
    }
}

/// The bound of the widest window, outside of all scores.
const INFINITE: i32 = 6401;

fn root_moves(weights: &Weights, position: Position) -> Vec<RootMove> {
    let features = Features::of(position.player(), position.opponent());
    let mut moves: Vec<RootMove> = squares_in(position.moves())
        .map(|square| RootMove {
            at: index_of(square),
            next: position.play(square).expect("it is a move"),
            features: features.after(index_of(square), position.flips(square)),
            line: None,
        })
        .collect();
    moves.sort_by_cached_key(|one| one.value(weights));
    moves
}

/// Finds the best of the moves from `rank` on and moves it to `rank`. Returns its line, or the best
/// one so far if the search was stopped and there is one.
fn search_rank<I: Trampoline>(
    isa: I,
    worker: &mut Worker<'_>,
    moves: &mut [RootMove],
    rank: usize,
    step: Step,
) -> Option<Line> {
    let to_the_end = step.to_the_end;
    // Scores at the end of the game are even numbers of discs.
    let unit = if to_the_end { 100 } else { 1 };
    let mut width = if to_the_end { 100 } else { 150 };
    let guess = moves[rank].score().map_or(0, |score| score.0);
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
        let (score, found) = search_window(isa, worker, moves, rank, leader, step, (alpha, beta));
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
            // In the middle game two windows may contradict each other, since stable discs prove
            // what the evaluation denies, and ProbCut errs. Then no third search runs, and the
            // second may have moved another move to `rank`.
            let best = line.as_ref().and_then(|line| line.moves.first().copied());
            let is_best = |one: &RootMove| square_at(one.at) == best;
            if let Some(index) = moves[rank..].iter().position(is_best) {
                moves[rank..=rank + index].rotate_right(1);
            }
            return line;
        }
    }
}

/// Searches the moves from `rank` on with one window. Moves the best one to `rank`. Returns the
/// score and, if it is above `alpha`, the line. If the search was stopped, there is a line only if
/// `leader`, the best move so far, was searched before: otherwise `leader` may still be better.
fn search_window<I: Trampoline>(
    isa: I,
    worker: &mut Worker<'_>,
    moves: &mut [RootMove],
    rank: usize,
    leader: u32,
    step: Step,
    (alpha, beta): (i32, i32),
) -> (i32, Option<Line>) {
    let mut leader_is_searched = false;
    let mut lower = alpha;
    let mut best = i32::MIN;
    let mut chosen = rank;
    let mut variation = Variation::new();
    let mut found = None;
    let line = |worker: &Worker<'_>, at: u32, score: i32, variation: &Variation| Line {
        moves: std::iter::once(at)
            .chain(variation.iter().rev().map(|&at| u32::from(at)))
            .filter_map(square_at)
            .collect(),
        score: Score(score),
        depth: step.score_depth(),
        nodes: worker.all_nodes(),
        time: worker.thread.control.elapsed(),
    };
    for (index, one) in moves.iter().enumerate().skip(rank) {
        let (at, features, depth) = (one.at, &one.features, step.depth - 1);
        let next = (one.next.player(), one.next.opponent());
        let mut score = i32::MIN;
        variation.clear();
        if index > rank {
            score = -isa.null_window(worker, next, features, depth, -lower - 1);
            if worker.thread.stopped {
                break;
            }
        }
        if index == rank || (score > lower && score < beta) {
            let (bound, window) = (score, (-beta, -lower));
            let below = &mut variation;
            score = -isa.principal_variation(worker, next, features, depth, window, below);
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
    use std::time::Duration;

    use super::*;
    use crate::testing::{depth, engine};
    use crate::{Depth, SearchLimits};

    const FORCED: &str = "-----X-O----XXOO---XOOOO--XXOOXO--XOOX-O--XXXXXO--XX------------ X";

    #[test]
    fn a_position_that_loses_every_disc_has_a_line() {
        // Black can only play b1; white's reply e1 takes every disc.
        let position: Position = format!("O-OX{} X", "-".repeat(60))
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
    fn every_step_reports_its_moves_best_first() {
        // After a wrong ProbCut cut, a move may score better than the one found best before.
        let position: Position =
            "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X"
                .parse()
                .expect("it is a position");
        let limits = depth(12);
        let lines = engine().hint(position, 60, &limits, &mut |lines| {
            assert!(lines.is_sorted_by_key(|line| std::cmp::Reverse(line.score)));
        });
        assert_eq!(lines.len() as u32, position.moves().count_ones());
    }

    #[test]
    fn a_forced_move_is_searched_a_few_plies_deep_if_the_time_is_limited() {
        let position: Position = FORCED.parse().expect("it is a position");
        assert_eq!(position.moves().count_ones(), 1);
        let time = Some(Duration::from_secs(1_000_000));
        let limited = SearchLimits { time, ..depth(9) };
        let depths =
            [limited, depth(9)].map(|limits| engine().search(position, &limits, &mut |_| {}).depth);
        assert_eq!(depths, [Depth::Plies(6, 100), Depth::Plies(9, 63)]);
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
}

//! The root search: iterative deepening.

use super::{Confidence, EndgameTables, Pool, Shared, Trampoline, Variation, Worker};
use crate::eval::Evaluator;
use crate::{Depth, Line, Position, Score, Square};

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
struct Step {
    depth: u32,
    confidence: Confidence,
}

/// Returns the steps for a position with `empties` empty squares, up to `limit`
/// plies.
fn steps(empties: u32, limit: u32) -> Vec<Step> {
    let end = |confidence| Step {
        depth: empties,
        confidence,
    };
    if empties <= SOLVED_DIRECTLY && limit >= empties {
        return vec![end(Confidence::EXACT)];
    }
    let solves = limit >= empties;
    let last = if solves {
        empties.saturating_sub(skipped_plies(empties)).max(4)
    } else {
        limit
    };
    let mut steps: Vec<Step> = (1..=last)
        .map(|depth| Step {
            depth,
            confidence: if depth <= 6 {
                Confidence::EXACT
            } else {
                Confidence::LOWEST
            },
        })
        .collect();
    if solves {
        steps.extend(SOLVING_LEVELS.map(Confidence::from_level).map(end));
    }
    steps
}

/// A move at the root, the position after it, and its principal variation.
struct RootMove<E: Evaluator> {
    at: u32,
    player: u64,
    opponent: u64,
    state: E::State,
    line: Option<Line>,
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
    /// If set, ProbCut is off and every cut is proven.
    pub(crate) proofs_only: bool,
    /// Called after every step with the best lines so far.
    pub(crate) watch: &'a mut dyn FnMut(&[Line]),
}

/// Returns the lines of the best moves, best first. The position must have a
/// legal move. One thread is used per item of `tables`.
pub(crate) fn search_with_threads<I: Trampoline, E: Evaluator>(
    isa: I,
    shared: &Shared<'_, E>,
    tables: &mut [EndgameTables],
    root_search: RootSearch<'_>,
) -> Vec<Line> {
    let (own, others) = tables
        .split_first_mut()
        .expect("there is at least one thread");
    std::thread::scope(|scope| {
        for tables in others {
            scope.spawn(move || shared.pool.help(isa, &mut Worker::new(shared, tables)));
        }
        // Released even if the search panics.
        let _release = ReleaseHelpers(shared.pool);
        search(isa, &mut Worker::new(shared, own), root_search)
    })
}

/// Releases the helpers when dropped.
struct ReleaseHelpers<'a>(&'a Pool);

impl Drop for ReleaseHelpers<'_> {
    fn drop(&mut self) {
        self.0.release_helpers();
    }
}

fn search<I: Trampoline, E: Evaluator>(
    isa: I,
    worker: &mut Worker<'_, E>,
    root_search: RootSearch<'_>,
) -> Vec<Line> {
    let RootSearch {
        position,
        count,
        depth,
        proofs_only,
        watch,
    } = root_search;
    let empties = position.empties();
    let state = worker.evaluator.of(position.player(), position.opponent());
    let mut moves: Vec<RootMove<E>> = Square::all_in(position.moves())
        .map(|square| {
            let next = position.play(square).expect("it is a move");
            RootMove {
                at: square.index(),
                player: next.player(),
                opponent: next.opponent(),
                state: worker
                    .evaluator
                    .after(&state, square.index(), position.flips(square)),
                line: None,
            }
        })
        .collect();
    moves.sort_by_key(|one| worker.evaluator.evaluate(&one.state, empties - 1));
    let count = count.clamp(1, moves.len());
    for step in steps(empties, depth) {
        if worker.thread.control.is_nearly_over() && moves[0].line.is_some() {
            break;
        }
        worker.confidence = if proofs_only {
            Confidence::EXACT
        } else {
            step.confidence
        };
        for rank in 0..count {
            let guess = moves[rank].line.as_ref().map(|line| line.score.0);
            search_rank(isa, worker, &mut moves, rank, step, guess, empties);
            if worker.thread.stopped {
                break;
            }
        }
        if worker.thread.stopped {
            break;
        }
        moves[..count]
            .sort_by_key(|one| std::cmp::Reverse(one.line.as_ref().map(|line| line.score)));
        let lines: Vec<Line> = moves[..count]
            .iter()
            .filter_map(|one| one.line.clone())
            .collect();
        watch(&lines);
    }
    let mut lines: Vec<Line> = moves[..count]
        .iter()
        .map(|one| match &one.line {
            Some(line) => line.clone(),
            // The search was stopped before the first result.
            None => Line {
                moves: vec![Square::from_index(one.at).expect("it is a square")],
                score: Score(-worker.evaluator.evaluate(&one.state, empties - 1)),
                depth: Depth::Plies(0, 100),
                nodes: worker.all_nodes(),
                time: worker.thread.control.elapsed(),
            },
        })
        .collect();
    for line in &mut lines {
        line.nodes = worker.all_nodes();
        line.time = worker.thread.control.elapsed();
    }
    lines
}

/// Finds the best of the moves from `rank` on and moves it to `rank`.
fn search_rank<I: Trampoline, E: Evaluator>(
    isa: I,
    worker: &mut Worker<'_, E>,
    moves: &mut [RootMove<E>],
    rank: usize,
    step: Step,
    guess: Option<i32>,
    empties: u32,
) {
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
    loop {
        (alpha, beta) = (alpha.max(-INFINITE), beta.min(INFINITE));
        let (score, complete) =
            search_window(isa, worker, moves, rank, step, alpha, beta, to_the_end);
        if worker.thread.stopped && !complete {
            return;
        }
        width *= 2;
        if score <= alpha {
            beta = alpha + unit;
            alpha = score - width;
        } else if score >= beta {
            alpha = beta - unit;
            beta = score + width;
        } else {
            return;
        }
        if worker.thread.stopped {
            return;
        }
    }
}

/// Searches the moves from `rank` on with one window. Moves the best one to
/// `rank`, with its line if the score is within the window. Returns the score,
/// and `true` if it is usable even if the search was stopped.
fn search_window<I: Trampoline, E: Evaluator>(
    isa: I,
    worker: &mut Worker<'_, E>,
    moves: &mut [RootMove<E>],
    rank: usize,
    step: Step,
    alpha: i32,
    beta: i32,
    to_the_end: bool,
) -> (i32, bool) {
    let mut lower = alpha;
    let mut best = i32::MIN;
    let mut chosen = rank;
    let mut variation = Variation::new();
    let mut found = None;
    for index in rank..moves.len() {
        let RootMove {
            at,
            player,
            opponent,
            state,
            ..
        } = moves[index];
        let mut score = i32::MIN;
        if index > rank {
            score = -isa.null_window(worker, player, opponent, &state, step.depth - 1, -lower - 1);
        }
        if index == rank || (score > lower && score < beta) {
            score = -isa.principal_variation(
                worker,
                (player, opponent),
                &state,
                step.depth - 1,
                -beta,
                -lower,
                &mut variation,
            );
        } else {
            variation.clear();
        }
        if worker.thread.stopped {
            break;
        }
        if score > best {
            best = score;
            chosen = index;
            if score > lower {
                lower = score;
                let squares = variation.iter().rev().chain(None);
                let moves: Vec<Square> = std::iter::once(at)
                    .chain(squares.map(|&at| u32::from(at)))
                    .filter_map(Square::from_index)
                    .collect();
                let percent = step.confidence.percent();
                found = Some(Line {
                    moves,
                    score: Score(score),
                    depth: if to_the_end {
                        Depth::End(percent)
                    } else {
                        Depth::Plies(step.depth, percent)
                    },
                    nodes: worker.all_nodes(),
                    time: worker.thread.control.elapsed(),
                });
            }
            if score >= beta {
                break;
            }
        }
    }
    let complete = found.is_some();
    if best > i32::MIN && (complete || !worker.thread.stopped) {
        if complete {
            moves[chosen].line = found;
        }
        moves[rank..=chosen].rotate_right(1);
    }
    (best, complete)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Options, SearchLimits};

    fn engine() -> Engine {
        Engine::new(Options {
            table: 1,
            ..Options::default()
        })
    }

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

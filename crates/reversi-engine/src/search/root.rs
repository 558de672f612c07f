//! Iterative deepening.

use super::pv::Variation;
use super::{LateTable, Pool, Selectivity, Shared, Worker};
use crate::eval::Evaluator;
use crate::isa::Isa;
use crate::{Depth, Line, Position, Score, Square};

/// From so many empty squares on a game is solved at once.
const SOLVED_AT_ONCE: u32 = 14;

/// The levels of selectivity at which the end is searched before it is solved.
/// Each step finds good first moves for the next: on FFO 40-44 and 47-49, all
/// six levels take 28.6 s, these three 21.2 s (Intel Xeon, one thread).
const SOLVING: [u8; 3] = [0, 2, 5];

/// How many plies before it could see the end of the game a search jumps
/// there: by the number of empty squares.
fn jump(empties: u32) -> u32 {
    match empties {
        0..=17 => 10,
        18..=21 => 11,
        22..=25 => 12,
        _ => 13,
    }
}

/// A step of the deepening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    depth: u32,
    selectivity: Selectivity,
}

/// The steps for a position with so many empty squares, up to `limit` plies.
fn steps(empties: u32, limit: u32) -> Vec<Step> {
    let end = |selectivity| Step {
        depth: empties,
        selectivity,
    };
    if empties <= SOLVED_AT_ONCE && limit >= empties {
        return vec![end(Selectivity::EXACT)];
    }
    let solves = limit >= empties;
    let last = if solves {
        empties.saturating_sub(jump(empties)).max(4)
    } else {
        limit
    };
    let mut steps: Vec<Step> = (1..=last)
        .map(|depth| Step {
            depth,
            selectivity: if depth <= 6 {
                Selectivity::EXACT
            } else {
                Selectivity::BOLDEST
            },
        })
        .collect();
    if solves {
        steps.extend(SOLVING.map(Selectivity::from_level).map(end));
    }
    steps
}

/// A move at the root.
struct RootMove<E: Evaluator> {
    at: u32,
    player: u64,
    opponent: u64,
    state: E::State,
    line: Option<Line>,
}

/// A bound that no score reaches, so that every score lies within the widest
/// window.
const WIDEST: i32 = 6401;

/// What is asked of the search.
pub(crate) struct Question<'a> {
    pub(crate) position: Position,
    /// How many of the best moves.
    pub(crate) count: usize,
    /// The greatest depth.
    pub(crate) depth: u32,
    /// Whether nothing is cut but what is proven to be cut rightly.
    pub(crate) proofs_only: bool,
    /// Hears of every finished step.
    pub(crate) watch: &'a mut dyn FnMut(&[Line]),
}

/// The best moves, best first; `position` has a move. A thread searches for
/// each of `late`.
pub(crate) fn search_together<I: Isa, E: Evaluator>(
    isa: I,
    shared: &Shared<'_, E>,
    late: &mut [LateTable],
    question: Question<'_>,
) -> Vec<Line> {
    let (own, others) = late
        .split_first_mut()
        .expect("there is at least one thread");
    std::thread::scope(|scope| {
        for late in others {
            scope.spawn(move || shared.pool.help(isa, &mut Worker::new(shared, late)));
        }
        // The helpers go home however the search ends.
        let _end = EndOfPool(shared.pool);
        search(isa, &mut Worker::new(shared, own), question)
    })
}

struct EndOfPool<'a>(&'a Pool);

impl Drop for EndOfPool<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

fn search<I: Isa, E: Evaluator>(
    isa: I,
    worker: &mut Worker<'_, E>,
    question: Question<'_>,
) -> Vec<Line> {
    let Question {
        position,
        count,
        depth,
        proofs_only,
        watch,
    } = question;
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
        worker.selectivity = if proofs_only {
            Selectivity::EXACT
        } else {
            step.selectivity
        };
        for rank in 0..count {
            let guess = moves[rank].line.as_ref().map(|line| line.score.0);
            best_of_rest(isa, worker, &mut moves, rank, step, guess, empties);
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
            // The time was up before anything was known.
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

/// Finds the best of the moves from `rank` on and brings it to that place.
fn best_of_rest<I: Isa, E: Evaluator>(
    isa: I,
    worker: &mut Worker<'_, E>,
    moves: &mut [RootMove<E>],
    rank: usize,
    step: Step,
    guess: Option<i32>,
    empties: u32,
) {
    let to_the_end = step.depth >= empties;
    // Scores at the end are even numbers of discs.
    let unit = if to_the_end { 100 } else { 1 };
    let mut width = if to_the_end { 100 } else { 150 };
    let guess = guess.unwrap_or(0);
    let (mut alpha, mut beta) = match guess {
        _ if step.depth <= 4 => (-WIDEST, WIDEST),
        guess if to_the_end => {
            let even = (guess + 100).div_euclid(200) * 200;
            (even - width, even + width)
        }
        guess => (guess - width, guess + width),
    };
    loop {
        (alpha, beta) = (alpha.max(-WIDEST), beta.min(WIDEST));
        let (score, complete) = window(isa, worker, moves, rank, step, alpha, beta, to_the_end);
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

/// One search of the moves from `rank` on with a window. The best one is
/// brought to `rank`, with its line if it lies within the window. Whether
/// what is known is of use although the search was stopped comes second.
fn window<I: Isa, E: Evaluator>(
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
            score = -isa.nws(worker, player, opponent, &state, step.depth - 1, -lower - 1);
        }
        if index == rank || (score > lower && score < beta) {
            score = -isa.pv(
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
                let percent = step.selectivity.percent();
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
    fn a_game_that_is_lost_to_the_last_disc_has_a_line_too() {
        // Black has b1 only, and white answers e1, which takes everything.
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
    fn the_best_moves_come_in_their_order_and_the_first_is_that_of_a_plain_search() {
        let position = Position::START;
        let limits = SearchLimits {
            depth: Some(5),
            time: None,
        };
        let lines = engine().hint(position, 9, &limits, &mut |_| {});
        assert_eq!(lines.len(), 4);
        assert!(lines.is_sorted_by_key(|line| std::cmp::Reverse(line.score)));
        // By symmetry all first moves are worth the same.
        assert!(lines.iter().all(|line| line.score == lines[0].score));
        let line = engine().search(position, &limits, &mut |_| {});
        assert_eq!(line.score, lines[0].score);
    }

    #[test]
    fn every_step_tells_its_moves_best_first() {
        // Cuts that are no proofs let a move look better than one that was
        // found before it to be the best of all.
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
    fn one_thread_visits_as_many_positions_again() {
        let limits = SearchLimits {
            depth: Some(10),
            time: None,
        };
        let nodes = || engine().search(Position::START, &limits, &mut |_| {}).nodes;
        assert_eq!(nodes(), nodes());
    }
}

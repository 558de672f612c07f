//! The null-window search: is the score above `alpha`?
//!
//! One function for the middle of the game and for its end: a search that is
//! as deep as there are empty squares looks to the end, and its scores are
//! whole discs. All scores are in hundredths of a disc.

use super::choices::{Choices, Order};
use super::endgame::{self, LATE, last::finished, stability};
use super::{Worker, probcut};
use crate::eval::Evaluator;
use crate::isa::Isa;

/// From this depth on positions are kept in the table.
const TABLE_DEPTH: u32 = 3;

/// From this depth on the table is asked for the positions after each move
/// before one is searched.
const FORESIGHT_DEPTH: u32 = 5;

#[inline(always)]
pub(crate) fn search<I: Isa, E: Evaluator>(
    isa: I,
    worker: &mut Worker<'_, E>,
    player: u64,
    opponent: u64,
    state: &E::State,
    depth: u32,
    alpha: i32,
) -> i32 {
    let empties = (!(player | opponent)).count_ones();
    if depth >= empties && empties <= LATE {
        let (thread, alpha) = (&mut worker.thread, alpha.div_euclid(100));
        return 100 * endgame::above(isa, thread, player, opponent, alpha);
    }
    if depth == 0 {
        worker.thread.nodes += 1;
        if player == 0 {
            return -6400;
        }
        return worker.evaluator.evaluate(state, empties);
    }
    let moves = isa.moves(player, opponent);
    if moves == 0 {
        if isa.moves(opponent, player) == 0 {
            return 100 * finished(player, opponent);
        }
        return -isa.nws(
            worker,
            opponent,
            player,
            &worker.evaluator.after_pass(state),
            depth,
            -alpha - 1,
        );
    }
    worker.thread.nodes += 1;
    if depth == 1 {
        return next_to_leaf(isa, worker, (player, opponent), moves, state, alpha);
    }
    if let Some(score) = stability::cut(player, opponent, alpha.div_euclid(100), empties) {
        return 100 * score;
    }
    if worker.thread.is_stopped() {
        return alpha;
    }
    if depth < TABLE_DEPTH {
        let mut choices = Choices::new(isa, worker, (player, opponent), moves, state);
        choices.sort(isa, worker, Order::Mobility, [64, 64]);
        return try_all(isa, worker, &choices, depth, depth >= empties, alpha).0;
    }
    let place = worker.table.place(player, opponent);
    let mut first = [64, 64];
    if let Some(known) = worker.table.find(place) {
        if known.serves(depth, worker.selectivity) {
            if i32::from(known.lower) > alpha {
                return i32::from(known.lower);
            }
            if i32::from(known.upper) <= alpha {
                return i32::from(known.upper);
            }
        }
        first = [known.best, known.second].map(u32::from);
    }
    if let Some(score) = probcut::cut(isa, worker, (player, opponent), state, depth, alpha) {
        return score;
    }
    let mut choices = Choices::new(isa, worker, (player, opponent), moves, state);
    if depth >= FORESIGHT_DEPTH
        && let Some(score) = choices.known_above(worker, depth - 1, alpha)
    {
        return score;
    }
    let order = Order::of(depth, depth >= empties, false);
    choices.sort(isa, worker, order, first);
    let (score, best) = try_all(isa, worker, &choices, depth, depth >= empties, alpha);
    if !worker.thread.stopped {
        worker.table.keep(
            place,
            (depth, worker.selectivity),
            (alpha, alpha + 1),
            score,
            best,
        );
    }
    score
}

/// One ply before the evaluation: the order of moves plays no part.
#[inline(always)]
pub(crate) fn next_to_leaf<I: Isa, E: Evaluator>(
    isa: I,
    worker: &mut Worker<'_, E>,
    (player, opponent): (u64, u64),
    mut moves: u64,
    state: &E::State,
    alpha: i32,
) -> i32 {
    let empties = (!(player | opponent)).count_ones();
    let mut best = -6400;
    while moves != 0 {
        let at = moves.trailing_zeros();
        moves &= moves - 1;
        let flips = isa.flips(at, player, opponent);
        if flips == opponent {
            return 6400;
        }
        worker.thread.nodes += 1;
        let next = worker.evaluator.after(state, at, flips);
        best = best.max(-worker.evaluator.evaluate(&next, empties - 1));
        if best > alpha {
            break;
        }
    }
    best
}

/// Searches the moves in their order until one is above `alpha`: the score,
/// and the move it comes from.
#[inline(always)]
fn try_all<I: Isa, E: Evaluator>(
    isa: I,
    worker: &mut Worker<'_, E>,
    choices: &Choices<E>,
    depth: u32,
    to_the_end: bool,
    alpha: i32,
) -> (i32, u32) {
    let (mut best, mut by) = (i32::MIN, 64);
    for index in 0..choices.len() {
        if index > 0 && index + 1 < choices.len() && worker.pool.would_help(depth, to_the_end) {
            let pool = worker.pool;
            return pool.share(isa, worker, choices, index, (depth, alpha), (best, by));
        }
        let choice = choices.get(index);
        let score = if choice.player == 0 {
            6400
        } else {
            -isa.nws(
                worker,
                choice.player,
                choice.opponent,
                &choices.state(worker.evaluator, choice),
                depth - 1,
                -alpha - 1,
            )
        };
        if score > best {
            (best, by) = (score, choice.at);
            if score > alpha {
                break;
            }
        }
        if worker.thread.stopped {
            break;
        }
    }
    (best, by)
}

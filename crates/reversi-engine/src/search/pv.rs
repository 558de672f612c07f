//! The search with a window: the score itself, and the line that leads to it.

use super::Worker;
use super::choices::{Choices, Order};
use super::endgame::last::finished;
use crate::eval::Evaluator;
use crate::isa::Isa;

/// The moves of a line, the last one first.
pub(crate) type Variation = Vec<u8>;

/// The score of a position between `alpha` and `beta` (fail-soft, in
/// hundredths of a disc), and the line of best play.
#[inline(always)]
pub(crate) fn search<I: Isa, E: Evaluator>(
    isa: I,
    worker: &mut Worker<'_, E>,
    (player, opponent): (u64, u64),
    state: &E::State,
    depth: u32,
    mut alpha: i32,
    beta: i32,
    variation: &mut Variation,
) -> i32 {
    variation.clear();
    let empties = (!(player | opponent)).count_ones();
    if player == 0 {
        return -6400;
    }
    if depth == 0 && empties > 0 {
        worker.thread.nodes += 1;
        return worker.evaluator.evaluate(state, empties);
    }
    let moves = isa.moves(player, opponent);
    if moves == 0 {
        if isa.moves(opponent, player) == 0 {
            worker.thread.nodes += 1;
            return 100 * finished(player, opponent);
        }
        let next = worker.evaluator.after_pass(state);
        return -isa.pv(
            worker,
            (opponent, player),
            &next,
            depth,
            -beta,
            -alpha,
            variation,
        );
    }
    worker.thread.nodes += 1;
    if worker.thread.is_stopped() {
        return alpha;
    }
    let place = worker.table.place(player, opponent);
    let first = worker
        .table
        .find(place)
        .map_or([64, 64], |known| [known.best, known.second].map(u32::from));
    let mut choices = Choices::new(isa, worker, (player, opponent), moves, state);
    let order = match depth {
        0..=2 => Order::Mobility,
        _ => Order::of(depth, depth >= empties, true),
    };
    choices.sort(isa, worker, order, first);
    let from = alpha;
    let (mut best, mut by) = (i32::MIN, 64);
    let mut line = Variation::new();
    for index in 0..choices.len() {
        let choice = *choices.get(index);
        let next = (choice.player, choice.opponent);
        let state = &choices.state(worker.evaluator, &choice);
        let mut score = i32::MIN;
        if index > 0 {
            score = -isa.nws(worker, next.0, next.1, state, depth - 1, -alpha - 1);
        }
        if index == 0 || (score > alpha && score < beta) {
            score = -isa.pv(worker, next, state, depth - 1, -beta, -alpha, &mut line);
        }
        if worker.thread.stopped {
            return alpha;
        }
        if score > best {
            (best, by) = (score, choice.at);
            if score > alpha {
                variation.clone_from(&line);
                variation.push(choice.at as u8);
                alpha = score;
            }
            if score >= beta {
                break;
            }
        }
    }
    worker
        .table
        .keep(place, (depth, worker.selectivity), (from, beta), best, by);
    best
}

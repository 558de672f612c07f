//! A plain alpha-beta search of a few plies, for the order of moves.

use super::Worker;
use super::choices::{Choices, Order};
use super::endgame::last::finished;
use super::nws::next_to_leaf;
use crate::eval::Evaluator;
use crate::isa::Isa;

#[inline(always)]
pub(crate) fn search<I: Isa, E: Evaluator>(
    isa: I,
    worker: &mut Worker<'_, E>,
    (player, opponent): (u64, u64),
    state: &E::State,
    depth: u32,
    mut alpha: i32,
    beta: i32,
) -> i32 {
    let empties = (!(player | opponent)).count_ones();
    worker.thread.nodes += 1;
    if depth == 0 {
        return worker.evaluator.evaluate(state, empties);
    }
    let moves = isa.moves(player, opponent);
    if moves == 0 {
        if isa.moves(opponent, player) == 0 {
            return 100 * finished(player, opponent);
        }
        let next = worker.evaluator.after_pass(state);
        return -isa.value(worker, (opponent, player), &next, depth, -beta, -alpha);
    }
    if depth == 1 {
        return next_to_leaf(isa, worker, (player, opponent), moves, state, beta - 1);
    }
    let mut best = -6400;
    let mut choices = Choices::new(isa, worker, (player, opponent), moves, state);
    choices.sort(isa, worker, Order::Mobility, [64, 64]);
    for index in 0..choices.len() {
        let choice = choices.get(index);
        if choice.player == 0 {
            return 6400;
        }
        let next = (choice.player, choice.opponent);
        let score = -isa.value(
            worker,
            next,
            &choices.state(worker.evaluator, choice),
            depth - 1,
            -beta,
            -alpha,
        );
        best = best.max(score);
        if best >= beta {
            break;
        }
        alpha = alpha.max(best);
    }
    best
}

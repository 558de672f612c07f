//! A plain alpha-beta search of a few plies, for move ordering.

use super::Trampoline;
use super::Worker;
use super::endgame::last::finished;
use super::move_list::{MoveList, Order};
use super::tree::next_to_leaf;
use crate::eval::Features;

#[inline(always)]
pub(crate) fn search<I: Trampoline>(
    isa: I,
    worker: &mut Worker<'_>,
    (player, opponent): (u64, u64),
    features: &Features,
    depth: u32,
    (mut alpha, beta): (i32, i32),
) -> i32 {
    worker.thread.nodes += 1;
    if depth == 0 {
        return worker.value(isa, (player, opponent), features);
    }
    let moves = isa.moves(player, opponent);
    if moves == 0 {
        if isa.moves(opponent, player) == 0 {
            return 100 * finished(player, opponent);
        }
        let next = features.after_pass();
        return -isa.alpha_beta(worker, (opponent, player), &next, depth, (-beta, -alpha));
    }
    if depth == 1 {
        return next_to_leaf(isa, worker, (player, opponent), moves, features, beta - 1);
    }
    let mut best = -6400;
    let mut list = MoveList::new(isa, worker, (player, opponent), moves, features);
    list.sort(isa, worker, Order::Mobility, [64, 64]);
    for index in 0..list.len() {
        let candidate = list.get(index);
        if candidate.takes_all() {
            return 6400;
        }
        let (next, features) = (candidate.discs, list.features(candidate));
        let score = -isa.alpha_beta(worker, next, &features, depth - 1, (-beta, -alpha));
        best = best.max(score);
        if best >= beta {
            break;
        }
        alpha = alpha.max(best);
    }
    best
}

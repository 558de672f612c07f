//! The search with an open window: the exact score and its principal variation.

use super::endgame::last::finished;
use super::move_list::{MoveList, Order};
use super::{Variation, Worker};
use crate::eval::Features;
use crate::search::Trampoline;

/// Returns the score of a position if it is between `alpha` and `beta`, else a
/// bound on it (fail-soft, in hundredths of a disc), and writes the principal
/// variation to `variation`.
#[inline(always)]
pub(crate) fn search<I: Trampoline>(
    isa: I,
    worker: &mut Worker<'_>,
    (player, opponent): (u64, u64),
    features: &Features,
    depth: u32,
    mut alpha: i32,
    beta: i32,
    variation: &mut Variation,
) -> i32 {
    variation.clear();
    let empties = (!(player | opponent)).count_ones();
    if depth == 0 {
        worker.thread.nodes += 1;
        return worker.value(isa, (player, opponent), features);
    }
    let moves = isa.moves(player, opponent);
    if moves == 0 {
        if isa.moves(opponent, player) == 0 {
            worker.thread.nodes += 1;
            return 100 * finished(player, opponent);
        }
        let next = features.after_pass();
        return -isa.principal_variation(
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
    let key = worker.table.key(player, opponent);
    let first = worker
        .table
        .probe(key)
        .map_or([64, 64], |entry| [entry.best, entry.second].map(u32::from));
    let mut list = MoveList::new(isa, worker, (player, opponent), moves, features);
    let order = match depth {
        0..=2 => Order::Mobility,
        _ => Order::of(depth, depth >= empties, true),
    };
    list.sort(isa, worker, order, first);
    let from = alpha;
    let (mut best, mut best_move) = (i32::MIN, 64);
    let mut line = Variation::new();
    for index in 0..list.len() {
        let candidate = *list.get(index);
        let next = (candidate.player, candidate.opponent);
        let features = &list.features(&candidate);
        let mut score = i32::MIN;
        if index > 0 {
            score = -isa.null_window(worker, next.0, next.1, features, depth - 1, -alpha - 1);
        }
        if index == 0 || (score > alpha && score < beta) {
            score = -isa.principal_variation(
                worker,
                next,
                features,
                depth - 1,
                -beta,
                -alpha,
                &mut line,
            );
        }
        if worker.thread.stopped {
            return alpha;
        }
        if score > best {
            (best, best_move) = (score, candidate.at);
            if score > alpha {
                variation.clone_from(&line);
                variation.push(candidate.at as u8);
                alpha = score;
            }
            if score >= beta {
                break;
            }
        }
    }
    worker.table.store(
        key,
        (depth, worker.confidence),
        (from, beta),
        best,
        best_move,
    );
    best
}

//! The search below the root: with an open window for the principal variation, and with null
//! windows, which only find out if the score is above `alpha`, for all other moves.
//!
//! One function searches the middle game and the endgame with null windows. A search with a depth
//! of at least the number of empty squares sees the end of the game, and its scores are multiples
//! of 100. All scores are in hundredths of a disc.

use super::endgame::{self, LATE, last::finished, stability};
use super::move_list::{MoveCandidate, MoveList, Order};
use super::{Trampoline, Variation, Worker, probcut};
use crate::eval::Features;

/// Returns the score of a position if it is between `alpha` and `beta`, else a bound on it
/// (fail-soft, in hundredths of a disc), and writes the principal variation to `variation`.
#[inline(always)]
pub(crate) fn principal_variation<I: Trampoline>(
    isa: I,
    worker: &mut Worker<'_>,
    (player, opponent): (u64, u64),
    features: &Features,
    depth: u32,
    (mut alpha, beta): (i32, i32),
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
        let (swapped, window) = ((opponent, player), (-beta, -alpha));
        return -isa.principal_variation(worker, swapped, &next, depth, window, variation);
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
        let (next, features) = (candidate.discs, &list.features(&candidate));
        let (depth, line) = (depth - 1, &mut line);
        let mut score = i32::MIN;
        if index > 0 {
            score = -isa.null_window(worker, next, features, depth, -alpha - 1);
        }
        if index == 0 || (score > alpha && score < beta) {
            let window = (-beta, -alpha);
            score = -isa.principal_variation(worker, next, features, depth, window, line);
        }
        if worker.thread.stopped {
            return alpha;
        }
        if score > best {
            (best, best_move) = (score, candidate.at);
            if score > alpha {
                variation.clone_from(line);
                variation.push(candidate.at as u8);
                alpha = score;
            }
            if score >= beta {
                break;
            }
        }
    }
    let (level, window) = ((depth, worker.confidence), (from, beta));
    worker.table.store(key, level, window, best, best_move);
    best
}

/// The smallest depth at which the transposition table is used, and shallow searches cut.
const TABLE_DEPTH: u32 = probcut::EVALUATION_DEPTH + 1;

/// The smallest depth at which the search probes the table for the positions after all moves before
/// it searches the first.
const ENHANCED_CUTOFF_DEPTH: u32 = 5;

/// Returns a bound on the score on the same side of `alpha` as the score (fail-soft).
#[inline(always)]
pub(crate) fn null_window<I: Trampoline>(
    isa: I,
    worker: &mut Worker<'_>,
    discs: (u64, u64),
    features: &Features,
    depth: u32,
    alpha: i32,
) -> i32 {
    let (player, opponent) = discs;
    let empties = (!(player | opponent)).count_ones();
    if depth >= empties && empties <= LATE {
        let (thread, alpha) = (&mut worker.thread, alpha.div_euclid(100));
        return 100 * endgame::above(isa, thread, player, opponent, alpha);
    }
    if depth == 0 {
        worker.thread.nodes += 1;
        return worker.value(isa, discs, features);
    }
    let moves = isa.moves(player, opponent);
    if moves == 0 {
        if isa.moves(opponent, player) == 0 {
            return 100 * finished(player, opponent);
        }
        let (swapped, next) = ((opponent, player), features.after_pass());
        return -isa.null_window(worker, swapped, &next, depth, -alpha - 1);
    }
    worker.thread.nodes += 1;
    if depth == 1 {
        return next_to_leaf(isa, worker, discs, moves, features, alpha);
    }
    if let Some(score) = stability::cut(player, opponent, alpha.div_euclid(100), empties) {
        return 100 * score;
    }
    if worker.thread.is_stopped() {
        return alpha;
    }
    let (to_the_end, uses_table) = (depth >= empties, depth >= TABLE_DEPTH);
    let key = worker.table.key(player, opponent);
    let (mut order, mut first) = (Order::Mobility, [64, 64]);
    if uses_table {
        if let Some(entry) = worker.table.probe(key) {
            if entry.covers(depth, worker.confidence)
                && let Some(score) = entry.cutoff(alpha)
            {
                return score;
            }
            first = [entry.best, entry.second].map(u32::from);
        }
        if let Some(score) = probcut::cut(isa, worker, discs, features, depth, alpha) {
            return score;
        }
        if worker.thread.stopped {
            return alpha;
        }
        order = Order::of(depth, to_the_end, false);
    } else if let Some(score) = probcut::cut_by_evaluation(isa, worker, discs, features, alpha) {
        return score;
    }
    let mut list = MoveList::new(isa, worker, discs, moves, features);
    if depth >= ENHANCED_CUTOFF_DEPTH
        && let Some(score) = list.enhanced_cutoff(worker, depth - 1, alpha)
    {
        return score;
    }
    // The best move of an earlier search is tried before the others are scored.
    let (mut found, mut begin) = (NOTHING, 0);
    if uses_table && list.begin_with(first[0]) {
        let score = after(isa, worker, &list, list.get(0), depth, alpha);
        (found, begin) = ((score, first[0]), 1);
    }
    let (score, best) = if found.0 > alpha || worker.thread.stopped {
        found
    } else {
        list.sort(isa, worker, order, first);
        try_rest(isa, worker, &list, begin, (depth, alpha), found)
    };
    if uses_table && !worker.thread.stopped {
        let (level, window) = ((depth, worker.confidence), (alpha, alpha + 1));
        worker.table.store(key, level, window, score, best);
    }
    score
}

/// Searches one ply before the evaluation, where move ordering does not pay.
#[inline(always)]
pub(crate) fn next_to_leaf<I: Trampoline>(
    isa: I,
    worker: &mut Worker<'_>,
    (player, opponent): (u64, u64),
    mut moves: u64,
    features: &Features,
    alpha: i32,
) -> i32 {
    let mut best = -6400;
    while moves != 0 {
        let at = moves.trailing_zeros();
        moves &= moves - 1;
        let flips = isa.flips(at, player, opponent);
        if flips == opponent {
            return 6400;
        }
        worker.thread.nodes += 1;
        let next = features.after(at, flips);
        let discs = (opponent ^ flips, player | flips | (1 << at));
        best = best.max(-worker.value(isa, discs, &next));
        if best > alpha {
            break;
        }
    }
    best
}

const NOTHING: (i32, u32) = (i32::MIN, 64);

/// Searches the moves from `begin` on in order until one is above `alpha`. Takes the best score and
/// move so far, and returns the new ones.
#[inline(always)]
fn try_rest<I: Trampoline>(
    isa: I,
    worker: &mut Worker<'_>,
    list: &MoveList,
    begin: usize,
    (depth, alpha): (u32, i32),
    mut best: (i32, u32),
) -> (i32, u32) {
    for index in begin..list.len() {
        let (pool, is_inner) = (worker.pool, index > 0 && index + 1 < list.len());
        if is_inner && pool.is_worth_splitting(depth, list.is_to_the_end(depth)) {
            return pool.split(isa, worker, list, index, (depth, alpha), best);
        }
        let candidate = list.get(index);
        let score = after(isa, worker, list, candidate, depth, alpha);
        if score > best.0 {
            best = (score, candidate.at);
            if score > alpha {
                break;
            }
        }
        if worker.thread.stopped {
            break;
        }
    }
    best
}

#[inline(always)]
fn after<I: Trampoline>(
    isa: I,
    worker: &mut Worker<'_>,
    list: &MoveList,
    candidate: &MoveCandidate,
    depth: u32,
    alpha: i32,
) -> i32 {
    if candidate.takes_all() {
        return 6400;
    }
    let features = list.features(candidate);
    -isa.null_window(worker, candidate.discs, &features, depth - 1, -alpha - 1)
}

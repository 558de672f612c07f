//! The search with one to four empty squares, without move lists and tables.
//!
//! All functions return a bound on the score of `player` on the same side of
//! `alpha` as the score (fail-soft), in discs.

use super::geometry::{QUADRANT, QUADRANT_OF};
use super::stability;
use crate::isa::Few;
pub(crate) use crate::position::final_score as finished;
use crate::search::SearchThread;
use crate::search::Trampoline;

const NONE: i32 = -127;

#[inline(always)]
pub(crate) fn one<I: Trampoline>(isa: I, player: u64, alpha: i32, at: u32) -> i32 {
    // The score with the last disc placed, before flips.
    let score = 2 * player.count_ones() as i32 - 62;
    let flips = isa.last_flips(at, player);
    if flips != 0 {
        return score + flips;
    }
    // From here on the score can only decrease, and a bound not above `alpha` is enough.
    if score <= alpha {
        return score;
    }
    let flips = isa.last_flips(at, !player & !(1 << at));
    if flips != 0 {
        score - 2 - flips
    } else if score > 0 {
        score
    } else {
        score - 2
    }
}

/// Returns the best score, or the first one above `alpha`; [`NONE`] if no move is legal.
#[inline(always)]
fn best_of<I: Trampoline, const N: usize>(
    found: Few<I, N>,
    alpha: i32,
    mut score_of: impl FnMut(usize, u64) -> i32,
) -> i32 {
    let mut best = NONE;
    for index in 0..N {
        let flips = found.at(index);
        if flips != 0 {
            best = best.max(score_of(index, flips));
            if best > alpha {
                break;
            }
        }
    }
    best
}

#[inline(always)]
pub(crate) fn two<I: Trampoline>(
    isa: I,
    thread: &mut SearchThread<'_>,
    player: u64,
    opponent: u64,
    alpha: i32,
    a: u32,
    b: u32,
) -> i32 {
    thread.nodes += 1;
    let rests = [b, a];
    let found = isa.few([a, b], player, opponent);
    let best = best_of(found, alpha, |index, flips| {
        -one(isa, opponent ^ flips, -alpha - 1, rests[index])
    });
    if best != NONE {
        return best;
    }
    let found = isa.few([a, b], opponent, player);
    let best = best_of(found, -alpha - 1, |index, flips| {
        -one(isa, player ^ flips, alpha, rests[index])
    });
    if best != NONE {
        return -best;
    }
    finished(player, opponent)
}

/// Tries three empty squares in the order given.
#[inline(always)]
pub(crate) fn three<I: Trampoline>(
    isa: I,
    thread: &mut SearchThread<'_>,
    player: u64,
    opponent: u64,
    alpha: i32,
    a: u32,
    b: u32,
    c: u32,
) -> i32 {
    thread.nodes += 1;
    let orders = [(a, b, c), (b, a, c), (c, a, b)];
    let found = isa.few([a, b, c], player, opponent);
    let best = best_of(found, alpha, |index, flips| {
        let (at, next, last) = orders[index];
        let own = player | flips | (1 << at);
        -isa.last_two(thread, opponent ^ flips, own, -alpha - 1, next, last)
    });
    if best != NONE {
        return best;
    }
    let found = isa.few([a, b, c], opponent, player);
    let best = best_of(found, -alpha - 1, |index, flips| {
        let (at, next, last) = orders[index];
        let other = opponent | flips | (1 << at);
        -isa.last_two(thread, player ^ flips, other, alpha, next, last)
    });
    if best != NONE {
        return -best;
    }
    finished(player, opponent)
}

/// Searches a position with four empty squares. `parity` has the bits of the
/// quadrants with an odd number of them.
#[inline(always)]
pub(crate) fn four<I: Trampoline>(
    isa: I,
    thread: &mut SearchThread<'_>,
    player: u64,
    opponent: u64,
    alpha: i32,
    parity: u32,
) -> i32 {
    thread.nodes += 1;
    if let Some(score) = stability::cut(player, opponent, alpha, 4) {
        return score;
    }
    // Moving last in a region is good, so the only empty square of a quadrant precedes a pair.
    let empty = !(player | opponent);
    let odd = empty & QUADRANT[parity as usize & 15];
    let mut squares = [0; 4];
    let mut count = 0;
    for mut rest in [odd, empty & !odd] {
        while rest != 0 {
            squares[count & 3] = rest.trailing_zeros();
            rest &= rest - 1;
            count += 1;
        }
    }
    let [a, b, c, d] = squares;
    // The other square of the same pair comes next.
    let together = |x: u32, y: u32| QUADRANT_OF[x as usize & 63] == QUADRANT_OF[y as usize & 63];
    let orders = if odd == 0 && !(together(a, b) && together(c, d)) {
        // The squares of a pair are not adjacent in `squares`.
        if together(a, c) {
            [(a, c, b, d), (c, a, b, d), (b, d, a, c), (d, b, a, c)]
        } else {
            [(a, d, b, c), (d, a, b, c), (b, c, a, d), (c, b, a, d)]
        }
    } else {
        [(a, b, c, d), (b, a, c, d), (c, d, a, b), (d, c, a, b)]
    };
    let found = isa.few(orders.map(|order| order.0), player, opponent);
    let best = best_of(found, alpha, |index, flips| {
        let (at, next, then, last) = orders[index];
        let own = player | flips | (1 << at);
        -isa.last_three(thread, opponent ^ flips, own, -alpha - 1, next, then, last)
    });
    if best != NONE {
        return best;
    }
    if isa.moves(opponent, player) == 0 {
        return finished(player, opponent);
    }
    -isa.last_four(thread, opponent, player, -alpha - 1, parity)
}

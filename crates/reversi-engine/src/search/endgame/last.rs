//! The last four empty squares: no lists of moves, no table.
//!
//! All functions answer whether the score of `player` is above `alpha`, by a
//! score on the same side of it that is a bound (fail-soft).

use super::super::Thread;
use super::geometry::{QUADRANT, QUADRANT_OF};
use crate::isa::{Few, Isa};

/// A score below all others.
const NONE: i32 = -127;

/// The score of a finished game: the winner takes the empty squares.
#[inline(always)]
pub(crate) fn finished(player: u64, opponent: u64) -> i32 {
    let own = player.count_ones() as i32;
    let other = opponent.count_ones() as i32;
    let difference = own - other;
    difference + difference.signum() * (64 - own - other)
}

/// One empty square, `at`.
#[inline(always)]
pub(crate) fn one<I: Isa>(isa: I, player: u64, alpha: i32, at: u32) -> i32 {
    // With the last disc, before anything is flipped.
    let score = 2 * player.count_ones() as i32 - 62;
    let flips = isa.last_flips(at, player);
    if flips != 0 {
        return score + flips;
    }
    // From here on it can only be worse; how much matters only to one who
    // would be content with it.
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

/// Two empty squares.
#[inline(always)]
pub(crate) fn two<I: Isa>(
    isa: I,
    thread: &mut Thread<'_>,
    player: u64,
    opponent: u64,
    alpha: i32,
    a: u32,
    b: u32,
) -> i32 {
    thread.nodes += 1;
    let found = isa.few([a, b], player, opponent);
    let mut best = NONE;
    for (index, rest) in [(0, b), (1, a)] {
        let flips = found.at(index);
        if flips != 0 {
            let score = -one(isa, opponent ^ flips, -alpha - 1, rest);
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    if best != NONE {
        return best;
    }
    let found = isa.few([a, b], opponent, player);
    let mut worst = -NONE;
    for (index, rest) in [(0, b), (1, a)] {
        let flips = found.at(index);
        if flips != 0 {
            let score = one(isa, player ^ flips, alpha, rest);
            if score <= alpha {
                return score;
            }
            worst = worst.min(score);
        }
    }
    if worst != -NONE {
        return worst;
    }
    finished(player, opponent)
}

/// Three empty squares, to be tried in the order given.
#[inline(always)]
pub(crate) fn three<I: Isa>(
    isa: I,
    thread: &mut Thread<'_>,
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
    let mut best = NONE;
    for (index, (at, next, last)) in orders.into_iter().enumerate() {
        let flips = found.at(index);
        if flips != 0 {
            let own = player | flips | (1 << at);
            let score = -isa.last_two(thread, opponent ^ flips, own, -alpha - 1, next, last);
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    if best != NONE {
        return best;
    }
    let found = isa.few([a, b, c], opponent, player);
    let mut worst = -NONE;
    for (index, (at, next, last)) in orders.into_iter().enumerate() {
        let flips = found.at(index);
        if flips != 0 {
            let other = opponent | flips | (1 << at);
            let score = isa.last_two(thread, player ^ flips, other, alpha, next, last);
            if score <= alpha {
                return score;
            }
            worst = worst.min(score);
        }
    }
    if worst != -NONE {
        return worst;
    }
    finished(player, opponent)
}

/// Four empty squares; `parity` has the bits of the quadrants with an odd
/// number of them.
#[inline(always)]
pub(crate) fn four<I: Isa>(
    isa: I,
    thread: &mut Thread<'_>,
    player: u64,
    opponent: u64,
    alpha: i32,
    parity: u32,
) -> i32 {
    thread.nodes += 1;
    // Whoever moves last in a region gains by it: a single empty square of a
    // quadrant comes before those of a pair.
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
    // What is left of a pair comes first; of two pairs, the partner.
    let together = |x: u32, y: u32| QUADRANT_OF[x as usize & 63] == QUADRANT_OF[y as usize & 63];
    let orders = if odd == 0 && !(together(a, b) && together(c, d)) {
        // One pair is apart in the order of squares: put it together.
        if together(a, c) {
            [(a, c, b, d), (c, a, b, d), (b, d, a, c), (d, b, a, c)]
        } else {
            [(a, d, b, c), (d, a, b, c), (b, c, a, d), (c, b, a, d)]
        }
    } else {
        [(a, b, c, d), (b, a, c, d), (c, d, a, b), (d, c, a, b)]
    };
    let found = isa.few(orders.map(|order| order.0), player, opponent);
    let mut best = NONE;
    for (index, (at, x, y, z)) in orders.into_iter().enumerate() {
        let flips = found.at(index);
        if flips != 0 {
            let own = player | flips | (1 << at);
            let score = -isa.last_three(thread, opponent ^ flips, own, -alpha - 1, x, y, z);
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    if best != NONE {
        return best;
    }
    if isa.moves(opponent, player) == 0 {
        return finished(player, opponent);
    }
    -isa.last_four(thread, opponent, player, -alpha - 1, parity)
}

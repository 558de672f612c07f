//! The search with five or six empty squares. It tries moves in odd quadrants
//! and in corners first and uses a small transposition table.

use super::geometry::{CORNERS, QUADRANT, QUADRANT_OF};
use super::last::finished;
use super::stability;
use super::table::Shallow;
use crate::search::SearchThread;
use crate::search::Trampoline;

/// Returns a bound on the score on the same side of `alpha` as the score. `moves` are the player's
/// legal moves, or 0 if unknown.
#[inline(always)]
pub(crate) fn search<I: Trampoline>(
    isa: I,
    thread: &mut SearchThread<'_>,
    player: u64,
    opponent: u64,
    alpha: i32,
    parity: u32,
    mut moves: u64,
) -> i32 {
    thread.nodes += 1;
    let empty = !(player | opponent);
    let empties = empty.count_ones();
    if let Some(score) = stability::cut(player, opponent, alpha, empties) {
        return score;
    }
    let index = Shallow::index(player, opponent);
    if let Some(score) = thread
        .tables
        .shallow
        .probe(index, player, opponent)
        .and_then(|entry| entry.cutoff(alpha))
    {
        return score;
    }
    if moves == 0 {
        moves = isa.moves(player, opponent);
    }
    if moves == 0 {
        if isa.moves(opponent, player) == 0 {
            return finished(player, opponent);
        }
        return -isa.shallow(thread, opponent, player, -alpha - 1, parity, 0);
    }
    let odd = QUADRANT[parity as usize & 15];
    let mut best = -127;
    'all: for mut some in [
        moves & odd & CORNERS,
        moves & odd & !CORNERS,
        moves & !odd & CORNERS,
        moves & !odd & !CORNERS,
    ] {
        while some != 0 {
            let at = some.trailing_zeros();
            some &= some - 1;
            let flips = isa.flips(at, player, opponent);
            let own = player | flips | (1 << at);
            let other = opponent ^ flips;
            let parity = parity ^ u32::from(QUADRANT_OF[at as usize & 63]);
            let score = if empties == 5 {
                -isa.last_four(thread, other, own, -alpha - 1, parity)
            } else {
                -isa.shallow(thread, other, own, -alpha - 1, parity, 0)
            };
            best = best.max(score);
            if score > alpha {
                break 'all;
            }
        }
    }
    thread
        .tables
        .shallow
        .store(index, (player, opponent), alpha, best, 64);
    best
}

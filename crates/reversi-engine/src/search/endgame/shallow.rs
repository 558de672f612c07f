//! Five to seven empty squares: moves are tried as they come, odd quadrants
//! and corners first. A small table keeps what comes of it.

use super::super::Thread;
use super::geometry::{CORNERS, QUADRANT, QUADRANT_OF};
use super::last::finished;
use super::stability;
use super::table::Shallow;
use crate::isa::Isa;

/// `moves` are the player's, 0 where nobody has looked for them yet.
#[inline(always)]
pub(crate) fn search<I: Isa>(
    isa: I,
    thread: &mut Thread<'_>,
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
    let place = Shallow::place(player, opponent);
    if let Some(score) = thread
        .late
        .shallow
        .find(place, player, opponent)
        .and_then(|entry| entry.answer(alpha))
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
        .late
        .shallow
        .keep(place, (player, opponent), alpha, best, 64);
    best
}

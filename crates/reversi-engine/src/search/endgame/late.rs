//! Eight to thirteen empty squares: moves sorted by the opponent's mobility, and
//! a table of the thread's own.

use super::super::Thread;
use super::geometry::{CORNERS, QUADRANT_OF};
use super::last::finished;
use super::table::Sorted;
use super::{SHALLOW, stability};
use crate::isa::Isa;

/// More moves than there are with [`LATE`](super::LATE) empty squares, and a whole vector
/// of their keys.
const MOST: usize = 16;

/// A move and what it leads to.
#[derive(Clone, Copy, Default)]
struct Choice {
    at: u32,
    player: u64,
    opponent: u64,
}

/// The moves of a position.
struct Choices {
    all: [Choice; MOST],
    /// What each is worth and its index, the lowest first; the largest number
    /// for one that is not there or was taken.
    keys: [u32; MOST],
    count: usize,
}

impl Choices {
    /// The most promising of those not yet taken. A search for the least of a
    /// vector, again for each move: sorting is slower by its branches, which
    /// go either way, and few moves are taken.
    #[inline(always)]
    fn take(&mut self) -> Choice {
        let least = self
            .keys
            .iter()
            .fold(u32::MAX, |least, &key| least.min(key));
        let index = least as usize % MOST;
        self.keys[index] = u32::MAX;
        self.all[index]
    }
}

/// How much a square is worth to whoever plays there near the end.
const SQUARES: [u32; 64] = {
    const QUARTER: [[u32; 4]; 4] = [
        [18, 4, 16, 12],
        [4, 2, 6, 8],
        [16, 6, 14, 10],
        [12, 8, 10, 0],
    ];
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (row, col) = (square / 8, square % 8);
        let row = if row < 4 { row } else { 7 - row };
        let col = if col < 4 { col } else { 7 - col };
        all[square] = QUARTER[row][col];
        square += 1;
    }
    all
};

#[inline(always)]
pub(crate) fn search<I: Isa>(
    isa: I,
    thread: &mut Thread<'_>,
    player: u64,
    opponent: u64,
    alpha: i32,
    parity: u32,
) -> i32 {
    thread.nodes += 1;
    let empties = (!(player | opponent)).count_ones();
    if let Some(score) = stability::cut(player, opponent, alpha, empties) {
        return score;
    }
    let place = Sorted::place(player, opponent);
    let mut first = 64;
    if let Some(entry) = thread.late.sorted.find(place, player, opponent) {
        if let Some(score) = entry.answer(alpha) {
            return score;
        }
        first = u32::from(entry.best);
    }
    let moves = isa.moves(player, opponent);
    if moves == 0 {
        if isa.moves(opponent, player) == 0 {
            return finished(player, opponent);
        }
        return -isa.late(thread, opponent, player, -alpha - 1, parity);
    }
    if empties >= 11 && thread.is_stopped() {
        return alpha;
    }
    let table = (empties > SHALLOW + 1).then_some(&thread.late.sorted);
    let Some(mut choices) = choices(isa, table, (player, opponent), moves, parity, first) else {
        return 64;
    };
    let (mut best, mut by) = (-127, 64);
    for _ in 0..choices.count {
        let choice = choices.take();
        let parity = parity ^ u32::from(QUADRANT_OF[choice.at as usize & 63]);
        let score = if empties == SHALLOW + 1 {
            -isa.shallow(thread, choice.player, choice.opponent, -alpha - 1, parity)
        } else {
            -isa.late(thread, choice.player, choice.opponent, -alpha - 1, parity)
        };
        if score > best {
            (best, by) = (score, choice.at);
            if score > alpha {
                break;
            }
        }
    }
    if !thread.stopped {
        thread
            .late
            .sorted
            .keep(place, (player, opponent), alpha, best, by);
    }
    best
}

/// The moves with what they lead to; `None` if one takes all discs. What
/// `table` knows of them is brought near.
#[inline(always)]
fn choices<I: Isa>(
    isa: I,
    table: Option<&Sorted>,
    (player, opponent): (u64, u64),
    mut moves: u64,
    parity: u32,
    first: u32,
) -> Option<Choices> {
    let mut choices = Choices {
        all: [Choice::default(); MOST],
        keys: [u32::MAX; MOST],
        count: moves.count_ones() as usize,
    };
    let mut index = 0;
    while moves != 0 {
        let at = moves.trailing_zeros();
        moves &= moves - 1;
        let flips = isa.flips(at, player, opponent);
        let (next, own) = (opponent ^ flips, player | flips | (1 << at));
        if next == 0 {
            return None;
        }
        if let Some(table) = table {
            table.prefetch(Sorted::place(next, own));
        }
        let replies = isa.moves(next, own);
        let mobility = replies.count_ones() + (replies & CORNERS).count_ones();
        let odd = u32::from(QUADRANT_OF[at as usize & 63]) & parity != 0;
        let key = 32 * (mobility + 1) - SQUARES[at as usize & 63] - 12 * u32::from(odd);
        let key = if at == first { 0 } else { key };
        choices.all[index % MOST] = Choice {
            at,
            player: next,
            opponent: own,
        };
        choices.keys[index % MOST] = key * MOST as u32 + index as u32;
        index += 1;
    }
    Some(choices)
}

//! Eight to thirteen empty squares: moves sorted by the opponent's mobility, and
//! a table of the thread's own.

use super::super::Thread;
use super::geometry::{CORNERS, QUADRANT_OF};
use super::last::finished;
use super::table::Sorted;
use super::{SHALLOW, stability};
use crate::isa::{Few, Isa};

/// More moves than there are with [`LATE`](super::LATE) empty squares, and a whole vector
/// of their keys.
const MOST: usize = 16;

/// The moves of a position and what each leads to, seen by the other side.
struct Choices {
    players: [u64; MOST],
    opponents: [u64; MOST],
    /// The moves that `players` have then.
    replies: [u64; MOST],
    /// What each is worth, its square and its index, from the highest bits to
    /// the lowest: the least is the most promising.
    keys: [u32; MOST],
}

/// The key of a move that was taken, or is not there.
const TAKEN: u32 = u32::MAX;

impl Choices {
    /// The key of the most promising of those not yet taken. A search for the
    /// least of a vector, again for each move: sorting is slower by its
    /// branches, which go either way, and few moves are taken.
    #[inline(always)]
    fn best(&self) -> u32 {
        // In halves: the compiler makes vectors of that, and not of a fold.
        let mut keys = self.keys;
        let mut half = MOST / 2;
        while half > 0 {
            for index in 0..half {
                keys[index] = keys[index].min(keys[index + half]);
            }
            half /= 2;
        }
        keys[0]
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
    if moves == 0 {
        moves = isa.moves(player, opponent);
    }
    if moves == 0 {
        if isa.moves(opponent, player) == 0 {
            return finished(player, opponent);
        }
        return -isa.late(thread, opponent, player, -alpha - 1, parity, 0);
    }
    if empties >= 11 && thread.is_stopped() {
        return alpha;
    }
    let table = (empties > SHALLOW + 1).then_some(&thread.late.sorted);
    let (mut choices, mut key) = choices(isa, table, (player, opponent), moves, parity, first);
    let (mut best, mut by) = (-127, 64);
    while key != TAKEN {
        let (index, at) = (key as usize % MOST, key / MOST as u32 % 64);
        choices.keys[index] = TAKEN;
        let (next, own) = (choices.players[index], choices.opponents[index]);
        if next == 0 {
            return 64;
        }
        let (replies, parity) = (
            choices.replies[index],
            parity ^ u32::from(QUADRANT_OF[at as usize]),
        );
        let score = if empties == SHALLOW + 1 {
            -isa.shallow(thread, next, own, -alpha - 1, parity, replies)
        } else {
            -isa.late(thread, next, own, -alpha - 1, parity, replies)
        };
        if score > best {
            (best, by) = (score, at);
            if score > alpha {
                break;
            }
        }
        key = choices.best();
    }
    if !thread.stopped {
        thread
            .late
            .sorted
            .keep(place, (player, opponent), alpha, best, by);
    }
    best
}

/// The moves with what they lead to, and the key of the most promising: whoever
/// looked for it in the keys just written would wait for them to reach the
/// cache. What `table` knows of them is brought near.
#[inline(always)]
fn choices<I: Isa>(
    isa: I,
    table: Option<&Sorted>,
    (player, opponent): (u64, u64),
    mut moves: u64,
    parity: u32,
    first: u32,
) -> (Choices, u32) {
    let mut choices = Choices {
        players: [0; MOST],
        opponents: [0; MOST],
        replies: [0; MOST],
        keys: [TAKEN; MOST],
    };
    let (mut index, mut best) = (0, TAKEN);
    let mut add = |at: u32, (next, own): (u64, u64), replies: u64| {
        let mobility = replies.count_ones() + (replies & CORNERS).count_ones();
        let odd = u32::from(QUADRANT_OF[at as usize & 63]) & parity != 0;
        let worth = 32 * (mobility + 1) - SQUARES[at as usize & 63] - 12 * u32::from(odd);
        let worth = if at == first { 0 } else { worth };
        let key = (worth * 64 + at) * MOST as u32 + index as u32;
        choices.players[index % MOST] = next;
        choices.opponents[index % MOST] = own;
        choices.replies[index % MOST] = replies;
        choices.keys[index % MOST] = key;
        best = best.min(key);
        index += 1;
    };
    let after = |at: u32, flips: u64| {
        let (next, own) = (opponent ^ flips, player | flips | (1 << at));
        if let Some(table) = table {
            table.prefetch(Sorted::place(next, own));
        }
        (next, own)
    };
    // Two at a time, since two take hardly longer than one.
    while moves != 0 {
        let a = moves.trailing_zeros();
        moves &= moves - 1;
        if moves == 0 {
            let (next, own) = after(a, isa.flips(a, player, opponent));
            add(a, (next, own), isa.moves(next, own));
            break;
        }
        let b = moves.trailing_zeros();
        moves &= moves - 1;
        let flips = isa.few([a, b], player, opponent);
        let both = [after(a, flips.at(0)), after(b, flips.at(1))];
        let replies = isa.moves_of_two(both);
        add(a, both[0], replies[0]);
        add(b, both[1], replies[1]);
    }
    (choices, best)
}

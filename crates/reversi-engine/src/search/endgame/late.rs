//! The search with seven to twelve empty squares. It sorts moves by the
//! opponent's mobility and uses a transposition table of its thread.

use super::geometry::{CORNERS, QUADRANT_OF};
use super::last::finished;
use super::table::Sorted;
use super::{SHALLOW, stability};
use crate::search::SearchThread;
use crate::search::Trampoline;

/// The smallest number of empty squares at which the search probes the table for the positions
/// after all moves before it searches the first.
const ENHANCED_CUTOFF: u32 = 10;

/// The capacity of a [`LateMoves`]: at least [`LATE`](super::LATE), and a whole vector of keys.
const CAPACITY: usize = 16;

/// The moves of a position and the positions after them, seen by the other side.
struct LateMoves {
    players: [u64; CAPACITY],
    opponents: [u64; CAPACITY],
    replies: [u64; CAPACITY],
    /// From the highest bits to the lowest, the value of each move, its square
    /// and its index. The lowest key is the most promising.
    keys: [u32; CAPACITY],
}

/// The key of a move that was already searched, and of an unused slot.
const TAKEN: u32 = u32::MAX;

impl LateMoves {
    /// Returns a score above `alpha` that the table has for one of the moves
    /// ("enhanced transposition cut-off", Plaat et al. 1996).
    #[inline(always)]
    fn enhanced_cutoff(&self, table: &Sorted, alpha: i32) -> Option<i32> {
        let all = self.players.iter().zip(&self.opponents).zip(&self.keys);
        all.take_while(|&(_, &key)| key != TAKEN)
            .find_map(|((&player, &opponent), _)| {
                let entry = table.probe(Sorted::index(player, opponent), player, opponent)?;
                let score = -i32::from(entry.upper);
                (score > alpha).then_some(score)
            })
    }

    /// Returns the lowest key. Few moves are searched, so finding the minimum of a vector for every
    /// move is faster than sorting, whose branches are unpredictable.
    #[inline(always)]
    fn best(&self) -> u32 {
        // By halves, which the compiler vectorizes, unlike a fold.
        let mut keys = self.keys;
        let mut half = CAPACITY / 2;
        while half > 0 {
            for index in 0..half {
                keys[index] = keys[index].min(keys[index + half]);
            }
            half /= 2;
        }
        keys[0]
    }
}

#[rustfmt::skip]
const SQUARE_VALUES: [u32; 64] = [
    18, 4, 16, 12, 12, 16, 4, 18,
    4, 2, 6, 8, 8, 6, 2, 4,
    16, 6, 14, 10, 10, 14, 6, 16,
    12, 8, 10, 0, 0, 10, 8, 12,
    12, 8, 10, 0, 0, 10, 8, 12,
    16, 6, 14, 10, 10, 14, 6, 16,
    4, 2, 6, 8, 8, 6, 2, 4,
    18, 4, 16, 12, 12, 16, 4, 18,
];

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
    let empties = (!(player | opponent)).count_ones();
    if let Some(score) = stability::cut(player, opponent, alpha, empties) {
        return score;
    }
    let index = Sorted::index(player, opponent);
    let mut first = 64;
    if let Some(entry) = thread.tables.sorted.probe(index, player, opponent) {
        if let Some(score) = entry.cutoff(alpha) {
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
    let table = (empties > SHALLOW + 1).then_some(&thread.tables.sorted);
    let (mut list, mut key) = move_list(isa, table, (player, opponent), moves, parity, first);
    if empties >= ENHANCED_CUTOFF
        && let Some(score) = list.enhanced_cutoff(&thread.tables.sorted, alpha)
    {
        return score;
    }
    let (mut best, mut best_move) = (-127, 64);
    while key != TAKEN {
        let (index, at) = (key as usize % CAPACITY, key / CAPACITY as u32 % 64);
        list.keys[index] = TAKEN;
        let (next, own) = (list.players[index], list.opponents[index]);
        if next == 0 {
            return 64;
        }
        let (replies, parity) = (
            list.replies[index],
            parity ^ u32::from(QUADRANT_OF[at as usize]),
        );
        let score = if empties == SHALLOW + 1 {
            -isa.shallow(thread, next, own, -alpha - 1, parity, replies)
        } else {
            -isa.late(thread, next, own, -alpha - 1, parity, replies)
        };
        if score > best {
            (best, best_move) = (score, at);
            if score > alpha {
                break;
            }
        }
        key = list.best();
    }
    if !thread.stopped {
        thread
            .tables
            .sorted
            .store(index, (player, opponent), alpha, best, best_move);
    }
    best
}

/// Returns the moves and the lowest key; searching the keys for it at once would stall until they
/// are in the cache. Prefetches the positions' entries from `table`.
#[inline(always)]
fn move_list<I: Trampoline>(
    isa: I,
    table: Option<&Sorted>,
    (player, opponent): (u64, u64),
    mut moves: u64,
    parity: u32,
    first: u32,
) -> (LateMoves, u32) {
    let mut list = LateMoves {
        players: [0; CAPACITY],
        opponents: [0; CAPACITY],
        replies: [0; CAPACITY],
        keys: [TAKEN; CAPACITY],
    };
    let (mut index, mut best) = (0, TAKEN);
    let mut add = |at: u32, (next, own): (u64, u64), replies: u64| {
        let mobility = replies.count_ones() + (replies & CORNERS).count_ones();
        let odd = u32::from(QUADRANT_OF[at as usize & 63]) & parity != 0;
        let value = 32 * (mobility + 1) - SQUARE_VALUES[at as usize & 63] - 12 * u32::from(odd);
        let value = if at == first { 0 } else { value };
        let key = (value * 64 + at) * CAPACITY as u32 + index as u32;
        list.players[index % CAPACITY] = next;
        list.opponents[index % CAPACITY] = own;
        list.replies[index % CAPACITY] = replies;
        list.keys[index % CAPACITY] = key;
        best = best.min(key);
        index += 1;
    };
    let after = |at: u32, flips: u64| {
        let (next, own) = (opponent ^ flips, player | flips | (1 << at));
        if let Some(table) = table {
            table.prefetch(Sorted::index(next, own));
        }
        (next, own)
    };
    // Two at a time: two take hardly longer than one.
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
    (list, best)
}

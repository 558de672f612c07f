//! Eight to twelve empty squares: moves sorted by the opponent's mobility, and
//! a table of the thread's own.

use super::super::Worker;
use super::geometry::{CORNERS, QUADRANT_OF};
use super::last::finished;
use super::{LateTable, SHALLOW, stability};
use crate::isa::Isa;

/// A move, what it leads to, and how soon it is tried: the lowest key first.
#[derive(Clone, Copy, Default)]
pub(crate) struct Choice {
    pub(crate) key: i32,
    pub(crate) at: u32,
    pub(crate) player: u64,
    pub(crate) opponent: u64,
}

/// More moves than any position has.
pub(crate) const MOST: usize = 34;

/// How much a square is worth to whoever plays there near the end.
const SQUARES: [i8; 64] = {
    const QUARTER: [[i8; 4]; 4] = [
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
    worker: &mut Worker<'_>,
    player: u64,
    opponent: u64,
    alpha: i32,
    parity: u32,
) -> i32 {
    worker.nodes += 1;
    let empties = (!(player | opponent)).count_ones();
    if let Some(score) = stability::cut(player, opponent, alpha, empties) {
        return score;
    }
    let place = LateTable::place(player, opponent);
    let mut first = 64;
    if let Some(entry) = worker.late.find(place, player, opponent) {
        if i32::from(entry.lower) > alpha {
            return i32::from(entry.lower);
        }
        if i32::from(entry.upper) <= alpha {
            return i32::from(entry.upper);
        }
        first = u32::from(entry.best);
    }
    let moves = isa.moves(player, opponent);
    if moves == 0 {
        if isa.moves(opponent, player) == 0 {
            return finished(player, opponent);
        }
        return -isa.late(worker, opponent, player, -alpha - 1, parity);
    }
    if empties >= 11 && worker.is_stopped() {
        return alpha;
    }
    let mut choices = [Choice::default(); MOST];
    let table = (empties > SHALLOW + 1).then_some(&*worker.late);
    let count = sort(
        isa,
        table,
        (player, opponent),
        moves,
        parity,
        first,
        &mut choices,
    );
    if choices[0].opponent != 0 && choices[0].player == 0 {
        return 64;
    }
    let (mut best, mut by) = (-127, 64);
    for choice in &choices[..count.min(MOST)] {
        let parity = parity ^ u32::from(QUADRANT_OF[choice.at as usize & 63]);
        let score = if empties == SHALLOW + 1 {
            -isa.shallow(worker, choice.player, choice.opponent, -alpha - 1, parity)
        } else {
            -isa.late(worker, choice.player, choice.opponent, -alpha - 1, parity)
        };
        if score > best {
            (best, by) = (score, choice.at);
            if score > alpha {
                break;
            }
        }
    }
    if !worker.stopped {
        worker.late.keep(place, (player, opponent), alpha, best, by);
    }
    best
}

/// The moves with what they lead to, the most promising first; how many. What
/// `table` knows of them is brought near.
#[inline(always)]
fn sort<I: Isa>(
    isa: I,
    table: Option<&LateTable>,
    (player, opponent): (u64, u64),
    mut moves: u64,
    parity: u32,
    first: u32,
    choices: &mut [Choice; MOST],
) -> usize {
    let mut count = 0;
    while moves != 0 {
        let at = moves.trailing_zeros();
        moves &= moves - 1;
        let flips = isa.flips(at, player, opponent);
        let (next, own) = (opponent ^ flips, player | flips | (1 << at));
        if let Some(table) = table {
            table.prefetch(LateTable::place(next, own));
        }
        let key = if next == 0 {
            i32::MIN
        } else if at == first {
            i32::MIN + 1
        } else {
            let replies = isa.moves(next, own);
            let mobility = replies.count_ones() + (replies & CORNERS).count_ones();
            let odd = u32::from(QUADRANT_OF[at as usize & 63]) & parity != 0;
            (mobility as i32) * 32 - i32::from(SQUARES[at as usize & 63]) - 12 * i32::from(odd)
        };
        let choice = Choice {
            key,
            at,
            player: next,
            opponent: own,
        };
        // Sorted in as they come: there are few.
        let mut place = count.min(MOST - 1);
        while place > 0 && choices[place - 1].key > key {
            choices[place] = choices[place - 1];
            place -= 1;
        }
        choices[place] = choice;
        count += 1;
    }
    count
}

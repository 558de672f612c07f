//! The search of the strong computer: alpha-beta with a transposition table, on boards whose cells
//! are the bits of a word. Cell `row * cols + col` is the bit with that number.

mod geometry;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use reversi_core::{Game, Size, Square};

use geometry::{CellPosition, Geometry, bits, count};

/// Returns the search depth with `empty` of `cells` cells left; `empty` means to the end of the
/// game. On 1×16 every search goes to the end.
///
/// The depth does not depend on time, so that games are reproducible. One more move takes about
/// five times as long. On a busy two-core cloud machine, a move takes 50 ms on 8×8 and 0.15 s at
/// most; the slowest on 1×16 is the computer's first one.
fn depth(cells: u32, empty: u32) -> u32 {
    match empty {
        _ if cells <= 16 => empty,
        0..=13 => empty,
        14..=19 => 8,
        20..=27 => 7,
        _ => 6,
    }
}

/// The moves found before, up to a fixed number. The marker plays the same openings again and
/// again.
static KNOWN: LazyLock<Mutex<KnownMoves>> = LazyLock::new(Mutex::default);
const MOST_KNOWN: usize = 100_000;
type KnownMoves = HashMap<(Size, CellPosition), Option<Square>>;

pub(crate) fn best_move(game: &Game) -> Option<Square> {
    let key = (game.rules().size, CellPosition::new(game));
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(best) = known().get(&key) {
        return *best;
    }
    let best = searched(game);
    let mut known = known();
    if known.len() < MOST_KNOWN {
        known.insert(key, best);
    }
    best
}

fn searched(game: &Game) -> Option<Square> {
    let geometry = Geometry::new(game.rules());
    let position = CellPosition::new(game);
    let empty = geometry.empty(position).count_ones();
    let depth = depth(geometry.cells.count_ones(), empty);
    let best = TreeSearch::of(&geometry, position, depth)?;
    let mut squares = game.rules().size.squares();
    squares.nth(best.cell.trailing_zeros() as usize)
}

/// A value greater than that of any position.
const INFINITE: i32 = 1 << 14;

/// A best move and its value to the side that makes it.
#[derive(Clone, Copy, Debug)]
struct Best {
    cell: u64,
    value: i32,
}

struct TreeSearch<'a> {
    geometry: &'a Geometry,
    /// The lower and upper bound of each position's value. Its number of stones determines how much
    /// deeper it was searched.
    table: HashMap<CellPosition, (i32, i32)>,
    /// The smallest depth at which the table is probed and moves are ordered by the value of the
    /// next position; at smaller depths that costs more than it saves.
    ordered_depth: u32,
    /// The last move that caused a cutoff, for each depth.
    killers: [u64; 65],
}

impl<'a> TreeSearch<'a> {
    fn of(geometry: &'a Geometry, position: CellPosition, depth: u32) -> Option<Best> {
        let is_solution = depth == geometry.empty(position).count_ones();
        let mut search = Self {
            geometry,
            table: HashMap::new(),
            ordered_depth: if is_solution { 6 } else { 2 },
            killers: [0; 65],
        };
        let mut best = None;
        // Each search finds the move that the next one tries first.
        for depth in if is_solution { depth } else { 1 }.max(1)..=depth {
            search.table.clear();
            let first = best.map(|best: Best| best.cell);
            best = Some(search.best(position, depth, -INFINITE, INFINITE, first));
        }
        best
    }

    /// Returns the value of `position` to the side to move: the true value if it is between `alpha`
    /// and `beta`, otherwise a bound on that side of it.
    fn value(&mut self, position: CellPosition, depth: u32, alpha: i32, beta: i32) -> i32 {
        if depth == 0 {
            return self.geometry.evaluate(position);
        }
        if depth < self.ordered_depth {
            return self.best(position, depth, alpha, beta, None).value;
        }
        let known = self.table.get(&position).copied();
        let (least, most) = known.unwrap_or((-INFINITE, INFINITE));
        if least >= beta || least == most {
            return least;
        }
        if most <= alpha {
            return most;
        }
        let value = self.best(position, depth, alpha, beta, None).value;
        let least = if value > alpha { value } else { least };
        let most = if value < beta { value } else { most };
        self.table.insert(position, (least, most));
        value
    }

    /// Returns the best move in `position`, which must have one, with a value as returned by
    /// [`value`](Self::value). The move to cell `first` is searched first.
    fn best(
        &mut self,
        position: CellPosition,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        first: Option<u64>,
    ) -> Best {
        let geometry = self.geometry;
        let cells = geometry.moves(position);
        let first = first.unwrap_or(self.killers[depth as usize] & cells);
        let mut best = Best {
            cell: 0,
            value: -INFINITE,
        };
        let mut moves = (first != 0).then(|| (first, geometry.play(position, first)));
        let mut others = None;
        loop {
            let Some((cell, child)) = moves.take().or_else(|| {
                others
                    .get_or_insert_with(|| self.moves(position, cells & !first, depth).into_iter())
                    .next()
            }) else {
                return best;
            };
            // The first move is probably the best. The others get a null-window search, and a full
            // one only if they are better.
            let is_first = best.cell == 0;
            let limit = if is_first { beta } else { alpha + 1 };
            let mut value = -self.value(child, depth - 1, -limit, -alpha);
            if !is_first && alpha < value && value < beta {
                value = -self.value(child, depth - 1, -beta, -alpha);
            }
            if value > best.value {
                best = Best { cell, value };
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                self.killers[depth as usize] = cell;
                return best;
            }
        }
    }

    /// Returns the moves to `cells`, most promising first, each with the next position.
    fn moves(&self, position: CellPosition, cells: u64, depth: u32) -> Vec<(u64, CellPosition)> {
        let geometry = self.geometry;
        let mut moves: Vec<_> = bits(cells)
            .map(|cell| (cell, geometry.play(position, cell)))
            .collect();
        if depth >= self.ordered_depth {
            moves.sort_by_cached_key(|&(_, next)| geometry.evaluate(next));
        } else if depth > 1 {
            // The fewer stones the other side keeps, the more were flipped.
            moves.sort_by_key(|&(_, next)| count(next.own));
        }
        moves
    }
}

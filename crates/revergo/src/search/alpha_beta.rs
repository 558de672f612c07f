//! The search: principal variation search with a transposition table.

use std::collections::HashMap;

use super::evaluate::{evaluate, stable};
use super::geometry::Geometry;
use super::position::{Position, cells, count};

/// A value greater than that of any position.
const INFINITE: i32 = 1 << 14;

/// A best move and its value to the side that makes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub(super) cell: u32,
    pub(super) value: i32,
}

/// The result of searching a position.
#[derive(Clone, Copy, Debug)]
struct Entry {
    depth: u32,
    /// The best move.
    cell: u32,
    /// The value to the side to move.
    value: i32,
    bound: Bound,
}

/// The relation of a value to the true one.
#[derive(Clone, Copy, Debug)]
enum Bound {
    /// The true value is this or more.
    Lower,
    /// It is the true value.
    Exact,
    /// The true value is this or less.
    Upper,
}

/// One search of one position.
#[derive(Debug)]
pub(super) struct Search<'a> {
    geometry: &'a Geometry,
    /// The latest result of searching each position, by the stones of the side to move and
    /// of the other side.
    table: HashMap<(u64, u64), Entry>,
    /// If set, the leaves are full boards, and values are counted in stones.
    to_the_end: bool,
    /// The least depth at which the table is probed and moves are ordered by the
    /// value of the next position; at smaller depths that costs more than it saves.
    ordered_depth: u32,
}

impl<'a> Search<'a> {
    /// Returns the best move in `position`; its value is the number of stones by
    /// which the side that makes it wins if both play their best.
    pub(super) fn solve(geometry: &'a Geometry, position: Position) -> Best {
        let mut search = Self {
            geometry,
            table: HashMap::new(),
            to_the_end: true,
            ordered_depth: 6,
        };
        let depth = position.empty(geometry).count_ones();
        search.best(position, depth, -INFINITE, INFINITE, None)
    }

    /// Returns the best move in `position` by a search of `depth` moves, which
    /// must be fewer than are left.
    pub(super) fn look_ahead(geometry: &'a Geometry, position: Position, depth: u32) -> Best {
        let mut search = Self {
            geometry,
            table: HashMap::new(),
            to_the_end: false,
            ordered_depth: 2,
        };
        // Each search finds the moves that the next one tries first.
        let mut best = search.best(position, 1, -INFINITE, INFINITE, None);
        for depth in 2..=depth {
            best = search.best(position, depth, -INFINITE, INFINITE, Some(best.cell));
        }
        best
    }

    /// Returns the value of `position` to the side to move: the true value if it
    /// is between `alpha` and `beta`, otherwise a bound on that side of it.
    fn value(&mut self, position: Position, depth: u32, alpha: i32, beta: i32) -> i32 {
        match depth {
            0 if self.to_the_end => return count(position.own) - count(position.other),
            0 => return evaluate(self.geometry, position),
            // The last cell leaves nothing to choose.
            1 if self.to_the_end => {
                let cell = position.moves().trailing_zeros();
                let flips = position.flips(self.geometry, cell);
                return count(position.own) - count(position.other) + 1 + 2 * count(flips);
            }
            _ => {}
        }
        if depth < self.ordered_depth {
            return self.best(position, depth, alpha, beta, None).value;
        }
        let key = (position.own, position.other);
        let entry = self.table.get(&key).copied();
        if let Some(Entry { value, bound, .. }) = entry.filter(|entry| entry.depth == depth) {
            match bound {
                Bound::Exact => return value,
                Bound::Lower if value >= beta => return value,
                Bound::Upper if value <= alpha => return value,
                Bound::Lower | Bound::Upper => {}
            }
        }
        if self.to_the_end {
            let stable = stable(self.geometry, position);
            let all = count(self.geometry.cells);
            let most = all - 2 * count(stable.other);
            if most <= alpha {
                return most;
            }
            let least = 2 * count(stable.own) - all;
            if least >= beta {
                return least;
            }
        }
        let best = self.best(position, depth, alpha, beta, entry.map(|entry| entry.cell));
        let bound = if best.value >= beta {
            Bound::Lower
        } else if best.value <= alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let Best { cell, value } = best;
        let entry = Entry {
            depth,
            cell,
            value,
            bound,
        };
        self.table.insert(key, entry);
        value
    }

    /// Returns the best move in `position`, which must have one, with a value
    /// as returned by [`value`](Self::value). The move to cell `first` is searched first.
    fn best(
        &mut self,
        position: Position,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        first: Option<u32>,
    ) -> Best {
        let moves = self.move_list(position, depth, first);
        let mut best = Best {
            cell: 0,
            value: -INFINITE,
        };
        for (number, &Move { cell, flips, .. }) in moves.as_slice().iter().enumerate() {
            let child = position.play(self.geometry, cell, flips);
            // The first move is probably the best. The others get a null-window
            // search, and a full one only if they are better.
            let value = if number == 0 {
                -self.value(child, depth - 1, -beta, -alpha)
            } else {
                let value = -self.value(child, depth - 1, -alpha - 1, -alpha);
                if alpha < value && value < beta {
                    -self.value(child, depth - 1, -beta, -alpha)
                } else {
                    value
                }
            };
            if value > best.value {
                best = Best { cell, value };
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Lists the moves in `position`, the most promising first.
    fn move_list(&self, position: Position, depth: u32, first: Option<u32>) -> MoveList {
        let mut list = MoveList {
            moves: [Move::default(); 64],
            length: 0,
        };
        for cell in cells(position.moves()) {
            let flips = position.flips(self.geometry, cell);
            let promise = if Some(cell) == first {
                INFINITE
            } else if depth >= self.ordered_depth {
                -evaluate(self.geometry, position.play(self.geometry, cell, flips))
            } else {
                count(flips)
            };
            list.moves[list.length] = Move {
                promise,
                cell,
                flips,
            };
            list.length += 1;
        }
        if depth > 1 {
            let moves = &mut list.moves[..list.length];
            moves.sort_unstable_by_key(|next| (-next.promise, next.cell));
        }
        list
    }
}

/// The moves in a position.
struct MoveList {
    moves: [Move; 64],
    length: usize,
}

impl MoveList {
    fn as_slice(&self) -> &[Move] {
        &self.moves[..self.length]
    }
}

/// A stone on `cell`.
#[derive(Clone, Copy, Debug, Default)]
struct Move {
    promise: i32,
    cell: u32,
    flips: u64,
}

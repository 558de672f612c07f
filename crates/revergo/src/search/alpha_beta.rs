//! Looking ahead.

use super::evaluate::{evaluate, stable};
use super::geometry::Geometry;
use super::position::{Position, cells, count};
use super::table::{Bound, Entry, Table};

/// More than any position is worth.
const INFINITE: i32 = 1 << 14;

/// A best move, and what it is worth to the side that makes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub(super) cell: u32,
    pub(super) value: i32,
}

/// One search of one position: principal variation search with a table.
#[derive(Debug)]
pub(super) struct Search<'a> {
    geometry: &'a Geometry,
    table: Table,
    /// Whether the leaves are full boards, which are counted, in stones.
    to_the_end: bool,
    /// The depth from which on positions are looked up in the table and moves
    /// are ordered by what they lead to; below, that costs more than it saves.
    branches: u32,
}

impl<'a> Search<'a> {
    /// The best move in `position`, and by how many stones the side that makes
    /// it wins when both go on playing their best.
    pub(super) fn solve(geometry: &'a Geometry, position: Position) -> Best {
        let mut search = Self {
            geometry,
            table: Table::new(),
            to_the_end: true,
            branches: 6,
        };
        let depth = position.empty(geometry).count_ones();
        search.best(position, depth, -INFINITE, INFINITE, None)
    }

    /// The best move in `position` as far as it shows within `depth` moves,
    /// which are less than are left.
    pub(super) fn look_ahead(geometry: &'a Geometry, position: Position, depth: u32) -> Best {
        let mut search = Self {
            geometry,
            table: Table::new(),
            to_the_end: false,
            branches: 2,
        };
        // Each search finds the moves that the next one tries first.
        let mut best = search.best(position, 1, -INFINITE, INFINITE, None);
        for depth in 2..=depth {
            best = search.best(position, depth, -INFINITE, INFINITE, Some(best.cell));
        }
        best
    }

    /// What `position` is worth to the side to move: the true value where it
    /// lies between `alpha` and `beta`, otherwise a bound on that side of it.
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
        if depth < self.branches {
            return self.best(position, depth, alpha, beta, None).value;
        }
        let known = self.table.find(position);
        if let Some(known) = known.filter(|known| u32::from(known.depth) == depth) {
            let value = i32::from(known.value);
            match known.bound {
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
        let first = known.map(|known| known.best.into());
        let best = self.best(position, depth, alpha, beta, first);
        let bound = if best.value >= beta {
            Bound::Lower
        } else if best.value <= alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        self.table.keep(position, Entry::new(depth, best, bound));
        best.value
    }

    /// The best move in `position`, which has one, and its value as
    /// [`value`](Self::value) gives it. The move to cell `first` is tried first.
    fn best(
        &mut self,
        position: Position,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        first: Option<u32>,
    ) -> Best {
        let mut moves = [Move::default(); 64];
        let moves = self.ordered_moves(position, depth, first, &mut moves);
        let mut best = Best {
            cell: 0,
            value: -INFINITE,
        };
        for (number, &Move { cell, flips, .. }) in moves.iter().enumerate() {
            let child = position.play(self.geometry, cell, flips);
            // The first move is probably the best: of the others it is only
            // asked whether they are better, and then by how much.
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

    /// Fills `moves` with the moves in `position`, the most promising first.
    fn ordered_moves<'m>(
        &self,
        position: Position,
        depth: u32,
        first: Option<u32>,
        moves: &'m mut [Move; 64],
    ) -> &'m [Move] {
        let mut length = 0;
        for cell in cells(position.moves()) {
            let flips = position.flips(self.geometry, cell);
            let promise = if Some(cell) == first {
                INFINITE
            } else if depth >= self.branches {
                -evaluate(self.geometry, position.play(self.geometry, cell, flips))
            } else {
                count(flips)
            };
            moves[length] = Move {
                promise,
                cell,
                flips,
            };
            length += 1;
        }
        let moves = &mut moves[..length];
        if depth > 1 {
            moves.sort_unstable_by_key(|next| (-next.promise, next.cell));
        }
        moves
    }
}

/// A stone on `cell`.
#[derive(Clone, Copy, Debug, Default)]
struct Move {
    promise: i32,
    cell: u32,
    flips: u64,
}

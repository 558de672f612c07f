//! The search to a depth.

use super::bitboard::{Bitboard, Cell};
use super::control::{Control, Stopped};
use super::eval::{Evaluator, count};
use super::position::{Position, Shape};
use super::table::{Bound, NO_CELL, Table};

/// A score above all possible scores.
pub(super) const INFINITE: i32 = 1_000_000;

/// The number of plies beyond the depth limit that a search without a time limit
/// may go to reach the end of the game, where nodes are cheap.
pub(super) const EXTENSION: u32 = 6;

/// The state that is kept from one search to the next.
#[derive(Debug)]
pub(super) struct Memory {
    pub(super) table: Table,
    /// The history heuristic: how often a move on each square was recently best.
    pub(super) history: Vec<i32>,
}

/// A search in progress.
pub(super) struct SearchThread<'a, B> {
    pub(super) shape: &'a Shape<B>,
    pub(super) evaluator: &'a Evaluator,
    pub(super) memory: &'a mut Memory,
    pub(super) control: Control<'a>,
}

/// The window of a search, in hundredths of a disc: a score outside of it is only
/// a bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// Returns the window for the other side.
    fn reversed(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

impl<B: Bitboard> SearchThread<'_, B> {
    /// Returns the score of `position`, with `empties` empty squares, for the side
    /// to move, by a search to `depth` plies. A pass is no ply.
    pub(super) fn search(
        &mut self,
        position: Position<B>,
        empties: u32,
        depth: u32,
        window: Window,
    ) -> Result<i32, Stopped> {
        if depth >= empties {
            return self.search_end(position, empties, window);
        }
        self.control.count_node()?;
        if depth == 0 {
            return Ok(self.leaf(position, empties));
        }
        let key = position.hash();
        let entry = self.memory.table.probe(key);
        let is_null_window = window.beta - window.alpha <= 1;
        if let Some(entry) = entry
            && is_null_window
            && entry.depth() >= depth
            && let Some(score) = entry.cutoff(window.alpha, window.beta)
        {
            return Ok(score);
        }
        let free = position.free(self.shape.all);
        let moves = position.moves(free);
        if moves.is_none() {
            let turned = position.pass();
            if turned.moves(free).is_none() {
                return Ok(final_score(position, empties));
            }
            return Ok(-self.search(turned, empties, depth, window.reversed())?);
        }

        let first = entry.map_or(NO_CELL, |entry| entry.best);
        let order = self.order(position, empties, moves, depth, first);
        let Window { mut alpha, beta } = window;
        let (mut best, mut best_cell) = (-INFINITE, NO_CELL);
        for (index, &(_, cell)) in order.iter().enumerate() {
            let next = position.play(cell);
            let score = self.child(next, empties, depth, index, Window { alpha, beta })?;
            if score > best {
                (best, best_cell) = (score, cell);
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        if best >= beta || best > window.alpha {
            self.reward(best_cell, depth);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.memory.table.store(key, depth, best, bound, best_cell);
        Ok(best)
    }

    /// Returns the score of the move that leads to `next`, for the side that makes
    /// it. `index` is its rank in the move ordering. All moves but the first are
    /// first searched with a null window, and late ones to a reduced depth.
    pub(super) fn child(
        &mut self,
        next: Position<B>,
        empties: u32,
        depth: u32,
        index: usize,
        window: Window,
    ) -> Result<i32, Stopped> {
        let (deeper, left) = (depth - 1, empties - 1);
        let Window { alpha, beta } = window;
        if index == 0 {
            return Ok(-self.search(next, left, deeper, window.reversed())?);
        }
        let null_window = Window {
            alpha: -alpha - 1,
            beta: -alpha,
        };
        let reduction = reduction(depth, index);
        if reduction > 0 && depth < empties {
            let score = -self.search(next, left, deeper - reduction, null_window)?;
            if score <= alpha {
                return Ok(score);
            }
        }
        let score = -self.search(next, left, deeper, null_window)?;
        if score <= alpha || score >= beta {
            return Ok(score);
        }
        Ok(-self.search(next, left, deeper, window.reversed())?)
    }

    /// Evaluates `position` without a search.
    pub(super) fn leaf(&self, position: Position<B>, empties: u32) -> i32 {
        let counted = count(position, empties, self.shape);
        if counted.moves.is_none() && counted.replies.is_none() {
            return final_score(position, empties);
        }
        let side = usize::from(self.shape.side);
        self.evaluator
            .evaluate(side * side - empties as usize, &counted.features)
    }

    /// Returns `moves` with their sort keys, the most promising first.
    pub(super) fn order(
        &self,
        position: Position<B>,
        empties: u32,
        moves: B,
        depth: u32,
        first: Cell,
    ) -> Vec<(i32, Cell)> {
        let mut order = Vec::with_capacity(moves.count() as usize);
        order.extend(moves.cells().map(|cell| {
            let history = self.memory.history[usize::from(cell)];
            let value = if cell == first {
                INFINITE
            } else if depth > 1 {
                history / 16 - self.leaf(position.play(cell), empties - 1)
            } else {
                history
            };
            (-value, cell)
        }));
        order.sort_unstable();
        order
    }

    /// Credits the best move in the history heuristic.
    fn reward(&mut self, cell: Cell, depth: u32) {
        let history = &mut self.memory.history;
        let credit = &mut history[usize::from(cell)];
        *credit += (depth * depth) as i32;
        if *credit > 1 << 14 {
            for credit in history {
                *credit /= 2;
            }
        }
    }

    /// Returns the score by a search to the end of the game.
    fn search_end(
        &mut self,
        position: Position<B>,
        empties: u32,
        window: Window,
    ) -> Result<i32, Stopped> {
        let (alpha, beta) = (
            window.alpha.div_euclid(100),
            -(-window.beta).div_euclid(100),
        );
        Ok(100 * self.solve(position, empties, alpha, beta)?)
    }
}

/// Returns the score of a finished game within a search to a depth. The winner
/// gets the empty squares: losing every disc early must not score better than a
/// bad position in a game that continues.
fn final_score<B: Bitboard>(position: Position<B>, empties: u32) -> i32 {
    let margin = position.margin();
    100 * (margin + margin.signum() * empties as i32)
}

/// Returns the number of plies by which a late move is reduced.
fn reduction(depth: u32, index: usize) -> u32 {
    if depth < 3 || index < 4 {
        0
    } else if depth < 5 || index < 12 {
        1
    } else {
        2
    }
}

//! The search to a depth.

use super::bitboard::{Bitboard, Cell};
use super::control::Stopped;
use super::position::Position;
use super::score::{GREATEST_ESTIMATE, INFINITE, finished, margin_above, margin_below};
use super::table::{Bound, NO_CELL};
use super::thread::{SearchThread, Window};
use super::trampoline::Trampoline;

/// The number of plies beyond the depth limit that a search without a time limit
/// may go to reach the end of the game, where nodes are cheap.
pub(super) const EXTENSION: u32 = 6;

/// The least depth at which the table is searched for a move that refutes a position
/// before any move is searched.
const LEAST_LOOKUP: u32 = 4;

/// The best of the moves of a node that were searched.
struct Best {
    score: i32,
    cell: Cell,
}

impl<B: Bitboard, I: Trampoline> SearchThread<'_, B, I> {
    /// Returns the score of `position`, with `empties` empty squares, for the side
    /// to move, by a search to `depth` plies. A pass is no ply.
    #[inline(always)]
    pub(super) fn search(
        &mut self,
        position: Position<B>,
        empties: u32,
        depth: u32,
        window: Window,
    ) -> Result<i32, Stopped> {
        self.isa.search(self, position, empties, depth, window)
    }

    /// The body of [`Self::search`].
    #[inline(always)]
    pub(super) fn search_inlined(
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
        let entry = self.table.probe(key);
        if let Some(entry) = entry
            && window.is_null()
            && entry.depth() >= depth
            && let Some(score) = entry.cutoff(window.alpha, window.beta)
        {
            return Ok(score);
        }
        let free = position.free(self.shape.all);
        let moves = position.moves(self.isa, free);
        if moves.is_none() {
            let turned = position.pass();
            if turned.moves(self.isa, free).is_none() {
                return Ok(finished(position.margin()));
            }
            return Ok(-self.search(turned, empties, depth, window.reversed())?);
        }
        if window.is_null()
            && let Some(bound) = self.probcut(position, empties, depth, window.alpha)?
        {
            return Ok(bound);
        }
        let first = entry.map_or(NO_CELL, |entry| entry.best);
        let start = self.memory.ordered.len();
        let found = self.search_moves(position, empties, moves, depth, first, window)?;
        self.memory.ordered.truncate(start);
        let Best { score, cell } = found;
        if score > window.alpha {
            self.reward(cell, depth);
        }
        let bound = Bound::of(score, window.alpha, window.beta);
        self.table.store(key, depth, score, bound, cell);
        Ok(score)
    }

    /// Searches `moves`, which must not be empty, until one of them reaches `beta`.
    /// Begins with `first`, the best move of an earlier search, if it is among them.
    /// Leaves moves in `ordered`.
    #[inline(always)]
    fn search_moves(
        &mut self,
        position: Position<B>,
        empties: u32,
        moves: B,
        depth: u32,
        first: Cell,
        window: Window,
    ) -> Result<Best, Stopped> {
        let Window { mut alpha, beta } = window;
        let (mut rest, mut index) = (moves, 0);
        let mut best = Best {
            score: -INFINITE,
            cell: NO_CELL,
        };
        if first != NO_CELL && moves.has(first) {
            // Most often it makes all others superfluous, so they are not ordered yet.
            let score = self.child(position.play(self.isa, first), empties, depth, 0, window)?;
            best = Best { score, cell: first };
            alpha = alpha.max(score);
            if alpha >= beta {
                return Ok(best);
            }
            rest = moves & !B::bit(first);
            index = 1;
        }
        if let Some(refutation) = self.order(position, empties, rest, depth, beta)? {
            return Ok(refutation);
        }
        let start = self.memory.ordered.len() - rest.count() as usize;
        for at in start..self.memory.ordered.len() {
            let (_, cell) = self.memory.ordered[at];
            let window = Window { alpha, beta };
            let score = self.child(position.play(self.isa, cell), empties, depth, index, window)?;
            index += 1;
            if score > best.score {
                best = Best { score, cell };
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// Returns the score of the move that leads to `next`, for the side that makes
    /// it. `index` is its rank in the move ordering. All moves but the first are
    /// first searched with a null window, and late ones to a reduced depth.
    #[inline(always)]
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
        if reduction > 0 && depth < empties && self.errors.is_some() {
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
    #[inline(always)]
    pub(super) fn leaf(&self, position: Position<B>, empties: u32) -> i32 {
        self.isa
            .evaluate(self.evaluator, self.isa, position, empties, self.shape)
            .map_or_else(
                || finished(position.margin()),
                |value| value.clamp(-GREATEST_ESTIMATE, GREATEST_ESTIMATE),
            )
    }

    /// Appends `moves` to `ordered`, the most promising first. If the table proves that
    /// one of them reaches `beta`, returns it and appends none.
    #[inline(always)]
    fn order(
        &mut self,
        position: Position<B>,
        empties: u32,
        moves: B,
        depth: u32,
        beta: i32,
    ) -> Result<Option<Best>, Stopped> {
        if depth >= LEAST_LOOKUP {
            for cell in moves.cells() {
                let entry = self.table.probe(position.play(self.isa, cell).hash());
                if let Some(entry) = entry
                    && entry.depth() + 1 >= depth
                    && let Some(score) = entry.cutoff(-beta, INFINITE)
                    && -score >= beta
                {
                    return Ok(Some(Best {
                        score: -score,
                        cell,
                    }));
                }
            }
            self.control.count_work(moves.count())?;
        }
        let start = self.memory.ordered.len();
        for cell in moves.cells() {
            let history = self.memory.history[usize::from(cell)];
            let value = if depth > 1 {
                history / 2 - self.leaf(position.play(self.isa, cell), empties - 1)
            } else {
                history
            };
            self.memory.ordered.push((-value, cell));
        }
        self.memory.ordered[start..].sort_unstable();
        Ok(None)
    }

    /// Returns `moves`, those with the best evaluation first.
    pub(super) fn evaluated(&self, position: Position<B>, empties: u32, moves: B) -> Vec<Cell> {
        let mut moves: Vec<Cell> = moves.cells().collect();
        moves.sort_by_cached_key(|&cell| self.leaf(position.play(self.isa, cell), empties - 1));
        moves
    }

    /// Credits the best move in the history heuristic.
    #[inline(always)]
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
    #[inline(always)]
    fn search_end(
        &mut self,
        position: Position<B>,
        empties: u32,
        window: Window,
    ) -> Result<i32, Stopped> {
        let (alpha, beta) = (margin_below(window.alpha), margin_above(window.beta));
        Ok(finished(self.solve(position, empties, alpha, beta)?))
    }
}

/// Returns the number of plies by which a late move is reduced.
#[inline(always)]
fn reduction(depth: u32, index: usize) -> u32 {
    if depth < 3 || index < 4 {
        0
    } else if depth < 5 || index < 12 {
        1
    } else {
        2
    }
}

//! The exact search to the end of the game. Scores are in discs.

use super::bitboard::{Bitboard, Cell};
use super::control::Stopped;
use super::position::Position;
use super::score::{INFINITE, finished, margin_below};
use super::table::{Bound, NO_CELL};
use super::thread::{SearchThread, Window};
use super::trampoline::Trampoline;

/// The least number of empty squares at which moves are sorted and the
/// transposition table is used.
const SORTED: u32 = 6;

/// The least number of empty squares at which the evaluation is used for move
/// ordering.
const EVALUATED: u32 = 11;

/// The least number of empty squares at which moves are ordered by a search, and the
/// number of empty squares per ply of it. On six positions of 6×6 with 26 empty squares,
/// the search saves a quarter of the nodes.
const SEARCHED: u32 = 15;
const PER_PLY: u32 = 4;

/// The penalty of a move per reply of the opponent, in hundredths of a disc: where the
/// evaluation orders moves, and where a search does. Of the values from 0 to 1200 that were
/// tried, these needed the fewest nodes or nearly so.
const REPLY: i32 = 600;
const SEARCHED_REPLY: i32 = 400;

/// The least number of empty squares at which the table is searched for a move that
/// refutes a position before the moves are ordered.
const LOOKED_UP: u32 = 10;

impl<B: Bitboard, I: Trampoline> SearchThread<'_, B, I> {
    /// Returns the final disc difference with best play if it is between `alpha`
    /// and `beta`, else a bound on it.
    #[inline(always)]
    pub(super) fn solve(
        &mut self,
        position: Position<B>,
        empties: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.control.count_node()?;
        match empties {
            0 => Ok(position.margin()),
            1 => Ok(self.last(position)),
            2..SORTED => self.isa.solve_shallow(self, position, empties, alpha, beta),
            _ => self.isa.solve_deep(self, position, empties, alpha, beta),
        }
    }

    /// Returns the score of a position with one empty square.
    #[inline(always)]
    fn last(&self, position: Position<B>) -> i32 {
        let Position { player, opponent } = position;
        let area = i32::from(self.shape.side) * i32::from(self.shape.side);
        let margin = 2 * player.count() as i32 - (area - 1);
        let cell = position
            .free(self.shape.all)
            .cells()
            .next()
            .expect("a square is free");
        let mine = B::flips(self.isa, player, opponent, cell).count() as i32;
        if mine > 0 {
            return margin + 2 * mine + 1;
        }
        let theirs = B::flips(self.isa, opponent, player, cell).count() as i32;
        if theirs > 0 {
            return margin - 2 * theirs - 1;
        }
        margin
    }

    /// The body of [`Self::solve`] where moves are not sorted.
    #[inline(always)]
    pub(super) fn solve_shallow_inlined(
        &mut self,
        position: Position<B>,
        empties: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let free = position.free(self.shape.all);
        let odd = if empties > 3 { self.odd(free) } else { B::NONE };
        let mut best = i32::MIN;
        for set in [odd, free & !odd] {
            for cell in set.cells() {
                let flips = B::flips(self.isa, position.player, position.opponent, cell);
                if flips.is_none() {
                    continue;
                }
                let next = position.after(cell, flips);
                let score = -self.solve(next, empties - 1, -beta, -alpha.max(best))?;
                if score > best {
                    best = score;
                    if best >= beta {
                        return Ok(best);
                    }
                }
            }
        }
        if best == i32::MIN {
            return self.solve_pass(position, empties, alpha, beta);
        }
        Ok(best)
    }

    /// Returns the empty squares of the quadrants with an odd number of them: the
    /// side that plays first in such a region probably also plays last in it.
    #[inline(always)]
    fn odd(&self, free: B) -> B {
        self.shape
            .quadrants
            .iter()
            .map(|&quadrant| free & quadrant)
            .filter(|part| part.count() % 2 == 1)
            .fold(B::NONE, |odd, part| odd | part)
    }

    #[inline(always)]
    fn solve_pass(
        &mut self,
        position: Position<B>,
        empties: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let turned = position.pass();
        if turned
            .moves(self.isa, position.free(self.shape.all))
            .is_none()
        {
            return Ok(position.margin());
        }
        Ok(-self.solve(turned, empties, -beta, -alpha)?)
    }

    /// The body of [`Self::solve`] where moves are sorted.
    #[inline(always)]
    pub(super) fn solve_deep_inlined(
        &mut self,
        position: Position<B>,
        empties: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let key = position.hash();
        let entry = self.table.probe(key);
        if let Some(entry) = entry
            && entry.depth() >= empties
            && let Some(score) = entry.cutoff(finished(alpha), finished(beta))
        {
            return Ok(margin_below(score));
        }
        let free = position.free(self.shape.all);
        let moves = position.moves(self.isa, free);
        if moves.is_none() {
            return self.solve_pass(position, empties, alpha, beta);
        }
        let first = entry.map_or(NO_CELL, |entry| entry.best);
        let start = self.memory.ordered.len();
        let (best, best_cell) = self.solve_moves(position, empties, moves, first, (alpha, beta))?;
        self.memory.ordered.truncate(start);
        let bound = Bound::of(best, alpha, beta);
        self.table
            .store(key, empties, finished(best), bound, best_cell);
        Ok(best)
    }

    /// Searches `moves`, which must not be empty, until one of them reaches `beta`.
    /// Returns the best score and its move. Begins with `first`, the best move of an
    /// earlier search, if it is among them. Leaves moves in `ordered`.
    #[inline(always)]
    fn solve_moves(
        &mut self,
        position: Position<B>,
        empties: u32,
        moves: B,
        first: Cell,
        (mut alpha, beta): (i32, i32),
    ) -> Result<(i32, Cell), Stopped> {
        let (mut best, mut best_cell, mut rest) = (i32::MIN, NO_CELL, moves);
        if first != NO_CELL && moves.has(first) {
            best = -self.solve(position.play(self.isa, first), empties - 1, -beta, -alpha)?;
            best_cell = first;
            alpha = alpha.max(best);
            if alpha >= beta {
                return Ok((best, best_cell));
            }
            rest = moves & !B::bit(first);
        }
        if empties >= LOOKED_UP {
            for cell in rest.cells() {
                let entry = self.table.probe(position.play(self.isa, cell).hash());
                if let Some(entry) = entry
                    && entry.depth() + 1 >= empties
                    && let Some(score) = entry.cutoff(finished(-beta), INFINITE)
                    && -margin_below(score) >= beta
                {
                    return Ok((-margin_below(score), cell));
                }
            }
        }
        let start = self.memory.ordered.len();
        self.order_end(position, empties, rest)?;
        for at in start..self.memory.ordered.len() {
            let (_, cell) = self.memory.ordered[at];
            let next = position.play(self.isa, cell);
            let score = if best == i32::MIN {
                -self.solve(next, empties - 1, -beta, -alpha)?
            } else {
                let score = -self.solve(next, empties - 1, -alpha - 1, -alpha)?;
                if score > alpha && score < beta {
                    -self.solve(next, empties - 1, -beta, -alpha)?
                } else {
                    score
                }
            };
            if score > best {
                (best, best_cell) = (score, cell);
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        Ok((best, best_cell))
    }

    /// Appends `moves` to `ordered`, those with the fewest replies first: they have the
    /// smallest trees. With more empty squares, the evaluation or a search counts too.
    #[inline(always)]
    fn order_end(&mut self, position: Position<B>, empties: u32, moves: B) -> Result<(), Stopped> {
        let start = self.memory.ordered.len();
        let free = position.free(self.shape.all);
        if empties >= EVALUATED {
            self.control.count_work(moves.count())?;
            for cell in moves.cells() {
                let next = position.play(self.isa, cell);
                let replies = next.moves(self.isa, next.free(self.shape.all)).count() as i32;
                let value = if empties >= SEARCHED {
                    let depth = 1 + (empties - SEARCHED) / PER_PLY;
                    let value = self.search(next, empties - 1, depth, Window::ALL)?;
                    value + SEARCHED_REPLY * replies
                } else {
                    self.leaf(next, empties - 1) + REPLY * replies
                };
                self.memory.ordered.push((value, cell));
            }
        } else {
            let odd = self.odd(free);
            for cell in moves.cells() {
                let next = position.play(self.isa, cell);
                let replies = next.moves(self.isa, next.free(self.shape.all));
                let mut value =
                    4 * replies.count() as i32 + 4 * (replies & self.shape.corners).count() as i32;
                if odd.has(cell) {
                    value -= 3;
                }
                if self.shape.corners.has(cell) {
                    value -= 8;
                }
                self.memory.ordered.push((value, cell));
            }
        }
        self.memory.ordered[start..].sort_unstable();
        Ok(())
    }
}

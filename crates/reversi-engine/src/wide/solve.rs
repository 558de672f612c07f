//! The exact search to the end of the game. Scores are in discs.

use super::bitboard::{Bitboard, Cell};
use super::control::Stopped;
use super::position::Position;
use super::search::SearchThread;
use super::table::{Bound, NO_CELL};

/// The least number of empty squares at which moves are sorted and the
/// transposition table is used.
const SORTED: u32 = 6;

/// The least number of empty squares at which the evaluation is used for move
/// ordering.
const EVALUATED: u32 = 11;

impl<B: Bitboard> SearchThread<'_, B> {
    /// Returns the final disc difference with best play if it is between `alpha`
    /// and `beta`, else a bound on it.
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
            2..SORTED => self.solve_shallow(position, empties, alpha, beta),
            _ => self.solve_deep(position, empties, alpha, beta),
        }
    }

    /// Returns the score of a position with one empty square.
    fn last(&self, position: Position<B>) -> i32 {
        let Position { player, opponent } = position;
        let area = i32::from(self.shape.side) * i32::from(self.shape.side);
        let margin = 2 * player.count() as i32 - (area - 1);
        let cell = position
            .free(self.shape.all)
            .cells()
            .next()
            .expect("a square is free");
        let mine = B::flips(player, opponent, cell).count() as i32;
        if mine > 0 {
            return margin + 2 * mine + 1;
        }
        let theirs = B::flips(opponent, player, cell).count() as i32;
        if theirs > 0 {
            return margin - 2 * theirs - 1;
        }
        margin
    }

    fn solve_shallow(
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
                let flips = B::flips(position.player, position.opponent, cell);
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
    fn odd(&self, free: B) -> B {
        self.shape
            .quadrants
            .iter()
            .map(|&quadrant| free & quadrant)
            .filter(|part| part.count() % 2 == 1)
            .fold(B::NONE, |odd, part| odd | part)
    }

    fn solve_pass(
        &mut self,
        position: Position<B>,
        empties: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let turned = position.pass();
        if turned.moves(position.free(self.shape.all)).is_none() {
            return Ok(position.margin());
        }
        Ok(-self.solve(turned, empties, -beta, -alpha)?)
    }

    fn solve_deep(
        &mut self,
        position: Position<B>,
        empties: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let key = position.hash();
        let entry = self.memory.table.probe(key);
        if let Some(entry) = entry
            && entry.depth() >= empties
            && let Some(score) = entry.cutoff(100 * alpha, 100 * beta)
        {
            return Ok(score / 100);
        }
        let free = position.free(self.shape.all);
        let moves = position.moves(free);
        if moves.is_none() {
            return self.solve_pass(position, empties, alpha, beta);
        }
        let first = entry.map_or(NO_CELL, |entry| entry.best);
        let order = self.order_end(position, empties, moves, first);
        let lower = alpha;
        let (mut best, mut best_cell) = (i32::MIN, NO_CELL);
        for &(_, cell) in &order {
            let next = position.play(cell);
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
        let bound = if best >= beta {
            Bound::Lower
        } else if best > lower {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.memory
            .table
            .store(key, empties, 100 * best, bound, best_cell);
        Ok(best)
    }

    /// Returns `moves` with their sort keys, those with the fewest replies first:
    /// they have the smallest trees.
    fn order_end(
        &self,
        position: Position<B>,
        empties: u32,
        moves: B,
        first: Cell,
    ) -> Vec<(i32, Cell)> {
        if empties >= EVALUATED {
            let mut order = self.order(position, empties, moves, 2, first);
            for (value, cell) in &mut order {
                let next = position.play(*cell);
                let free = next.free(self.shape.all);
                *value += 300 * next.moves(free).count() as i32;
            }
            order.sort_unstable();
            return order;
        }
        let free = position.free(self.shape.all);
        let odd = self.odd(free);
        let mut order = Vec::with_capacity(moves.count() as usize);
        order.extend(moves.cells().map(|cell| {
            let next = position.play(cell);
            let replies = next.moves(next.free(self.shape.all));
            let mut value =
                4 * replies.count() as i32 + 4 * (replies & self.shape.corners).count() as i32;
            if odd.has(cell) {
                value -= 3;
            }
            if self.shape.corners.has(cell) {
                value -= 8;
            }
            if cell == first {
                value = i32::MIN;
            }
            (value, cell)
        }));
        order.sort_unstable();
        order
    }
}

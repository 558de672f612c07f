//! The end of the game, to the last disc.

use super::bits::{Bits, Cell};
use super::control::Stopped;
use super::position::Position;
use super::search::Search;
use super::table::{Bound, NO_CELL};

/// With fewer free squares than this, the moves are tried as they come, and
/// nothing is remembered.
const SHALLOW: u32 = 6;

/// From so many free squares on, moves are ordered by the evaluation too.
const DEEP: u32 = 11;

impl<B: Bits> Search<'_, B> {
    /// The difference of discs at the end, both sides playing their best, if
    /// it is between `alpha` and `beta`, and otherwise a bound of it.
    pub(super) fn solve(
        &mut self,
        position: Position<B>,
        empties: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.clock.tick()?;
        match empties {
            0 => Ok(position.margin()),
            1 => Ok(self.last(position)),
            2..SHALLOW => self.solve_shallow(position, empties, alpha, beta),
            _ => self.solve_deep(position, empties, alpha, beta),
        }
    }

    /// With one free square there is nothing to choose.
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

    /// The free squares of the quadrants that have an odd number of them: who
    /// plays first in such a region is likely to play last in it.
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
            && let Some(score) = entry.cut(100 * alpha, 100 * beta)
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

    /// `moves` from those that leave the opponent the fewest on: they make the
    /// smallest trees.
    fn order_end(
        &self,
        position: Position<B>,
        empties: u32,
        moves: B,
        first: Cell,
    ) -> Vec<(i32, Cell)> {
        if empties >= DEEP {
            let mut order = self.order(position, empties, moves, 2, first);
            for (worth, cell) in &mut order {
                let next = position.play(*cell);
                let free = next.free(self.shape.all);
                *worth += 300 * next.moves(free).count() as i32;
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
            let mut worth =
                4 * replies.count() as i32 + 4 * (replies & self.shape.corners).count() as i32;
            if odd.has(cell) {
                worth -= 3;
            }
            if self.shape.corners.has(cell) {
                worth -= 8;
            }
            if cell == first {
                worth = i32::MIN;
            }
            (worth, cell)
        }));
        order.sort_unstable();
        order
    }
}

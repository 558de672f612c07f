//! Looking ahead, to a depth or to the end of the game.

use super::bits::{Bits, Cell};
use super::control::{Clock, Stopped};
use super::eval::{Evaluator, count};
use super::position::{Position, Shape};
use super::table::{Bound, NO_CELL, Table};

/// More than any score.
pub(super) const INFINITE: i32 = 1_000_000;

/// What outlives a search.
#[derive(Debug)]
pub(super) struct Memory {
    pub(super) table: Table,
    /// How often a move on a square was the best one, lately.
    pub(super) history: Vec<i32>,
}

/// A search under way.
pub(super) struct Search<'a, B> {
    pub(super) shape: &'a Shape<B>,
    pub(super) evaluator: &'a Evaluator,
    pub(super) memory: &'a mut Memory,
    pub(super) clock: Clock<'a>,
}

/// What a node is asked: the score, in hundredths of a disc, if it is between
/// `alpha` and `beta`, and otherwise a bound of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    fn turned(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

impl<B: Bits> Search<'_, B> {
    /// The score of `position`, with `empties` free squares, for the side to
    /// move: looked `depth` plies ahead, where a pass is none.
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
        self.clock.tick()?;
        if depth == 0 {
            return Ok(self.leaf(position, empties));
        }
        let key = position.hash();
        let entry = self.memory.table.probe(key);
        let wide = window.beta - window.alpha > 1;
        if let Some(entry) = entry
            && !wide
            && entry.depth() >= depth
            && let Some(score) = entry.cut(window.alpha, window.beta)
        {
            return Ok(score);
        }
        let free = position.free(self.shape.all);
        let moves = position.moves(free);
        if moves.is_none() {
            let turned = position.pass();
            if turned.moves(free).is_none() {
                return Ok(over(position, empties));
            }
            return Ok(-self.search(turned, empties, depth, window.turned())?);
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

    /// The score of the move that leads to `next`, the one with this index in
    /// the order of moves, for the side that makes it: only the first gets
    /// more than the question whether it is better than what is known, and
    /// late ones are looked at less deeply unless they are.
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
            return Ok(-self.search(next, left, deeper, window.turned())?);
        }
        let narrow = Window {
            alpha: -alpha - 1,
            beta: -alpha,
        };
        let less = reduction(depth, index);
        if less > 0 && depth < empties {
            let score = -self.search(next, left, deeper - less, narrow)?;
            if score <= alpha {
                return Ok(score);
            }
        }
        let score = -self.search(next, left, deeper, narrow)?;
        if score <= alpha || score >= beta {
            return Ok(score);
        }
        Ok(-self.search(next, left, deeper, window.turned())?)
    }

    /// The score of `position` without looking ahead.
    pub(super) fn leaf(&self, position: Position<B>, empties: u32) -> i32 {
        let counted = count(position, empties, self.shape);
        if counted.moves.is_none() && counted.replies.is_none() {
            return over(position, empties);
        }
        let side = usize::from(self.shape.side);
        self.evaluator
            .weigh(side * side - empties as usize, &counted.features)
    }

    /// `moves` from the most promising one on, each with what it promises.
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
            let worth = if cell == first {
                INFINITE
            } else if depth > 1 {
                history / 16 - self.leaf(position.play(cell), empties - 1)
            } else {
                history
            };
            (-worth, cell)
        }));
        order.sort_unstable();
        order
    }

    fn reward(&mut self, cell: Cell, depth: u32) {
        let history = &mut self.memory.history;
        let place = &mut history[usize::from(cell)];
        *place += (depth * depth) as i32;
        if *place > 1 << 14 {
            for place in history {
                *place /= 2;
            }
        }
    }

    /// [`search`](Self::search) to the end of the game.
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

/// What a game that is over is worth to a search that cannot see all games to
/// their end: with the empty squares for the winner, as losing every disc early
/// must not look better than a bad position of a game that goes on.
fn over<B: Bits>(position: Position<B>, empties: u32) -> i32 {
    let margin = position.margin();
    100 * (margin + margin.signum() * empties as i32)
}

/// How many plies less a late move gets.
fn reduction(depth: u32, index: usize) -> u32 {
    if depth < 3 || index < 4 {
        0
    } else if depth < 5 || index < 12 {
        1
    } else {
        2
    }
}

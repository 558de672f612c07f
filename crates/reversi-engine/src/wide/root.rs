//! From a board to a move: the root of the search.

use std::sync::atomic::AtomicBool;

use reversi_core::{Board, Disc};

use super::Found;
use super::bits::{Bits, Cell};
use super::control::{Clock, Stopped};
use super::eval::{Evaluator, count};
use super::position::{Position, Shape, square};
use super::search::{INFINITE, Memory, Search, Window};
use super::table::{NO_CELL, Table};
use super::weights::{Features, Weights};
use crate::{Score, SearchLimits};

/// Boards of one size, whatever their sets of squares are made of.
pub(super) trait Think: Send + Sync {
    /// See [`Player::choose`](super::Player::choose).
    fn choose(
        &mut self,
        board: &Board,
        mover: Disc,
        limits: &SearchLimits,
        stop: &AtomicBool,
    ) -> Found;

    /// See [`Player::features`](super::Player::features).
    fn features(&self, board: &Board, mover: Disc) -> Features;
}

/// What a player of one size keeps.
#[derive(Debug)]
pub(super) struct Brain<B> {
    shape: Shape<B>,
    evaluator: Evaluator,
    memory: Memory,
}

/// How much further than its depth a search without a limit of time looks when
/// that is to the end of the game, where a position takes little time.
const BEYOND: u32 = 6;

/// What the iterations so far have found.
struct Root {
    moves: Vec<Cell>,
    score: i32,
    depth: u32,
    exact: bool,
}

impl<B: Bits> Brain<B> {
    /// For boards of `side` rows, with a table of so many bytes.
    pub(super) fn new(side: u8, weights: Option<&Weights>, bytes: usize) -> Self {
        Self {
            shape: Shape::new(side),
            evaluator: weights.map_or_else(
                || Evaluator::new(side),
                |weights| Evaluator::with(side, weights),
            ),
            memory: Memory {
                table: Table::new(bytes),
                history: vec![0; B::CELLS],
            },
        }
    }
}

impl<B: Bits> Think for Brain<B> {
    fn choose(
        &mut self,
        board: &Board,
        mover: Disc,
        limits: &SearchLimits,
        stop: &AtomicBool,
    ) -> Found {
        let clock = Clock::new(limits, stop);
        let position = Position::<B>::new(board, mover);
        let free = position.free(self.shape.all);
        let moves = position.moves(free);
        if limits.time.is_none() {
            self.memory.table.clear();
            self.memory.history.fill(0);
        } else {
            self.memory.table.next_age();
        }
        let mut search = Search {
            shape: &self.shape,
            evaluator: &self.evaluator,
            memory: &mut self.memory,
            clock,
        };
        let mut root = Root {
            moves: search
                .order(position, free.count(), moves, 2, NO_CELL)
                .into_iter()
                .map(|(_, cell)| cell)
                .collect(),
            score: search.leaf(position, free.count()),
            depth: 0,
            exact: moves.is_none() && position.pass().moves(free).is_none(),
        };
        let nothing_to_choose = limits.time.is_some() && root.moves.len() == 1;
        if !root.moves.is_empty() && !nothing_to_choose {
            // What was found before the search was stopped stays in `root`.
            let _stopped = search.deepen(position, free.count(), limits, &mut root);
        }
        Found {
            best: root.moves.first().map(|&cell| square::<B>(cell)),
            score: Score(root.score),
            depth: root.depth,
            exact: root.exact,
            nodes: search.clock.nodes(),
            time: search.clock.elapsed(),
        }
    }

    fn features(&self, board: &Board, mover: Disc) -> Features {
        let position = Position::<B>::new(board, mover);
        let empties = position.free(self.shape.all).count();
        count(position, empties, &self.shape).features
    }
}

impl<B: Bits> Search<'_, B> {
    /// Looks deeper and deeper, and then, as soon as that may be done in time,
    /// to the end of the game.
    fn deepen(
        &mut self,
        position: Position<B>,
        empties: u32,
        limits: &SearchLimits,
        root: &mut Root,
    ) -> Result<(), Stopped> {
        let deepest = match limits.depth {
            Some(depth) if depth + BEYOND < empties => depth.max(1),
            _ => empties,
        };
        let mut depth = 1;
        while depth < deepest {
            self.iterate(position, empties, depth, root)?;
            if deepest == empties && self.end_is_near(empties, depth) {
                break;
            }
            depth += 1;
        }
        if deepest < empties {
            return self.iterate(position, empties, deepest, root);
        }
        // Whether the game is won matters most, so that comes first.
        for window in [(-100, 100), (-INFINITE, INFINITE)] {
            let (alpha, beta) = window;
            let score = self.root(position, empties, empties, Window { alpha, beta }, root)?;
            (root.score, root.depth) = (score, empties);
            root.exact = alpha < score && score < beta;
            if root.exact {
                break;
            }
        }
        Ok(())
    }

    /// Whether, after an iteration to `depth`, the next one may be to the end.
    fn end_is_near(&self, empties: u32, depth: u32) -> bool {
        let Some(budget) = self.clock.budget() else {
            return depth + BEYOND >= empties;
        };
        // Twice the time buys a square. The logarithm would be the C library's
        // libm's, which a program in C is not linked with unless it asks.
        let seconds = budget.as_secs_f64().max(1e-3);
        let more = empties.saturating_sub(self.shape.solvable()).min(31);
        let fewer = self.shape.solvable().saturating_sub(empties);
        let needed = f64::from(1_u32 << more) / f64::from(1_u32 << fewer);
        needed <= seconds && (depth + 10 >= empties || self.clock.used() > 0.1)
    }

    /// One iteration, in a narrow window around what the last one found.
    fn iterate(
        &mut self,
        position: Position<B>,
        empties: u32,
        depth: u32,
        root: &mut Root,
    ) -> Result<(), Stopped> {
        let mut reach = if depth < 3 { INFINITE } else { 200 };
        let (mut alpha, mut beta) = (root.score - reach, root.score + reach);
        loop {
            let score = self.root(position, empties, depth, Window { alpha, beta }, root)?;
            reach = reach.saturating_mul(4).min(INFINITE);
            if score <= alpha {
                alpha = score - reach;
            } else if score >= beta {
                beta = score + reach;
            } else {
                (root.score, root.depth) = (score, depth);
                return Ok(());
            }
        }
    }

    /// Searches every move, and puts the best one first as soon as it is known
    /// to be better than `alpha`.
    fn root(
        &mut self,
        position: Position<B>,
        empties: u32,
        depth: u32,
        window: Window,
        root: &mut Root,
    ) -> Result<i32, Stopped> {
        let Window { mut alpha, beta } = window;
        let mut best = -INFINITE;
        for index in 0..root.moves.len() {
            self.clock.check()?;
            let cell = root.moves[index];
            let window = Window { alpha, beta };
            let score = self.child(position.play(cell), empties, depth, index, window)?;
            best = best.max(score);
            if score > alpha {
                alpha = score;
                root.moves[..=index].rotate_right(1);
                if alpha >= beta {
                    break;
                }
            }
        }
        Ok(best)
    }
}

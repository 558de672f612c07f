//! The analysis of a position: a score for every legal move, deeper step by step.

use std::cmp::Reverse;

use reversi_core::{Board, Disc, Square};

use super::aspiration::Aspiration;
use super::bitboard::{Bitboard, Cell};
use super::control::Stopped;
use super::position::{Position, cell, square};
use super::score::{INFINITE, finished, margin_below, reported};
use super::search::EXTENSION;
use super::table::NO_CELL;
use super::thread::SearchThread;
use super::trampoline::Trampoline;
use crate::Score;

/// The analysis of a position: a line for every legal move, which
/// [`Player::deepen`](super::Player::deepen) searches deeper step by step, until all
/// scores are exact.
#[derive(Clone, Debug)]
pub struct Analysis {
    pub(super) board: Board,
    pub(super) mover: Disc,
    pub(super) depth: u32,
    pub(super) exact: bool,
    pub(super) lines: Vec<Line>,
    pub(super) nodes: u64,
}

/// A move and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The principal variation without passes. It is complete if the score is exact, and
    /// may else be shorter than the depth.
    pub moves: Vec<Square>,
    /// The score for the side to move. Empty squares at the end of the game belong to
    /// nobody.
    pub score: Score,
}

impl Analysis {
    /// Starts the analysis of a position.
    pub fn new(board: Board, mover: Disc) -> Self {
        Self {
            board,
            mover,
            depth: 0,
            exact: false,
            lines: Vec::new(),
            nodes: 0,
        }
    }

    /// The lines of all legal moves, best first; empty before the first step.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The depth in plies; 0 before the first step.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// If set, the scores are exact: the final disc differences with best play.
    pub fn exact(&self) -> bool {
        self.exact
    }

    /// The number of positions visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl<B: Bitboard, I: Trampoline> SearchThread<'_, B, I> {
    /// Searches each move of `position`, which has `empties` empty squares, on its own.
    /// Returns the depth and the lines, best first. `analysis` has the step before.
    pub(super) fn search_every_move(
        &mut self,
        position: Position<B>,
        empties: u32,
        analysis: &Analysis,
    ) -> Result<(u32, Vec<Line>), Stopped> {
        let depth = match analysis.depth + 1 {
            depth if depth + EXTENSION > empties => empties,
            depth => depth,
        };
        let mut moves: Vec<(Cell, Option<i32>)> = if analysis.lines.is_empty() {
            let moves = position.moves(self.isa, position.free(self.shape.all));
            let order = self.evaluated(position, empties, moves);
            order.into_iter().map(|cell| (cell, None)).collect()
        } else {
            let guess = |score: Score| match score.0 {
                score if depth == empties => finished(score / 100),
                score => score,
            };
            let known = |line: &Line| (cell::<B>(line.moves[0]), Some(guess(line.score)));
            analysis.lines.iter().map(known).collect()
        };
        let mut lines = Vec::with_capacity(moves.len());
        for (cell, guess) in moves.drain(..) {
            let next = position.play(self.isa, cell);
            let score = -self.search_around(next, empties - 1, depth - 1, guess.map(|one| -one))?;
            let rest = if depth == empties {
                self.exact_line(next, empties - 1, -margin_below(score))?
            } else {
                self.known_line(next, depth - 1)
            };
            let cells = std::iter::once(cell).chain(rest);
            lines.push(Line {
                moves: cells.map(square::<B>).collect(),
                score: reported(score),
            });
        }
        lines.sort_by_key(|line| Reverse(line.score));
        Ok((depth, lines))
    }

    /// Returns the score of `position`, by searches with wider and wider windows around
    /// `guess`.
    fn search_around(
        &mut self,
        position: Position<B>,
        empties: u32,
        depth: u32,
        guess: Option<i32>,
    ) -> Result<i32, Stopped> {
        let mut aspiration = match guess {
            Some(guess) => Aspiration::new(guess, Aspiration::REACH),
            None => Aspiration::new(0, INFINITE),
        };
        loop {
            let score = self.search(position, empties, depth, aspiration.window())?;
            if aspiration.contains(score) {
                return Ok(score);
            }
        }
    }

    /// Returns the best moves that the table has for the next `depth` plies.
    pub(super) fn known_line(&self, mut position: Position<B>, depth: u32) -> Vec<Cell> {
        let mut line = Vec::new();
        while line.len() < depth as usize {
            let mut moves = position.moves(self.isa, position.free(self.shape.all));
            if moves.is_none() {
                position = position.pass();
                moves = position.moves(self.isa, position.free(self.shape.all));
            }
            let entry = self.table.probe(position.hash());
            let best = entry.map_or(NO_CELL, |entry| entry.best);
            if best == NO_CELL || !moves.has(best) {
                break;
            }
            line.push(best);
            position = position.play(self.isa, best);
        }
        line
    }

    /// Returns the best moves to the end of the game, where `score` is the final disc
    /// difference.
    fn exact_line(
        &mut self,
        mut position: Position<B>,
        mut empties: u32,
        mut score: i32,
    ) -> Result<Vec<Cell>, Stopped> {
        let mut line = Vec::new();
        loop {
            let free = position.free(self.shape.all);
            let moves = position.moves(self.isa, free);
            if moves.is_none() {
                if position.pass().moves(self.isa, free).is_none() {
                    return Ok(line);
                }
                position = position.pass();
                score = -score;
                continue;
            }
            let known = self.table.probe(position.hash());
            let known = known
                .map(|entry| entry.best)
                .filter(|&best| best != NO_CELL && moves.has(best));
            let mut chosen = None;
            for cell in known.into_iter().chain(moves.cells()) {
                let next = position.play(self.isa, cell);
                if self.solve(next, empties - 1, -score, 1 - score)? <= -score {
                    chosen = Some(cell);
                    break;
                }
            }
            let Some(cell) = chosen else {
                return Ok(line);
            };
            line.push(cell);
            position = position.play(self.isa, cell);
            score = -score;
            empties -= 1;
        }
    }
}

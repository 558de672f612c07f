//! The search: alpha-beta with null windows, iterative deepening and late-move reductions.
//!
//! A search with a depth of at least the number of empty squares goes to the end of the game. The
//! score of a finished game is farther from a draw than every estimate: a certain loss by two discs
//! is worse than an estimated loss by forty. Otherwise a player that is behind would soon lose all
//! of its few discs.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use reversi_core::{Board, Disc, Square};

use super::NxnSearch;
use super::eval::Shape;
use super::rows::{Cell, Rows, SideDiscs, cell_of, square_of};
use super::table::{NO_CELL, NxnEntry, Slots};
use crate::search::Control;
use crate::time_manager::TimeManager;
use crate::{Depth, Line, Score, SearchLimits};

/// The distance of the scores of finished games from those of estimates, in hundredths of a disc.
const FINISHED: i32 = 500_000;

/// A score above all others: no board has more than 26 · 26 discs.
const INFINITE: i32 = 1_000_000;

/// A search goes up to this many plies deeper if that reaches the end of the game.
const EXTENSION: u32 = 6;

/// The number of nodes and of ordered moves between two checks of the clock. Each takes up to 5 µs.
const CLOCK_INTERVAL: u32 = 64;

/// The error of a search that was stopped; its unfinished result is discarded.
struct Stopped;

fn finished(margin: i32) -> i32 {
    100 * margin + margin.signum() * FINISHED
}

/// Returns the score that a search reports: for a finished game, the disc difference.
fn reported(score: i32) -> Score {
    Score(if score.abs() < FINISHED {
        score
    } else {
        score - score.signum() * FINISHED
    })
}

/// The searches on boards of one size, which share a table, and the state of the last one.
pub(super) struct Searcher<const R: usize> {
    shape: Shape<R>,
    table: Slots,
    /// A count per square of moves that were recently best.
    history: Vec<i32>,
    stop: Arc<AtomicBool>,
    control: Control,
    last_check: Option<Duration>,
    countdown: u32,
    nodes: u64,
}

impl<const R: usize> NxnSearch for Searcher<R> {
    fn clear(&mut self) {
        self.table.clear();
        self.history.fill(0);
    }

    fn search(&mut self, board: &Board, mover: Disc, limits: &SearchLimits) -> Line {
        if limits.time.is_none() {
            // Makes the result deterministic.
            self.clear();
        }
        let mut time = limits.time.map(TimeManager::new);
        self.begin(time.as_ref().map(TimeManager::available));
        let discs = SideDiscs::of(board, mover);
        let empties = discs.free(self.shape.all).count();
        let mut moves = self.root_moves(discs);
        let (mut score, mut reached) = (self.leaf(discs), 0);
        let most = match moves.len() {
            0 => 0,
            1 if time.is_some() => 0,
            _ => limits.depth.unwrap_or(empties).max(1),
        };
        'deepening: for depth in 1..=most {
            let elapsed = self.control.elapsed();
            let is_late = |time: &TimeManager| !time.begins_another(elapsed);
            if depth > 1 && time.as_ref().is_some_and(is_late) {
                break;
            }
            let (depth, is_last) = extended(depth, empties);
            let mut best = -INFINITE;
            for index in 0..moves.len() {
                let next = discs.play(moves[index]);
                let Ok(found) = self.child(next, empties, depth, index, (best, INFINITE)) else {
                    // The best move so far is in front.
                    break 'deepening;
                };
                if found > best {
                    best = found;
                    moves[..=index].rotate_right(1);
                }
            }
            (score, reached) = (best, depth);
            if is_last {
                break;
            }
            if let Some(time) = &mut time {
                time.record(moves[0].into(), score);
            }
        }
        let is_over = self.shape.evaluate(discs).is_none();
        let is_exact = is_over || reached > 0 && reached == empties;
        self.result(discs, moves.first().copied(), score, reached, is_exact)
    }

    fn deepen(&mut self, board: &Board, mover: Disc, before: &[Line]) -> Option<Vec<Line>> {
        self.begin(None);
        let discs = SideDiscs::of(board, mover);
        let empties = discs.free(self.shape.all).count();
        let depth = match before.first().map(|line| line.depth) {
            None => 1,
            Some(Depth::Plies(depth, _)) => depth + 1,
            Some(Depth::End(_)) => return None,
        };
        let (depth, is_last) = extended(depth, empties);
        let first = |line: &Line| Some(cell_of(*line.moves.first()?));
        let moves: Vec<Cell> = match before {
            [] => self.root_moves(discs),
            _ => before.iter().filter_map(first).collect(),
        };
        let mut lines = Vec::with_capacity(moves.len());
        for cell in moves {
            let next = discs.play(cell);
            let score = self.search_tree(next, empties - 1, depth - 1, -INFINITE, INFINITE);
            lines.push(self.result(discs, Some(cell), -score.ok()?, depth, is_last));
        }
        lines.sort_by_key(|line| Reverse(line.score));
        (!lines.is_empty()).then_some(lines)
    }
}

/// Returns the depth of a step, and `true` if it is extended to the end of the game.
fn extended(depth: u32, empties: u32) -> (u32, bool) {
    let is_last = depth + EXTENSION > empties;
    (if is_last { empties } else { depth }, is_last)
}

impl<const R: usize> Searcher<R> {
    pub(super) fn new(side: u8, mebibytes: usize, stop: Arc<AtomicBool>) -> Self {
        Self {
            shape: Shape::new(side),
            table: Slots::new(mebibytes),
            history: vec![0; 32 * R],
            control: Control::new(Arc::clone(&stop), None),
            stop,
            last_check: None,
            countdown: 0,
            nodes: 0,
        }
    }

    fn begin(&mut self, available: Option<Duration>) {
        self.control = Control::new(Arc::clone(&self.stop), available);
        (self.last_check, self.countdown, self.nodes) = (None, 0, 0);
    }

    fn result(
        &self,
        discs: SideDiscs<R>,
        first: Option<Cell>,
        score: i32,
        depth: u32,
        is_exact: bool,
    ) -> Line {
        Line {
            moves: first.map_or(Vec::new(), |cell| self.line(discs, cell, depth)),
            score: reported(score),
            depth: if is_exact {
                Depth::End(100)
            } else {
                Depth::Plies(depth, 100)
            },
            nodes: self.nodes,
            time: self.control.elapsed(),
        }
    }

    /// Returns the score of `discs` for the side to move by a search to `depth` plies, or a bound
    /// if it is not between `alpha` and `beta`. A pass is no ply.
    fn search_tree(
        &mut self,
        discs: SideDiscs<R>,
        empties: u32,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.nodes += 1;
        self.check_clock()?;
        if empties == 0 {
            return Ok(finished(discs.margin()));
        }
        if depth == 0 {
            return Ok(self.leaf(discs));
        }
        let free = discs.free(self.shape.all);
        let [moves, replies] = discs.moves(free);
        if moves.is_none() {
            if replies.is_none() {
                return Ok(finished(discs.margin()));
            }
            return Ok(-self.search_tree(discs.pass(), empties, depth, -beta, -alpha)?);
        }
        let hash = discs.hash();
        let known = self.table.probe(hash);
        let cutoff = known.and_then(|known| known.cutoff(depth, alpha, beta));
        if let Some(score) = cutoff.filter(|_| beta - alpha == 1) {
            return Ok(score);
        }
        let (mut best, mut best_cell) = (-INFINITE, NO_CELL);
        let first = known.map_or(NO_CELL, NxnEntry::best);
        let ordered = self.ordered(discs, empties, depth, moves, first);
        for (index, (_, cell)) in ordered.into_iter().enumerate() {
            let window = (alpha.max(best), beta);
            let score = self.child(discs.play(cell), empties, depth, index, window)?;
            if score > best {
                (best, best_cell) = (score, cell);
                if best >= beta {
                    break;
                }
            }
        }
        if best > alpha {
            self.reward(best_cell, depth);
        }
        self.table
            .store(hash, depth, best, (alpha, beta), best_cell);
        Ok(best)
    }

    /// Returns the score of the move that leads to `next`, for the side that makes it. All moves
    /// but the first are searched with a null window first, and those with a late `index` to a
    /// reduced depth.
    fn child(
        &mut self,
        next: SideDiscs<R>,
        empties: u32,
        depth: u32,
        index: usize,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, Stopped> {
        let (left, deeper) = (empties - 1, depth - 1);
        if index > 0 {
            let reduction = match (depth, index) {
                _ if depth >= empties => 0,
                (..3, _) | (_, ..4) => 0,
                (..5, _) | (_, ..12) => 1,
                _ => 2,
            };
            let mut score =
                -self.search_tree(next, left, deeper - reduction, -alpha - 1, -alpha)?;
            if reduction > 0 && score > alpha {
                score = -self.search_tree(next, left, deeper, -alpha - 1, -alpha)?;
            }
            if score <= alpha || score >= beta {
                return Ok(score);
            }
        }
        Ok(-self.search_tree(next, left, deeper, -beta, -alpha)?)
    }

    /// Returns `moves` with their sort keys, most promising first; `first` precedes all.
    fn ordered(
        &mut self,
        discs: SideDiscs<R>,
        empties: u32,
        depth: u32,
        moves: Rows<R>,
        first: Cell,
    ) -> Vec<(i32, Cell)> {
        self.countdown = self.countdown.saturating_sub(moves.count());
        let to_the_end = depth >= empties;
        let odd = self.shape.odd(discs.free(self.shape.all));
        let key = |cell: Cell| {
            let history = self.history[usize::from(cell)];
            if cell == first {
                return i32::MIN;
            }
            if depth == 1 && !to_the_end {
                return -history;
            }
            let next = discs.play(cell);
            if !to_the_end {
                return self.leaf(next) - history / 2;
            }
            let [replies, _] = next.moves(next.free(self.shape.all));
            let replies = replies.count() + (replies & self.shape.corners).count();
            3 * replies as i32 - i32::from(odd.has(cell))
        };
        let mut ordered: Vec<(i32, Cell)> = moves.cells().map(|cell| (key(cell), cell)).collect();
        ordered.sort_unstable();
        ordered
    }

    fn root_moves(&self, discs: SideDiscs<R>) -> Vec<Cell> {
        let [moves, _] = discs.moves(discs.free(self.shape.all));
        let mut moves: Vec<Cell> = moves.cells().collect();
        moves.sort_by_cached_key(|&cell| self.leaf(discs.play(cell)));
        moves
    }

    fn leaf(&self, discs: SideDiscs<R>) -> i32 {
        match self.shape.evaluate(discs) {
            Some(value) => value.clamp(1 - FINISHED, FINISHED - 1),
            None => finished(discs.margin()),
        }
    }

    fn reward(&mut self, cell: Cell, depth: u32) {
        let credit = &mut self.history[usize::from(cell)];
        *credit += (depth * depth) as i32;
        if *credit > 1 << 14 {
            for credit in &mut self.history {
                *credit /= 2;
            }
        }
    }

    /// Returns the squares of `first` and of the table's best moves after it, up to `depth`.
    fn line(&self, mut discs: SideDiscs<R>, first: Cell, depth: u32) -> Vec<Square> {
        let mut line = Vec::new();
        let mut cell = first;
        loop {
            line.push(square_of(cell));
            if line.len() >= depth as usize {
                return line;
            }
            discs = discs.play(cell);
            let [mut moves, replies] = discs.moves(discs.free(self.shape.all));
            if moves.is_none() {
                (discs, moves) = (discs.pass(), replies);
            }
            match self.table.probe(discs.hash()).map(NxnEntry::best) {
                Some(best) if moves.has(best) => cell = best,
                _ => return line,
            }
        }
    }

    fn check_clock(&mut self) -> Result<(), Stopped> {
        if self.countdown > 0 {
            self.countdown -= 1;
            return Ok(());
        }
        self.countdown = CLOCK_INTERVAL;
        if self.control.should_stop(&mut self.last_check) {
            return Err(Stopped);
        }
        Ok(())
    }
}

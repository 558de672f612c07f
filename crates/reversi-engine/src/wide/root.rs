//! The root search: from a board to a move.

use std::sync::atomic::AtomicBool;

use reversi_core::{Board, Disc};

use super::Found;
use super::analysis::Analysis;
use super::aspiration::Aspiration;
use super::bitboard::{Bitboard, Cell};
use super::control::{Control, Stopped};
use super::eval::{Evaluator, Features, Weights, features};
use super::position::{Position, Shape, square};
use super::score::{INFINITE, finished, reported};
use super::search::{EXTENSION, Memory, SearchThread, Window};
use super::table::Table;
use crate::time_manager::TimeManager;
use crate::{SearchLimits, Stopwatch};

/// A player for one board size, whatever its bitboards are.
pub(super) trait ChooseMove: Send + Sync {
    /// See [`Player::choose`](super::Player::choose).
    fn choose(
        &mut self,
        board: &Board,
        mover: Disc,
        limits: &SearchLimits,
        stop: &AtomicBool,
    ) -> Found;

    /// See [`Player::deepen`](super::Player::deepen).
    fn deepen(&mut self, analysis: &mut Analysis, stop: &AtomicBool) -> bool;

    /// See [`Player::features`](super::Player::features).
    fn features(&self, board: &Board, mover: Disc) -> Option<Features>;
}

/// A player for one board size with bitboards `B`.
#[derive(Debug)]
pub(super) struct SizedPlayer<B> {
    shape: Shape<B>,
    evaluator: Evaluator,
    table: Table,
    memory: Memory,
}

/// The moves of the root, best first, and the result of the iterations so far.
struct RootSearch {
    moves: Vec<Cell>,
    score: i32,
    depth: u32,
    exact: bool,
    /// The time, if it is limited.
    time: Option<TimeManager>,
}

impl<B: Bitboard> SizedPlayer<B> {
    /// Returns a player for boards of `side` rows with a table of `bytes`.
    pub(super) fn new(side: u8, weights: &Weights, bytes: usize) -> Self {
        Self {
            shape: Shape::new(side),
            evaluator: Evaluator::new(side, weights),
            table: Table::new(bytes),
            memory: Memory::new(B::CELLS),
        }
    }

    /// Forgets all searches.
    fn clear(&mut self) {
        self.table.clear();
        self.memory.history.fill(0);
    }
}

impl<B: Bitboard> ChooseMove for SizedPlayer<B> {
    fn choose(
        &mut self,
        board: &Board,
        mover: Disc,
        limits: &SearchLimits,
        stop: &AtomicBool,
    ) -> Found {
        let stopwatch = Stopwatch::start();
        let position = Position::<B>::new(board, mover);
        let free = position.free(self.shape.all);
        let moves = position.moves(free);
        if limits.time.is_none() {
            self.clear();
        } else {
            self.table.next_generation();
        }
        let time = limits.time.map(TimeManager::new);
        let available = time.as_ref().map(TimeManager::available);
        let mut search = SearchThread {
            shape: &self.shape,
            evaluator: &self.evaluator,
            table: &self.table,
            memory: &mut self.memory,
            control: Control::new(stopwatch, available, stop),
        };
        search.memory.ordered.clear();
        let mut root = RootSearch {
            moves: search.evaluated(position, free.count(), moves),
            score: search.leaf(position, free.count()),
            depth: 0,
            exact: moves.is_none() && position.pass().moves(free).is_none(),
            time,
        };
        let nothing_to_choose = limits.time.is_some() && root.moves.len() == 1;
        if !root.moves.is_empty() && !nothing_to_choose {
            // If the search is stopped, `root` has the result so far.
            let _stopped = search.deepen(position, free.count(), limits.depth, &mut root);
        }
        Found {
            best: root.moves.first().map(|&cell| square::<B>(cell)),
            score: reported(root.score),
            depth: root.depth,
            exact: root.exact,
            nodes: search.control.nodes(),
            time: search.control.elapsed(),
        }
    }

    fn deepen(&mut self, analysis: &mut Analysis, stop: &AtomicBool) -> bool {
        let position = Position::<B>::new(&analysis.board, analysis.mover);
        let free = position.free(self.shape.all);
        if analysis.exact || position.moves(free).is_none() {
            return false;
        }
        if analysis.depth == 0 {
            self.clear();
        }
        let mut search = SearchThread {
            shape: &self.shape,
            evaluator: &self.evaluator,
            table: &self.table,
            memory: &mut self.memory,
            control: Control::new(Stopwatch::start(), None, stop),
        };
        search.memory.ordered.clear();
        let Ok((depth, lines)) = search.search_every_move(position, free.count(), analysis) else {
            return false;
        };
        analysis.nodes += search.control.nodes();
        analysis.exact = depth == free.count();
        (analysis.depth, analysis.lines) = (depth, lines);
        true
    }

    fn features(&self, board: &Board, mover: Disc) -> Option<Features> {
        let position = Position::<B>::new(board, mover);
        let empties = position.free(self.shape.all).count();
        features(position, empties, &self.shape)
    }
}

impl<B: Bitboard> SearchThread<'_, B> {
    /// Searches to increasing depths, then, as soon as there is time for it, to
    /// the end of the game. Stops early if the best move is stable.
    fn deepen(
        &mut self,
        position: Position<B>,
        empties: u32,
        limit: Option<u32>,
        root: &mut RootSearch,
    ) -> Result<(), Stopped> {
        let deepest = match limit {
            Some(depth) if depth + EXTENSION < empties => depth.max(1),
            _ => empties,
        };
        for depth in 1..=deepest {
            if depth == empties || deepest == empties && self.end_is_near(empties, depth, root) {
                return self.finish(position, empties, root);
            }
            if let Some(time) = &root.time
                && depth > 1
                && !time.begins_another(self.control.elapsed())
            {
                break;
            }
            self.iterate(position, empties, depth, root)?;
            if let Some(time) = &mut root.time {
                time.record(root.moves[0].into(), root.score);
            }
        }
        Ok(())
    }

    /// Searches to the end of the game. First decides whether the game is won, since
    /// that matters most.
    fn finish(
        &mut self,
        position: Position<B>,
        empties: u32,
        root: &mut RootSearch,
    ) -> Result<(), Stopped> {
        for (alpha, beta) in [(finished(-1), finished(1)), (-INFINITE, INFINITE)] {
            let score = self.root(position, empties, empties, Window { alpha, beta }, root)?;
            (root.score, root.depth) = (score, empties);
            root.exact = alpha < score && score < beta;
            if root.exact {
                break;
            }
        }
        Ok(())
    }

    /// Returns `true` if the iteration to `depth` may go to the end of the game instead.
    fn end_is_near(&self, empties: u32, depth: u32, root: &RootSearch) -> bool {
        let Some(time) = &root.time else {
            return depth + EXTENSION > empties;
        };
        // Each empty square doubles the time. Logarithms are avoided: `f64::log2`
        // calls the C library's libm, and programs in C that use the engine may
        // not be linked with it.
        let seconds = time.available().as_secs_f64().max(1e-3);
        let more = empties.saturating_sub(self.shape.solvable()).min(31);
        let fewer = self.shape.solvable().saturating_sub(empties);
        let needed = f64::from(1_u32 << more) / f64::from(1_u32 << fewer);
        let used = self.control.elapsed().as_secs_f64();
        needed <= seconds && (depth + 9 >= empties || used > seconds / 10.0)
    }

    /// Runs one iteration, with a narrow window around the last score.
    fn iterate(
        &mut self,
        position: Position<B>,
        empties: u32,
        depth: u32,
        root: &mut RootSearch,
    ) -> Result<(), Stopped> {
        let reach = if depth < 3 {
            INFINITE
        } else {
            Aspiration::REACH
        };
        let mut aspiration = Aspiration::new(root.score, reach);
        loop {
            let score = self.root(position, empties, depth, aspiration.window(), root)?;
            if aspiration.contains(score) {
                (root.score, root.depth) = (score, depth);
                return Ok(());
            }
        }
    }

    /// Searches every move. Moves the best one to the front as soon as its score is
    /// above `alpha`.
    fn root(
        &mut self,
        position: Position<B>,
        empties: u32,
        depth: u32,
        window: Window,
        root: &mut RootSearch,
    ) -> Result<i32, Stopped> {
        let Window { mut alpha, beta } = window;
        let mut best = -INFINITE;
        for index in 0..root.moves.len() {
            self.control.check()?;
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

//! The root search: from a board to a move.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use reversi_core::{Board, Disc, Symmetry};

use super::Found;
use super::analysis::Analysis;
use super::aspiration::Aspiration;
use super::bitboard::{Bitboard, Cell};
use super::control::{Control, Stopped};
use super::errors::Errors;
use super::eval::{Evaluator, Features, Weights, features};
use super::position::{Position, Shape, cell, square};
use super::score::{INFINITE, finished, margin_above, margin_below, reported};
use super::search::EXTENSION;
use super::table::Table;
use super::thread::{Memory, SearchThread, Window};
use super::trampoline::Trampoline;
use crate::time_manager::TimeManager;
use crate::{Score, SearchLimits, Stopwatch};

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

    /// See [`Player::prove`](super::Player::prove).
    fn prove(&mut self);

    /// See [`Player::set_threads`](super::Player::set_threads).
    fn set_threads(&mut self, threads: usize);

    /// See [`Player::evaluate`](super::Player::evaluate).
    fn evaluate(&mut self, board: &Board, mover: Disc) -> i32;

    /// See [`Player::features`](super::Player::features).
    fn features(&self, board: &Board, mover: Disc) -> Option<Features>;
}

/// A player for one board size with bitboards `B`.
#[derive(Debug)]
pub(super) struct SizedPlayer<B, I> {
    isa: I,
    shape: Shape<B>,
    evaluator: Evaluator,
    errors: Option<Errors>,
    table: Table,
    memory: Memory,
    /// The memories of further threads.
    helpers: Vec<Memory>,
    /// Half of the longest time between two checks of the clock in the last search.
    gap: Duration,
}

/// The longest time between two checks of the clock that the first search allows for.
/// The first search of a process is delayed more than later ones: on a machine with busy
/// cores it ended up to 24 ms after its time on 26×26, the next five at most 5 ms.
const FIRST_GAP: Duration = Duration::from_millis(20);

/// The least depth at which further threads help: starting them takes as long as a
/// shallow search.
const LEAST_SHARED: u32 = 5;

/// The width of the first window after it is decided whether the game is won, in discs.
const FINAL_WIDTH: i32 = 4;

/// The moves of the root, best first, and the result of the iterations so far.
struct RootSearch {
    moves: Vec<Cell>,
    score: i32,
    depth: u32,
    exact: bool,
    /// The principal variation, known after the search.
    line: Vec<Cell>,
    /// The time, if it is limited.
    time: Option<TimeManager>,
}

impl<B: Bitboard, I: Trampoline> SizedPlayer<B, I> {
    /// Returns a player for boards of `side` rows with a table of `bytes`.
    pub(super) fn new(isa: I, side: u8, weights: &Weights, bytes: usize) -> Self {
        Self {
            isa,
            shape: Shape::new(side),
            evaluator: Evaluator::new(side, weights),
            errors: Some(Errors::new(side)),
            table: Table::new(bytes),
            memory: Memory::new(B::CELLS),
            helpers: Vec::new(),
            gap: FIRST_GAP,
        }
    }

    /// Returns a thread that searches until `available` or until `stop` is set.
    fn thread<'a>(
        &'a mut self,
        stopwatch: Stopwatch,
        available: Option<Duration>,
        stop: &'a AtomicBool,
    ) -> SearchThread<'a, B, I> {
        for memory in self.helpers.iter_mut().chain([&mut self.memory]) {
            memory.ordered.clear();
        }
        SearchThread {
            isa: self.isa,
            shape: &self.shape,
            evaluator: &self.evaluator,
            errors: self.errors.as_ref(),
            probcut_level: 0,
            table: &self.table,
            memory: &mut self.memory,
            helpers: &mut self.helpers,
            control: Control::new(stopwatch, available, self.gap, stop),
        }
    }

    /// Forgets all searches.
    fn clear(&mut self) {
        self.table.clear();
        for memory in self.helpers.iter_mut().chain([&mut self.memory]) {
            memory.history.fill(0);
        }
    }
}

impl<B: Bitboard, I: Trampoline> ChooseMove for SizedPlayer<B, I> {
    fn choose(
        &mut self,
        board: &Board,
        mover: Disc,
        limits: &SearchLimits,
        stop: &AtomicBool,
    ) -> Found {
        let isa = self.isa;
        let stopwatch = Stopwatch::start();
        let position = Position::<B>::new(board, mover);
        let free = position.free(self.shape.all);
        let moves = position.moves(isa, free) & !images::<B>(board);
        if limits.time.is_none() {
            self.clear();
        } else {
            self.table.next_generation();
        }
        let time = limits.time.map(TimeManager::new);
        let available = time.as_ref().map(TimeManager::available);
        let mut search = self.thread(stopwatch, available, stop);
        let mut root = RootSearch {
            moves: search.evaluated(position, free.count(), moves),
            score: search.leaf(position, free.count()),
            depth: 0,
            exact: moves.is_none() && position.pass().moves(isa, free).is_none(),
            line: Vec::new(),
            time,
        };
        let nothing_to_choose = limits.time.is_some() && root.moves.len() == 1;
        if !root.moves.is_empty() && !nothing_to_choose {
            // If the search is stopped, `root` has the result so far.
            let _stopped = search.deepen(position, free.count(), limits.depth, &mut root);
        }
        if let Some(&best) = root.moves.first() {
            let rest = search.known_line(position.play(isa, best), root.depth.saturating_sub(1));
            root.line = [best].into_iter().chain(rest).collect();
        }
        let found = Found {
            best: root.moves.first().map(|&cell| square::<B>(cell)),
            line: root.line.iter().map(|&cell| square::<B>(cell)).collect(),
            score: reported(root.score),
            depth: root.depth,
            exact: root.exact,
            nodes: search.control.nodes(),
            time: search.control.elapsed(),
        };
        self.gap = search.control.gap() / 2;
        found
    }

    fn deepen(&mut self, analysis: &mut Analysis, stop: &AtomicBool) -> bool {
        let position = Position::<B>::new(&analysis.board, analysis.mover);
        let free = position.free(self.shape.all);
        if analysis.exact || position.moves(self.isa, free).is_none() {
            return false;
        }
        if analysis.depth == 0 {
            self.clear();
        }
        let mut search = self.thread(Stopwatch::start(), None, stop);
        let Ok((depth, lines)) = search.search_every_move(position, free.count(), analysis) else {
            return false;
        };
        analysis.nodes += search.control.nodes();
        analysis.exact = depth == free.count();
        (analysis.depth, analysis.lines) = (depth, lines);
        true
    }

    fn prove(&mut self) {
        self.errors = None;
    }

    fn set_threads(&mut self, threads: usize) {
        let helpers = threads.saturating_sub(1);
        self.helpers.resize_with(helpers, || Memory::new(B::CELLS));
    }

    fn evaluate(&mut self, board: &Board, mover: Disc) -> i32 {
        let position = Position::<B>::new(board, mover);
        let empties = position.free(self.shape.all).count();
        let never = AtomicBool::new(false);
        self.thread(Stopwatch::start(), None, &never)
            .leaf(position, empties)
    }

    fn features(&self, board: &Board, mover: Disc) -> Option<Features> {
        let position = Position::<B>::new(board, mover);
        let empties = position.free(self.shape.all).count();
        features(position, empties, &self.shape)
    }
}

impl<B: Bitboard, I: Trampoline> SearchThread<'_, B, I> {
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

    /// Searches to the end of the game. With a time limit, the first window decides whether
    /// the game is won, since that matters most. Without one, it is around the expected
    /// score. Then the window moves until the score is inside.
    fn finish(
        &mut self,
        position: Position<B>,
        empties: u32,
        root: &mut RootSearch,
    ) -> Result<(), Stopped> {
        let area = i32::from(self.shape.side) * i32::from(self.shape.side);
        let (mut low, mut high) = (-area, area);
        let expected = if root.time.is_some() {
            0
        } else {
            nearest_even(reported(root.score))
        };
        let (mut alpha, mut beta) = (expected - 1, expected + 1);
        let mut width = FINAL_WIDTH;
        loop {
            let window = Window {
                alpha: finished(alpha),
                beta: finished(beta),
            };
            let score = self.root(position, empties, empties, window, root)?;
            (root.score, root.depth) = (score, empties);
            // A score outside of the window is a bound.
            if score < window.beta {
                high = high.min(margin_below(score));
            }
            if score > window.alpha {
                low = low.max(margin_above(score));
            }
            if low >= high {
                root.exact = true;
                return Ok(());
            }
            (alpha, beta) = if score <= window.alpha {
                ((high - width).max(low - 1), high)
            } else {
                (low, (low + width).min(high + 1))
            };
            width *= 2;
        }
    }

    /// Returns `true` if the iteration to `depth` may go to the end of the game instead.
    fn end_is_near(&self, empties: u32, depth: u32, root: &RootSearch) -> bool {
        let Some(time) = &root.time else {
            // Shallower searches prepare that to the end. Half of the depth is enough.
            return depth + EXTENSION > empties || 2 * depth > empties;
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

    /// Searches every move, with the help of the other threads. Moves the best one to the
    /// front as soon as its score is above `alpha`.
    fn root(
        &mut self,
        position: Position<B>,
        empties: u32,
        depth: u32,
        window: Window,
        root: &mut RootSearch,
    ) -> Result<i32, Stopped> {
        let moves = &mut root.moves;
        if depth < LEAST_SHARED || self.helpers.is_empty() {
            return self.search_root(position, empties, depth, window, moves);
        }
        let (helpers, nodes) = (std::mem::take(&mut self.helpers), AtomicU64::new(0));
        let stop = AtomicBool::new(false);
        let found = std::thread::scope(|scope| {
            for (number, memory) in (1..).zip(&mut *helpers) {
                let mut helper = SearchThread {
                    isa: self.isa,
                    shape: self.shape,
                    evaluator: self.evaluator,
                    errors: self.errors,
                    probcut_level: 0,
                    table: self.table,
                    memory,
                    helpers: &mut [],
                    control: self.control.helper(&stop),
                };
                // Every second thread is a ply ahead, and each has its own order.
                let depth = (depth + number % 2).min(empties);
                let mut moves = moves.clone();
                if let [_, rest @ ..] = &mut moves[..]
                    && !rest.is_empty()
                {
                    rest.rotate_left(number as usize % rest.len());
                }
                let nodes = &nodes;
                scope.spawn(move || {
                    helper.memory.ordered.clear();
                    let _ = helper.search_root(position, empties, depth, window, &mut moves);
                    nodes.fetch_add(helper.control.nodes(), Ordering::Relaxed);
                });
            }
            // Set even if the search panics.
            let _stop = SetOnDrop(&stop);
            self.search_root(position, empties, depth, window, moves)
        });
        self.helpers = helpers;
        self.control.add_nodes(nodes.into_inner());
        found
    }

    /// Searches `moves` with this thread, as [`Self::root`].
    fn search_root(
        &mut self,
        position: Position<B>,
        empties: u32,
        depth: u32,
        window: Window,
        moves: &mut [Cell],
    ) -> Result<i32, Stopped> {
        let Window { mut alpha, beta } = window;
        let mut best = -INFINITE;
        for index in 0..moves.len() {
            self.control.check()?;
            let cell = moves[index];
            let window = Window { alpha, beta };
            let score = self.child(position.play(self.isa, cell), empties, depth, index, window)?;
            best = best.max(score);
            if score > alpha {
                alpha = score;
                moves[..=index].rotate_right(1);
                if alpha >= beta {
                    break;
                }
            }
        }
        Ok(best)
    }
}

/// Returns the squares that a symmetry of `board` takes to another square before them
/// in the order of rows: moves there are as good as those.
fn images<B: Bitboard>(board: &Board) -> B {
    let size = board.size();
    let own: Vec<Symmetry> = Symmetry::ALL
        .into_iter()
        .filter(|symmetry| symmetry.board(board) == *board)
        .collect();
    size.squares()
        .filter(|&at| own.iter().any(|symmetry| symmetry.square(size, at) < at))
        .fold(B::NONE, |set, at| set | B::bit(cell::<B>(at)))
}

/// Returns the even number of discs that is nearest to a score: most games end with a full
/// board, so with an even difference.
fn nearest_even(score: Score) -> i32 {
    2 * (score.0 + 100).div_euclid(200)
}

/// Sets a flag when dropped.
struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

//! The engine's interface: options, limits, searches and their results.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::analysis::Analysis;
use crate::eval::Weights;
use crate::isa::with_isa;
use crate::position::position_of;
use crate::search::root::{Deepening, best_lines, every_line, with_threads};
use crate::search::steps::Steps;
use crate::search::{Confidence, Control, EndgameTables, Shared, Table};
use crate::time_manager::TimeManager;
use crate::{Position, Processor};
use reversi_core::Square;

/// The configuration of an engine.
#[derive(Clone, Debug)]
pub struct Options {
    /// The number of search threads.
    pub threads: usize,
    /// The size of the transposition table in MiB.
    pub table: usize,
    /// The weights of the evaluation; `None` for the built-in ones, decompressed once.
    pub weights: Option<Weights>,
    /// The kind of processor to run on.
    pub processor: Processor,
    /// If set, a search with a depth limit goes beyond it to the end of the game if few squares
    /// are empty, as the table of levels in the crate's documentation shows.
    pub solves_endgames: bool,
    /// The least confidence of ProbCut, in percent. With 100 every cut is proven. The greater it
    /// is, the longer a search to a depth takes, and the weaker a search with a time limit is.
    pub confidence: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: 1,
            table: 256,
            weights: None,
            processor: Processor::best(),
            solves_endgames: false,
            confidence: 0,
        }
    }
}

/// The limits of a search. Without limits it goes on to the end of the game.
///
/// ```
/// use std::time::Duration;
/// use reversi_engine::SearchLimits;
///
/// let short = SearchLimits { time: Some(Duration::from_secs(1)), ..SearchLimits::level(20) };
/// assert_eq!(short.depth, Some(20));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// The depth in plies. See [`Options::solves_endgames`]. On other boards than 8×8,
    /// a search without a time limit may go six plies deeper to reach the end.
    pub depth: Option<u32>,
    /// The time after which the move must be available.
    pub time: Option<Duration>,
}

impl SearchLimits {
    /// Returns the limits of a level of strength from 0 to 60. Set
    /// [`Options::solves_endgames`], too: the levels of the program do.
    pub const fn level(level: u32) -> Self {
        let depth = Some(if level == 0 { 1 } else { level });
        Self { depth, time: None }
    }
}

/// A score for the side to move, in hundredths of a disc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i32);

/// The depth and the confidence of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Depth {
    /// The number of plies, and the ProbCut confidence in percent: 100 if all cuts are proven.
    Plies(u32, u32),
    /// To the end of the game, with the ProbCut confidence in percent: 100 if the score is proven.
    End(u32),
}

/// The result of a search: one of the best moves and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// The principal variation without passes; empty if the side to move has no move.
    pub moves: Vec<Square>,
    /// The score for the side to move.
    pub score: Score,
    /// The depth and the confidence of the score.
    pub depth: Depth,
    /// The number of positions visited so far.
    pub nodes: u64,
    /// The time taken so far.
    pub time: Duration,
}

impl Line {
    pub(crate) fn without_search(at: Square, score: Score) -> Self {
        Self {
            moves: vec![at],
            score,
            depth: Depth::Plies(0, 100),
            nodes: 0,
            time: Duration::ZERO,
        }
    }
}

/// The depth of the search of a forced move, which only finds its score.
const FORCED: u32 = 6;

/// A player of the 8×8 game.
pub struct Engine {
    options: Options,
    weights: Weights,
    stop: Arc<AtomicBool>,
    table: Table,
    endgame_tables: Vec<EndgameTables>,
}

impl Engine {
    /// Returns an engine with an empty transposition table. The system provides the
    /// table's memory when the search first uses it.
    pub fn new(options: Options) -> Self {
        let weights = options.weights.as_ref();
        Self {
            // Before any search, since a search may be shorter than decompression.
            weights: weights.unwrap_or_else(|| Weights::builtin()).clone(),
            table: Table::new(options.table),
            endgame_tables: (0..options.threads.max(1))
                .map(|_| EndgameTables::new())
                .collect(),
            options,
            stop: Arc::default(),
        }
    }

    /// The flag that stops searches: as long as it is set, running and new ones stop at once. It is
    /// never cleared by a search.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Clears the transposition tables.
    pub fn clear(&mut self) {
        self.table.clear();
        self.endgame_tables.fill_with(EndgameTables::new);
    }

    /// Searches `position` for the move to play. Calls `watch` after every iteration. If the time
    /// is limited, a forced move is searched a few plies deep only, and a move that remains the
    /// best may be returned before the limit. The line has no moves if the side to move has none.
    pub fn search(
        &mut self,
        position: Position,
        limits: &SearchLimits,
        watch: &mut dyn FnMut(&Line),
    ) -> Line {
        if position.is_over() {
            return finished(position);
        }
        if position.moves() == 0 {
            let pass = |line: &Line| Line {
                moves: Vec::new(),
                ..negated(line)
            };
            return pass(&self.search(position.pass(), limits, &mut |line| watch(&pass(line))));
        }
        let mut limits = *limits;
        if limits.time.is_some() && position.moves().is_power_of_two() {
            limits.depth = Some(limits.depth.map_or(FORCED, |depth| depth.min(FORCED)));
        }
        let (control, mut deepening) = self.begin(position, &limits);
        deepening.ends_early = true;
        let watch = &mut |lines: &[Line]| watch(&lines[0]);
        self.lines(control, deepening, 1, watch).remove(0)
    }

    /// Searches `position` for the `count` best moves, best first, and uses all of a limited time.
    /// Calls `watch` after every iteration. Returns at least one line. For a forced pass it is that
    /// of the other side with the opposite score, for a finished game one without moves.
    pub fn hint(
        &mut self,
        position: Position,
        count: usize,
        limits: &SearchLimits,
        watch: &mut dyn FnMut(&[Line]),
    ) -> Vec<Line> {
        if position.is_over() {
            return vec![finished(position)];
        }
        if position.moves() == 0 {
            let pass = |lines: &[Line]| lines.iter().map(negated).collect::<Vec<_>>();
            let mut watch = |lines: &[Line]| watch(&pass(lines));
            return pass(&self.hint(position.pass(), 1, limits, &mut watch));
        }
        let (control, deepening) = self.begin(position, limits);
        self.lines(control, deepening, count, watch)
    }

    /// Searches the legal move `at` of `position` alone, with the steps of
    /// [`hint`](Self::hint): without a time limit, to the same depth. Returns its line.
    pub fn line_of(&mut self, position: Position, at: Square, limits: &SearchLimits) -> Line {
        let (control, deepening) = self.begin(position, limits);
        self.lines(control, deepening.of_move(at), 1, &mut |_| {})
            .remove(0)
    }

    fn lines(
        &mut self,
        control: Control,
        deepening: Deepening,
        count: usize,
        watch: &mut dyn FnMut(&[Line]),
    ) -> Vec<Line> {
        let shared = Shared::new(&self.table, &self.weights, control);
        let tables = &mut self.endgame_tables;
        with_isa!(self.options.processor.0, isa => {
            with_threads(isa, &shared, tables, |worker| {
                best_lines(isa, worker, deepening, count, watch)
            })
        })
    }

    pub(crate) fn deepen(&mut self, analysis: &mut Analysis) -> bool {
        let position = position_of(analysis.game());
        let least = Confidence::at_least(self.options.confidence);
        let Some(step) = analysis.next_step(position.empties(), least) else {
            return false;
        };
        let (control, _) = self.begin(position, &SearchLimits::default());
        let shared = Shared::new(&self.table, &self.weights, control);
        let (tables, before) = (&mut self.endgame_tables, analysis.lines());
        let lines = with_isa!(self.options.processor.0, isa => {
            with_threads(isa, &shared, tables, |worker| {
                every_line(isa, worker, position, step, before)
            })
        });
        analysis.record(Some(step), lines)
    }

    fn begin(&self, position: Position, limits: &SearchLimits) -> (Control, Deepening) {
        self.table.next_generation();
        let time = limits.time.map(TimeManager::new);
        let available = time.as_ref().map(TimeManager::available);
        let control = Control::new(Arc::clone(&self.stop), available);
        let steps = Steps::new(
            position.empties(),
            limits.depth.unwrap_or(60).max(1),
            self.options.solves_endgames,
            Confidence::at_least(self.options.confidence),
        );
        (control, Deepening::new(position, steps, time))
    }
}

fn finished(position: Position) -> Line {
    Line {
        moves: Vec::new(),
        score: Score(100 * position.final_score()),
        depth: Depth::End(100),
        nodes: 0,
        time: Duration::ZERO,
    }
}

fn negated(line: &Line) -> Line {
    Line {
        score: Score(-line.score.0),
        ..line.clone()
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

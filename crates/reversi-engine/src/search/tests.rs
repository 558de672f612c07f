//! Tests of the search with several evaluators.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use proptest::prelude::*;

use super::endgame::geometry::CORNERS;
use super::endgame::tests::late_position;
use super::root::{RootSearch, search_with_threads};
use super::{Confidence, Control, EndgameTables, Pool, Shared, Table};
use crate::eval::{Evaluator, Mobility, View, Weights};
use crate::isa::{Kind, with_isa};
use crate::{Depth, Line, Position, Square};

/// A position whose best move after six plies is another one than after five.
const CHANGING: &str = "--O-------OO-X--X-X-OX--OOOXXO----XXOO---X-X-OOO------O--------- X";

/// Returns the score of a search without ProbCut, in hundredths of a disc.
fn found<E: Evaluator>(evaluator: &E, position: Position, depth: u32, threads: usize) -> i32 {
    let shared = Shared {
        table: &Table::new(1),
        evaluator,
        control: &Control::new(Arc::default(), None),
        pool: &Pool::default(),
    };
    let mut tables: Vec<EndgameTables> = (0..threads).map(|_| EndgameTables::new()).collect();
    let root_search = RootSearch {
        position,
        count: 1,
        depth,
        looks_to_the_end: false,
        confidence: Confidence::EXACT,
        time: None,
        plays: false,
        watch: &mut |lines| assert_eq!(lines.len(), 1, "{position:?}"),
    };
    let lines =
        with_isa!(Kind::best(), isa => search_with_threads(isa, &shared, &mut tables, root_search));
    lines[0].score.0
}

/// Stops the search after a number of evaluations.
struct Stopping {
    left: AtomicU32,
    stop: Arc<AtomicBool>,
}

impl Evaluator for Stopping {
    type State = <Mobility as Evaluator>::State;

    fn of(&self, player: u64, opponent: u64) -> Self::State {
        Mobility.of(player, opponent)
    }

    fn after(&self, state: &Self::State, square: u32, flips: u64) -> Self::State {
        Mobility.after(state, square, flips)
    }

    fn after_pass(&self, state: &Self::State) -> Self::State {
        Mobility.after_pass(state)
    }

    fn evaluate(&self, state: &Self::State, view: &View) -> i32 {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.stop.store(true, Ordering::Relaxed);
        }
        Mobility.evaluate(state, view)
    }
}

/// Returns the result of a search to `depth` plies that stops after a number of
/// evaluations, and the results of its finished steps.
fn stopped(position: Position, depth: u32, evaluations: u32) -> (Line, Vec<Line>) {
    let stop = Arc::new(AtomicBool::new(false));
    let evaluator = Stopping {
        left: AtomicU32::new(evaluations),
        stop: Arc::clone(&stop),
    };
    let shared = Shared {
        table: &Table::new(1),
        evaluator: &evaluator,
        control: &Control::new(stop, None),
        pool: &Pool::default(),
    };
    let mut steps = Vec::new();
    let root_search = RootSearch {
        position,
        count: 1,
        depth,
        looks_to_the_end: false,
        confidence: Confidence::EXACT,
        time: None,
        plays: true,
        watch: &mut |lines| steps.extend_from_slice(lines),
    };
    let mut tables = [EndgameTables::new()];
    let mut lines =
        with_isa!(Kind::best(), isa => search_with_threads(isa, &shared, &mut tables, root_search));
    (lines.remove(0), steps)
}

/// Wherever a search stops, it returns the move of the last finished step, or one
/// that the next step has found to be better than it.
#[test]
fn a_stopped_search_uses_its_unfinished_step() {
    let position: Position = CHANGING.parse().expect("it is a position");
    let (_, steps) = stopped(position, 6, u32::MAX);
    assert_ne!(steps[4].moves[0], steps[5].moves[0]);
    let mut found_early = false;
    for evaluations in (1..40_000).step_by(61) {
        let (line, finished) = stopped(position, 6, evaluations);
        let Some(last) = finished.last() else {
            continue;
        };
        let at = finished.len();
        if line.depth == last.depth {
            assert_eq!(line.moves, last.moves);
        } else {
            assert_eq!(line.depth, Depth::Plies(at as u32 + 1, 100));
            let score = |square| {
                let next = position.play(square).expect("it is a move");
                -found(&Mobility, next, at as u32, 1)
            };
            assert!(score(line.moves[0]) >= score(last.moves[0]));
            found_early |= line.moves[0] != last.moves[0];
        }
    }
    assert!(found_early);
}

/// Returns the same score by plain minimax.
fn plain<E: Evaluator>(evaluator: &E, position: Position, depth: u32) -> i32 {
    if position.is_over() {
        return 100 * position.final_score();
    }
    if depth == 0 {
        return evaluator.value(position);
    }
    Square::all_in(position.moves())
        .filter_map(|square| position.play(square))
        .map(|next| -plain(evaluator, next, depth - 1))
        .max()
        .unwrap_or_else(|| -plain(evaluator, position.pass(), depth))
}

proptest! {
    /// Only positions in which no corner can be taken: without stable discs the
    /// search makes no proofs that an evaluation might contradict.
    #[test]
    fn a_search_of_a_few_plies_finds_the_minimax_score(
        list in proptest::collection::vec(any::<usize>(), 60),
        empties in 42..60_u32,
        depth in 1..4_u32,
    ) {
        let position = late_position(&list, empties);
        let corners = !position.empty() | position.moves();
        prop_assume!(position.moves() != 0 && corners & CORNERS == 0);
        prop_assert_eq!(found(&Mobility, position, depth, 1), plain(&Mobility, position, depth));
        let weights = Weights::builtin();
        prop_assert_eq!(found(weights, position, depth, 1), plain(weights, position, depth));
    }
}

/// Prefers the side with fewer discs, which stable discs prove to be wrong.
struct Contrary;

impl Evaluator for Contrary {
    type State = Position;

    fn of(&self, player: u64, opponent: u64) -> Position {
        Mobility.of(player, opponent)
    }

    fn after(&self, state: &Position, square: u32, flips: u64) -> Position {
        Mobility.after(state, square, flips)
    }

    fn after_pass(&self, state: &Position) -> Position {
        Mobility.after_pass(state)
    }

    fn evaluate(&self, state: &Position, _: &View) -> i32 {
        -100 * state.final_score()
    }
}

proptest! {
    // Few positions have such a contradiction.
    #![proptest_config(ProptestConfig::with_cases(6000))]

    #[test]
    fn a_search_ends_although_proofs_contradict_the_evaluation(
        list in proptest::collection::vec(any::<usize>(), 60),
        empties in 8..20_u32,
    ) {
        let position = late_position(&list, empties);
        prop_assume!(position.moves() != 0);
        let score = found(&Contrary, position, 5, 1);
        prop_assert!((-6400..=6400).contains(&score));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Deep enough for split points.
    #[test]
    fn two_threads_find_the_score_of_one(
        list in proptest::collection::vec(any::<usize>(), 60),
        empties in 44..56_u32,
    ) {
        let position = late_position(&list, empties);
        prop_assume!(position.moves() != 0);
        prop_assert_eq!(found(&Mobility, position, 8, 2), found(&Mobility, position, 8, 1));
    }

    /// Near the end the evaluation affects only move ordering.
    #[test]
    fn the_exact_score_does_not_depend_on_the_evaluation(
        list in proptest::collection::vec(any::<usize>(), 60),
        empties in 12..17_u32,
        threads in 1..3_usize,
    ) {
        let position = late_position(&list, empties);
        prop_assume!(position.moves() != 0);
        let [one, other] = [
            found(&Mobility, position, 60, threads),
            found(Weights::builtin(), position, 60, 1),
        ];
        prop_assert_eq!(one, other);
    }
}

use std::sync::Arc;

use proptest::prelude::*;

use super::endgame::geometry::CORNERS;
use super::root::{Deepening, best_lines, with_threads};
use super::steps::Steps;
use super::{Confidence, Control, EndgameTables, Shared, Table};
use crate::eval::Weights;
use crate::eval::tests::of_corners;
use crate::isa::{Kind, with_isa};
use crate::testing::random_position;
use crate::{Depth, Line, Position, squares_in};

/// A position whose best move after six plies is another one than after five.
const CHANGING: &str = "--O-------OO-X--X-X-OX--OOOXXO----XXOO---X-X-OOO------O--------- X";

fn search(
    weights: &Weights,
    position: Position,
    depth: u32,
    threads: usize,
    control: Control,
) -> (Line, Vec<Line>) {
    let table = Table::new(1);
    let shared = Shared::new(&table, weights, control);
    let mut tables: Vec<EndgameTables> = (0..threads).map(|_| EndgameTables::new()).collect();
    let steps = Steps::new(position.empties(), depth, false, Confidence::EXACT);
    let deepening = Deepening::new(position, steps, None);
    let mut lines = Vec::new();
    let watch = &mut |step: &[Line]| lines.extend_from_slice(step);
    let mut best = with_isa!(Kind::best(), isa => with_threads(isa, &shared, &mut tables, |worker| {
        best_lines(isa, worker, deepening, 1, watch)
    }));
    (best.remove(0), lines)
}

fn found(weights: &Weights, position: Position, depth: u32, threads: usize) -> i32 {
    let control = Control::new(Arc::default(), None);
    search(weights, position, depth, threads, control).0.score.0
}

/// Returns the result of a search to `depth` plies that stops after a number of checks of the
/// clock, and the results of its finished steps.
fn stopped(position: Position, depth: u32, checks: u32) -> (Line, Vec<Line>) {
    let control = Control::stopping_after(checks);
    search(Weights::builtin(), position, depth, 1, control)
}

/// Wherever a search stops, it returns the move of the last finished step, or one that the next
/// step has found to be better.
#[test]
fn a_stopped_search_uses_its_unfinished_step() {
    let position: Position = CHANGING.parse().expect("it is a position");
    let (_, steps) = stopped(position, 6, u32::MAX);
    assert_ne!(steps[4].moves[0], steps[5].moves[0]);
    let mut found_early = false;
    for checks in 1..400 {
        let (line, finished) = stopped(position, 6, checks);
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
                -found(Weights::builtin(), next, at as u32, 1)
            };
            assert!(score(line.moves[0]) >= score(last.moves[0]));
            found_early |= line.moves[0] != last.moves[0];
        }
    }
    assert!(found_early);
}

fn plain(weights: &Weights, position: Position, depth: u32) -> i32 {
    if position.is_over() {
        return 100 * position.final_score();
    }
    if depth == 0 {
        return weights.value(position);
    }
    squares_in(position.moves())
        .filter_map(|square| position.play(square))
        .map(|next| -plain(weights, next, depth - 1))
        .max()
        .unwrap_or_else(|| -plain(weights, position.pass(), depth))
}

proptest! {
    /// Only positions without a reachable corner: without stable discs the search makes no proofs
    /// that an evaluation might contradict.
    #[test]
    fn a_search_of_a_few_plies_finds_the_minimax_score(
        list in proptest::collection::vec(any::<usize>(), 60),
        empties in 42..60_u32,
        depth in 1..4_u32,
    ) {
        let position = random_position(&list, empties);
        let corners = !position.empty() | position.moves();
        prop_assume!(position.moves() != 0 && corners & CORNERS == 0);
        let weights = Weights::builtin();
        prop_assert_eq!(found(weights, position, depth, 1), plain(weights, position, depth));
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
        let position = random_position(&list, empties);
        prop_assume!(position.moves() != 0);
        // It prefers the side without corners, and stable discs prove that wrong.
        thread_local!(static CONTRARY: Weights = of_corners(-1600));
        let score = CONTRARY.with(|weights| found(weights, position, 5, 1));
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
        let position = random_position(&list, empties);
        prop_assume!(position.moves() != 0);
        let weights = Weights::builtin();
        prop_assert_eq!(found(weights, position, 8, 2), found(weights, position, 8, 1));
    }

    /// Near the end the evaluation affects only move ordering.
    #[test]
    fn the_exact_score_does_not_depend_on_the_weights(
        list in proptest::collection::vec(any::<usize>(), 60),
        empties in 12..17_u32,
        threads in 1..3_usize,
    ) {
        let position = random_position(&list, empties);
        prop_assume!(position.moves() != 0);
        let [one, other] = [
            found(&of_corners(-100), position, 60, threads),
            found(Weights::builtin(), position, 60, 1),
        ];
        prop_assert_eq!(one, other);
    }
}

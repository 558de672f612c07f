//! Tests of the search with several evaluators.

use std::sync::Arc;

use proptest::prelude::*;

use super::endgame::geometry::CORNERS;
use super::endgame::tests::late_position;
use super::root::{RootSearch, search_with_threads};
use super::{Control, EndgameTables, Pool, Shared, Table};
use crate::eval::{Evaluator, Mobility, Weights};
use crate::isa::{Kind, with_isa};
use crate::{Position, Square};

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
        proofs_only: true,
        watch: &mut |_| {},
    };
    let lines =
        with_isa!(Kind::best(), isa => search_with_threads(isa, &shared, &mut tables, root_search));
    lines[0].score.0
}

/// Returns the same score by plain minimax.
fn plain<E: Evaluator>(evaluator: &E, position: Position, depth: u32) -> i32 {
    if position.player() == 0 || (depth > 0 && position.is_over()) {
        return 100 * position.final_score();
    }
    if depth == 0 {
        let state = evaluator.of(position.player(), position.opponent());
        return evaluator.evaluate(&state, position.empties());
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

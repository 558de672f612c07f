//! Tests of all evaluators, with any weights.

use std::time::Duration;

use proptest::prelude::*;

use super::patterns::image;
use super::{Evaluator, Features, Fold, MAX_SCORE, Mobility, STAGES, View, Weights};
use crate::{Position, Square};

/// Plays a game whose moves `choices` select. Calls `watch` with every position,
/// the move played there (`None` for a pass), and the next position.
fn play(choices: &[u32], mut watch: impl FnMut(Position, Option<Square>, Position)) {
    let mut position = Position::START;
    for &choice in choices {
        let moves: Vec<Square> = Square::all_in(position.moves()).collect();
        let (square, next) = if position.is_over() {
            return;
        } else if moves.is_empty() {
            (None, position.pass())
        } else {
            let square = moves[choice as usize % moves.len()];
            (Some(square), position.play(square).expect("it is a move"))
        };
        watch(position, square, next);
        position = next;
    }
}

fn image_of(word: u64, symmetry: u8) -> u64 {
    Square::all_in(word)
        .map(|square| 1 << image(square.index() as u8, symmetry))
        .sum()
}

/// Returns arbitrary weights.
fn arbitrary() -> Weights {
    let len = Fold::new().len() as u32;
    let stage = |seed: u32| {
        (0..len)
            .map(|index| ((index + seed).wrapping_mul(0x9e37_79b1) >> 23) as i16 - 256)
            .collect()
    };
    Weights::from_stages(
        &std::array::from_fn(|empties| u8::from(empties > 30)),
        &[12; STAGES],
        &[stage(1), stage(77)],
    )
}

/// Checks that states follow moves and that evaluations have all symmetries.
fn check<E: Evaluator>(
    evaluator: &E,
    choices: &[u32],
    same: impl Fn(&E::State, &E::State) -> bool,
) {
    play(choices, |position, square, next| {
        let state = evaluator.of(position.player(), position.opponent());
        let found = match square {
            Some(square) => evaluator.after(&state, square.index(), position.flips(square)),
            None => evaluator.after_pass(&state),
        };
        let expected = evaluator.of(next.player(), next.opponent());
        assert!(same(&found, &expected), "{position:?} {square:?}");
        let back = evaluator.after_pass(&evaluator.after_pass(&state));
        assert!(same(&back, &state), "{position:?}");

        let value = evaluator.evaluate(&state, &View::of(position));
        assert!(value.abs() <= MAX_SCORE);
        for symmetry in 0..8 {
            let image = Position::new(
                image_of(position.player(), symmetry),
                image_of(position.opponent(), symmetry),
            );
            let image = image.expect("its discs do not overlap");
            assert_eq!(evaluator.value(image), value, "{position:?} {symmetry}");
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn states_follow_moves_and_evaluations_are_symmetric(choices in proptest::collection::vec(any::<u32>(), 70)) {
        thread_local!(static ARBITRARY: Weights = arbitrary());
        ARBITRARY.with(|weights| check(weights, &choices, |a, b| a == b));
        check(Weights::builtin(), &choices, |a, b| a == b);
        check(&Mobility, &choices, |a, b| a == b);
    }

    #[test]
    fn an_evaluation_is_the_sum_of_the_weights_that_the_fold_numbers(choices in proptest::collection::vec(any::<u32>(), 70)) {
        let fold = Fold::new();
        let stage: Vec<i16> = (0..fold.len()).map(|index| (index % 23) as i16 - 11).collect();
        let weights = Weights::from_stages(&[0; STAGES], &[-5; STAGES], std::slice::from_ref(&stage));
        play(&choices, |position, _, _| {
            let features = Features::of(position.player(), position.opponent());
            let view = View::of(position);
            let sum: i32 = fold.weights_of(&features, &view).map(|number| i32::from(stage[number as usize])).sum();
            assert_eq!(weights.evaluate(&features, &view), sum - 5);
        });
    }
}

#[test]
fn a_full_board_is_evaluated_by_discs() {
    let position = Position::new(7, !7).expect("its discs do not overlap");
    assert_eq!(Mobility.value(position), 100 * (3 - 61));
    assert_eq!(Mobility.value(position.pass()), 100 * (61 - 3));
}

#[test]
fn an_evaluation_never_exceeds_the_greatest_score() {
    let position: Position = "X------X----------OOOO----OXXO----OXXO----OOOO----------X------X"
        .parse()
        .expect("it is a position");
    assert_eq!(position.moves().count_ones(), 20);
    assert_eq!(Mobility.value(position), MAX_SCORE);
}

#[test]
fn the_built_in_weights_are_decompressed_in_the_background() {
    Weights::prepare_builtin();
    let ready = Weights::builtin_within(Duration::MAX).expect("the time suffices");
    assert!(std::ptr::eq(ready, Weights::builtin()));
    Weights::prepare_builtin();
    let again = Weights::builtin_within(Duration::ZERO).expect("they are ready");
    assert!(std::ptr::eq(again, ready));
}

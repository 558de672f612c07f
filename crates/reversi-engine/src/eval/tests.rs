//! Tests of all evaluators, with any weights.

use std::time::Duration;

use proptest::prelude::*;

use super::patterns::image;
use super::{
    BESIDE_CORNER, Evaluator, Features, Fold, Head, MAX_SCORE, Mobility, Row, STAGES, View,
    Weights, regions_of_weights,
};
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

/// Returns arbitrary weights with factors: those of two stages, and their heads.
fn arbitrary_factors() -> ([u8; STAGES], [Head; STAGES], [Vec<Row>; 2]) {
    let row = |seed: u32, least: i16| -> Row {
        std::array::from_fn(|lane| {
            let number = seed.wrapping_mul(8).wrapping_add(lane as u32);
            (number.wrapping_mul(0x9e37_79b1) >> 24) as i16 - least
        })
    };
    let len = Fold::new().len() as u32;
    let stage = |first: u32| (first..first + len).map(|seed| row(seed, 128)).collect();
    let head = |empties: usize| {
        let seed = 4 * empties as u32;
        // The values of the weights' own lane are not used.
        let values = |seed| row(seed, 128).map(|number| 200 * number);
        let [mut board, mut corner] = [values(seed), values(seed + 1)];
        (board[0], corner[0]) = (0, 0);
        Head {
            start: row(seed + 2, 100),
            board,
            corner,
            offset: row(seed + 3, 100),
        }
    };
    (
        std::array::from_fn(|empties| u8::from(empties > 30)),
        std::array::from_fn(head),
        [stage(1), stage(77)],
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
        thread_local!(static FACTORS: Weights = {
            let (stage_of, heads, stages) = arbitrary_factors();
            Weights::with_factors(&stage_of, &heads, &stages)
        });
        FACTORS.with(|weights| check(weights, &choices, |a, b| a == b));
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

    #[test]
    fn factors_add_the_squares_of_their_sums_on_the_board_and_around_corners(choices in proptest::collection::vec(any::<u32>(), 70)) {
        thread_local!(static FACTORS: (Fold, [u8; STAGES], [Head; STAGES], [Vec<Row>; 2], Weights) = {
            let (stage_of, heads, stages) = arbitrary_factors();
            let weights = Weights::with_factors(&stage_of, &heads, &stages);
            (Fold::new(), stage_of, heads, stages, weights)
        });
        FACTORS.with(|(fold, stage_of, heads, stages, weights)| play(&choices, |position, _, _| {
            let features = Features::of(position.player(), position.opponent());
            let view = View::of(position);
            let empties = position.empties() as usize;
            let (head, stage) = (&heads[empties], &stages[usize::from(stage_of[empties])]);
            let rows: Vec<(Row, usize)> = fold
                .weights_of(&features, &view)
                .map(|number| stage[number as usize])
                .zip(regions_of_weights())
                .collect();
            let sum = |lane: usize, is_in: &dyn Fn(usize) -> bool| -> f64 {
                let all = rows.iter().filter(|(_, region)| is_in(*region));
                all.map(|(row, _)| f64::from(row[lane])).sum()
            };
            let mut expected = 4.0 * (f64::from(head.start[0]) + sum(0, &|_| true));
            for lane in 1..8 {
                let unit = 1.0 / f64::from(1 << 20);
                let board = f64::from(head.start[lane]) + sum(lane, &|_| true);
                expected += board * board * f64::from(head.board[lane]) * unit;
                for (corner, sides) in BESIDE_CORNER.iter().enumerate() {
                    let is_near = |region| region == corner || sides.contains(&region);
                    let near = f64::from(head.offset[lane]) + sum(lane, &is_near);
                    expected += near * near * f64::from(head.corner[lane]) * unit;
                }
            }
            let value = f64::from(weights.evaluate(&features, &view));
            // Every product is rounded.
            let most = f64::from(MAX_SCORE);
            assert!((value - expected.clamp(-most, most)).abs() <= 2.0, "{value} {expected}");
        }));
    }
}

#[test]
fn a_written_file_with_factors_is_read_back() {
    let (stage_of, heads, stages) = arbitrary_factors();
    let bytes = Weights::to_bytes_with_factors(&stage_of, &heads, &stages);
    let read = Weights::from_bytes(&bytes).expect("the file is valid");
    let made = Weights::with_factors(&stage_of, &heads, &stages);
    let mut position = Position::START;
    while !position.is_over() {
        assert_eq!(read.value(position), made.value(position));
        position = match Square::all_in(position.moves()).next() {
            Some(square) => position.play(square).expect("it is a move"),
            None => position.pass(),
        };
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

use proptest::prelude::*;

use super::patterns::image;
use super::{
    BESIDE_CORNER, Contents, Features, Fold, Head, MAX_SCORE, Row, STAGES, View, Weights,
    regions_of_weights,
};
use crate::testing::random_plies;
use crate::{Position, index_of, squares_in};

fn image_of(word: u64, symmetry: u8) -> u64 {
    squares_in(word)
        .map(|square| 1 << image(index_of(square) as u8, symmetry))
        .sum()
}

fn arbitrary() -> Contents {
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
    Contents {
        stage_of: std::array::from_fn(|empties| u8::from(empties > 30)),
        heads: std::array::from_fn(head),
        stages: vec![stage(1), stage(77)],
    }
}

fn check(weights: &Weights, choices: &[usize]) {
    for (position, square) in random_plies(choices) {
        let features = Features::of(position.player(), position.opponent());
        let (found, next) = match square {
            Some(square) => (
                features.after(index_of(square), position.flips(square)),
                position.play(square).expect("it is a move"),
            ),
            None => (features.after_pass(), position.pass()),
        };
        let expected = Features::of(next.player(), next.opponent());
        assert_eq!(found, expected, "{position:?} {square:?}");
        assert_eq!(features.after_pass().after_pass(), features, "{position:?}");

        let value = weights.evaluate(&features, &View::of(position));
        assert!(value.abs() <= MAX_SCORE);
        for symmetry in 0..8 {
            let image = Position::new(
                image_of(position.player(), symmetry),
                image_of(position.opponent(), symmetry),
            );
            let image = image.expect("its discs do not overlap");
            assert_eq!(weights.value(image), value, "{position:?} {symmetry}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn features_follow_moves_and_evaluations_are_symmetric(choices in proptest::collection::vec(any::<usize>(), 70)) {
        thread_local!(static ARBITRARY: Weights = Weights::from_contents(&arbitrary()));
        ARBITRARY.with(|weights| check(weights, &choices));
        check(Weights::builtin(), &choices);
    }

    #[test]
    fn factors_add_the_squares_of_their_sums_on_the_board_and_around_corners(choices in proptest::collection::vec(any::<usize>(), 70)) {
        thread_local!(static FACTORS: (Fold, Contents, Weights) = {
            let contents = arbitrary();
            let weights = Weights::from_contents(&contents);
            (Fold::new(), contents, weights)
        });
        FACTORS.with(|(fold, Contents { stage_of, heads, stages }, weights)| for (position, _) in random_plies(&choices) {
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
        });
    }
}

/// Returns weights that value each disc on a corner at `value` hundredths of a disc, and nothing
/// else.
pub(crate) fn of_corners(value: i16) -> Weights {
    let fold = Fold::new();
    let mut rows = vec![Row::default(); fold.len()];
    // The class of 3×3 squares has its corner in the lowest digit.
    for (configuration, &number) in fold.all()[..3_usize.pow(9)].iter().enumerate() {
        rows[number as usize][0] = (configuration % 3) as i16 * value / 4 - value / 4;
    }
    Weights::from_contents(&Contents {
        stage_of: [0; STAGES],
        heads: [Head::default(); STAGES],
        stages: vec![rows],
    })
}

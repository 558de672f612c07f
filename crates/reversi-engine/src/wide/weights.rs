//! The weights of the evaluation.

/// The number of features.
pub const FEATURES: usize = 13;

/// The features of a position: for each one, the count of the side to move minus
/// that of its opponent. The last feature is always 1.
pub type Features = [i32; FEATURES];

/// The number of phases of a game with weights of their own.
pub const PHASES: usize = 6;

/// The weight of each feature in every phase, in ten-thousandths of a disc.
pub type Weights = [Features; PHASES];

/// Returns the weights for boards of `side` rows.
pub(super) fn of(side: u8) -> Weights {
    if side < 18 { TEN } else { LARGE }
}

/// Chosen by hand from games of the example `sizes` at depths 2 to 4 on 18×18 to
/// 26×26, where a few hundred games are too few to fit weights.
const LARGE: Weights = {
    let mut weights = [[
        2000, 200, -4000, 60_000, 40_000, -30_000, -10_000, 10_000, 6000, -1000, 0, 0, 0,
    ]; PHASES];
    // In the last phase only the discs count.
    weights[PHASES - 1][10] = 10_000;
    weights
};

/// Fitted to 1200 games at depth 2, regularized towards a first guess by hand: the
/// example `tune` with `10 1200 2 1`, and another random number generator.
const TEN: Weights = [
    [
        8832, 1475, 4077, 64633, 42382, -34952, -10329, 14633, -22385, 49533, 10951, 5638, 30071,
    ],
    [
        1957, -237, -1635, 57934, 26938, -58010, -99377, 48458, -9345, -10093, -5113, 7366, -12108,
    ],
    [
        1449, 2103, -1499, 50306, 62435, -60390, -76952, 22101, 1813, -6453, -2254, -2552, -13375,
    ],
    [
        25, 1810, -6613, 42085, 90136, 10571, -51531, 10677, 2129, -8399, 2106, -8, -14040,
    ],
    [
        -918, 1146, -5412, 23482, 68907, 17801, -10759, 9675, -361, -4600, 1499, -5942, -11384,
    ],
    [
        12652, 600, -9513, 6626, 51703, 1559, 9439, 5154, -5852, 177, 7603, 11001, 2849,
    ],
];

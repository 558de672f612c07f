//! The weights of the evaluation.

use super::eval::Features;

/// How many phases of a game have weights of their own.
pub const PHASES: usize = 6;

/// For every phase, what each feature is worth, in ten-thousandths of a disc.
pub type Weights = [Features; PHASES];

/// The weights for boards of `side` rows.
pub(super) fn of(_side: u8) -> Weights {
    FIRST_GUESS
}

const FIRST_GUESS: Weights = [
    [
        2000, 200, -1500, 60000, 40000, -30000, -10000, 10000, 1000, -1000, 0, 0, 0,
    ],
    [
        2000, 200, -1500, 60000, 40000, -30000, -10000, 10000, 1000, -1000, 0, 0, 0,
    ],
    [
        2000, 200, -1500, 60000, 40000, -30000, -10000, 10000, 1000, -1000, 0, 0, 0,
    ],
    [
        2000, 200, -1500, 60000, 40000, -30000, -10000, 10000, 1000, -1000, 0, 0, 0,
    ],
    [
        2000, 200, -1500, 60000, 40000, -30000, -10000, 10000, 1000, -1000, 0, 0, 0,
    ],
    [
        2000, 200, -1500, 60000, 40000, -30000, -10000, 10000, 1000, -1000, 10000, 0, 0,
    ],
];

//! The weights of the evaluation.

use super::eval::{FEATURES, Features};

/// How many phases of a game have weights of their own.
pub const PHASES: usize = 6;

/// For every phase, what each feature is worth, in ten-thousandths of a disc.
pub type Weights = [Features; PHASES];

/// The weights for boards of `side` rows.
pub(super) fn of(_side: u8) -> Weights {
    std::array::from_fn(|phase| {
        let mut row = [0; FEATURES];
        row[0] = 2000;
        row[1] = 200;
        row[2] = 1000;
        row[4] = 60000;
        row[5] = 40000;
        row[6] = -30000;
        row[7] = -10000;
        row[8] = 10000;
        row[9] = 1000;
        row[10] = -1000;
        row[11] = if phase == PHASES - 1 { 10000 } else { 0 };
        row
    })
}

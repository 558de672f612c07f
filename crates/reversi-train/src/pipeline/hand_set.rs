//! Weights to begin with.

use std::fs;
use std::path::Path;

use reversi_engine::eval::{Evaluator, Mobility, Weights};
use reversi_engine::{Position, Random};

use crate::Result;
use crate::fit::{FitLimits, LINEAR_STAGES, Model};
use crate::games::opening::random_moves;
use crate::samples::Sample;

/// The number of random games.
const GAMES: u32 = 4000;

/// The limits of the fits.
const LIMITS: FitLimits = FitLimits {
    lambda: 10.0,
    steps: 10,
};

/// Writes weights that are fitted to the values of the hand-set evaluation in the
/// positions of random games.
pub(super) fn write(path: &Path) -> Result<()> {
    let mut random = Random::new(0);
    let mut samples = Vec::new();
    for game in 0..GAMES {
        let mut position = Position::START;
        while !position.is_over() {
            if position.moves() == 0 {
                position = position.pass();
            }
            let value = Mobility.value(position);
            #[expect(clippy::cast_precision_loss, reason = "it is at most 6400")]
            let label = value as f32 / 100.0;
            samples.push(Sample {
                position,
                label,
                count: 1,
                held_out: game % 20 == 0,
            });
            position = random_moves(position, 1, &mut random);
        }
    }
    let mut model = Model::new();
    for stage in 0..LINEAR_STAGES.count() {
        let range = LINEAR_STAGES.empties(stage);
        let of = |held_out| {
            model.problem(samples.iter().filter(|sample| {
                sample.held_out == held_out && range.contains(&sample.position.empties())
            }))
        };
        let (seen, held_out) = (of(false), of(true));
        model.fit_next(&seen, &held_out, LIMITS);
    }
    let (stage_of, biases, stages) = model.parts(4.0, &model.biases());
    fs::write(path, Weights::to_bytes(&stage_of, &biases, &stages))
        .map_err(|error| format!("{}: {error}", path.display()).into())
}

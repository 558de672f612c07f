//! Provisional weights, whose factors are zero: what labels are made with.

use rayon::prelude::*;
use reversi_engine::eval::{Features, Fold, Head, Row, STAGES, View, Weights};

use super::Stages;
use super::least_squares::{FitLimits, Problem};
use crate::samples::Sample;

/// The stages of provisional weights.
pub(crate) const LINEAR_STAGES: Stages = Stages(&[
    0, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50,
]);

/// Weights with real numbers, in discs, while they are fitted.
pub(crate) struct Model {
    pub(crate) fold: Fold,
    /// The weights of the stages fitted so far, those with the fewest empty squares
    /// first. The last [`STAGES`] numbers of each are biases by empty squares.
    stages: Vec<Vec<f32>>,
}

impl Model {
    pub(crate) fn new() -> Self {
        Self {
            fold: Fold::new(),
            stages: Vec::new(),
        }
    }

    /// Returns the samples as rows: one column per weight, then one per bias.
    pub(crate) fn problem<'a>(&self, samples: impl Iterator<Item = &'a Sample>) -> Problem {
        let samples: Vec<&Sample> = samples.collect();
        let bias = self.fold.len();
        let ones: Vec<Vec<u32>> = samples
            .par_chunks(1 << 12)
            .map(|samples| {
                let mut ones = Vec::new();
                for sample in samples {
                    let position = sample.position;
                    let features = Features::of(position.player(), position.opponent());
                    ones.extend(self.fold.weights_of(&features, &View::of(position)));
                    #[expect(clippy::cast_possible_truncation, reason = "there are few weights")]
                    ones.push(bias as u32 + position.empties());
                }
                ones
            })
            .collect();
        let ones = ones.concat();
        Problem {
            ones_per_row: (ones.len() / samples.len().max(1)).max(1),
            ones,
            columns: bias + STAGES,
            targets: samples.iter().map(|sample| sample.label).collect(),
            importance: samples.iter().map(|sample| sample.importance()).collect(),
        }
    }

    /// Fits the weights of the next stage, starting from those of the last one.
    /// Returns the number of steps.
    pub(crate) fn fit_next(
        &mut self,
        seen: &Problem,
        held_out: &Problem,
        limits: FitLimits,
    ) -> u32 {
        let mut weights = match self.stages.last() {
            Some(last) => last.clone(),
            None => vec![0.0; seen.columns],
        };
        let steps = seen.fit(&mut weights, limits, held_out);
        self.stages.push(weights);
        steps
    }

    /// Returns the weights as the engine uses them. Stages that are not fitted yet are
    /// those of the last fitted one.
    pub(crate) fn weights(&self) -> Weights {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "there are 61 stages at most"
        )]
        let stage_of = std::array::from_fn(|empties| self.stage_of(empties) as u8);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "weights are at most 64 discs"
        )]
        let row = |discs: f32| -> Row {
            let weight = (Head::weight_unit(1.0) * discs).round() as i16;
            std::array::from_fn(|lane| if lane == 0 { weight } else { 0 })
        };
        let heads = self.biases().map(|bias| Head {
            start: row(bias),
            ..Head::default()
        });
        let rows = |weights: &Vec<f32>| {
            let weights = &weights[..self.fold.len()];
            weights.iter().map(|&weight| row(weight)).collect()
        };
        let stages: Vec<Vec<Row>> = self.stages.iter().map(rows).collect();
        Weights::from_stages(&stage_of, &heads, &stages)
    }

    /// The biases of all stages by empty squares. Without positions to fit it to, as
    /// in the first plies, a bias is that of one empty square less.
    fn biases(&self) -> [f32; STAGES] {
        let mut biases = [0.0; STAGES];
        let mut last = 0.0;
        for (empties, bias) in biases.iter_mut().enumerate() {
            let fitted = self.stages[self.stage_of(empties)][self.fold.len() + empties];
            if fitted != 0.0 {
                last = fitted;
            }
            *bias = last;
        }
        biases
    }

    fn stage_of(&self, empties: usize) -> usize {
        LINEAR_STAGES.of(empties).min(self.stages.len() - 1)
    }
}

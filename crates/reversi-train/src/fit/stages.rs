//! Stages: ranges of the number of empty squares that share their weights.

use std::ops::Range;

use reversi_engine::eval::STAGES;

/// The stages of a fit: the least number of empty squares of each, from 0 on.
pub(crate) struct Stages(pub(super) &'static [u32]);

impl Stages {
    /// Returns the number of stages.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the numbers of empty squares of a stage.
    pub(crate) fn empties(&self, stage: usize) -> Range<u32> {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "there are 61 stages at most"
        )]
        let end = self.0.get(stage + 1).copied().unwrap_or(STAGES as u32);
        self.0[stage]..end
    }

    /// Returns the stage for a number of empty squares.
    pub(crate) fn of(&self, empties: usize) -> usize {
        self.0.partition_point(|&begin| begin as usize <= empties) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_empty_squares_is_in_its_stage_only() {
        let stages = Stages(&[0, 16, 32, 48]);
        assert_eq!(stages.count(), 4);
        for number in 0..STAGES {
            for stage in 0..stages.count() {
                let is_in = stages
                    .empties(stage)
                    .any(|empties| empties as usize == number);
                assert_eq!(is_in, stages.of(number) == stage);
            }
        }
    }
}

//! Positions with labels, the input of a fit.
//!
//! A file of samples has 20 bytes per sample, little-endian: 8 + 8 bytes: the discs of the side to
//! move and of its opponent; 2 bytes: the label, the expected final disc difference for the side to
//! move in hundredths of a disc; 1 byte: the number of times that the position occurred, at most
//! 255; 1 byte: 1 if the sample is held out from training. The position is the smallest of its
//! images under the symmetries of the board, and no position occurs twice.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use reversi_engine::Position;

use crate::{Result, in_file};

const SIZE: usize = 20;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sample {
    pub(crate) position: Position,
    /// The expected final disc difference for the side to move, in discs.
    pub(crate) label: f32,
    pub(crate) count: u8,
    /// If set, the sample is not for training.
    pub(crate) held_out: bool,
}

/// A position with this label, in discs, is half as important as an even one.
const HALF: f32 = 16.0;

impl Sample {
    /// Returns the importance of the position for a fit. Most games between strong players stay
    /// even, and the evaluation decides only those.
    pub(crate) fn importance(&self) -> f32 {
        1.0 / (1.0 + (self.label / HALF).powi(2))
    }
}

/// Returns each position once, up to symmetry, with the mean of its labels, in the order of first
/// occurrences. A position that occurred in a training game is for training.
pub(crate) fn distinct(samples: impl IntoIterator<Item = Sample>) -> Vec<Sample> {
    let mut numbers: HashMap<Position, usize> = HashMap::new();
    let mut distinct: Vec<Sample> = Vec::new();
    for sample in samples {
        let position = sample.position.canonical();
        let sample = Sample { position, ..sample };
        let number = *numbers.entry(position).or_insert(distinct.len());
        let Some(known) = distinct.get_mut(number) else {
            distinct.push(sample);
            continue;
        };
        if known.held_out && !sample.held_out {
            *known = sample;
        } else if known.held_out == sample.held_out {
            known.label += (sample.label - known.label) / (f32::from(known.count) + 1.0);
            known.count = known.count.saturating_add(1);
        }
    }
    distinct
}

pub(crate) fn write(path: &Path, samples: &[Sample]) -> Result<()> {
    let mut bytes = Vec::with_capacity(SIZE * samples.len());
    for sample in samples {
        bytes.extend(sample.position.player().to_le_bytes());
        bytes.extend(sample.position.opponent().to_le_bytes());
        #[expect(clippy::cast_possible_truncation, reason = "it is at most 6400")]
        let label = (100.0 * sample.label).round() as i16;
        bytes.extend(label.to_le_bytes());
        bytes.extend([sample.count, u8::from(sample.held_out)]);
    }
    fs::write(path, bytes).map_err(in_file(path))
}

pub(crate) fn read(path: &Path) -> Result<Vec<Sample>> {
    let bytes = fs::read(path).map_err(in_file(path))?;
    let samples = bytes.chunks(SIZE).enumerate().map(|(index, bytes)| {
        let error = || in_file(path)(format!("no sample at offset {}", index * SIZE));
        decode(bytes).ok_or_else(error)
    });
    samples.collect()
}

fn decode(bytes: &[u8]) -> Option<Sample> {
    let (player, rest) = bytes.split_first_chunk()?;
    let (opponent, rest) = rest.split_first_chunk()?;
    let (label, rest) = rest.split_first_chunk()?;
    let [count, held_out] = *rest.first_chunk()?;
    let position = Position::new(u64::from_le_bytes(*player), u64::from_le_bytes(*opponent))?;
    (count > 0 && held_out < 2).then(|| Sample {
        position,
        label: f32::from(i16::from_le_bytes(*label)) / 100.0,
        count,
        held_out: held_out == 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(player: u64, label: f32, held_out: bool) -> Sample {
        Sample {
            position: Position::new(player, 0).expect("it is valid"),
            label,
            count: 1,
            held_out,
        }
    }

    #[test]
    fn written_samples_are_read_back() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("samples");
        let samples = [sample(5, -63.25, false), sample(1 << 63, 64.0, true)];
        write(&path, &samples).expect("it can be written");
        assert_eq!(read(&path).expect("it is valid"), samples);
        let mut bytes = fs::read(&path).expect("it is there");
        bytes.push(0);
        for (bytes, message) in [
            (bytes.as_slice(), "no sample at offset 40"),
            (&[0; 20], "no sample at offset 0"),
        ] {
            fs::write(&path, bytes).expect("it can be written");
            let error = read(&path).expect_err("it is wrong").to_string();
            assert!(error.ends_with(message), "{error}");
        }
    }

    #[test]
    fn equal_positions_become_one_with_the_mean_label() {
        let all = [
            sample(1, 4.0, false),
            sample(2, 9.0, true),
            // The image of the first.
            sample(1 << 63, 8.0, false),
            sample(1, 100.0, true),
            sample(2, 5.0, false),
            sample(1, 9.0, false),
        ];
        let expected = [
            Sample {
                count: 3,
                ..sample(1, 7.0, false)
            },
            sample(2, 5.0, false),
        ];
        assert_eq!(distinct(all), expected);
    }
}

//! Weights to begin with, chosen by hand.

use reversi_engine::wide::{Numbering, POINTS, TERMS, Weights};

/// The weights of the numeric features, in sixteenths of a hundredth of a disc:
/// mobility, relative mobility, discs next to empty squares, moves to corners, stable
/// discs, discs on edges and next to them, disc difference, lack of discs, parity.
const WEIGHTS: [i16; TERMS] = [320, 200, -640, 6400, 1600, 960, -160, 0, 8000, 0];

/// The disc difference among the numeric features.
const MARGIN: usize = 7;

/// The weight of the disc difference at the end of the game: one disc.
const DISC: i16 = 1600;

/// The points of the game at the end of which the disc difference becomes important.
const END: usize = 12;

/// The weights of a corner, and with an empty corner of a disc on the square diagonal
/// to it and of one on a square beside it, in hundredths of a disc.
const CORNER: i16 = 600;
const DIAGONAL: i16 = -300;
const BESIDE: i16 = -100;

/// Returns the bytes of a weights file.
pub(super) fn bytes() -> Vec<u8> {
    let numbering = Numbering::new();
    let mut stage = vec![0; numbering.len()];
    // The configurations of 3×3 squares in a corner come first.
    for configuration in 0..3_u32.pow(9) {
        let disc = |square| match configuration / 3_u32.pow(square) % 3 {
            0 => 0,
            1 => 1,
            _ => -1,
        };
        let number = numbering.number(configuration) as usize;
        stage[number] = match disc(0) {
            0 => DIAGONAL * disc(4) + BESIDE * (disc(1) + disc(3)),
            owner => CORNER * owner,
        };
    }
    let terms = stage.len() - TERMS;
    stage[terms..].copy_from_slice(&WEIGHTS);
    let stages: Vec<Vec<i16>> = (0..=END)
        .map(|point| {
            let mut stage = stage.clone();
            let late = i16::try_from(END - point).expect("it is small");
            stage[terms + MARGIN] = DISC * late / i16::try_from(END).expect("it is small");
            stage
        })
        .collect();
    let stage_of = std::array::from_fn(|point| u8::try_from(point.min(END)).expect("it is small"));
    Weights::to_bytes(&stage_of, &[0; POINTS], &stages)
}

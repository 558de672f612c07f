//! The weights that `fit` makes of a small file of samples.

use std::fs;

use reversi_core::Square;
use reversi_engine::{Position, Random, squares_in};
use sha2::{Digest, Sha256};

use crate::{read, train};

/// The SHA-256 of the weights file made from [`samples`] by the version that made the built-in
/// weights, and by every later one.
const EXPECTED: &str = "83c1685f1ebc6678d3eaf613fbe675abc19619f77676a2eb95c85da8c2a83299";

/// Returns the positions of random games, labelled with the games' results. Every fifteenth game is
/// held out.
fn samples() -> Vec<u8> {
    let mut random = Random::new(1);
    let mut bytes = Vec::new();
    for game in 0..120_u32 {
        let (mut position, mut side) = (Position::START, 1_i32);
        let mut positions = Vec::new();
        while !position.is_over() {
            let moves: Vec<Square> = squares_in(position.moves()).collect();
            if let Some(at) = random.choose(&moves) {
                positions.push((position, side));
                position = position.play(at).expect("it is legal");
            } else {
                position = position.pass();
            }
            side = -side;
        }
        let result = side * position.final_score();
        for (position, side) in positions {
            bytes.extend(position.player().to_le_bytes());
            bytes.extend(position.opponent().to_le_bytes());
            let label = i16::try_from(100 * side * result).expect("there are 64 discs");
            bytes.extend(label.to_le_bytes());
            bytes.extend([1, u8::from(game % 15 == 0)]);
        }
    }
    bytes
}

#[test]
fn a_fit_makes_the_same_bytes_as_ever() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let [samples_file, weights] = ["samples", "rwts"].map(|name| folder.path().join(name));
    fs::write(&samples_file, samples()).expect("it can be written");
    let mut command = train();
    command.arg("fit").arg(&weights).arg(&samples_file);
    command.assert().success();
    let hash = Sha256::digest(read(&weights));
    assert_eq!(format!("{hash:x}"), EXPECTED);
}

//! Initial samples: random positions with hand-set values.

use reversi_engine::{Position, Random};

use crate::positions::random_moves;
use crate::samples::Sample;

const GAMES: u32 = 4000;

/// One in this many games is held out from training.
const HELD_OUT: u32 = 20;

/// Returns the value of a position in discs: from mobility and corners, or from discs if at most
/// four squares are empty.
fn value(position: Position) -> f32 {
    let difference = |of: fn(Position) -> u64| {
        let count = |side| of(side).count_ones().cast_signed();
        count(position) - count(position.pass())
    };
    let discs = if position.empties() <= 4 {
        difference(Position::player)
    } else {
        let corners = difference(|side| side.player() & 0x8100_0000_0000_0081);
        2 * difference(Position::moves) + 8 * corners
    };
    f32::from(i8::try_from(discs.clamp(-64, 64)).expect("it is small"))
}

pub(crate) fn samples() -> Vec<Sample> {
    let mut random = Random::new(0);
    let mut samples = Vec::new();
    for game in 0..GAMES {
        let mut position = Position::START;
        while !position.is_over() {
            if position.moves() == 0 {
                position = position.pass();
            }
            samples.push(Sample {
                position,
                label: value(position),
                count: 1,
                held_out: game % HELD_OUT == 0,
            });
            position = random_moves(position, 1, &mut random);
        }
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mobility_and_corners_count_until_the_last_squares() {
        let text = "X------X----------OOOO----OXXO----OXXO----OOOO----------X------X X";
        let position: Position = text.parse().expect("it is a position");
        let last = Position::new(7, !7).expect("its discs do not overlap");
        let values = [position, Position::START, last].map(value);
        assert_eq!(format!("{values:?}"), "[64.0, 0.0, -58.0]");
    }
}

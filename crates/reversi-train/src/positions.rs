//! Random positions, and positions that are images of each other.

use reversi_engine::{Position, Random, squares_in};

/// Returns the position after `plies` random moves, or at the end of the game.
pub(crate) fn random_moves(mut position: Position, plies: u32, random: &mut Random) -> Position {
    for _ in 0..plies {
        if position.moves() == 0 {
            position = position.pass();
        }
        let moves = position.moves();
        if moves == 0 {
            break;
        }
        let index = random.below(moves.count_ones()) as usize;
        let square = squares_in(moves).nth(index).expect("there are as many");
        position = position.play(square).expect("it is a move");
    }
    position
}

/// Returns the least of the eight images of a position: the same for positions that
/// are images of each other.
pub(crate) fn canonical(position: Position) -> Position {
    let (mut player, mut opponent) = (position.player(), position.opponent());
    let mut least = (player, opponent);
    for symmetry in 1..8 {
        // The rows in reverse order and the transposed board by turns give all
        // eight images.
        if symmetry % 2 == 1 {
            (player, opponent) = (player.swap_bytes(), opponent.swap_bytes());
        } else {
            (player, opponent) = (transposed(player), transposed(opponent));
        }
        least = least.min((player, opponent));
    }
    Position::new(least.0, least.1).expect("an image has one disc per square too")
}

/// Returns a board with rows and columns exchanged.
fn transposed(mut board: u64) -> u64 {
    for (shift, mask) in [
        (7, 0x00aa_00aa_00aa_00aa),
        (14, 0x0000_cccc_0000_cccc),
        (28, 0x0000_0000_f0f0_f0f0),
    ] {
        let swapped = (board ^ (board >> shift)) & mask;
        board ^= swapped ^ (swapped << shift);
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn all_images_have_the_same_canonical_position(player in any::<u64>(), other in any::<u64>()) {
            let opponent = other & !player;
            let position = |player, opponent| Position::new(player, opponent).expect("it is valid");
            let expected = canonical(position(player, opponent));
            for image in [u64::swap_bytes, u64::reverse_bits, transposed] {
                prop_assert_eq!(canonical(position(image(player), image(opponent))), expected);
            }
        }
    }

    #[test]
    fn transposing_exchanges_rows_and_columns() {
        for square in 0..64 {
            assert_eq!(transposed(1 << square), 1 << (square % 8 * 8 + square / 8));
        }
    }
}

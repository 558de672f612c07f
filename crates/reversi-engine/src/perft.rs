//! Perft: counts the leaves of the game tree, to test move generation.

use crate::isa::with_isa;
use crate::search::Trampoline;
use crate::{Position, Processor};

/// Returns the number of leaves of the game tree of `position` at `depth`. A pass
/// counts as a ply; a game that ends earlier counts as one leaf.
///
/// The moves of the last ply are counted but not played.
///
/// ```
/// use reversi_engine::{Position, perft::perft};
///
/// assert_eq!(perft(Position::START, 8), 390_216);
/// ```
pub fn perft(position: Position, depth: u32) -> u64 {
    perft_on(Processor::best(), position, depth)
}

/// Returns [`perft`] computed with the functions for a kind of processor.
pub fn perft_on(processor: Processor, position: Position, depth: u32) -> u64 {
    with_isa!(processor.0, isa => isa.perft(position.player(), position.opponent(), depth))
}

#[inline(always)]
pub(crate) fn count<I: Trampoline>(isa: I, player: u64, opponent: u64, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    // A pass, which is also one leaf, and the end of the game make no difference here.
    let last = |player, opponent| u64::from(isa.moves(player, opponent).count_ones().max(1));
    if depth == 1 {
        return last(player, opponent);
    }
    let mut moves = isa.moves(player, opponent);
    if moves == 0 {
        return if isa.moves(opponent, player) == 0 {
            1
        } else {
            isa.perft(opponent, player, depth - 1)
        };
    }
    let mut leaves = 0;
    while moves != 0 {
        let square = moves.trailing_zeros();
        let flips = isa.flips(square, player, opponent);
        let (next, own) = (opponent ^ flips, player | flips | (1 << square));
        leaves += match depth {
            2 => last(next, own),
            _ => isa.perft(next, own, depth - 1),
        };
        moves &= moves - 1;
    }
    leaves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_are_the_published_ones() {
        let published = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288];
        for (depth, leaves) in (0..).zip(published) {
            assert_eq!(perft(Position::START, depth), leaves, "depth {depth}");
        }
    }

    #[test]
    fn a_pass_counts_as_a_ply_and_a_finished_game_as_one_leaf() {
        let position: Position =
            "XO-------------------------------------------------------------- O"
                .parse()
                .expect("it is a position");
        assert_eq!(perft(position, 1), 1);
        assert_eq!(perft(position, 9), 1);

        let over = Position::new(u64::MAX, 0).expect("no square is in both");
        assert_eq!(perft(over, 3), 1);
    }
}

//! Counting the leaves of the game tree.

use crate::Position;
use crate::isa::{Isa, Kind, with_isa};

/// How many different lines of play of `depth` plies there are. A pass is a
/// ply; a game that ends earlier is one leaf.
///
/// The moves of the last ply are counted, not played.
///
/// ```
/// use reversi_engine::{Position, perft};
///
/// assert_eq!(perft(Position::START, 8), 390_216);
/// ```
pub fn perft(position: Position, depth: u32) -> u64 {
    with_isa!(Kind::best(), isa => isa.perft(position.player(), position.opponent(), depth))
}

#[inline(always)]
pub(crate) fn count<I: Isa>(isa: I, player: u64, opponent: u64, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = isa.moves(player, opponent);
    if moves == 0 {
        return if isa.moves(opponent, player) == 0 {
            1
        } else {
            isa.perft(opponent, player, depth - 1)
        };
    }
    if depth == 1 {
        return u64::from(moves.count_ones());
    }
    let mut leaves = 0;
    while moves != 0 {
        let square = moves.trailing_zeros();
        let flips = isa.flips(square, player, opponent);
        leaves += isa.perft(opponent ^ flips, player | flips | (1 << square), depth - 1);
        moves &= moves - 1;
    }
    leaves
}

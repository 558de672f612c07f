//! The features of a position that are numbers.

use super::super::bitboard::Bitboard;
use super::super::position::{Position, Shape};
use crate::isa::Isa;

/// The number of numeric features.
pub const TERMS: usize = 10;

/// The numeric features of a position.
pub(super) struct Terms(pub(super) [i32; TERMS]);

impl Terms {
    /// Counts the features of a position with `empties` empty squares. Returns `None`
    /// if neither side has a move.
    ///
    /// All but the parity are the count of the side to move minus that of its opponent.
    #[inline(always)]
    pub(super) fn of<B: Bitboard>(
        isa: impl Isa,
        position: Position<B>,
        empties: u32,
        shape: &Shape<B>,
    ) -> Option<Self> {
        let Position { player, opponent } = position;
        let free = position.free(shape.all);
        let (moves, replies) = B::both_moves(isa, player, opponent, free);
        if moves.is_none() && replies.is_none() {
            return None;
        }
        let difference = |squares: B| {
            let of = |discs: B| (discs & squares).count() as i32;
            of(player) - of(opponent)
        };
        let (mine, theirs) = (moves.count() as i32, replies.count() as i32);
        let stable = |own: B| {
            if (own & shape.corners).is_none() {
                0
            } else {
                B::stable(own, &shape.border).count() as i32
            }
        };
        let corners = shape.corners;
        let margin = position.margin();
        let discs = i32::from(shape.side) * i32::from(shape.side) - empties as i32;
        Some(Self([
            mine - theirs,
            // A difference matters more if both sides have few moves.
            16 * (mine - theirs) / (mine + theirs + 2),
            difference(free.spread()),
            (moves & corners).count() as i32 - (replies & corners).count() as i32,
            stable(player) - stable(opponent),
            difference(shape.edges),
            difference(shape.inner_edges),
            margin,
            scarcity(shape.side, discs, margin),
            if empties.is_multiple_of(2) { -1 } else { 1 },
        ]))
    }
}

/// Returns how many discs the opponent lacks, minus the number that the side to move
/// lacks, to be safe from losing all of them soon. Few discs are otherwise an advantage
/// in the first half of a game.
#[inline(always)]
fn scarcity(side: u8, discs: i32, margin: i32) -> i32 {
    let scarce = if side < 12 { 8 } else { 4 };
    let enough = (discs / scarce + 3).min(24);
    let lacking = |own: i32| (enough - own).max(0);
    let mine = i32::midpoint(discs, margin);
    lacking(discs - mine) - lacking(mine)
}

#[cfg(test)]
mod tests {
    use super::scarcity;

    #[test]
    fn a_side_with_few_discs_is_in_danger() {
        assert_eq!(scarcity(26, 160, 0), 0);
        assert_eq!(scarcity(26, 160, -156), -22);
        assert_eq!(scarcity(26, 160, 156), 22);
        assert_eq!(scarcity(6, 10, -6), -2);
    }
}

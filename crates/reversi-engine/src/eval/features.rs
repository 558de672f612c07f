//! What the evaluation knows of a position.

use super::patterns::{LANES, LAYOUT};

/// For every place of every pattern, which of its configurations is there: a
/// number in base 3, a digit a square, with 0 for an opponent's disc, 1 for an
/// empty square and 2 for a disc of the side to move.
///
/// With these digits the change of sides is `max - index`. So a move is a sum
/// of vectors, without a case for the colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Features(pub(super) [u16; LANES]);

impl Features {
    /// The features of the position with these discs, seen by `player`.
    pub fn of(player: u64, opponent: u64) -> Self {
        let mut now = LAYOUT.max.map(|max| max / 2);
        for (square, delta) in LAYOUT.delta.iter().enumerate() {
            for (lane, power) in now.iter_mut().zip(delta) {
                if player >> square & 1 != 0 {
                    *lane += power;
                }
                if opponent >> square & 1 != 0 {
                    *lane -= power;
                }
            }
        }
        Self(now)
    }

    /// The features after the side to move has put a disc on `square` and
    /// turned `flips`, seen by the other side.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, square: u32, flips: u64) -> Self {
        let mut turned = [0_u16; LANES];
        let mut rest = flips;
        while rest != 0 {
            let delta = &LAYOUT.delta[(rest.trailing_zeros() & 63) as usize];
            for lane in 0..LANES {
                turned[lane] = turned[lane].wrapping_add(delta[lane]);
            }
            rest &= rest - 1;
        }
        let placed = &LAYOUT.delta[(square & 63) as usize];
        let mut next = [0; LANES];
        for lane in 0..LANES {
            next[lane] = LAYOUT.max[lane]
                .wrapping_sub(self.0[lane])
                .wrapping_sub(placed[lane])
                .wrapping_sub(turned[lane] << 1);
        }
        Self(next)
    }

    /// The features of the same discs, seen by the other side.
    #[inline(always)]
    #[must_use]
    pub fn after_pass(&self) -> Self {
        let mut next = LAYOUT.max;
        for (next, now) in next.iter_mut().zip(&self.0) {
            *next = next.wrapping_sub(*now);
        }
        Self(next)
    }
}

//! The features of a position: the configurations of all pattern instances.

use super::patterns::{LANES, LAYOUT};

/// The configuration of every instance of every pattern: a number in base 3 with one digit per
/// square, 0 for an opponent's disc, 1 for an empty square and 2 for a disc of the side to move.
///
/// With these digits, changing sides is `max - index`, so that a move is a sum of vectors without a
/// case distinction by colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Features(pub(super) [u16; LANES]);

impl Features {
    /// Returns the features of a position.
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

    /// Returns the features after a move on `square` that flips `flips`, seen by the other side.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, square: u32, flips: u64) -> Self {
        let mut flipped = [0_u16; LANES];
        let mut rest = flips;
        while rest != 0 {
            let delta = &LAYOUT.delta[(rest.trailing_zeros() & 63) as usize];
            for lane in 0..LANES {
                flipped[lane] = flipped[lane].wrapping_add(delta[lane]);
            }
            rest &= rest - 1;
        }
        let placed = &LAYOUT.delta[(square & 63) as usize];
        let mut next = [0; LANES];
        for lane in 0..LANES {
            next[lane] = LAYOUT.max[lane]
                .wrapping_sub(self.0[lane])
                .wrapping_sub(placed[lane])
                .wrapping_sub(flipped[lane] << 1);
        }
        Self(next)
    }

    /// Returns the features of the same discs, seen by the other side.
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

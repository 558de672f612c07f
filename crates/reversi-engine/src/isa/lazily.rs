//! The flips at a few squares, found only for those that are asked for.

use super::rays::ADJACENT;
use super::{Few, Isa};

#[derive(Clone, Copy)]
pub(crate) struct Lazily<I, const N: usize> {
    pub(super) isa: I,
    pub(super) squares: [u32; N],
    pub(super) player: u64,
    pub(super) opponent: u64,
}

impl<I: Isa, const N: usize> Few<N> for Lazily<I, N> {
    #[inline(always)]
    fn at(self, index: usize) -> u64 {
        let square = self.squares[index];
        // Most squares that are no moves have no disc to flip beside them.
        if ADJACENT[square as usize & 63] & self.opponent == 0 {
            0
        } else {
            self.isa.flips(square, self.player, self.opponent)
        }
    }
}

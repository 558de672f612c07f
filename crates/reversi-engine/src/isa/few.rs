//! The flips at a few empty squares of one position.

use super::Isa;
use super::rays::ADJACENT;

/// The flips at `N` empty squares, found all at once if that is faster on this kind of processor
/// ([`Isa::EAGER`]), else on request.
#[derive(Clone, Copy)]
pub(crate) struct Few<I, const N: usize> {
    pub(super) isa: I,
    pub(super) squares: [u32; N],
    pub(super) player: u64,
    pub(super) opponent: u64,
    pub(super) found: [u64; N],
}

impl<I: Isa, const N: usize> Few<I, N> {
    /// Returns the flips at the square with this index; 0 if the move is illegal.
    #[inline(always)]
    pub(crate) fn at(self, index: usize) -> u64 {
        let square = self.squares[index];
        if I::EAGER {
            self.found[index]
        } else if ADJACENT[square as usize & 63] & self.opponent == 0 {
            // Most illegal squares have no opponent's disc next to them.
            0
        } else {
            self.isa.flips(square, self.player, self.opponent)
        }
    }
}

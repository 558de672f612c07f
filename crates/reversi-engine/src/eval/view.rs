//! The discs and moves that an evaluation depends on.

use crate::Position;
use crate::isa::Isa;

/// The discs and the legal moves of both sides.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// The discs of the side to move.
    pub(crate) player: u64,
    /// The discs of the other side.
    pub(crate) opponent: u64,
    /// The legal moves of the side to move.
    pub(crate) moves: u64,
    /// The moves that the other side would have if it were to move.
    pub(crate) replies: u64,
}

impl View {
    /// Returns the view of a position.
    pub fn of(position: Position) -> Self {
        Self {
            player: position.player(),
            opponent: position.opponent(),
            moves: position.moves(),
            replies: position.pass().moves(),
        }
    }

    /// Returns the view of the position with these discs.
    #[inline(always)]
    pub(crate) fn new<I: Isa>(isa: I, player: u64, opponent: u64) -> Self {
        let [moves, replies] = isa.moves_of_two([(player, opponent), (opponent, player)]);
        Self {
            player,
            opponent,
            moves,
            replies,
        }
    }

    /// The empty squares.
    #[inline(always)]
    pub(super) fn empty(&self) -> u64 {
        !(self.player | self.opponent)
    }

    /// The number of empty squares.
    #[inline(always)]
    pub(super) fn empties(&self) -> u32 {
        self.empty().count_ones()
    }
}

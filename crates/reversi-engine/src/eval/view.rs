use crate::Position;
use crate::isa::Isa;

/// The discs and the legal moves of both sides.
#[derive(Clone, Copy, Debug)]
pub struct View {
    pub(crate) player: u64,
    pub(crate) opponent: u64,
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

    #[inline(always)]
    pub(super) fn empty(&self) -> u64 {
        !(self.player | self.opponent)
    }

    #[inline(always)]
    pub(super) fn empties(&self) -> u32 {
        self.empty().count_ones()
    }
}

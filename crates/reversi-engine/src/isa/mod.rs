//! Mobility and flips, once for each kind of processor.
//!
//! The search is generic over [`Isa`] and everything in it that is hot is
//! inlined into functions compiled for that kind of processor: the trait's
//! own functions on one side, its [trampolines](trampoline) on the other. [`Kind::best`] chooses once, when
//! an engine is made. What each is worth stands in the crate's README.

mod lazily;
mod portable;
mod rays;
mod trampoline;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod lines;

use std::fmt::Debug;

use portable::Portable;
pub(crate) use rays::beside;
use trampoline::declare_trampolines;

/// A kind of processor. Its values are proofs that the program runs on one.
pub(crate) trait Isa: Copy + Debug + Send + Sync + 'static {
    /// The squares where `player` may play.
    fn moves(self, player: u64, opponent: u64) -> u64;

    /// The squares where the player may play in each of two positions, given as
    /// player and opponent.
    #[inline(always)]
    fn moves_of_two(self, positions: [(u64, u64); 2]) -> [u64; 2] {
        positions.map(|(player, opponent)| self.moves(player, opponent))
    }

    /// The discs that `player` flips by playing at `square`, which is empty.
    fn flips(self, square: u32, player: u64, opponent: u64) -> u64;

    /// The flips at each of a few empty squares, all together where that is
    /// faster than one after the other.
    type Few<const N: usize>: Few<N>;

    fn few<const N: usize>(self, squares: [u32; N], player: u64, opponent: u64) -> Self::Few<N>;

    /// Twice the number of discs that `player` flips by playing at `square`,
    /// the last empty one: all other discs are the opponent's.
    fn last_flips(self, square: u32, player: u64) -> i32;

    declare_trampolines!();
}

/// The flips at each of `N` empty squares.
pub(crate) trait Few<const N: usize>: Copy {
    /// Those at the square with this index, no flips where it is no move.
    fn at(self, index: usize) -> u64;
}

/// One of the kinds there are.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Portable(Portable),
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Avx512),
}

impl Kind {
    /// All that this processor can do, the fastest last.
    pub(crate) fn all() -> Vec<Self> {
        let mut all = vec![Self::Portable(Portable)];
        #[cfg(target_arch = "x86_64")]
        {
            all.extend(avx2::Avx2::detect().map(Self::Avx2));
            all.extend(avx512::Avx512::detect().map(Self::Avx512));
        }
        all
    }

    /// The fastest.
    pub(crate) fn best() -> Self {
        Self::all().pop().expect("there is always the portable one")
    }

    /// The name by which it is chosen and told.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Portable(_) => "portable",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => "avx512",
        }
    }
}

/// Evaluates `$body` with `$isa` bound to the value in a [`Kind`].
macro_rules! with_isa {
    ($kind:expr, $isa:ident => $body:expr) => {
        match $kind {
            $crate::isa::Kind::Portable($isa) => $body,
            #[cfg(target_arch = "x86_64")]
            $crate::isa::Kind::Avx2($isa) => $body,
            #[cfg(target_arch = "x86_64")]
            $crate::isa::Kind::Avx512($isa) => $body,
        }
    };
}
pub(crate) use with_isa;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, Square};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        /// Any discs at all, with many empty squares or with few.
        #[test]
        fn every_kind_of_processor_agrees_with_the_plain_position(
            one in any::<u64>(), two in any::<u64>(), three in any::<u64>(), few in any::<bool>(),
        ) {
            let filled = if few { one | three } else { one & three };
            let (player, opponent) = (filled & two, filled & !two);
            let position = Position::new(player, opponent).expect("they are disjoint");
            for kind in Kind::all() {
                with_isa!(kind, isa => {
                    prop_assert_eq!(isa.moves(player, opponent), position.moves(), "{:?}", kind);
                    prop_assert_eq!(
                        isa.moves_of_two([(player, opponent), (opponent, player)]),
                        [position.moves(), position.pass().moves()],
                        "{:?}", kind
                    );
                    let empty: Vec<u32> =
                        Square::all_in(position.empty()).map(Square::index).collect();
                    for squares in empty.windows(3) {
                        let few = isa.few([squares[0], squares[1], squares[2]], player, opponent);
                        for (index, &square) in squares.iter().enumerate() {
                            prop_assert_eq!(
                                few.at(index),
                                isa.flips(square, player, opponent),
                                "{:?} {}", kind, square
                            );
                        }
                    }
                    for square in Square::all_in(position.empty()) {
                        prop_assert_eq!(
                            isa.flips(square.index(), player, opponent),
                            position.flips(square),
                            "{:?} {}", kind, square
                        );
                        let full = Position::new(player, !player & !square.bit()).expect("disjoint");
                        prop_assert_eq!(
                            isa.last_flips(square.index(), player),
                            2 * full.flips(square).count_ones() as i32,
                            "{:?} {}", kind, square
                        );
                    }
                });
            }
        }
    }
}

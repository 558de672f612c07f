//! Mobility and flips, implemented once for each kind of processor.
//!
//! The search is generic over [`Isa`]. Its hot code is inlined into functions
//! that are compiled for the kind of processor: the functions of the trait here,
//! and the trampolines of the search (`search/trampoline.rs`). [`Kind::best`]
//! chooses a kind once per engine. The crate's README lists the measured speeds.
//!
//! WebAssembly has the portable kind only; the compiler vectorizes it (`playground/README.md`).

mod few;
mod portable;
mod rays;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod lines;

use std::fmt::Debug;
use std::str::FromStr;

#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) use avx512::Avx512;
pub(crate) use few::Few;
pub(crate) use portable::Portable;
pub(crate) use rays::beside;

/// A kind of processor. A value proves that this processor is of that kind.
pub(crate) trait Isa: Copy + Debug + Send + Sync + 'static {
    /// If set, [`Few`] finds the flips at all its squares at once.
    const EAGER: bool = false;

    fn moves(self, player: u64, opponent: u64) -> u64;

    #[inline(always)]
    fn moves_of_two(self, positions: [(u64, u64); 2]) -> [u64; 2] {
        positions.map(|(player, opponent)| self.moves(player, opponent))
    }

    /// Returns the discs that `player` flips by playing at `square`, which must be empty.
    fn flips(self, square: u32, player: u64, opponent: u64) -> u64;

    #[inline(always)]
    fn flips_at_all<const N: usize>(
        self,
        squares: [u32; N],
        player: u64,
        opponent: u64,
    ) -> [u64; N] {
        squares.map(|square| self.flips(square, player, opponent))
    }

    #[inline(always)]
    fn few<const N: usize>(self, squares: [u32; N], player: u64, opponent: u64) -> Few<Self, N> {
        let eager = || self.flips_at_all(squares, player, opponent);
        let found = if Self::EAGER { eager() } else { [0; N] };
        Few {
            isa: self,
            squares,
            player,
            opponent,
            found,
        }
    }

    /// Returns twice the number of discs that `player` flips by playing at
    /// `square`, the last empty one. All other discs are the opponent's.
    #[inline(always)]
    fn last_flips(self, square: u32, player: u64) -> i32 {
        2 * self.flips(square, player, !player).count_ones() as i32
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Portable(Portable),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Kind {
    pub(crate) fn all() -> Vec<(&'static str, Self)> {
        let kinds = [
            Some(("portable", Self::Portable(Portable))),
            #[cfg(target_arch = "x86_64")]
            Avx2::detect().map(|kind| ("avx2", Self::Avx2(kind))),
            #[cfg(target_arch = "x86_64")]
            Avx512::detect().map(|kind| ("avx512", Self::Avx512(kind))),
        ];
        kinds.into_iter().flatten().collect()
    }

    pub(crate) fn best() -> Self {
        Self::all().pop().expect("every processor is portable").1
    }
}

/// A kind of processor that the search is compiled for and that this processor is.
#[derive(Clone, Copy, Debug)]
pub struct Processor(pub(crate) Kind);

impl Processor {
    /// Returns the fastest kind that this processor is.
    pub fn best() -> Self {
        Self(Kind::best())
    }
}

/// Reads `portable`, `avx2` or `avx512`. The error is a message.
impl FromStr for Processor {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (names, kinds): (Vec<_>, Vec<_>) = Kind::all().into_iter().unzip();
        let index = names.iter().position(|name| *name == text);
        index.map(|index| Self(kinds[index])).ok_or_else(|| {
            let names = names.join(", ");
            format!("expected one of those that this processor supports: {names}")
        })
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

/// Calls `$then` per kind of processor, with its type and the attribute that compiles for it.
macro_rules! for_each_kind {
    ($then:ident) => {
        $then!($crate::isa::Portable, inline(never));
        #[cfg(target_arch = "x86_64")]
        $then!(
            $crate::isa::Avx2,
            target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")
        );
        #[cfg(target_arch = "x86_64")]
        $then!(
            $crate::isa::Avx512,
            target_feature(
                enable = "avx512f,avx512vl,avx512cd,avx512bw,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt"
            )
        );
    };
}
pub(crate) use for_each_kind;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, index_of, squares_in};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        /// Random discs, with many or with few empty squares.
        #[test]
        fn every_kind_of_processor_agrees_with_position(
            one in any::<u64>(), two in any::<u64>(), three in any::<u64>(), few in any::<bool>(),
        ) {
            let filled = if few { one | three } else { one & three };
            let (player, opponent) = (filled & two, filled & !two);
            let position = Position::new(player, opponent).expect("they are disjoint");
            for (_, kind) in Kind::all() {
                with_isa!(kind, isa => {
                    prop_assert_eq!(isa.moves(player, opponent), position.moves(), "{:?}", kind);
                    prop_assert_eq!(
                        isa.moves_of_two([(player, opponent), (opponent, player)]),
                        [position.moves(), position.pass().moves()],
                        "{:?}", kind
                    );
                    let empty: Vec<u32> =
                        squares_in(position.empty()).map(index_of).collect();
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
                    for square in squares_in(position.empty()) {
                        prop_assert_eq!(
                            isa.flips(index_of(square), player, opponent),
                            position.flips(square),
                            "{:?} {}", kind, square
                        );
                        let full = Position::new(player, !player & !(1 << index_of(square))).expect("disjoint");
                        prop_assert_eq!(
                            isa.last_flips(index_of(square), player),
                            2 * full.flips(square).count_ones() as i32,
                            "{:?} {}", kind, square
                        );
                    }
                });
            }
        }
    }
}

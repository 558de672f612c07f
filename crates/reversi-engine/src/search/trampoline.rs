//! The recursive functions of the search, compiled for each kind of processor.
//!
//! `#[target_feature]` compiles a function for a kind of processor. The attribute names
//! the instruction sets, so a function that is generic over the kind cannot have it. So
//! the body of each recursive function is generic over the kind and is always inlined into
//! a *trampoline*: a method of [`Trampoline`], which each kind of processor implements with
//! its own attribute, see `compiled.rs`. Recursive calls go through the trampoline.

use super::{SearchThread, Variation, Worker};
use crate::eval::Features;
use crate::isa::Isa;

/// Calls `$then` with the signatures of all trampolines.
macro_rules! for_each_trampoline {
    ($then:ident $($with:tt)*) => {
        $then! { $($with)*
            fn perft(player: u64, opponent: u64, depth: u32) -> u64;
            fn last_two(thread: &mut SearchThread<'_>, player: u64, opponent: u64, alpha: i32, a: u32, b: u32) -> i32;
            fn last_three(thread: &mut SearchThread<'_>, player: u64, opponent: u64, alpha: i32, a: u32, b: u32, c: u32) -> i32;
            fn last_four(thread: &mut SearchThread<'_>, player: u64, opponent: u64, alpha: i32, parity: u32) -> i32;
            fn shallow(thread: &mut SearchThread<'_>, player: u64, opponent: u64, alpha: i32, parity: u32, moves: u64) -> i32;
            fn late(thread: &mut SearchThread<'_>, player: u64, opponent: u64, alpha: i32, parity: u32, moves: u64) -> i32;
            fn null_window(worker: &mut Worker<'_>, discs: (u64, u64), features: &Features, depth: u32, alpha: i32) -> i32;
            fn alpha_beta(worker: &mut Worker<'_>, discs: (u64, u64), features: &Features, depth: u32, window: (i32, i32)) -> i32;
            fn principal_variation(worker: &mut Worker<'_>, discs: (u64, u64), features: &Features, depth: u32, window: (i32, i32), variation: &mut Variation) -> i32;
        }
    };
}
pub(super) use for_each_trampoline;

macro_rules! declare {
    ($(fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        /// The recursive functions, compiled for this kind of processor.
        pub(crate) trait Trampoline: Isa {
            $(
                fn $name(self, $($argument: $type),*) -> $result;
            )*
        }
    };
}
for_each_trampoline!(declare);

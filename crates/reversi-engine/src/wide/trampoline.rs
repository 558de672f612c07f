//! The hot functions of the search, compiled for each kind of processor, as on 8×8
//! (`search/trampoline.rs`): the body of each is always inlined into a *trampoline*, and
//! recursive calls go through the trampoline.

use super::bitboard::Bitboard;
use super::control::Stopped;
use super::eval::Evaluator;
use super::position::{Position, Shape};
use super::thread::{SearchThread, Window};
use crate::isa::{Isa, for_each_kind};

/// Calls `$then` with the signatures of all trampolines and the methods that they compile.
/// `I` is the kind of processor of the thread, the one that implements the trait: a nested
/// function cannot name `Self`.
macro_rules! for_each_trampoline {
    ($then:ident $($with:tt)*) => {
        $then! { $($with)*
            fn search = SearchThread::search_inlined(thread: &mut SearchThread<'_, B, I>, position: Position<B>, empties: u32, depth: u32, window: Window) -> Result<i32, Stopped>;
            fn solve_deep = SearchThread::solve_deep_inlined(thread: &mut SearchThread<'_, B, I>, position: Position<B>, empties: u32, alpha: i32, beta: i32) -> Result<i32, Stopped>;
            fn solve_shallow = SearchThread::solve_shallow_inlined(thread: &mut SearchThread<'_, B, I>, position: Position<B>, empties: u32, alpha: i32, beta: i32) -> Result<i32, Stopped>;
            fn evaluate = Evaluator::evaluate_inlined(evaluator: &Evaluator, isa: I, position: Position<B>, empties: u32, shape: &Shape<B>) -> Option<i32>;
        }
    };
}

macro_rules! declare {
    ($(fn $name:ident = $body:ident :: $method:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        /// The hot functions, compiled for this kind of processor.
        pub(super) trait Trampoline: Isa {
            $(
                fn $name<B: Bitboard, I: Trampoline>(self, $($argument: $type),*) -> $result;
            )*
        }
    };
}
for_each_trampoline!(declare);

/// Implements [`Trampoline`] for `$isa`; `$attribute` compiles a function for that kind
/// of processor.
macro_rules! trampolines {
    ($isa:ty, $attribute:meta) => {
        for_each_trampoline!(define[$isa][$attribute]);
    };
}

macro_rules! define {
    ([$isa:ty] [$attribute:meta] $(fn $name:ident = $body:ident :: $method:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        impl Trampoline for $isa {
            $(
                #[inline(always)]
                fn $name<B: Bitboard, I: Trampoline>(self, $($argument: $type),*) -> $result {
                    #[$attribute]
                    fn compiled<B: Bitboard, I: Trampoline>($($argument: $type),*) -> $result {
                        $body::$method($($argument),*)
                    }
                    // SAFETY: a value of this type proves that the processor has the
                    // instruction sets that the attribute names.
                    #[allow(unused_unsafe, reason = "the portable kind needs none")]
                    unsafe { compiled($($argument),*) }
                }
            )*
        }
    };
}
for_each_kind!(trampolines);

use super::alpha_beta::search as alpha_beta;
use super::endgame::last::{four as last_four, three as last_three, two as last_two};
use super::endgame::late::search as late;
use super::endgame::shallow::search as shallow;
use super::trampoline::{Trampoline, for_each_trampoline};
use super::tree::{null_window, principal_variation};
use super::{SearchThread, Variation, Worker};
use crate::eval::Features;
use crate::isa::for_each_kind;
use crate::perft::count as perft;

macro_rules! trampolines {
    ($isa:ty, $attribute:meta) => {
        for_each_trampoline!(define[$isa][$attribute]);
    };
}

macro_rules! define {
    ([$isa:ty] [$attribute:meta] $(fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        impl Trampoline for $isa {
            $(
                #[inline(always)]
                fn $name(self, $($argument: $type),*) -> $result {
                    #[$attribute]
                    fn compiled(isa: $isa, $($argument: $type),*) -> $result {
                        $name(isa, $($argument),*)
                    }
                    // SAFETY: a value of this type proves that the processor
                    // has the instruction sets that the attribute names.
                    #[allow(unused_unsafe, reason = "the portable kind needs none")]
                    unsafe { compiled(self, $($argument),*) }
                }
            )*
        }
    };
}

for_each_kind!(trampolines);

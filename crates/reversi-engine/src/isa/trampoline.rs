//! The recursive functions of the search, compiled for each kind of processor.
//!
//! A function is compiled for a kind of processor by `#[target_feature]`. The
//! attribute names what the kind has, so a function that is generic over the
//! kind cannot have it, while one that is generic over the evaluation can. So
//! the body of each recursive function is generic over the kind and always
//! inlined, into a *trampoline*: a method of [`Isa`](crate::isa::Isa) that
//! every kind of processor has with its own attribute. Whoever recurs calls
//! the trampoline.

/// Calls `$then` with the signatures of all trampolines and their bodies. Those
/// of them that evaluate positions are generic over what does it.
macro_rules! all_trampolines {
    ($then:ident $($with:tt)*) => {
        $crate::isa::trampoline::$then! { $($with)*
            crate::perft::count = fn perft(player: u64, opponent: u64, depth: u32) -> u64;
            crate::search::endgame::last::two = fn last_two(thread: &mut $crate::search::Thread<'_>, player: u64, opponent: u64, alpha: i32, a: u32, b: u32) -> i32;
            crate::search::endgame::last::three = fn last_three(thread: &mut $crate::search::Thread<'_>, player: u64, opponent: u64, alpha: i32, a: u32, b: u32, c: u32) -> i32;
            crate::search::endgame::last::four = fn last_four(thread: &mut $crate::search::Thread<'_>, player: u64, opponent: u64, alpha: i32, parity: u32) -> i32;
            crate::search::endgame::shallow::search = fn shallow(thread: &mut $crate::search::Thread<'_>, player: u64, opponent: u64, alpha: i32, parity: u32, moves: u64) -> i32;
            crate::search::endgame::late::search = fn late(thread: &mut $crate::search::Thread<'_>, player: u64, opponent: u64, alpha: i32, parity: u32, moves: u64) -> i32;
            crate::search::nws::search = fn nws<E: $crate::eval::Evaluator>(worker: &mut $crate::search::Worker<'_, E>, player: u64, opponent: u64, state: &E::State, depth: u32, alpha: i32) -> i32;
            crate::search::value::search = fn value<E: $crate::eval::Evaluator>(worker: &mut $crate::search::Worker<'_, E>, position: (u64, u64), state: &E::State, depth: u32, alpha: i32, beta: i32) -> i32;
            crate::search::pv::search = fn pv<E: $crate::eval::Evaluator>(worker: &mut $crate::search::Worker<'_, E>, position: (u64, u64), state: &E::State, depth: u32, alpha: i32, beta: i32, variation: &mut $crate::search::pv::Variation) -> i32;
        }
    };
}

/// The trampolines' signatures, for the trait.
macro_rules! declare_trampolines {
    () => {
        $crate::isa::trampoline::all_trampolines!(declare_each);
    };
}

macro_rules! declare_each {
    ($($body:path = fn $name:ident$(<$evaluator:ident: $bound:path>)?($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        $(
            #[doc = concat!("[`", stringify!($body), "`], compiled for this kind of processor.")]
            fn $name$(<$evaluator: $bound>)?(self, $($argument: $type),*) -> $result;
        )*
    };
}

/// The trampolines themselves, for an `impl` of the trait for `$isa`;
/// `$attribute` makes a function one for that kind of processor.
macro_rules! trampolines {
    ($isa:ty, $attribute:meta) => {
        $crate::isa::trampoline::all_trampolines!(define_each[$isa][$attribute]);
    };
}

macro_rules! define_each {
    ([$isa:ty] [$attribute:meta] $($body:path = fn $name:ident$(<$evaluator:ident: $bound:path>)?($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        $(
            #[inline(always)]
            fn $name$(<$evaluator: $bound>)?(self, $($argument: $type),*) -> $result {
                #[$attribute]
                fn compiled$(<$evaluator: $bound>)?(isa: $isa, $($argument: $type),*) -> $result {
                    $body(isa, $($argument),*)
                }
                // SAFETY: a value of this type says that the processor has
                // what the attribute asks for.
                #[allow(unused_unsafe, reason = "the portable kind asks for nothing")]
                unsafe { compiled(self, $($argument),*) }
            }
        )*
    };
}

pub(crate) use {all_trampolines, declare_each, declare_trampolines, define_each, trampolines};

//! With AVX-512 (F, VL, CD, BW, DQ): Intel servers since Skylake (2017), AMD
//! since Zen 4 (2022).

use std::arch::x86_64::{
    _mm256_and_si256, _mm256_cmpeq_epi64, _mm256_lzcnt_epi64, _mm256_min_epu64, _mm256_set1_epi64x,
    _mm256_setzero_si256, _mm256_srlv_epi64, _mm256_sub_epi64, _mm256_ternarylogic_epi64,
};

use super::avx2::{moves, rays, union};
use super::trampoline::trampolines;

/// A processor with these instructions: there is a value only where they were
/// found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Avx512 {
    pub(super) fn detect() -> Option<Self> {
        let has = super::avx2::Avx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq");
        has.then_some(Self(()))
    }
}

impl super::Isa for Avx512 {
    #[inline(always)]
    fn moves(self, player: u64, opponent: u64) -> u64 {
        // SAFETY: a value of this type says that the processor has AVX2.
        unsafe { moves(player, opponent) }
    }

    #[inline(always)]
    fn flips(self, square: u32, player: u64, opponent: u64) -> u64 {
        // SAFETY: a value of this type says that the processor has AVX-512.
        unsafe { flips(square, player, opponent) }
    }

    #[inline(always)]
    fn last_flips(self, square: u32, player: u64) -> i32 {
        // SAFETY: as for `flips`.
        unsafe { last_flips(square, player) }
    }

    trampolines!(
        Avx512,
        target_feature(
            enable = "avx512f,avx512vl,avx512cd,avx512bw,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt"
        )
    );
}

/// Truth tables of three words for `ternarylogic`: bit `4a + 2b + c`.
const A_AND_B_AND_C: i32 = 0x80;
const A_AND_NOT_B_OR_C: i32 = 0xba;
const A_XOR_B_AND_C: i32 = 0x28;
const A_OR_C_AND_NOT_B: i32 = 0xf2;

#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512cd,avx2")]
fn flips(square: u32, player: u64, opponent: u64) -> u64 {
    let (up, down) = rays(square);
    let zero = _mm256_setzero_si256();
    let own = _mm256_set1_epi64x(player as i64);
    let other = _mm256_set1_epi64x(opponent as i64);

    // The highest square of each ray that is not the opponent's, if it is the
    // player's. Bit 0 stands in where there is none: with it the shift is
    // known to be below 64, which saves a comparison.
    let stop = _mm256_ternarylogic_epi64::<A_AND_NOT_B_OR_C>(down, other, _mm256_set1_epi64x(1));
    let nearest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(stop));
    let nearest = _mm256_ternarylogic_epi64::<A_AND_B_AND_C>(nearest, own, down);
    let above = _mm256_sub_epi64(zero, nearest);
    let flips_down = _mm256_ternarylogic_epi64::<A_XOR_B_AND_C>(above, nearest, down);

    // The lowest one of each ray, in the same way.
    let stop = _mm256_ternarylogic_epi64::<0x30>(up, other, zero);
    let nearest =
        _mm256_ternarylogic_epi64::<A_AND_B_AND_C>(stop, _mm256_sub_epi64(zero, stop), own);
    // All ones where there is none, and all from `nearest` on elsewhere.
    let beyond = _mm256_sub_epi64(_mm256_cmpeq_epi64(nearest, zero), nearest);
    union(_mm256_ternarylogic_epi64::<A_OR_C_AND_NOT_B>(
        flips_down, beyond, up,
    ))
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512cd,avx2,popcnt")]
fn last_flips(square: u32, player: u64) -> i32 {
    let (up, down) = rays(square);
    let own = _mm256_set1_epi64x(player as i64);

    let discs = _mm256_and_si256(own, up);
    // One less, but zero stays zero.
    let below = _mm256_sub_epi64(discs, _mm256_min_epu64(discs, _mm256_set1_epi64x(1)));
    // Not a disc, below the lowest disc, on the ray.
    let flips_up = _mm256_ternarylogic_epi64::<0x08>(discs, below, up);

    // Without a disc nothing is shifted away, and nothing is left to flip.
    let zeros = _mm256_lzcnt_epi64(_mm256_and_si256(own, down));
    let zeros = _mm256_and_si256(zeros, _mm256_set1_epi64x(63));
    let below = _mm256_srlv_epi64(_mm256_set1_epi64x(-1), zeros);
    2 * union(_mm256_ternarylogic_epi64::<A_OR_C_AND_NOT_B>(
        flips_up, below, down,
    ))
    .count_ones() as i32
}

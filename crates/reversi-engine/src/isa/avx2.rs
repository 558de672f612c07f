//! The implementation with AVX2, BMI, LZCNT and POPCNT: Intel since Haswell (2013), AMD since Zen (2017).

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_extracti128_si256,
    _mm256_or_si256, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_sub_epi64,
};

use super::rays::{RAYS, Rays};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    pub(super) fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }
}

impl super::Isa for Avx2 {
    #[inline(always)]
    fn moves(self, player: u64, opponent: u64) -> u64 {
        // SAFETY: a value of this type proves that the processor has AVX2.
        unsafe { moves(player, opponent) }
    }

    #[inline(always)]
    fn flips(self, square: u32, player: u64, opponent: u64) -> u64 {
        // SAFETY: as for `moves`.
        unsafe { flips(square, player, opponent) }
    }
}

/// The instructions of [`find_moves`] for vectors of 256 bits.
mod v256 {
    pub(super) use std::arch::x86_64::{
        _mm256_and_si256 as and, _mm256_or_si256 as or, _mm256_setr_epi64x as set,
        _mm256_sllv_epi64 as shl, _mm256_srlv_epi64 as shr,
    };
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load(words: [u64; 4]) -> __m256i {
    let [a, b, c, d] = words.map(|word| word as i64);
    v256::set(a, b, c, d)
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn rays(square: u32) -> (__m256i, __m256i) {
    let Rays { up, down } = &RAYS[square as usize & 63];
    (load(*up), load(*down))
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn union(words: __m256i) -> u64 {
    let half = _mm_or_si128(
        _mm256_castsi256_si128(words),
        _mm256_extracti128_si256::<1>(words),
    );
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
}

/// Returns the squares where runs of `$other` that begin at `$own` end; they may be occupied. Each
/// word of a vector holds one line, searched in both directions. `$v` is a module with the
/// instructions. With AVX-512 the compiler fuses pairs of logical instructions.
macro_rules! find_moves {
    ($v:ident, $own:expr, $other:expr) => {{
        const INNER: i64 = 0x7e7e_7e7e_7e7e_7e7e;
        let own = $own;
        let (once, twice) = ($v::set(1, 8, 7, 9), $v::set(2, 16, 14, 18));
        let between = $v::and($other, $v::set(INNER, -1, INNER, INNER));
        let mut up = $v::and(between, $v::shl(own, once));
        let mut down = $v::and(between, $v::shr(own, once));
        up = $v::or(up, $v::and(between, $v::shl(up, once)));
        down = $v::or(down, $v::and(between, $v::shr(down, once)));
        let pairs_up = $v::and(between, $v::shl(between, once));
        let pairs_down = $v::shr(pairs_up, once);
        up = $v::or(up, $v::and(pairs_up, $v::shl(up, twice)));
        down = $v::or(down, $v::and(pairs_down, $v::shr(down, twice)));
        up = $v::or(up, $v::and(pairs_up, $v::shl(up, twice)));
        down = $v::or(down, $v::and(pairs_down, $v::shr(down, twice)));
        $v::or($v::shl(up, once), $v::shr(down, once))
    }};
}
pub(super) use find_moves;

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn moves(player: u64, opponent: u64) -> u64 {
    let own = _mm256_set1_epi64x(player as i64);
    let other = _mm256_set1_epi64x(opponent as i64);
    let found = find_moves!(v256, own, other);
    union(found) & !(player | opponent)
}

/// Fills each ray downwards from its discs, since AVX2 cannot count leading zeros.
#[inline]
#[target_feature(enable = "avx2")]
fn fill_down(discs: __m256i) -> __m256i {
    use v256::{or, set, shr};

    let filled = or(discs, shr(discs, set(1, 8, 7, 9)));
    let filled = or(filled, shr(filled, set(2, 16, 14, 18)));
    or(filled, shr(filled, set(4, 32, 28, 36)))
}

#[inline]
#[target_feature(enable = "avx2")]
fn flips(square: u32, player: u64, opponent: u64) -> u64 {
    let (up, down) = rays(square);
    let zero = _mm256_setzero_si256();
    let own = _mm256_set1_epi64x(player as i64);
    let other = _mm256_set1_epi64x(opponent as i64);

    // The nearest square of each ray without an opponent's disc, if the player has a disc there.
    let stop = _mm256_andnot_si256(other, up);
    let nearest = _mm256_and_si256(_mm256_and_si256(stop, _mm256_sub_epi64(zero, stop)), own);
    // All ones if there is no such square, else all bits from `nearest` on.
    let beyond = _mm256_sub_epi64(_mm256_cmpeq_epi64(nearest, zero), nearest);
    let flips_up = _mm256_andnot_si256(beyond, up);

    let stop = _mm256_andnot_si256(other, down);
    let beyond = fill_down(stop);
    let after = v256::shr(beyond, v256::set(1, 8, 7, 9));
    let nearest = _mm256_and_si256(_mm256_andnot_si256(after, stop), own);
    let none = _mm256_cmpeq_epi64(nearest, zero);
    let flips_down = _mm256_andnot_si256(_mm256_or_si256(none, beyond), down);
    union(_mm256_or_si256(flips_up, flips_down))
}

//! The implementation with AVX-512 (F, VL, CD, BW, DQ): Intel servers since Skylake (2017), AMD
//! since Zen 4 (2022).

use std::arch::x86_64::{
    __m256i, __m512i, _mm_cvtsi128_si64, _mm256_cmpeq_epi64, _mm256_lzcnt_epi64,
    _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_srlv_epi64, _mm256_sub_epi64,
    _mm256_ternarylogic_epi64, _mm512_and_si512, _mm512_castsi256_si512, _mm512_castsi512_si128,
    _mm512_extracti32x4_epi32, _mm512_inserti64x4, _mm512_lzcnt_epi64, _mm512_min_epi64,
    _mm512_or_si512, _mm512_set1_epi64, _mm512_setr4_epi64, _mm512_setzero_si512,
    _mm512_shuffle_i64x2, _mm512_sllv_epi64, _mm512_srlv_epi64, _mm512_sub_epi64,
    _mm512_ternarylogic_epi64, _mm512_unpackhi_epi64,
};

use super::avx2::{find_moves, moves, rays, union};
use super::lines;

/// A processor with these instruction sets. Only [`Avx512::detect`] makes values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// Returns a value if this processor has the instruction sets.
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
        // SAFETY: a value of this type proves that the processor has AVX2.
        unsafe { moves(player, opponent) }
    }

    #[inline(always)]
    fn moves_of_two(self, positions: [(u64, u64); 2]) -> [u64; 2] {
        // SAFETY: as for `flips`.
        unsafe { moves_of_two(positions) }
    }

    #[inline(always)]
    fn flips(self, square: u32, player: u64, opponent: u64) -> u64 {
        // SAFETY: a value of this type proves that the processor has AVX-512.
        unsafe { flips(square, player, opponent) }
    }

    const EAGER: bool = true;

    #[inline(always)]
    fn flips_at_all<const N: usize>(
        self,
        squares: [u32; N],
        player: u64,
        opponent: u64,
    ) -> [u64; N] {
        // SAFETY: as for `flips`.
        unsafe { flips_at_all(squares, player, opponent) }
    }

    #[inline(always)]
    fn last_flips(self, square: u32, player: u64) -> i32 {
        // `pext` is fast on all processors with AVX-512, but slow on AMD's
        // with AVX2 before Zen 3.
        // SAFETY: as for `flips`.
        unsafe { lines::last_flips(square, player) }
    }
}

/// Truth tables of three inputs for `ternarylogic`: bit `4a + 2b + c`.
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

/// Two squares take hardly more time than one. Besides, the caller learns early
/// which of them are legal moves.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512cd,avx2")]
fn flips_at_all<const N: usize>(squares: [u32; N], player: u64, opponent: u64) -> [u64; N] {
    let mut found = [0; N];
    let mut index = 0;
    while index + 1 < N {
        let both = pair(squares[index], squares[index + 1], player, opponent);
        [found[index], found[index + 1]] = both;
        index += 2;
    }
    if index < N {
        found[index] = flips(squares[index], player, opponent);
    }
    found
}

/// Returns [`flips`] for two squares.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512cd,avx2")]
fn pair(a: u32, b: u32, player: u64, opponent: u64) -> [u64; 2] {
    let ((up_a, down_a), (up_b, down_b)) = (rays(a), rays(b));
    let (up, down) = (halves(up_a, up_b), halves(down_a, down_b));
    let zero = _mm512_setzero_si512();
    let own = _mm512_set1_epi64(player as i64);
    let other = _mm512_set1_epi64(opponent as i64);

    let stop = _mm512_ternarylogic_epi64::<A_AND_NOT_B_OR_C>(down, other, _mm512_set1_epi64(1));
    let nearest = _mm512_srlv_epi64(_mm512_set1_epi64(i64::MIN), _mm512_lzcnt_epi64(stop));
    let nearest = _mm512_ternarylogic_epi64::<A_AND_B_AND_C>(nearest, own, down);
    let above = _mm512_sub_epi64(zero, nearest);
    let flips_down = _mm512_ternarylogic_epi64::<A_XOR_B_AND_C>(above, nearest, down);

    let stop = _mm512_ternarylogic_epi64::<0x30>(up, other, zero);
    let nearest =
        _mm512_ternarylogic_epi64::<A_AND_B_AND_C>(stop, _mm512_sub_epi64(zero, stop), own);
    // Minus one where there is none; minus any bit is no more than that.
    let beyond = _mm512_min_epi64(_mm512_sub_epi64(zero, nearest), _mm512_set1_epi64(-1));
    let flips = _mm512_ternarylogic_epi64::<A_OR_C_AND_NOT_B>(flips_down, beyond, up);

    unions(flips)
}

/// Returns the union of the words of each half of a vector.
#[inline]
#[target_feature(enable = "avx512f")]
fn unions(words: __m512i) -> [u64; 2] {
    let halves = _mm512_or_si512(words, _mm512_shuffle_i64x2::<0b10_11_00_01>(words, words));
    let halves = _mm512_or_si512(halves, _mm512_unpackhi_epi64(halves, halves));
    [
        _mm_cvtsi128_si64(_mm512_castsi512_si128(halves)) as u64,
        _mm_cvtsi128_si64(_mm512_extracti32x4_epi32::<2>(halves)) as u64,
    ]
}

/// Returns a vector with the four words of `lower` in its lower half and those
/// of `upper` in its upper half.
#[inline]
#[target_feature(enable = "avx512f")]
fn halves(lower: __m256i, upper: __m256i) -> __m512i {
    _mm512_inserti64x4::<1>(_mm512_castsi256_si512(lower), upper)
}

/// Returns [`moves`] for two positions, one in each half of a vector.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512cd,avx2")]
fn moves_of_two([(own_a, other_a), (own_b, other_b)]: [(u64, u64); 2]) -> [u64; 2] {
    let both = |a: u64, b: u64| halves(_mm256_set1_epi64x(a as i64), _mm256_set1_epi64x(b as i64));
    let (own, other) = (both(own_a, own_b), both(other_a, other_b));
    let found = find_moves!(
        own,
        other,
        _mm512_setr4_epi64,
        _mm512_and_si512,
        _mm512_or_si512,
        _mm512_sllv_epi64,
        _mm512_srlv_epi64
    );
    let [a, b] = unions(found);
    [a & !(own_a | other_a), b & !(own_b | other_b)]
}

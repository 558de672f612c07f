//! AVX-512 (F, VL, CD, BW, DQ): Intel servers since Skylake (2017), AMD since Zen 4 (2022).

use std::arch::x86_64::{
    __m256i, __m512i, _mm_cvtsi128_si64, _mm256_cmpeq_epi64, _mm256_set1_epi64x,
    _mm256_setzero_si256, _mm256_sub_epi64, _mm512_castsi256_si512, _mm512_castsi512_si128,
    _mm512_extracti32x4_epi32, _mm512_inserti64x4, _mm512_min_epi64, _mm512_or_si512,
    _mm512_set1_epi64, _mm512_setzero_si512, _mm512_shuffle_i64x2, _mm512_sub_epi64,
    _mm512_unpackhi_epi64,
};

use super::avx2::{find_moves, moves, rays, union};
use super::lines;

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
        // `pext` is fast on all processors with AVX-512, but slow on AMD's with AVX2 before Zen 3.
        // SAFETY: as for `flips`.
        unsafe { lines::last_flips(square, player) }
    }
}

/// Truth tables of three inputs for `ternarylogic`: bit `4a + 2b + c`.
const A_AND_B_AND_C: i32 = 0x80;
const A_AND_NOT_B: i32 = 0x30;
const A_AND_NOT_B_OR_C: i32 = 0xba;
const A_XOR_B_AND_C: i32 = 0x28;
const A_OR_C_AND_NOT_B: i32 = 0xf2;

/// The instructions of `find_flips` for vectors of 256 bits.
mod v256 {
    pub(super) use std::arch::x86_64::{
        _mm256_lzcnt_epi64 as lzcnt, _mm256_set1_epi64x as all, _mm256_setzero_si256 as zero,
        _mm256_srlv_epi64 as shr, _mm256_sub_epi64 as sub, _mm256_ternarylogic_epi64 as ternary,
    };
}

/// The instructions of `find_flips` and [`find_moves`] for vectors of 512 bits.
mod v512 {
    pub(super) use std::arch::x86_64::{
        _mm512_and_si512 as and, _mm512_lzcnt_epi64 as lzcnt, _mm512_or_si512 as or,
        _mm512_set1_epi64 as all, _mm512_setr4_epi64 as set, _mm512_setzero_si512 as zero,
        _mm512_sllv_epi64 as shl, _mm512_srlv_epi64 as shr, _mm512_sub_epi64 as sub,
        _mm512_ternarylogic_epi64 as ternary,
    };
}

/// Returns the flips in each ray of `$up` and `$down`. `$v` is a module with the instructions.
/// `$beyond` returns all ones for a word without a bit, else all bits from its only one on.
macro_rules! find_flips {
    ($v:ident, $player:expr, $opponent:expr, $up:expr, $down:expr, $beyond:expr) => {{
        let (up, down) = ($up, $down);
        let (own, other) = ($v::all($player as i64), $v::all($opponent as i64));
        let zero = $v::zero();

        // The highest square of each ray without an opponent's disc, if the player has a disc
        // there. Bit 0 is set in case there is none: it proves that the shift is below 64, which
        // saves a comparison.
        let stop = $v::ternary::<A_AND_NOT_B_OR_C>(down, other, $v::all(1));
        let nearest = $v::shr($v::all(i64::MIN), $v::lzcnt(stop));
        let nearest = $v::ternary::<A_AND_B_AND_C>(nearest, own, down);
        let above = $v::sub(zero, nearest);
        let flips_down = $v::ternary::<A_XOR_B_AND_C>(above, nearest, down);

        // The lowest square of each ray, in the same way.
        let stop = $v::ternary::<A_AND_NOT_B>(up, other, zero);
        let nearest = $v::ternary::<A_AND_B_AND_C>(stop, $v::sub(zero, stop), own);
        $v::ternary::<A_OR_C_AND_NOT_B>(flips_down, $beyond(nearest), up)
    }};
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512cd,avx2")]
fn flips(square: u32, player: u64, opponent: u64) -> u64 {
    let (up, down) = rays(square);
    let beyond = |nearest| {
        let none = _mm256_cmpeq_epi64(nearest, _mm256_setzero_si256());
        _mm256_sub_epi64(none, nearest)
    };
    union(find_flips!(v256, player, opponent, up, down, beyond))
}

/// Two squares take hardly more time than one, and the caller learns early which moves are legal.
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

#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512cd,avx2")]
fn pair(a: u32, b: u32, player: u64, opponent: u64) -> [u64; 2] {
    let ((up_a, down_a), (up_b, down_b)) = (rays(a), rays(b));
    let (up, down) = (halves(up_a, up_b), halves(down_a, down_b));
    // Minus a bit is at most minus one.
    let beyond = |nearest| {
        let minus = _mm512_sub_epi64(_mm512_setzero_si512(), nearest);
        _mm512_min_epi64(minus, _mm512_set1_epi64(-1))
    };
    unions(find_flips!(v512, player, opponent, up, down, beyond))
}

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

#[inline]
#[target_feature(enable = "avx512f")]
fn halves(lower: __m256i, upper: __m256i) -> __m512i {
    _mm512_inserti64x4::<1>(_mm512_castsi256_si512(lower), upper)
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512cd,avx2")]
fn moves_of_two([(own_a, other_a), (own_b, other_b)]: [(u64, u64); 2]) -> [u64; 2] {
    let both = |a: u64, b: u64| halves(_mm256_set1_epi64x(a as i64), _mm256_set1_epi64x(b as i64));
    let (own, other) = (both(own_a, own_b), both(other_a, other_b));
    let [a, b] = unions(find_moves!(v512, own, other));
    [a & !(own_a | other_a), b & !(own_b | other_b)]
}

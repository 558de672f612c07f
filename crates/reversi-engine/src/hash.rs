//! Hash functions, and the random numbers of the examples.

/// Mixes 128 bits into 64: the halves of a product, combined by exclusive or.
#[inline(always)]
pub(crate) fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ (product >> 64) as u64
}

#[inline(always)]
pub(crate) fn position(player: u64, opponent: u64) -> u64 {
    fold(
        player ^ 0x9e37_79b9_7f4a_7c15,
        opponent ^ 0xc2b2_ae3d_27d4_eb4f,
    )
}

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

const fn mix(state: u64) -> u64 {
    let state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}

/// A constant to hash with: the splitmix64 number with this index.
pub(crate) const fn salt(index: u64) -> u64 {
    mix((index + 1).wrapping_mul(STEP))
}

pub(crate) fn fnv1a(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes
        .into_iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
}

/// A pseudorandom number generator, splitmix64. The same seed always gives the same numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator whose numbers depend on `seed` only.
    pub const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0xd129_0d8b_3f1c_5ea7))
    }

    /// Returns the next 64 bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mix(self.0)
    }

    /// Returns a number below `end`.
    pub fn below(&mut self, end: u32) -> u32 {
        ((u128::from(self.bits()) * u128::from(end)) >> 64) as u32
    }

    /// Returns one of `items`; `None` if there are none.
    pub fn choose<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        let index = self.below(u32::try_from(items.len()).unwrap_or(u32::MAX));
        items.get(index as usize).copied()
    }
}

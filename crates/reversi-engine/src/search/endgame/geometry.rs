/// The bit of each square's quadrant: north-west 1, north-east 2, south-west 4, south-east 8.
pub(crate) static QUADRANT_OF: [u8; 64] = {
    let mut all = [0; 64];
    let mut square: usize = 0;
    while square < 64 {
        let south = square / 32;
        let east = square % 8 / 4;
        all[square] = 1 << (2 * south + east);
        square += 1;
    }
    all
};

pub(crate) static QUADRANT: [u64; 16] = {
    let mut all = [0; 16];
    let mut set: usize = 0;
    while set < 16 {
        let mut square: usize = 0;
        while square < 64 {
            if QUADRANT_OF[square] as usize & set != 0 {
                all[set] |= 1 << square;
            }
            square += 1;
        }
        set += 1;
    }
    all
};

pub(crate) const CORNERS: u64 = 0x8100_0000_0000_0081;

pub(crate) fn parity(empty: u64) -> u32 {
    (0..4)
        .map(|quadrant| ((empty & QUADRANT[1 << quadrant]).count_ones() & 1) << quadrant)
        .sum()
}

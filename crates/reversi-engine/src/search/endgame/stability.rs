//! Discs that can never be flipped.

use std::sync::LazyLock;

use crate::isa::{Isa, Portable};

/// The corners of an edge, as bits of its eight squares.
const ENDS: u8 = 0x81;

/// The smallest `alpha`, by the number of empty squares, at which cuts by stable discs are frequent
/// enough to pay off.
const LEAST_ALPHA: [i32; 31] = [
    99, 99, 99, 99, 4, 0, 4, 10, 14, 16, 18, 20, 24, 26, 30, 32, 32, 36, 36, 40, 40, 48, 48, 48,
    48, 52, 52, 52, 52, 52, 52,
];

/// Returns an upper bound not above `alpha` that the opponent's stable discs prove, if any.
#[inline(always)]
pub(crate) fn cut(player: u64, opponent: u64, alpha: i32, empties: u32) -> Option<i32> {
    // The bound if all of the opponent's discs were stable.
    let least = 64 - 2 * opponent.count_ones() as i32;
    let frequent = LEAST_ALPHA.get(empties as usize).copied().unwrap_or(60);
    if alpha < least.max(frequent) {
        return None;
    }
    let most = 64 - 2 * stable(opponent, player).count_ones() as i32;
    (most <= alpha).then_some(most)
}

/// Returns discs of `own` that are proven stable; there may be more.
///
/// A disc is stable if for each of the four lines through it, the line is full, the disc is at an
/// end of the line, or a stable disc of its colour is next to it. For edges, a table of all
/// continuations is used.
pub(crate) fn stable(own: u64, other: u64) -> u64 {
    let filled = own | other;
    let full = full_lines(filled);
    let inner = own & 0x007e_7e7e_7e7e_7e00;
    let mut stable = (edges(own, other) & own) | (full[0] & full[1] & full[2] & full[3] & inner);
    if stable == 0 {
        return 0;
    }
    loop {
        let before = stable;
        let row = (stable << 1) | (stable >> 1) | full[0];
        let column = (stable << 8) | (stable >> 8) | full[1];
        let falling = (stable << 9) | (stable >> 9) | full[2];
        let rising = (stable << 7) | (stable >> 7) | full[3];
        // Inner squares only, so that a shift cannot wrap around an edge.
        stable |= row & column & falling & rising & inner;
        if stable == before {
            return stable;
        }
    }
}

/// Returns the squares whose row, column, falling and rising diagonal are full, in this order.
fn full_lines(filled: u64) -> [u64; 4] {
    let empty = !filled;
    // Spread each empty square over its line.
    let mut rows = empty | (empty >> 1 & 0x7f7f_7f7f_7f7f_7f7f);
    rows |= rows >> 2 & 0x3f3f_3f3f_3f3f_3f3f;
    rows |= rows >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
    let rows = (rows & 0x0101_0101_0101_0101).wrapping_mul(0xff);
    let mut columns = empty | empty.rotate_right(32);
    columns |= columns.rotate_right(16);
    columns |= columns.rotate_right(8);
    let (falling, rising) = diagonals(empty);
    [!rows, !columns, !falling, !rising]
}

/// Returns the empty squares, spread over their falling and rising diagonals.
fn diagonals(empty: u64) -> (u64, u64) {
    const WEST: u64 = 0xfefe_fefe_fefe_fefe;
    const WEST2: u64 = 0xfcfc_fcfc_fcfc_fcfc;
    const WEST4: u64 = 0xf0f0_f0f0_f0f0_f0f0;
    let (mut down, mut up) = (empty, empty);
    down |= down << 9 & WEST;
    down |= down << 18 & WEST2;
    down |= down << 36 & WEST4;
    up |= up >> 9 & 0x7f7f_7f7f_7f7f_7f7f;
    up |= up >> 18 & 0x3f3f_3f3f_3f3f_3f3f;
    up |= up >> 36 & 0x0f0f_0f0f_0f0f_0f0f;
    let falling = down | up;
    let (mut down, mut up) = (empty, empty);
    down |= down << 7 & 0x7f7f_7f7f_7f7f_7f7f;
    down |= down << 14 & 0x3f3f_3f3f_3f3f_3f3f;
    down |= down << 28 & 0x0f0f_0f0f_0f0f_0f0f;
    up |= up >> 7 & WEST;
    up |= up >> 14 & WEST2;
    up |= up >> 28 & WEST4;
    (falling, down | up)
}

fn edges(own: u64, other: u64) -> u64 {
    let table = &*EDGES;
    let at = |own: u8, other: u8| u64::from(table[usize::from(own) << 8 | usize::from(other)]);
    let top = at(own as u8, other as u8);
    let bottom = at((own >> 56) as u8, (other >> 56) as u8) << 56;
    let west = spread(at(column(own, 0), column(other, 0)));
    let east = spread(at(column(own, 7), column(other, 7))) << 7;
    top | bottom | west | east
}

/// Returns the squares of a column as a byte, row 1 in the lowest bit.
fn column(word: u64, column: u32) -> u8 {
    ((word >> column & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// Returns the bits of a byte as the squares of the first column.
fn spread(byte: u64) -> u64 {
    let rows = byte | byte << 28;
    let rows = rows | rows << 14;
    (rows | rows << 7) & 0x0101_0101_0101_0101
}

/// For each edge, indexed by `own << 8 | other`, the discs of `own` that no sequence of moves on
/// the edge can flip. Either side may fill any empty square, because a move may flip discs only in
/// other directions.
static EDGES: LazyLock<Box<[u8]>> = LazyLock::new(|| {
    let mut table = vec![0; 1 << 16].into_boxed_slice();
    let index = |own: u8, other: u8| usize::from(own) << 8 | usize::from(other);
    // An edge is a row. The entries of fuller edges, on which others depend, have greater indices.
    let flips = |at, own: u8, other: u8| Portable.flips(at, own.into(), other.into()) as u8;
    for filled in (0..=u8::MAX).rev() {
        for own in (0..=filled).filter(|own| own & !filled == 0) {
            let (other, mut stable) = (filled & !own, own);
            for at in (0..8).filter(|at| filled >> at & 1 == 0) {
                let (mine, theirs) = (flips(at, own, other), flips(at, other, own));
                stable &= table[index(own | mine | 1 << at, other & !mine)];
                stable &= table[index(own & !theirs, other | theirs | 1 << at)];
            }
            table[index(own, other)] = stable | own & ENDS;
        }
    }
    table
});

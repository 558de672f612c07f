//! Patterns at the corners and along the edges, the same on boards of all sizes.
//!
//! A pattern is found in the corner of a *view*: the 8×8 squares around a corner of
//! the board, turned so that the corner is the first square. On smaller boards the
//! view has squares that are not on the board, which are always empty.

use super::super::bitboard::Bitboard;
use super::super::position::Position;

/// A class of patterns: all its instances on a board share their weights.
#[derive(Clone, Copy, Debug)]
struct Class {
    /// The number of squares.
    squares: u32,
    /// For each square the one that it is exchanged with in a mirror image of the
    /// pattern, as one digit per square; empty if the instances have no such image.
    mirror: &'static [u8],
}

const CORNER: usize = 0;
const TWO_BY_FIVE: usize = 1;
const EDGE: usize = 2;
const SECOND: usize = 3;
const DIAGONAL: usize = 4;
const WINDOW: usize = 5;

/// The classes. The squares of a pattern are numbered row by row.
const CLASSES: [Class; 6] = [
    // 3×3 in the corner.
    Class {
        squares: 9,
        mirror: &[0, 3, 6, 1, 4, 7, 2, 5, 8],
    },
    // Two rows of five squares from the corner on.
    Class {
        squares: 10,
        mirror: &[],
    },
    // Eight squares of an edge from the corner on.
    Class {
        squares: 8,
        mirror: &[],
    },
    // Eight squares of the row next to an edge.
    Class {
        squares: 8,
        mirror: &[],
    },
    // Eight squares of the diagonal from the corner on.
    Class {
        squares: 8,
        mirror: &[],
    },
    // Two rows of four squares along an edge, between the corners.
    Class {
        squares: 8,
        mirror: &[3, 2, 1, 0, 7, 6, 5, 4],
    },
];

/// The distance of the first and of the last window from the corners.
const WINDOW_DISTANCE: u8 = 3;

/// The first index of each class among those of all classes.
const OFFSETS: [usize; CLASSES.len() + 1] = {
    let mut offsets = [0; CLASSES.len() + 1];
    let mut class = 0;
    while class < CLASSES.len() {
        offsets[class + 1] = offsets[class] + 3_usize.pow(CLASSES[class].squares);
        class += 1;
    }
    offsets
};

/// The number of configurations of all classes.
pub(super) const CONFIGURATIONS: usize = OFFSETS[CLASSES.len()];

/// The numbers with these binary digits in base 3.
static TERNARY: [u16; 1 << 10] = {
    let mut ternary = [0; 1 << 10];
    let mut bits = 1;
    while bits < ternary.len() {
        ternary[bits] = 3 * ternary[bits / 2] + (bits % 2) as u16;
        bits += 1;
    }
    ternary
};

/// Returns a text that identifies this set of patterns.
pub(super) fn description() -> String {
    format!("{CLASSES:?} {WINDOW_DISTANCE}")
}

/// Calls `visit` with the configuration of every pattern on the board: the number
/// that has a digit in base 3 per square, 0 for an empty square, 1 for a disc of the
/// side to move, and 2 for one of its opponent; plus the number of configurations of
/// the classes before.
#[inline(always)]
pub(super) fn visit<B: Bitboard>(position: Position<B>, side: u8, mut visit: impl FnMut(usize)) {
    let mut add = |class: usize, mine: u64, theirs: u64| {
        let digits = |bits: u64| usize::from(TERNARY[bits as usize % TERNARY.len()]);
        visit(OFFSETS[class] + digits(mine) + 2 * digits(theirs));
    };
    let (mine, theirs) = (position.player.views(side), position.opponent.views(side));
    for (mine, theirs) in mine.into_iter().zip(theirs) {
        let corner = |view: u64| (view & 7) | (view >> 5 & 0o70) | (view >> 10 & 0o700);
        add(CORNER, corner(mine), corner(theirs));
        let diagonal = |view: u64| {
            const SQUARES: u64 = 0x8040_2010_0804_0201;
            (view & SQUARES).wrapping_mul(0x0101_0101_0101_0101) >> 56
        };
        add(DIAGONAL, diagonal(mine), diagonal(theirs));
        for (mine, theirs) in [(mine, theirs), (transposed(mine), transposed(theirs))] {
            let two_by_five = |view: u64| (view & 31) | (view >> 3 & (31 << 5));
            add(TWO_BY_FIVE, two_by_five(mine), two_by_five(theirs));
            add(EDGE, mine & 0xff, theirs & 0xff);
            add(SECOND, mine >> 8 & 0xff, theirs >> 8 & 0xff);
        }
    }
    if side < 2 * WINDOW_DISTANCE + 4 {
        return;
    }
    let (mine, theirs) = (position.player.edges(side), position.opponent.edges(side));
    for (mine, theirs) in mine.into_iter().zip(theirs) {
        for start in (WINDOW_DISTANCE..=side - WINDOW_DISTANCE - 4).step_by(2) {
            let window = |[outer, inner]: [u32; 2]| {
                u64::from((outer >> start & 15) | (inner >> start & 15) << 4)
            };
            add(WINDOW, window(mine), window(theirs));
        }
    }
}

/// Returns an 8×8 board with its rows and columns exchanged.
#[inline(always)]
fn transposed(mut board: u64) -> u64 {
    for (shift, mask) in [
        (7, 0x00aa_00aa_00aa_00aa),
        (14, 0x0000_cccc_0000_cccc),
        (28, 0x0000_0000_f0f0_f0f0),
    ] {
        let changed = (board ^ (board >> shift)) & mask;
        board ^= changed ^ (changed << shift);
    }
    board
}

/// Numbers the weights: mirror images of a configuration share one. Returns the number
/// of each configuration, and how many there are.
pub(super) fn numbers() -> (Vec<u32>, usize) {
    let mut numbers = vec![u32::MAX; CONFIGURATIONS];
    let mut next = 0;
    for (class, &offset) in CLASSES.iter().zip(&OFFSETS) {
        for index in 0..3_usize.pow(class.squares) {
            if numbers[offset + index] == u32::MAX {
                numbers[offset + index] = next;
                if !class.mirror.is_empty() {
                    numbers[offset + mirrored(index, class.mirror)] = next;
                }
                next += 1;
            }
        }
    }
    (numbers, next as usize)
}

/// Returns the mirror image of a configuration.
fn mirrored(index: usize, mirror: &[u8]) -> usize {
    let mut rest = index;
    mirror
        .iter()
        .map(|&square| {
            let digit = rest % 3;
            rest /= 3;
            digit * 3_usize.pow(square.into())
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirror_images_share_a_weight() {
        let (numbers, count) = numbers();
        let halves = |squares: u32, fixed: u32| 3_usize.pow(squares).midpoint(3_usize.pow(fixed));
        let plain = 3_usize.pow(10) + 3 * 3_usize.pow(8);
        assert_eq!(count, halves(9, 6) + plain + halves(8, 4));
        assert_eq!(numbers.iter().max(), Some(&(count as u32 - 1)));
        // A disc beside the corner, and one two squares away from it.
        assert_eq!(numbers[3], numbers[27]);
        assert_eq!(numbers[9], numbers[3_usize.pow(6)]);
        assert_ne!(numbers[1], numbers[3]);
    }

    #[test]
    fn a_transposed_board_has_rows_for_columns() {
        assert_eq!(transposed(0xff), 0x0101_0101_0101_0101);
        assert_eq!(transposed(1 << 10), 1 << 17);
    }
}

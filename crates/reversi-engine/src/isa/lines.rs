//! Counts the discs that the last move flips, with one look-up per line through its square.

use std::arch::x86_64::_pext_u64;

/// The lines through a square, and the index of the square in each.
#[repr(C, align(64))]
struct SquareLines {
    /// The squares of the column, the falling and the rising diagonal.
    masks: [u64; 3],
    row: u32,
    /// The index of the square in the row and in the three lines of `masks`.
    indices: [u8; 4],
}

static LINES: [SquareLines; 64] = {
    let mut all = [const {
        SquareLines {
            masks: [0; 3],
            row: 0,
            indices: [0; 4],
        }
    }; 64];
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square as i32 / 8, square as i32 % 8);
        all[square].row = row as u32 * 8;
        all[square].indices[0] = column as u8;
        let mut other = 0;
        while other < 64 {
            let (down, right) = (other as i32 / 8 - row, other as i32 % 8 - column);
            let on = [right == 0, down == right, down == -right];
            let mut line = 0;
            while line < 3 {
                if on[line] {
                    all[square].masks[line] |= 1 << other;
                    if other < square {
                        all[square].indices[line + 1] += 1;
                    }
                }
                line += 1;
            }
            other += 1;
        }
        square += 1;
    }
    all
};

/// Twice the number of discs flipped in a line, by the index of the last empty square and the
/// player's discs; all others are the opponent's. In a line shorter than eight squares nothing is
/// flipped beyond its end, since the player has no disc there.
static FLIPS: [[u8; 256]; 8] = {
    let mut all = [[0; 256]; 8];
    let mut index = 0;
    while index < 8 {
        let mut discs = 0;
        while discs < 256 {
            let below = discs & ((1 << index) - 1);
            let above = discs >> (index + 1);
            let mut flips = 0;
            if below != 0 {
                flips += index as u32 - 1 - (below as u32).ilog2();
            }
            if above != 0 {
                flips += (above as u32).trailing_zeros();
            }
            all[index][discs] = 2 * flips as u8;
            discs += 1;
        }
        index += 1;
    }
    all
};

#[inline]
#[target_feature(enable = "bmi2")]
pub(super) fn last_flips(square: u32, player: u64) -> i32 {
    let lines = &LINES[square as usize & 63];
    let flips = |line: usize, discs: u64| {
        i32::from(FLIPS[usize::from(lines.indices[line] & 7)][discs as usize & 255])
    };
    flips(0, player >> (lines.row & 63))
        + flips(1, _pext_u64(player, lines.masks[0]))
        + flips(2, _pext_u64(player, lines.masks[1]))
        + flips(3, _pext_u64(player, lines.masks[2]))
}

//! The regions of the board: the four corners, the four sides, and the rest.

use super::patterns::{LANES, LAYOUT_CONST};
use super::terms;

/// The number of regions. The corners are 0 to 3, clockwise from a1, the sides 4 to 7,
/// clockwise from the first row, and the last is everything else.
pub const REGIONS: usize = 9;

/// The region of the patterns in the centre and of the terms.
pub const REST: usize = 8;

/// The sides beside each corner.
pub const BESIDE_CORNER: [[usize; 2]; 4] = [[7, 4], [4, 5], [5, 6], [6, 7]];

/// The lanes of the features of each region, and the offsets of their classes.
pub(super) struct Lanes {
    lanes: [(usize, usize); LANES],
    /// Region `r` has the lanes from `begins[r]` to `begins[r + 1]`.
    begins: [usize; REGIONS + 1],
}

impl Lanes {
    pub(super) const fn of(&self, region: usize) -> &[(usize, usize)] {
        let (_, from) = self.lanes.split_at(self.begins[region]);
        from.split_at(self.begins[region + 1] - self.begins[region])
            .0
    }
}

pub(super) const LANES_OF: Lanes = lanes();

const fn lanes() -> Lanes {
    let mut all = Lanes {
        lanes: [(0, 0); LANES],
        begins: [0; REGIONS + 1],
    };
    let (mut region, mut count) = (0, 0);
    while region < REGIONS {
        all.begins[region] = count;
        let mut index = 0;
        while index < LAYOUT_CONST.classes.len() {
            let class = &LAYOUT_CONST.classes[index];
            let mut lane = class.first_lane;
            while lane < class.end_lane {
                if region_of(lane) == region {
                    all.lanes[count] = (lane, class.offset);
                    count += 1;
                }
                lane += 1;
            }
            index += 1;
        }
        region += 1;
    }
    all.begins[REGIONS] = count;
    all
}

/// Returns the region of a lane: its corner if it contains exactly one, else the nearest corner or
/// side.
const fn region_of(lane: usize) -> usize {
    const CORNERS: [usize; 4] = [0, 7, 63, 56];
    let (mut column, mut row, mut square) = (0, 0, 0);
    while square < 64 {
        if LAYOUT_CONST.delta[square][lane] != 0 {
            column += 2 * (square % 8) as i32 - 7;
            row += 2 * (square / 8) as i32 - 7;
        }
        square += 1;
    }
    let (mut corner, mut corners, mut found) = (0, 0, 0);
    while corner < 4 {
        if LAYOUT_CONST.delta[CORNERS[corner]][lane] != 0 {
            corners += 1;
            found = corner;
        }
        corner += 1;
    }
    if corners == 1 {
        found
    } else if column == 0 && row == 0 {
        REST
    } else if column.abs() == row.abs() {
        [[0, 3], [1, 2]][(column > 0) as usize][(row > 0) as usize]
    } else if row.abs() > column.abs() {
        if row < 0 { 4 } else { 6 }
    } else if column > 0 {
        5
    } else {
        7
    }
}

/// Returns the regions of the weights of [`Fold::weights_of`](super::Fold::weights_of).
pub fn regions_of_weights() -> Vec<usize> {
    let features = LAYOUT_CONST
        .classes
        .last()
        .map_or(0, |class| class.end_lane);
    let regions = (0..features).map(region_of);
    regions.chain([REST; terms::COUNT]).collect()
}

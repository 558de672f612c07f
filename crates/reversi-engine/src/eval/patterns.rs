//! The patterns of the evaluation, and everything derived from them.

/// The squares of one instance of every pattern class. The other instances follow
/// from the symmetries of the board.
const CLASSES: [&str; 14] = [
    // The corner: 3×3, 2×5, a triangle, and the two edges that meet there.
    "a1b1c1a2b2c2a3b3c3",
    "a1b1c1d1e1a2b2c2d2e2",
    "a1b1c1d1a2b2c2a3b3a4",
    "a5a4a3a2a1b2b1c1d1e1",
    // The edge with its X squares, and with four squares of the second row.
    "b2a1b1c1d1e1f1g1h1g2",
    "a1c1d1c2d2e2f2e1f1h1",
    // The second to the fourth row.
    "a2b2c2d2e2f2g2h2",
    "a3b3c3d3e3f3g3h3",
    "a4b4c4d4e4f4g4h4",
    // The diagonals.
    "a1b2c3d4e5f6g7h8",
    "b1c2d3e4f5g6h7",
    "c1d2e3f4g5h6",
    "d1e2f3g4h5",
    "e1f2g3h4",
];

pub(super) const CLASS_COUNT: usize = CLASSES.len();

/// The number of lanes of [`Features`](super::Features), which fill registers of any width.
pub(super) const LANES: usize = 64;

/// The most squares of a pattern: 3 to this power fits into 16 bits.
const MAX_SQUARES: usize = 10;

#[derive(Clone, Copy)]
pub(super) struct PatternClass {
    pub(super) squares: usize,
    /// The squares as listed in `CLASSES`. The first has the lowest digit.
    pub(super) at: [u8; MAX_SQUARES],
    pub(super) first_lane: usize,
    pub(super) end_lane: usize,
    /// The index of its first weight in a stage.
    pub(super) offset: usize,
    pub(super) configurations: usize,
}

/// Everything that follows from `CLASSES`. The vectors are aligned to cache lines.
#[repr(C, align(64))]
pub(super) struct PatternLayout {
    /// The change of each lane's index if the digit of a square grows by one.
    pub(super) delta: [[u16; LANES]; 64],
    /// The highest index of each lane; 0 for an unused lane.
    pub(super) max: [u16; LANES],
    pub(super) classes: [PatternClass; CLASS_COUNT],
    /// The number of weights of a stage, without symmetries.
    pub(super) weights: usize,
}

pub(super) static LAYOUT: PatternLayout = LAYOUT_CONST;
pub(super) const LAYOUT_CONST: PatternLayout = layout();

pub(super) const fn image(square: u8, symmetry: u8) -> u8 {
    let (mut row, mut column) = (square / 8, square % 8);
    if symmetry & 1 != 0 {
        column = 7 - column;
    }
    if symmetry & 2 != 0 {
        row = 7 - row;
    }
    if symmetry & 4 != 0 {
        (row, column) = (column, row);
    }
    row * 8 + column
}

const fn class(text: &str) -> PatternClass {
    let bytes = text.as_bytes();
    let squares = bytes.len() / 2;
    let mut at = [0; MAX_SQUARES];
    let mut digit = 0;
    while digit < squares {
        at[digit] = (bytes[2 * digit + 1] - b'1') * 8 + bytes[2 * digit] - b'a';
        digit += 1;
    }
    PatternClass {
        squares,
        at,
        first_lane: 0,
        end_lane: 0,
        offset: 0,
        configurations: 3_usize.pow(squares as u32),
    }
}

impl PatternClass {
    const fn instance(&self, symmetry: u8) -> u64 {
        let mut word = 0;
        let mut digit = 0;
        while digit < self.squares {
            word |= 1 << image(self.at[digit], symmetry);
            digit += 1;
        }
        word
    }

    const fn is_new_instance(&self, symmetry: u8) -> bool {
        let mut before = 0;
        while before < symmetry {
            if self.instance(before) == self.instance(symmetry) {
                return false;
            }
            before += 1;
        }
        true
    }
}

const fn layout() -> PatternLayout {
    let mut classes = [class(CLASSES[0]); CLASS_COUNT];
    let mut delta = [[0; LANES]; 64];
    let mut max = [0; LANES];
    let (mut lane, mut weights, mut index) = (0, 0, 0);
    while index < CLASS_COUNT {
        let mut class = class(CLASSES[index]);
        class.first_lane = lane;
        class.offset = weights;
        let mut symmetry = 0;
        while symmetry < 8 {
            if class.is_new_instance(symmetry) {
                let (mut digit, mut power) = (0, 1);
                while digit < class.squares {
                    delta[image(class.at[digit], symmetry) as usize][lane] = power;
                    max[lane] += 2 * power;
                    // The power after the last digit would not always fit.
                    if digit + 1 < class.squares {
                        power *= 3;
                    }
                    digit += 1;
                }
                lane += 1;
            }
            symmetry += 1;
        }
        class.end_lane = lane;
        weights += class.configurations;
        classes[index] = class;
        index += 1;
    }
    PatternLayout {
        delta,
        max,
        classes,
        weights,
    }
}

pub(super) fn description() -> String {
    CLASSES.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lane_contains_every_square_of_its_class_once() {
        for class in &LAYOUT.classes {
            for lane in class.first_lane..class.end_lane {
                let mut powers: Vec<u16> = LAYOUT
                    .delta
                    .iter()
                    .map(|lanes| lanes[lane])
                    .filter(|&power| power != 0)
                    .collect();
                powers.sort_unstable();
                let expected: Vec<u16> = (0..class.squares as u32).map(|n| 3_u16.pow(n)).collect();
                assert_eq!(powers, expected);
                assert_eq!(usize::from(LAYOUT.max[lane]), class.configurations - 1);
            }
        }
    }
}

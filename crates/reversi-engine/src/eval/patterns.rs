//! Which squares the evaluation looks at together.

/// The squares of every class of patterns, at one of the places where it is
/// found; its other places follow by turning and mirroring the board.
const CLASSES: [&str; 14] = [
    // The corner: three by three, two by five, a triangle, and the two edges
    // that meet there.
    "a1b1c1a2b2c2a3b3c3",
    "a1b1c1d1e1a2b2c2d2e2",
    "a1b1c1d1a2b2c2a3b3a4",
    "a5a4a3a2a1b2b1c1d1e1",
    // The edge, with the squares from which its corners are lost, and with
    // the four in the middle of the second row.
    "b2a1b1c1d1e1f1g1h1g2",
    "a1c1d1c2d2e2f2e1f1h1",
    // The other rows and columns; the second has its corners' neighbours.
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

/// How many classes there are.
pub(super) const CLASS_COUNT: usize = CLASSES.len();

/// How many features fit into [`Features`](super::Features): a whole number
/// of the widest vector registers.
pub(super) const LANES: usize = 64;

/// The most squares of a pattern: 3 to this power still fits into 16 bits.
const MAX_SQUARES: usize = 10;

/// A class of patterns that share their weights.
#[derive(Clone, Copy)]
pub(super) struct Class {
    /// How many squares it has.
    pub(super) squares: usize,
    /// The squares where `CLASSES` has it, the first with the lowest digit.
    pub(super) at: [u8; MAX_SQUARES],
    /// Its features are these lanes,
    pub(super) first_lane: usize,
    /// up to this one, exclusive.
    pub(super) end_lane: usize,
    /// Where its weights begin among those of a stage.
    pub(super) offset: usize,
    /// The first of its features' indices that no longer exists, 3 to the
    /// power of its squares.
    pub(super) configurations: usize,
}

/// Everything that follows from `CLASSES`; the vectors lie in whole cache
/// lines.
#[repr(C, align(64))]
pub(super) struct Layout {
    /// What a lane's index grows by where a square's digit grows by one.
    pub(super) delta: [[u16; LANES]; 64],
    /// The highest index of a lane, 0 for a lane that is not used.
    pub(super) max: [u16; LANES],
    pub(super) classes: [Class; CLASS_COUNT],
    /// How many weights a stage has.
    pub(super) weights: usize,
}

pub(super) static LAYOUT: Layout = LAYOUT_CONST;
pub(super) const LAYOUT_CONST: Layout = layout();

/// The square that one of the board's eight symmetries moves `square` to.
pub(super) const fn turned(square: u8, symmetry: u8) -> u8 {
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

const fn class(text: &str) -> Class {
    let bytes = text.as_bytes();
    let squares = bytes.len() / 2;
    let mut at = [0; MAX_SQUARES];
    let mut digit = 0;
    while digit < squares {
        at[digit] = (bytes[2 * digit + 1] - b'1') * 8 + bytes[2 * digit] - b'a';
        digit += 1;
    }
    Class {
        squares,
        at,
        first_lane: 0,
        end_lane: 0,
        offset: 0,
        configurations: 3_usize.pow(squares as u32),
    }
}

impl Class {
    /// The squares at the place that `symmetry` moves the class to, as a word.
    const fn place(&self, symmetry: u8) -> u64 {
        let mut word = 0;
        let mut digit = 0;
        while digit < self.squares {
            word |= 1 << turned(self.at[digit], symmetry);
            digit += 1;
        }
        word
    }

    /// Whether no symmetry before this one moves the class to the same place.
    const fn is_new_place(&self, symmetry: u8) -> bool {
        let mut before = 0;
        while before < symmetry {
            if self.place(before) == self.place(symmetry) {
                return false;
            }
            before += 1;
        }
        true
    }
}

const fn layout() -> Layout {
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
            if class.is_new_place(symmetry) {
                let (mut digit, mut power) = (0, 1);
                while digit < class.squares {
                    delta[turned(class.at[digit], symmetry) as usize][lane] = power;
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
    Layout {
        delta,
        max,
        classes,
        weights,
    }
}

/// A number that differs between two sets of patterns.
pub(super) fn fingerprint() -> u64 {
    crate::hash::fnv1a(CLASSES.join(" ").as_bytes().iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_has_its_places() {
        let lanes: Vec<usize> = LAYOUT
            .classes
            .iter()
            .map(|class| class.end_lane - class.first_lane)
            .collect();
        assert_eq!(lanes, [4, 8, 4, 4, 4, 4, 4, 4, 4, 2, 4, 4, 4, 4]);
        assert_eq!(LAYOUT.classes[CLASS_COUNT - 1].end_lane, 58);
    }

    #[test]
    fn a_lane_counts_every_square_of_its_class_once() {
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

    #[test]
    fn every_square_is_looked_at() {
        for lanes in &LAYOUT.delta {
            assert!(lanes.iter().filter(|&&power| power != 0).count() >= 4);
        }
    }
}

//! The handout's two boards and their rules.

use reversi_core::{Area, Blocked, Disc, Opening, Placement, Rules, Size, Square};

/// The human's stones.
pub const HUMAN: Disc = Disc::White;

/// The rules of the 1×16 board.
pub const RULES_1X16: Rules = rules(Size::STRIP, SAFE_1X16);

/// The rules of the 8×8 board.
pub const RULES_8X8: Rules = rules(Size::EIGHT, SAFE_8X8);

const SAFE_1X16: Area = Area {
    first: Square::new(0, 4),
    last: Square::new(0, 11),
};

const SAFE_8X8: Area = Area {
    first: Square::new(2, 2),
    last: Square::new(5, 5),
};

/// The handout's "Game Rules": an empty board, white starts, and every stone
/// goes in the safe area or at most two cells from one that is there. With
/// such a reach nobody is blocked before the board is full.
const fn rules(size: Size, safe: Area) -> Rules {
    Rules {
        size,
        opening: Opening::Empty,
        first: HUMAN,
        placement: Placement::Near { safe, reach: 2 },
        blocked: Blocked::End,
        ..Rules::OTHELLO
    }
}

/// Which of the two boards is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// One row of sixteen columns.
    Strip,
    /// Eight rows of eight columns.
    Square,
}

impl Variant {
    /// The rules on this board.
    pub const fn rules(self) -> Rules {
        match self {
            Self::Strip => RULES_1X16,
            Self::Square => RULES_8X8,
        }
    }

    /// Where a stone may always be placed: the grey cells.
    pub const fn safe_area(self) -> Area {
        match self {
            Self::Strip => SAFE_1X16,
            Self::Square => SAFE_8X8,
        }
    }
}

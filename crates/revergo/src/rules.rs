//! The handout's two boards and their rules.

use reversi_core::{Area, Blocked, Disc, Opening, Placement, Rules, Size, Square};

/// The human's stones.
pub const HUMAN: Disc = Disc::White;

/// The computer's stones.
pub const COMPUTER: Disc = HUMAN.opponent();

/// The rules of the 1×16 board.
pub const RULES_1X16: Rules = rules(Size::STRIP, Square::new(0, 4), Square::new(0, 11));

/// The rules of the 8×8 board.
pub const RULES_8X8: Rules = rules(Size::EIGHT, Square::new(2, 2), Square::new(5, 5));

/// Returns the handout's "Game Rules": the board is empty, white starts, and every
/// stone is placed in the safe area, from `first` to `last`, or at most two cells
/// from another stone. With this reach, both sides can move until the board is full.
const fn rules(size: Size, first: Square, last: Square) -> Rules {
    Rules {
        size,
        opening: Opening::Empty,
        first: HUMAN,
        placement: Placement::Near {
            safe: Area { first, last },
            reach: 2,
        },
        blocked: Blocked::End,
        ..Rules::OTHELLO
    }
}

/// Returns the safe area of one of the handout's two games.
pub fn safe_area(rules: &Rules) -> Area {
    match rules.placement {
        Placement::Near { safe, .. } => safe,
        Placement::Flipping => unreachable!("ReverGo places stones near each other"),
    }
}

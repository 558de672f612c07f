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

/// The handout's "Game Rules": an empty board, white starts, and every stone
/// goes in the safe area, from `first` to `last`, or at most two cells from one
/// that is there. With such a reach nobody is blocked before the board is full.
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

//! The handout's two boards and their rules.

use reversi_core::{Area, Blocked, Disc, Opening, Placement, Rules, Size, Square};

pub const HUMAN: Disc = Disc::White;

pub const COMPUTER: Disc = HUMAN.opponent();

const STRIP: Size = match Size::new(1, 16) {
    Ok(size) => size,
    Err(_) => unreachable!(),
};

pub const RULES_1X16: Rules = rules(STRIP, Square::new(0, 4), Square::new(0, 11));

pub const RULES_8X8: Rules = rules(Size::EIGHT, Square::new(2, 2), Square::new(5, 5));

/// Returns the handout's "Game Rules": the board is empty, white starts, and every stone is placed
/// in the safe area, from `first` to `last`, or at most two cells from another stone. With this
/// reach, both sides can move until the board is full.
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

pub fn safe_area(rules: &Rules) -> Area {
    match rules.placement {
        Placement::Near { safe, .. } => safe,
        _ => unreachable!("ReverGo places stones near each other"),
    }
}

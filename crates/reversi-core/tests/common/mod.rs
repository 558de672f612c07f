//! Every variant of the rules that the tests go through.

use reversi_core::{Area, Blocked, Direction, Disc, Opening, Placement, Rules, Size, Square};

pub(crate) const CMSC201: Rules = Rules {
    directions: Direction::ORTHOGONAL,
    blocked: Blocked::End,
    ..Rules::OTHELLO
};

/// ReverGo on `size`, safe from `first` to `last`.
const fn revergo(size: Size, first: Square, last: Square) -> Rules {
    Rules {
        size,
        opening: Opening::Empty,
        first: Disc::White,
        placement: Placement::Near {
            safe: Area { first, last },
            reach: 2,
        },
        blocked: Blocked::End,
        ..Rules::OTHELLO
    }
}

pub(crate) const REVERGO_8X8: Rules = revergo(Size::EIGHT, Square::new(2, 2), Square::new(5, 5));
pub(crate) const REVERGO_1X16: Rules = revergo(Size::STRIP, Square::new(0, 4), Square::new(0, 11));

pub(crate) fn othello(side: usize) -> Rules {
    Rules {
        size: Size::square(side).expect("the tests name sizes that exist"),
        ..Rules::OTHELLO
    }
}

#[allow(dead_code, reason = "each test file uses what it needs")]
pub(crate) fn all() -> Vec<Rules> {
    vec![
        othello(4),
        othello(6),
        Rules::OTHELLO,
        othello(10),
        othello(26),
        CMSC201,
        REVERGO_8X8,
        REVERGO_1X16,
    ]
}

//! The rules for the computer's moves.

use std::cmp::Reverse;

use course::{Computer, ComputerRule};
use reversi_core::{Game, Square};

pub(crate) type Choose = fn(&Game) -> Option<Square>;

fn place<const COLUMNS: bool, const LAST: bool>(at: Square) -> (u8, u8) {
    let (row, col) = if LAST {
        (u8::MAX - at.row, u8::MAX - at.col)
    } else {
        (at.row, at.col)
    };
    if COLUMNS { (col, row) } else { (row, col) }
}

fn first<const COLUMNS: bool, const LAST: bool>(game: &Game) -> Option<Square> {
    game.legal_moves()
        .min_by_key(|at| place::<COLUMNS, LAST>(*at))
}

fn most<const COLUMNS: bool, const LAST: bool>(game: &Game) -> Option<Square> {
    let flips = |at| game.flips(at).map_or(0, |flips| flips.count());
    game.legal_moves()
        .min_by_key(|at| (Reverse(flips(*at)), place::<COLUMNS, LAST>(*at)))
}

/// A rule: the first move, the first of those with the most flips, and the rule in words.
pub(crate) type Rule = (Choose, Choose, &'static str);

pub(crate) const ORDERS: [(&str, Rule); 4] = [
    (
        "rows",
        (
            first::<false, false>,
            most::<false, false>,
            "the upper row and then the left column",
        ),
    ),
    (
        "rows-from-last",
        (
            first::<false, true>,
            most::<false, true>,
            "the lower row and then the right column",
        ),
    ),
    (
        "columns",
        (
            first::<true, false>,
            most::<true, false>,
            "the left column and then the upper row",
        ),
    ),
    (
        "columns-from-last",
        (
            first::<true, true>,
            most::<true, true>,
            "the right column and then the lower row",
        ),
    ),
];

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moves {
    Free,
    First,
    MostFlips,
}

pub(crate) const MOVES: [(&str, Moves); 3] = [
    ("free", Moves::Free),
    ("first", Moves::First),
    ("most-flips", Moves::MostFlips),
];

/// Returns the rule for the computer's moves, and a function that follows it.
pub(crate) fn of(moves: Moves, (first, most, words): Rule) -> (Computer, Choose) {
    let (choose, description) = match moves {
        Moves::Free => return (Computer::Free, most),
        Moves::First => (first, format!("of the legal moves {words}")),
        Moves::MostFlips => (most, format!("the most flips; of equal moves, {words}")),
    };
    let rule = ComputerRule {
        choose,
        counts_flips: moves == Moves::MostFlips,
        description: description.leak(),
    };
    (Computer::Prescribed(rule), choose)
}

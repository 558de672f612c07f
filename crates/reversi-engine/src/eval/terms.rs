//! The terms of the evaluation that depend on the whole board, so no pattern can express them: the
//! numbers of moves, and of discs next to empty squares (the *frontier*).

use super::View;
use crate::isa::beside;

const NAMES: [&str; 5] = [
    "mobility",
    "opponent-mobility",
    "common-moves",
    "frontier",
    "opponent-frontier",
];

pub(super) const COUNT: usize = NAMES.len();

/// The number of values of a term, from 0 on. Not all of them occur.
const VALUES: usize = 64;

pub(super) const WEIGHTS: usize = NAMES.len() * VALUES;

/// Returns the indices of a position's weights, one per term.
#[inline(always)]
pub(super) fn weights_of(view: &View) -> [usize; NAMES.len()] {
    let open = beside(view.empty());
    let values = [
        view.moves,
        view.replies,
        view.moves & view.replies,
        view.player & open,
        view.opponent & open,
    ];
    // The mask changes nothing, but proves that the index is in bounds.
    std::array::from_fn(|term| term * VALUES + (values[term].count_ones() as usize & (VALUES - 1)))
}

pub(super) fn description() -> String {
    NAMES.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    /// Checks the terms of a position with this first row, and with the disc `rest` on
    /// all other squares, for X to move.
    #[track_caller]
    fn check(first_row: &str, rest: &str, expected: [usize; NAMES.len()]) {
        let first_row = first_row.replace(' ', "");
        let text = format!("{first_row} {} X", rest.repeat(56));
        let position: Position = text.parse().expect("it is a position");
        let numbers = weights_of(&View::of(position));
        let values: Vec<usize> = (0..NAMES.len())
            .map(|term| numbers[term] - term * VALUES)
            .collect();
        assert_eq!(values, expected, "{text}");
    }

    #[test]
    fn the_terms_count_moves_and_discs_beside_empty_squares() {
        check("O X X X - O O O", "O", [0, 1, 0, 1, 4]);
        check("X O O O - X X X", "X", [1, 0, 0, 4, 1]);
        check("O X - O X X X X", "X", [1, 1, 1, 4, 1]);
        check("O X - - O X X X", "X", [1, 1, 0, 5, 1]);
    }
}

//! Squares and lists of them.

use reversi_core::Square;

pub(crate) fn transpose(at: Square) -> Square {
    Square::new(at.col, at.row)
}

/// Returns the squares of `all` that are not among `some`, in row-major order.
pub(crate) fn without(all: &[Square], some: &[Square]) -> Vec<Square> {
    let left = all.iter().filter(|square| !some.contains(square));
    let mut left: Vec<Square> = left.copied().collect();
    left.sort_unstable();
    left
}

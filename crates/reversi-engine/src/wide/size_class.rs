//! The classes of board sizes that share weights and models of errors.

/// The number of classes.
pub(super) const CLASSES: usize = 4;

/// Returns the class of boards of `side` rows: 4×4 and 6×6, to 10×10, to 16×16, and above.
pub(super) fn class(side: u8) -> usize {
    match side {
        ..=6 => 0,
        7..=10 => 1,
        11..=16 => 2,
        _ => 3,
    }
}

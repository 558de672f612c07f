//! The sizes of discs and marks, in sides of a square. Their colours are in `marks.css`.

/// The radius of a disc.
pub(crate) const DISC: f64 = 0.4;

/// The radius of the ring on a flipped disc.
pub(crate) const FLIP: f64 = 0.25;

/// The radius of the dot on the last move.
pub(crate) const LAST: f64 = 0.15;

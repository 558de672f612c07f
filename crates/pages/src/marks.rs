//! The sizes of discs and marks, in hundredths of a square's side. Their colours are in
//! `marks.css`.

/// The radius of a disc.
pub(crate) const DISC: u8 = 40;

/// The radius of the ring on a flipped disc.
pub(crate) const FLIP: u8 = 25;

/// The radius of the dot on the last move.
pub(crate) const LAST: u8 = 15;

//! The sizes of discs and marks, in hundredths of a square's side. Their colours are in
//! `marks.css`.

pub(crate) const DISC: u8 = 40;

pub(crate) const FLIP: u8 = 25;

pub(crate) const LAST: u8 = 15;

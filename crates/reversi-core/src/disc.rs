//! The two colours.

use core::fmt;
use core::ops::{Index, IndexMut};

/// A disc, named by the side that is up. An empty square is `Option<Disc>`'s
/// `None`, never a third colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Disc {
    /// Moves first in Othello.
    Black,
    /// Black's opponent.
    White,
}

impl Disc {
    /// Returns the other colour, which this disc has after a flip.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// Returns `black` or `white`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }
}

/// Writes the name.
impl fmt::Display for Disc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One `T` for each colour, indexed by [`Disc`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ByDisc<T> {
    /// The value for black.
    pub black: T,
    /// The value for white.
    pub white: T,
}

impl<T> Index<Disc> for ByDisc<T> {
    type Output = T;

    fn index(&self, disc: Disc) -> &T {
        match disc {
            Disc::Black => &self.black,
            Disc::White => &self.white,
        }
    }
}

impl<T> IndexMut<Disc> for ByDisc<T> {
    fn index_mut(&mut self, disc: Disc) -> &mut T {
        match disc {
            Disc::Black => &mut self.black,
            Disc::White => &mut self.white,
        }
    }
}

#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(clippy::disallowed_methods)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "squares and values are small"
)]

mod prescribed;
mod simple;

use std::fmt;
use std::str::FromStr;

use reversi_core::{Game, Square};

pub use prescribed::prescribed;
pub use simple::{positional, smarter, smartest};

/// A computer player of APS105 Lab 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// See [`prescribed()`].
    Prescribed,
    /// See [`smarter`].
    Smarter,
    /// See [`smartest`].
    Smartest,
    /// The engine, `reversi_engine::Player`.
    Strongest,
}

/// Chooses the move for the side to move; returns `None` if it has none.
pub type Chooser = fn(&Game) -> Option<Square>;

const TABLE: [(&str, &str, Option<Chooser>); 4] = [
    (
        "prescribed",
        "Flips the most tiles, as Part 1 prescribes",
        Some(prescribed),
    ),
    (
        "smarter",
        "A little better: looks one move ahead",
        Some(smarter),
    ),
    (
        "smartest",
        "A little better again: looks up to four moves ahead",
        Some(smartest),
    ),
    ("strongest", "The engine, as in Part 2", None),
];

impl Opponent {
    /// Every opponent, from the weakest to the strongest.
    pub const ALL: [Self; 4] = [
        Self::Prescribed,
        Self::Smarter,
        Self::Smartest,
        Self::Strongest,
    ];

    /// The name on a command line.
    pub const fn name(self) -> &'static str {
        TABLE[self as usize].0
    }

    /// One line for a command's help.
    pub const fn description(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// The function that chooses the moves; `None` for the engine.
    pub const fn chooser(self) -> Option<Chooser> {
        TABLE[self as usize].2
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error is a message.
impl FromStr for Opponent {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut all = Self::ALL.into_iter();
        all.find(|one| one.name() == text).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("unknown opponent: expected one of {names}")
        })
    }
}

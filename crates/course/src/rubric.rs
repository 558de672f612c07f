//! The points of a handout.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// A part of a program's task for which handouts give points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aspect {
    /// All of it: no game is visible, or the program stops during it.
    #[default]
    Whole,
    /// The side to move, passes, and the end of the game.
    Turns,
    /// The legal moves in lists, and refusals.
    LegalMoves,
    /// The prompt for a move, and the reply to a typed line.
    Asking,
    /// The discs that a move places and flips.
    Placement,
    Computer,
    /// The result, on the screen and in the file.
    Result,
    /// Words and white space that do not affect the game.
    Text,
}

impl Aspect {
    pub const ALL: [Self; 8] = [
        Self::Whole,
        Self::Turns,
        Self::LegalMoves,
        Self::Asking,
        Self::Placement,
        Self::Computer,
        Self::Result,
        Self::Text,
    ];

    /// All aspects of the game's rules, whatever the words are.
    pub const GAME: [Self; 6] = [
        Self::Turns,
        Self::LegalMoves,
        Self::Asking,
        Self::Placement,
        Self::Computer,
        Self::Result,
    ];

    /// Returns the name in files: `legal-moves`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Turns => "turns",
            Self::LegalMoves => "legal-moves",
            Self::Asking => "asking",
            Self::Placement => "placement",
            Self::Computer => "computer",
            Self::Result => "result",
            Self::Text => "text",
        }
    }
}

impl fmt::Display for Aspect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Aspect {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|one| one.name() == name);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("{name:?} is not an aspect; the aspects are {names}")
        })
    }
}

/// A criterion of a rubric.
#[derive(Clone, Debug, PartialEq)]
pub struct Criterion {
    /// In a few words.
    pub name: Cow<'static, str>,
    /// Finite, and not negative.
    pub points: f64,
    /// The aspects whose mistakes cost points. A mistake in [`Aspect::Whole`] costs points in
    /// every criterion.
    pub aspects: Cow<'static, [Aspect]>,
}

impl Criterion {
    pub const fn new(name: &'static str, points: f64, aspects: &'static [Aspect]) -> Self {
        Self {
            name: Cow::Borrowed(name),
            points,
            aspects: Cow::Borrowed(aspects),
        }
    }
}

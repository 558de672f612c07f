//! The part of a case before its first move.

use reversi_core::{ByDisc, Disc, Rules};

/// The game that the typed lines before the first move set up.
#[derive(Clone, Debug)]
pub struct Setup {
    pub rules: Rules,
    pub computer: Option<Disc>,
    /// The accepted lines before the first move, with their line ends.
    pub answers: Vec<Vec<u8>>,
    /// The number of typed lines before the first move, including refused ones.
    pub lines: usize,
    /// The names that the input gives the two sides.
    pub names: Option<ByDisc<String>>,
}

impl Setup {
    pub fn at_once(rules: Rules, computer: Option<Disc>) -> Self {
        Self::after(&[], 0, rules, computer)
    }

    /// Sets up a game after `answers`; the last one is line number `lines`.
    pub fn after(answers: &[&[u8]], lines: usize, rules: Rules, computer: Option<Disc>) -> Self {
        Self {
            rules,
            computer,
            answers: answers
                .iter()
                .map(|line| [line, &b"\n"[..]].concat())
                .collect(),
            lines,
            names: None,
        }
    }
}

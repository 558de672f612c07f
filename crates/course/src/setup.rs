//! What a case fixes before its first move.

use reversi_core::{ByDisc, Disc, Rules};

/// What the entries before the first move fix.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The rules.
    pub rules: Rules,
    /// The side that the computer plays.
    pub computer: Option<Disc>,
    /// The entries before the first move that a program takes, as they are
    /// sent to it.
    pub taken: Vec<Vec<u8>>,
    /// How many entries come before the first move, those included that a
    /// program asks for again.
    pub entries: usize,
    /// What the input calls the two sides, if it names them.
    pub names: Option<ByDisc<String>>,
}

impl Setup {
    /// A game that begins with its first move.
    pub fn at_once(rules: Rules, computer: Option<Disc>) -> Self {
        Self {
            rules,
            computer,
            taken: Vec::new(),
            entries: 0,
            names: None,
        }
    }
}

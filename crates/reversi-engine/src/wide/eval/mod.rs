//! The evaluation of a position for the side to move.

mod patterns;
mod terms;
mod weights;

use super::bitboard::Bitboard;
use super::position::{Position, Shape};
use crate::isa::{Isa, Portable};
use terms::Terms;

pub use terms::TERMS;
pub use weights::{Features, Numbering, POINTS, Weights};

/// Evaluates the positions of one board size.
#[derive(Clone, Debug)]
pub(super) struct Evaluator {
    weights: Weights,
    side: u8,
}

impl Evaluator {
    /// Returns an evaluator for boards of `side` rows.
    pub(super) fn new(side: u8, weights: &Weights) -> Self {
        Self {
            weights: weights.clone(),
            side,
        }
    }

    /// Evaluates a position with `empties` empty squares, in hundredths of a disc.
    /// Returns `None` if neither side has a move.
    #[inline(always)]
    pub(super) fn evaluate_inlined<B: Bitboard>(
        &self,
        isa: impl Isa,
        position: Position<B>,
        empties: u32,
        shape: &Shape<B>,
    ) -> Option<i32> {
        let terms = Terms::of(isa, position, empties, shape)?;
        let (stage, mut sum) = self.weights.at(point(self.side, empties));
        sum += stage.linear(&terms.0);
        patterns::visit(position, self.side, |index| {
            sum += i32::from(stage.patterns[index]);
        });
        let greatest = 100 * i32::from(self.side) * i32::from(self.side);
        Some(sum.clamp(-greatest, greatest))
    }
}

/// Returns the features of a position; `None` if neither side has a move.
pub(super) fn features<B: Bitboard>(
    position: Position<B>,
    empties: u32,
    shape: &Shape<B>,
) -> Option<Features> {
    let terms = Terms::of(Portable, position, empties, shape)?;
    let mut configurations = Vec::new();
    patterns::visit(position, shape.side, |index| {
        configurations.push(u32::try_from(index).expect("there are fewer than 2^32"));
    });
    Some(Features {
        point: point(shape.side, empties),
        configurations,
        terms: terms.0,
    })
}

/// Returns the point of the game, from 60 at the start to 0 at the end. A position may
/// have fewer discs than the first one.
#[inline(always)]
pub(super) fn point(side: u8, empties: u32) -> usize {
    let most = u32::from(side) * u32::from(side) - 4;
    ((empties * (POINTS as u32 - 1) / most) as usize).min(POINTS - 1)
}

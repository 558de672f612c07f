//! Weight sharing between mirror images of configurations.

use super::patterns::{LAYOUT, PatternClass, image};
use super::{Features, View, terms};

/// Numbers the weights of a stage: those of the patterns, then those of the terms.
/// Configurations that are mirror images of each other share a weight.
///
/// A stage has [`Fold::len`] weights in a file and in a fit. In memory it has one
/// per configuration, for a faster look-up.
pub struct Fold {
    /// The index of each configuration's weight, then those of the terms' weights.
    of: Vec<u32>,
    len: usize,
}

impl Fold {
    /// Returns the numbering for all patterns and terms.
    pub fn new() -> Self {
        let mut of = vec![u32::MAX; LAYOUT.weights];
        let mut len = 0;
        for class in &LAYOUT.classes {
            let permutations = permutations(class);
            for index in 0..class.configurations {
                if of[class.offset + index] == u32::MAX {
                    for permutation in &permutations {
                        of[class.offset + permuted(index, permutation)] = len;
                    }
                    len += 1;
                }
            }
        }
        let patterns = len;
        len += terms::WEIGHTS as u32;
        of.extend(patterns..len);
        Self {
            of,
            len: len as usize,
        }
    }

    /// The number of weights of a stage.
    #[expect(clippy::len_without_is_empty, reason = "there are always weights")]
    pub fn len(&self) -> usize {
        self.len
    }

    pub(super) fn all(&self) -> &[u32] {
        &self.of
    }

    /// Returns the numbers of the weights that a position's evaluation adds up.
    pub fn weights_of<'a>(
        &'a self,
        features: &'a Features,
        view: &View,
    ) -> impl Iterator<Item = u32> {
        let patterns = LAYOUT.classes.iter().flat_map(move |class| {
            (class.first_lane..class.end_lane)
                .map(move |lane| self.of[class.offset + usize::from(features.0[lane])])
        });
        let terms = terms::weights_of(view);
        patterns.chain(terms.map(|number| self.of[LAYOUT.weights + number]))
    }
}

impl Default for Fold {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the permutation of digits for each symmetry that maps the class to itself.
fn permutations(class: &PatternClass) -> Vec<Vec<usize>> {
    let squares = &class.at[..class.squares];
    (0..8)
        .filter_map(|symmetry| {
            squares
                .iter()
                .map(|&square| {
                    let image = image(square, symmetry);
                    squares.iter().position(|&other| other == image)
                })
                .collect()
        })
        .collect()
}

fn permuted(index: usize, permutation: &[usize]) -> usize {
    let mut rest = index;
    permutation
        .iter()
        .map(|&digit| {
            let value = rest % 3;
            rest /= 3;
            value * 3_usize.pow(digit as u32)
        })
        .sum()
}

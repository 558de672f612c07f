//! Which configurations are mirror images of each other.

use super::patterns::{Class, LAYOUT, turned};

/// A number for every set of configurations that are each other's images under
/// the board's symmetries and so share a weight.
///
/// Positions of a stage have [`Fold::len`] weights in a file and in a fit, and
/// more, one for each configuration, in memory, where they are looked up.
pub struct Fold {
    of: Vec<u32>,
    len: usize,
}

impl Fold {
    /// The folding of all patterns.
    pub fn new() -> Self {
        let mut of = vec![u32::MAX; LAYOUT.weights];
        let mut len = 0;
        for class in &LAYOUT.classes {
            let images = images(class);
            for index in 0..class.configurations {
                if of[class.offset + index] == u32::MAX {
                    for image in &images {
                        of[class.offset + permuted(index, image)] = len;
                    }
                    len += 1;
                }
            }
        }
        Self {
            of,
            len: len as usize,
        }
    }

    /// How many weights a stage has.
    #[expect(clippy::len_without_is_empty, reason = "there are always weights")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// For every configuration the number of its weight.
    pub(super) fn all(&self) -> &[u32] {
        &self.of
    }

    /// The numbers of the weights whose sum, with a bias, values a position.
    pub fn weights_of<'a>(&'a self, features: &'a super::Features) -> impl Iterator<Item = u32> {
        LAYOUT.classes.iter().flat_map(move |class| {
            (class.first_lane..class.end_lane)
                .map(move |lane| self.of[class.offset + usize::from(features.0[lane])])
        })
    }
}

impl Default for Fold {
    fn default() -> Self {
        Self::new()
    }
}

/// For each symmetry that leaves the class in its place, the digit that each
/// of its digits becomes.
fn images(class: &Class) -> Vec<Vec<usize>> {
    let squares = &class.at[..class.squares];
    (0..8)
        .filter_map(|symmetry| {
            squares
                .iter()
                .map(|&square| {
                    let image = turned(square, symmetry);
                    squares.iter().position(|&other| other == image)
                })
                .collect()
        })
        .collect()
}

fn permuted(index: usize, image: &[usize]) -> usize {
    let mut rest = index;
    image
        .iter()
        .map(|&digit| {
            let value = rest % 3;
            rest /= 3;
            value * 3_usize.pow(digit as u32)
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_permutation_moves_the_digits() {
        assert_eq!(permuted(2 + 3, &[0, 1, 2]), 2 + 3);
        assert_eq!(permuted(2 + 3, &[2, 1, 0]), 2 * 9 + 3);
    }

    #[test]
    fn symmetric_classes_have_half_the_weights_and_no_number_is_left_out() {
        let fold = Fold::new();
        let mut seen = vec![false; fold.len()];
        for &number in fold.all() {
            seen[number as usize] = true;
        }
        assert!(seen.iter().all(|&is| is));
        // A configuration is its own image if the squares of an orbit agree.
        let halves = |squares: u32, orbits: u32| 3_usize.pow(squares).midpoint(3_usize.pow(orbits));
        let expected = halves(9, 6)
            + 3_usize.pow(10)
            + 2 * halves(10, 6)
            + 2 * halves(10, 5)
            + 4 * halves(8, 4)
            + halves(7, 4)
            + halves(6, 3)
            + halves(5, 3)
            + halves(4, 2);
        assert_eq!(fold.len(), expected);
    }
}

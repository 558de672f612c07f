//! What a position is worth to the side to move, without looking ahead.

use super::bits::Bits;
use super::position::{Position, Shape};
use super::weights::{self, Weights};

/// How many things are counted.
pub const FEATURES: usize = 14;

/// What is counted: for the side to move less for its opponent, but for the
/// last, which is always one.
pub type Features = [i32; FEATURES];

/// Weighs the features of the positions of one size.
#[derive(Clone, Debug)]
pub(super) struct Evaluator {
    /// For every number of discs, the weights in ten-thousandths of a disc.
    by_discs: Vec<Features>,
}

/// A position with the moves that were found in counting its features.
pub(super) struct Counted<B> {
    pub(super) moves: B,
    pub(super) replies: B,
    pub(super) features: Features,
}

impl Evaluator {
    /// With the weights that the engine plays by.
    pub(super) fn new(side: u8) -> Self {
        Self::with(side, &weights::of(side))
    }

    /// With these weights, which are given for some phases of the game, from
    /// the first disc to the last, and are interpolated between them.
    pub(super) fn with(side: u8, weights: &Weights) -> Self {
        let area = usize::from(side) * usize::from(side);
        let last = weights.len() - 1;
        let by_discs = (0..=area)
            .map(|discs| {
                let (phase, part) = (discs * last / area, discs * last % area);
                let next = &weights[(phase + 1).min(last)];
                std::array::from_fn(|feature| {
                    let (here, there) = (weights[phase][feature], next[feature]);
                    here + (there - here) * part as i32 / area as i32
                })
            })
            .collect();
        Self { by_discs }
    }

    /// What features are worth, in hundredths of a disc.
    pub(super) fn weigh(&self, discs: usize, features: &Features) -> i32 {
        let weights = &self.by_discs[discs];
        let sum: i32 = weights.iter().zip(features).map(|(w, f)| w * f).sum();
        sum / 100
    }
}

/// Counts the features of a position.
pub(super) fn count<B: Bits>(position: Position<B>, shape: &Shape<B>) -> Counted<B> {
    let Position { player, opponent } = position;
    let free = position.free(shape.all);
    let (moves, replies) = B::both_moves(player, opponent, free);
    let difference = |squares: B| {
        let of = |discs: B| (discs & squares).count() as i32;
        of(player) - of(opponent)
    };
    let counts = |a: B, b: B| a.count() as i32 - b.count() as i32;

    let mut features = [0; FEATURES];
    features[0] = counts(moves, replies);
    let (mine, theirs) = (moves.count() as i32, replies.count() as i32);
    // The first few moves matter more than the same number among many.
    features[1] = 100 * (mine - theirs) / (mine + theirs + 2);
    features[2] = counts(opponent.spread() & free, player.spread() & free);
    let frontier = free.spread();
    features[3] = difference(frontier);
    features[4] = difference(shape.corners);
    let corners_free = shape.corners & free;
    if !corners_free.is_none() {
        features[5] = counts(moves & corners_free, replies & corners_free);
        for (corner, diagonal, beside) in shape.quarters {
            if !(corner & free).is_none() {
                features[6] += difference(diagonal);
                features[7] += difference(beside);
            }
        }
    }
    if corners_free != shape.corners {
        let stable = |own: B| {
            if (own & shape.corners).is_none() {
                0
            } else {
                B::stable(own, &shape.border).count() as i32
            }
        };
        features[8] = stable(player) - stable(opponent);
    }
    features[9] = difference(shape.edges);
    features[10] = difference(shape.inner_edges);
    features[11] = position.margin();
    features[12] = if free.count() % 2 == 0 { -1 } else { 1 };
    features[13] = 1;
    Counted {
        moves,
        replies,
        features,
    }
}

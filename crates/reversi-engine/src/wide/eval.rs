//! The evaluation of a position for the side to move.

use super::bitboard::Bitboard;
use super::position::{Position, Shape};
use super::weights::{self, FEATURES, Features, Weights};

/// Evaluates the positions of one board size.
#[derive(Clone, Debug)]
pub(super) struct Evaluator {
    /// The weights by number of discs, in ten-thousandths of a disc.
    by_discs: Vec<Features>,
    /// A side is in danger if it has at most about one disc in this many.
    scarce: i32,
}

/// The index of the disc difference among the features.
const MARGIN: usize = 10;

/// The features of a position, and the legal moves found while counting them.
pub(super) struct Counted<B> {
    pub(super) moves: B,
    pub(super) replies: B,
    pub(super) features: Features,
}

impl Evaluator {
    /// Returns an evaluator with the built-in weights.
    pub(super) fn new(side: u8) -> Self {
        Self::with(side, &weights::of(side))
    }

    /// Returns an evaluator with these weights. They are given for phases of the
    /// game, from the first disc to the last, and interpolated between them.
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
        let scarce = if side < 12 { 8 } else { 4 };
        Self { by_discs, scarce }
    }

    /// Evaluates a position by its features, in hundredths of a disc.
    pub(super) fn evaluate(&self, discs: usize, features: &Features) -> i32 {
        let weights = &self.by_discs[discs];
        let sum: i32 = weights.iter().zip(features).map(|(w, f)| w * f).sum();
        sum / 100 + self.danger(discs, features[MARGIN])
    }

    /// Returns the penalty, in hundredths of a disc, for having so few discs that
    /// a side may soon lose all of them. The weights do not cover this, since few
    /// discs are otherwise an advantage in the first half of a game.
    fn danger(&self, discs: usize, margin: i32) -> i32 {
        const PENALTY: i32 = 500;
        let discs = discs as i32;
        let enough = (discs / self.scarce + 3).min(24);
        let lacking = |own: i32| (enough - own).max(0);
        let mine = i32::midpoint(discs, margin);
        PENALTY * (lacking(discs - mine) - lacking(mine))
    }
}

/// Counts the features of a position with `empties` empty squares.
pub(super) fn count<B: Bitboard>(
    position: Position<B>,
    empties: u32,
    shape: &Shape<B>,
) -> Counted<B> {
    let Position { player, opponent } = position;
    let free = position.free(shape.all);
    let (moves, replies) = B::both_moves(player, opponent, free);
    let difference = |squares: B| {
        let of = |discs: B| (discs & squares).count() as i32;
        of(player) - of(opponent)
    };

    let mut features = [0; FEATURES];
    let (mine, theirs) = (moves.count() as i32, replies.count() as i32);
    features[0] = mine - theirs;
    // A difference matters more if both sides have few moves.
    features[1] = 100 * (mine - theirs) / (mine + theirs + 2);
    features[2] = difference(free.spread());
    let owner = |cell| i32::from(player.has(cell)) - i32::from(opponent.has(cell));
    for quarter in &shape.quarters {
        let corner = owner(quarter.corner);
        features[3] += corner;
        if corner == 0 {
            features[4] += i32::from(moves.has(quarter.corner));
            features[4] -= i32::from(replies.has(quarter.corner));
            features[5] += owner(quarter.diagonal);
            features[6] += owner(quarter.beside[0]) + owner(quarter.beside[1]);
        }
    }
    let stable = |own: B| {
        let anchored = shape.quarters.iter().any(|quarter| own.has(quarter.corner));
        if anchored {
            B::stable(own, &shape.border).count() as i32
        } else {
            0
        }
    };
    features[7] = stable(player) - stable(opponent);
    features[8] = difference(shape.edges);
    features[9] = difference(shape.inner_edges);
    features[MARGIN] = position.margin();
    features[11] = if empties.is_multiple_of(2) { -1 } else { 1 };
    features[12] = 1;
    Counted {
        moves,
        replies,
        features,
    }
}

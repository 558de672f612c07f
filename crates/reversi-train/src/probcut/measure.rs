//! The scores of a position at several depths.

use reversi_engine::eval::Weights;
use reversi_engine::{Depth, Engine, Options, Position, SearchLimits};

use super::sample::Sample;

/// The size of a transposition table in MiB.
const TABLE: usize = 64;

/// The ProbCut confidence of searches that are too deep for proofs, in percent.
const CONFIDENCE: u32 = 99;

/// The scores of a position, in hundredths of a disc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Scores {
    /// The number of empty squares.
    pub(super) empties: u32,
    /// By depth, from 0 on.
    pub(super) plies: Vec<i32>,
    /// To the end of the game.
    pub(super) end: Option<i32>,
}

/// Searches positions to all depths.
pub(super) struct Judge {
    weights: Weights,
    /// Proves every cut.
    proving: Engine,
    /// Searches deeper.
    deep: Engine,
    /// The greatest depth of `proving`.
    proven: u32,
}

impl Judge {
    pub(super) fn new(weights: &Weights, proven: u32) -> Self {
        let engine = |confidence| {
            Engine::new(Options {
                table: TABLE,
                weights: Some(weights.clone()),
                confidence,
                ..Options::default()
            })
        };
        Self {
            weights: weights.clone(),
            proving: engine(100),
            deep: engine(CONFIDENCE),
            proven,
        }
    }

    /// Returns the scores at depths from 0, the evaluation, to the sample's depth,
    /// and to the end of the game.
    pub(super) fn scores(&mut self, sample: &Sample) -> Scores {
        let position = sample.position;
        let value = self.weights.value(position);
        let mut scores = Scores {
            empties: position.empties(),
            plies: vec![value],
            end: None,
        };
        let proven = sample.depth.min(self.proven);
        deepen(&mut self.proving, position, Some(proven), &mut scores);
        if sample.depth > proven {
            deepen(&mut self.deep, position, Some(sample.depth), &mut scores);
        }
        if sample.is_solved {
            deepen(&mut self.proving, position, None, &mut scores);
        }
        scores
    }
}

/// Searches to all depths up to `depth`, or to the end, and adds the scores that are
/// not known yet.
fn deepen(engine: &mut Engine, position: Position, depth: Option<u32>, scores: &mut Scores) {
    engine.clear();
    let limits = SearchLimits { depth, time: None };
    engine.search(position, &limits, &mut |line| match line.depth {
        Depth::Plies(depth, _) if depth as usize == scores.plies.len() => {
            scores.plies.push(line.score.0);
        }
        Depth::End(100) => scores.end = Some(line.score.0),
        Depth::Plies(..) | Depth::End(_) => {}
    });
}

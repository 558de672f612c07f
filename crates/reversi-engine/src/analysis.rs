//! The analysis of a position: a score for every legal move, deeper step by step.

use std::time::Duration;

use reversi_core::Game;

use crate::search::Confidence;
use crate::search::steps::{Step, Steps};
use crate::{Depth, Line};

/// The analysis of a position: a line for every legal move, which
/// [`Player::deepen`](crate::Player::deepen) searches deeper step by step, until all scores
/// are exact.
///
/// ```
/// use reversi_core::{Game, Rules, Size};
/// use reversi_engine::{Analysis, Options, Player};
///
/// for side in [6, 8] {
///     let size = Size::square(side)?;
///     let game = Game::new(Rules { size, ..Rules::OTHELLO })?;
///     let mut player = Player::new(size, Options { table: 1, ..Options::default() })?;
///     let mut analysis = Analysis::new(&game);
///     for _ in 0..4 {
///         assert!(player.deepen(&mut analysis)?);
///     }
///     assert_eq!(analysis.lines().len(), 4);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Analysis {
    game: Game,
    step: Option<Step>,
    lines: Vec<Line>,
    nodes: u64,
    time: Duration,
}

impl Analysis {
    /// Starts the analysis of the current position of a game.
    pub fn new(game: &Game) -> Self {
        Self {
            game: game.clone(),
            step: None,
            lines: Vec::new(),
            nodes: 0,
            time: Duration::ZERO,
        }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The lines of all legal moves, best first; empty before the first step. The nodes
    /// and the time are those of the whole analysis.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Returns `true` if there is no further step: all scores are exact, or there is no legal move.
    pub fn is_finished(&self) -> bool {
        match self.lines.first() {
            Some(line) => line.depth == Depth::End(100),
            None => self.game.legal_moves().next().is_none(),
        }
    }

    /// Returns the next step on 8×8, with at least this confidence; `None` if the analysis is
    /// finished.
    pub(crate) fn next_step(&self, empties: u32, least: Confidence) -> Option<Step> {
        // A step should not take very much longer than all steps before it.
        let is_affordable = |positions| positions <= 4 * self.nodes;
        let steps = Steps::new(empties, empties, false, least);
        let next = || steps.next(self.step, is_affordable);
        (!self.is_finished()).then(next).flatten()
    }

    /// Records the lines of a step with the total nodes and time so far. Returns `false` if there
    /// are none.
    pub(crate) fn record(&mut self, step: Option<Step>, lines: Option<Vec<Line>>) -> bool {
        let Some(lines) = lines else {
            return false;
        };
        (self.step, self.lines) = (step, lines);
        self.nodes += self.lines.iter().map(|it| it.nodes).max().unwrap_or(0);
        let time = self.lines.iter().map(|line| line.time).max();
        self.time += time.unwrap_or_default();
        for line in &mut self.lines {
            (line.nodes, line.time) = (self.nodes, self.time);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{board, depth, engine, outcome, random_position};
    use crate::{Position, Score};
    use reversi_core::{Disc, Rules};

    fn analysis(position: Position) -> Analysis {
        let game = Game::resume(Rules::OTHELLO, board(position), Disc::Black);
        Analysis::new(&game.expect("it is 8×8"))
    }

    /// Returns the score of a search after the line's first move, for the side that makes it.
    fn score_of(position: Position, line: &Line, depth: u32) -> Score {
        let next = position.play(line.moves[0]).expect("it is a move");
        let found = engine().search(next, &self::depth(depth), &mut |_| {});
        Score(-found.score.0)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn every_move_gets_the_score_of_a_search_to_the_same_depth(
            choices in prop::collection::vec(any::<usize>(), 24),
        ) {
            // With 38 empty squares, stable discs prove only scores that are excluded below; other
            // proofs may contradict the evaluation.
            let position = random_position(&choices, 38);
            prop_assume!(position.moves() != 0);
            let mut engine = engine();
            let mut analysis = self::analysis(position);
            for depth in 1..=6 {
                prop_assert!(engine.deepen(&mut analysis));
                let lines = analysis.lines();
                prop_assert_eq!(lines.len() as u32, position.moves().count_ones());
                prop_assert!(lines.is_sorted_by_key(|line| std::cmp::Reverse(line.score)));
                prop_assume!(lines.iter().all(|line| line.score.0.abs() < 6000));
                let best = crate::testing::engine().search(position, &self::depth(depth), &mut |_| {});
                prop_assert_eq!(best.score, lines[0].score);
                prop_assert_eq!(best.depth, lines[0].depth);
                for line in lines.iter().filter(|_| depth > 1) {
                    prop_assert_eq!(line.score, score_of(position, line, depth - 1), "{:?}", line);
                    let alone = crate::testing::engine().line_of(position, line.moves[0], &self::depth(depth));
                    prop_assert_eq!((alone.score, alone.depth), (line.score, line.depth));
                }
            }
        }

        #[test]
        fn an_analysis_ends_with_the_exact_score_of_every_move(
            choices in prop::collection::vec(any::<usize>(), 60), empties in 1..=16_u32,
        ) {
            let position = random_position(&choices, empties);
            let mut engine = engine();
            let mut analysis = self::analysis(position);
            while engine.deepen(&mut analysis) {}
            prop_assert!(analysis.is_finished());
            let lines = analysis.lines();
            prop_assert_eq!(lines.len() as u32, position.moves().count_ones());
            for line in lines {
                prop_assert_eq!(line.depth, Depth::End(100));
                prop_assert_eq!(line.score, score_of(position, line, 60));
                prop_assert_eq!(Score(100 * outcome(position, &line.moves)), line.score);
            }
        }
    }
}

//! The evaluation of every legal move of a position, deeper step by step.

use reversi_core::{Game, Size};
use reversi_engine::{Depth, Position, Score, wide};
use serde::Serialize;

use crate::players::{Player, Players, refuse};
use crate::question::number;

/// What the page shows after a step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// The depth in plies.
    pub depth: u32,
    /// If set, the depth is the end of the game.
    pub end: bool,
    /// The confidence in percent of the scores, of a step to this depth; 100 if all
    /// cuts are proven. `None` where the search does not know it.
    pub confidence: Option<u32>,
    /// If set, the scores are those of best play to the end of the game.
    pub exact: bool,
    /// The number of positions visited by all steps.
    pub nodes: u64,
    /// Every legal move, best first.
    pub moves: Vec<Evaluated>,
    /// The score of the best move.
    pub score: f64,
    /// The principal variation of the best move.
    pub pv: Vec<usize>,
    /// If set, there is no further step.
    pub done: bool,
}

/// A move with its evaluation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Evaluated {
    /// The square of the move.
    pub square: usize,
    /// The expected final difference in discs for the side to move. On 8×8 the winner
    /// gets the empty squares, on other boards not.
    pub score: f64,
    /// If set, the score is that of best play to the end of the game.
    pub exact: bool,
    /// The principal variation, from this move on and without passes.
    pub pv: Vec<usize>,
}

/// The evaluation of a position in progress.
#[derive(Clone, Debug)]
pub struct Analysis {
    size: Size,
    state: State,
}

#[derive(Clone, Debug)]
enum State {
    Eight(reversi_engine::Analysis),
    Wide(wide::Analysis),
}

impl Analysis {
    /// Starts with a position in which the side to move has a move. The players forget
    /// other positions, so that the result depends on this one only.
    pub fn new(game: &Game, players: &mut Players) -> Result<Self, String> {
        let (board, mover) = (game.board(), game.to_move());
        let size = board.size();
        let state = match players.of(size)? {
            Player::Eight(engine) => {
                engine.clear();
                let position = Position::of(board, mover);
                let position = position.ok_or_else(|| refuse("it is not 8×8"))?;
                State::Eight(reversi_engine::Analysis::new(position))
            }
            Player::Wide(_) => State::Wide(wide::Analysis::new(board.clone(), mover)),
        };
        Ok(Self { size, state })
    }

    /// Searches every move one step deeper. Returns `None` if the last step was `done`.
    pub fn step(&mut self, players: &mut Players) -> Result<Option<Step>, String> {
        let size = self.size;
        match (&mut self.state, players.of(size)?) {
            (State::Eight(analysis), Player::Eight(engine)) => Ok(engine
                .deepen(analysis)
                .then(|| eight(analysis))
                .flatten()),
            (State::Wide(analysis), Player::Wide(player)) => {
                let deeper = player.deepen(analysis, &false.into()).map_err(refuse)?;
                Ok(deeper.then(|| self::wide(analysis, size)).flatten())
            }
            _ => Err("The board has changed during the analysis.".to_owned()),
        }
    }
}

/// Returns the result of the last step on 8×8.
fn eight(analysis: &reversi_engine::Analysis) -> Option<Step> {
    let best = analysis.lines().first()?;
    let (depth, end, confidence) = match best.depth {
        Depth::Plies(plies, confidence) => (plies, false, confidence),
        Depth::End(confidence) => (analysis.position().empties(), true, confidence),
    };
    let exact = best.depth == Depth::End(100);
    let lines = analysis.lines().iter().map(|line| {
        let squares = line.moves.iter().map(|&square| square.into());
        (line.score, squares.collect())
    });
    Some(Step {
        depth,
        end,
        confidence: Some(confidence),
        exact,
        nodes: best.nodes,
        done: analysis.is_finished(),
        ..of_lines(lines, exact, Size::EIGHT)?
    })
}

/// Returns the result of the last step on another board.
fn wide(analysis: &wide::Analysis, size: Size) -> Option<Step> {
    let exact = analysis.exact();
    let lines = analysis.lines().iter();
    let lines = lines.map(|line| (line.score, line.moves.clone()));
    Some(Step {
        depth: analysis.depth(),
        end: exact,
        confidence: exact.then_some(100),
        exact,
        nodes: analysis.nodes(),
        done: exact,
        ..of_lines(lines, exact, size)?
    })
}

/// Returns a step with these moves; `None` if there is none.
fn of_lines(
    lines: impl Iterator<Item = (Score, Vec<reversi_core::Square>)>,
    exact: bool,
    size: Size,
) -> Option<Step> {
    let evaluated = |(score, line): (Score, Vec<reversi_core::Square>)| {
        let pv: Vec<usize> = line.into_iter().map(|at| number(at, size)).collect();
        Some(Evaluated {
            square: *pv.first()?,
            score: f64::from(score.0) / 100.0,
            exact,
            pv,
        })
    };
    let moves: Vec<Evaluated> = lines.filter_map(evaluated).collect();
    let best = moves.first()?;
    Some(Step {
        depth: 0,
        end: false,
        confidence: None,
        exact,
        nodes: 0,
        score: best.score,
        pv: best.pv.clone(),
        moves,
        done: false,
    })
}

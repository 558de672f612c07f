//! The evaluation of every legal move of a position, deeper step by step.

use reversi_core::Game;
use reversi_engine::{Analysis, Depth, Line};
use serde::Serialize;

use crate::engine::players::{Players, refuse};

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnalysisStep {
    pub depth: u32,
    /// If set, the depth is the end of the game.
    pub end: bool,
    /// The confidence of the scores in percent; 100 if all cuts are proven.
    pub confidence: u32,
    /// If set, the scores are those of best play to the end of the game.
    pub exact: bool,
    pub nodes: u64,
    pub moves: Vec<Evaluated>,
    pub score: f64,
    /// If set, there is no further step.
    pub done: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Evaluated {
    pub square: usize,
    /// The expected final difference in discs for the side to move. On 8×8 the winner
    /// gets the empty squares, on other boards not.
    pub score: f64,
    /// If set, the score is that of best play to the end of the game.
    pub exact: bool,
    /// The principal variation, from this move on and without passes.
    pub pv: Vec<usize>,
}

/// Starts with a position in which the side to move has a move. The players forget other positions,
/// so the result depends only on this one.
pub fn start(game: &Game, players: &mut Players) -> Result<Analysis, String> {
    players.of(game.board().size())?.clear();
    Ok(Analysis::new(game))
}

/// Searches every move one step deeper. Returns `None` if the last step was `done`.
pub fn step(
    analysis: &mut Analysis,
    players: &mut Players,
) -> Result<Option<AnalysisStep>, String> {
    let player = players.of(analysis.game().board().size())?;
    let is_deeper = player.deepen(analysis).map_err(refuse)?;
    Ok(is_deeper.then(|| last_step(analysis)).flatten())
}

fn last_step(analysis: &Analysis) -> Option<AnalysisStep> {
    let board = analysis.game().board();
    let size = board.size();
    let best = analysis.lines().first()?;
    let (depth, end, confidence) = match best.depth {
        Depth::Plies(plies, confidence) => (plies, false, confidence),
        Depth::End(confidence) => {
            let empties = size.area() - board.occupied().count();
            (u32::try_from(empties).ok()?, true, confidence)
        }
    };
    let exact = best.depth == Depth::End(100);
    let evaluated = |line: &Line| {
        let pv: Vec<usize> = line.moves.iter().map(|&at| size.index(at)).collect();
        Some(Evaluated {
            square: *pv.first()?,
            score: f64::from(line.score.0) / 100.0,
            exact,
            pv,
        })
    };
    let moves: Vec<Evaluated> = analysis.lines().iter().filter_map(evaluated).collect();
    Some(AnalysisStep {
        depth,
        end,
        confidence,
        exact,
        nodes: best.nodes,
        score: moves.first()?.score,
        moves,
        done: analysis.is_finished(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::question;

    #[test]
    fn other_boards_are_solved_too() {
        let mut players = Players::default();
        let game = question::read("UUUUUWBUUBWUUUUU", 4, 4, "black").expect("it is a position");
        let mut analysis = start(&game, &mut players).expect("a supported board");
        let next = || step(&mut analysis, &mut players).expect("a supported board");
        let steps: Vec<AnalysisStep> = std::iter::from_fn(next).collect();
        let depths: Vec<u32> = steps.iter().map(|step| step.depth).collect();
        assert_eq!(depths, [1, 2, 3, 4, 5, 6, 12]);
        let last = steps.last().expect("there are steps");
        assert_eq!((last.end, last.exact, last.done), (true, true, true));
        // White wins the 4×4 game by 11 to 3.
        let text = serde_json::to_value(last).expect("it is JSON");
        let moves = text["moves"].as_array().expect("a list");
        assert!(moves.iter().all(|one| one["score"] == -8.0), "{text}");
        assert_eq!(text["score"], -8.0);
    }
}

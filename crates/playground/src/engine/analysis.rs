//! The evaluation of every legal move of a position, deeper step by step.

use reversi_core::Game;
use reversi_engine::{Depth, Line};
use serde::Serialize;

use crate::engine::players::{Players, refuse};
use crate::squares::number;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    pub depth: u32,
    /// If set, the depth is the end of the game.
    pub end: bool,
    /// The confidence in percent of the scores, of a step to this depth; 100 if all
    /// cuts are proven.
    pub confidence: u32,
    /// If set, the scores are those of best play to the end of the game.
    pub exact: bool,
    pub nodes: u64,
    pub moves: Vec<Evaluated>,
    pub score: f64,
    pub pv: Vec<usize>,
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

#[derive(Clone, Debug)]
pub struct Analysis(reversi_engine::Analysis);

impl Analysis {
    /// Starts with a position in which the side to move has a move. The players forget
    /// other positions, so that the result depends on this one only.
    pub fn new(game: &Game, players: &mut Players) -> Result<Self, String> {
        players.of(game.board().size())?.clear();
        Ok(Self(reversi_engine::Analysis::new(game)))
    }

    /// Searches every move one step deeper. Returns `None` if the last step was `done`.
    pub fn step(&mut self, players: &mut Players) -> Result<Option<Step>, String> {
        let Self(analysis) = self;
        let player = players.of(analysis.game().board().size())?;
        let is_deeper = player.deepen(analysis).map_err(refuse)?;
        Ok(is_deeper.then(|| last_step(analysis)).flatten())
    }
}

/// Returns the result of the last step; `None` before the first one.
fn last_step(analysis: &reversi_engine::Analysis) -> Option<Step> {
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
        let pv: Vec<usize> = line.moves.iter().map(|&at| number(size, at)).collect();
        Some(Evaluated {
            square: *pv.first()?,
            score: f64::from(line.score.0) / 100.0,
            exact,
            pv,
        })
    };
    let moves: Vec<Evaluated> = analysis.lines().iter().filter_map(evaluated).collect();
    let Evaluated { score, pv, .. } = moves.first()?.clone();
    Some(Step {
        depth,
        end,
        confidence,
        exact,
        nodes: best.nodes,
        moves,
        score,
        pv,
        done: analysis.is_finished(),
    })
}

#[cfg(test)]
mod tests {
    use reversi_engine::{Engine, Options, Position, SearchLimits, square_at};

    use super::*;
    use crate::engine::question;

    /// The last position of `reversi-engine bench`, with eight empty squares.
    const LATE: &str = "BBBBBBBBBUBBBBUUBBBWWBBBBBWWWBBBUWWWBBUBBWWBBBBWWUBWWBUWWWWUWBBW";

    fn steps(board: &str, side: usize, mover: &str, most: usize) -> Vec<Step> {
        let mut players = Players::default();
        let game = question::read(board, side, side, mover).expect("it is a position");
        let mut analysis = Analysis::new(&game, &mut players).expect("a supported board");
        let next = || analysis.step(&mut players).expect("a supported board");
        std::iter::from_fn(next).take(most).collect()
    }

    fn hundredths(score: f64) -> i32 {
        format!("{:.0}", 100.0 * score).parse().expect("a number")
    }

    #[test]
    fn every_move_is_solved_exactly_near_the_end() {
        let steps = steps(LATE, 8, "black", usize::MAX);
        let [step] = &steps[..] else {
            panic!("eight empty squares take one step: {steps:?}");
        };
        assert_eq!(
            (step.depth, step.end, step.confidence, step.exact, step.done),
            (8, true, 100, true, true)
        );
        let game = question::read(LATE, 8, 8, "black").expect("it is a position");
        assert_eq!(step.moves.len(), game.legal_moves().count());
        let position = Position::of(game.board(), game.to_move()).expect("it is 8×8");
        for one in &step.moves {
            let at = u32::try_from(one.square).ok().and_then(square_at);
            let next = at.and_then(|at| position.play(at)).expect("a legal move");
            let limits = SearchLimits::default();
            let line = Engine::new(Options::default()).search(next, &limits, &mut |_| {});
            assert_eq!((hundredths(one.score), one.exact), (-line.score.0, true));
        }
        assert!(step.moves.is_sorted_by(|a, b| a.score >= b.score));
        assert_eq!(hundredths(step.score), hundredths(step.moves[0].score));
        assert_eq!(step.pv, step.moves[0].pv);
    }

    #[test]
    fn each_step_has_the_score_of_the_native_search_to_its_depth() {
        let start = format!("{}WB{}BW{}", "U".repeat(27), "U".repeat(6), "U".repeat(27));
        let steps = steps(&start, 8, "black", 6);
        for (depth, step) in (1..).zip(&steps) {
            assert_eq!((step.depth, step.end, step.done), (depth, false, false));
            assert_eq!((step.confidence, step.exact), (100, false));
            let limits = SearchLimits {
                depth: Some(depth),
                time: None,
            };
            let line =
                Engine::new(Options::default()).search(Position::START, &limits, &mut |_| {});
            assert_eq!(hundredths(step.score), line.score.0);
            assert_eq!(step.pv.len(), depth as usize);
            assert_eq!(step.moves.len(), 4);
        }
        assert!(steps.is_sorted_by(|a, b| a.nodes < b.nodes));
    }

    #[test]
    fn other_boards_are_solved_too() {
        let steps = steps("UUUUUWBUUBWUUUUU", 4, "black", usize::MAX);
        let depths: Vec<u32> = steps.iter().map(|step| step.depth).collect();
        assert_eq!(depths, [1, 2, 3, 4, 5, 6, 12]);
        let last = steps.last().expect("there are steps");
        assert_eq!((last.end, last.exact, last.done), (true, true, true));
        // White wins the 4×4 game by 11 to 3.
        assert!(
            last.moves.iter().all(|one| hundredths(one.score) == -800),
            "{last:?}"
        );
        let text = serde_json::to_value(last).expect("it is JSON");
        assert_eq!(text["moves"][0]["pv"], text["pv"]);
        assert_eq!(text["score"], -8.0);
    }
}

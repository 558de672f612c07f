//! One move to play, with one reason in words.

use std::time::Duration;

use reversi_core::{Direction, Disc, Game, Size, Square, Turn};
use reversi_engine::Stopwatch;
use serde::Serialize;

use crate::engine::analysis::{self, Evaluated};
use crate::engine::players::Players;

/// The hint searches at most this many plies, unless the end of the game is near.
const DEPTH: u32 = 10;

/// No deeper step begins after this time. A step takes several times as long as all before it.
const TIME: Duration = Duration::from_millis(120);

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hint {
    pub square: usize,
    /// As in [`Evaluated`].
    pub score: f64,
    pub exact: bool,
    /// The rest of a sentence that begins with the name of the move.
    pub reason: String,
}

/// Returns a move in a position in which the side to move has one.
pub fn hint(game: &Game, players: &mut Players) -> Result<Hint, String> {
    let mut analysis = analysis::start(game, players)?;
    // The first step may unpack the weights.
    let mut last = analysis::step(&mut analysis, players)?;
    let watch = Stopwatch::start();
    while let Some(step) = &last
        && !(step.done || step.depth >= DEPTH || watch.elapsed() > TIME)
    {
        last = analysis::step(&mut analysis, players)?;
    }
    let step = last.ok_or("There is no legal move.")?;
    let looks = if step.end {
        "to the end of the game".to_owned()
    } else {
        format!("{} moves ahead", step.depth)
    };
    Ok(Hint {
        square: step.moves[0].square,
        score: step.score,
        exact: step.exact,
        reason: reason(game, &step.moves, &looks),
    })
}

/// Returns the first fact about the best move, the first in `moves`, that applies to at most half
/// of the other moves; otherwise, how far the engine `looks`.
fn reason(game: &Game, moves: &[Evaluated], looks: &str) -> String {
    let squares: Vec<Square> = game.board().size().squares().collect();
    let after = moves.iter().map(|one| {
        let mut after = game.clone();
        after.play(squares[one.square]).expect("it is legal");
        after
    });
    let after: Vec<Game> = after.collect();
    let fewest = after.iter().map(|after| after.legal_moves().count()).min();
    let all = moves.iter().zip(&after);
    let all = all.map(|(one, after)| facts(game, squares[one.square], one, after, fewest));
    let all: Vec<_> = all.collect();
    let (best, others) = all.split_first().expect("there is a best move");
    if others.is_empty() {
        return "is the only legal move".to_owned();
    }
    let is_rare = |fact: usize| {
        let alike = others.iter().filter(|other| other[fact].is_some());
        2 * alike.count() <= others.len()
    };
    let mut told = best.iter().enumerate().filter(|&(fact, _)| is_rare(fact));
    let told = told.find_map(|(_, words)| words.clone());
    told.unwrap_or_else(|| format!("is the engine's choice: it searches {looks}"))
}

/// Returns the words for each fact about the move, most informative first; `None` if it does not
/// apply.
fn facts(
    before: &Game,
    at: Square,
    evaluated: &Evaluated,
    after: &Game,
    fewest: Option<usize>,
) -> [Option<String>; 8] {
    let Evaluated { score, exact, .. } = *evaluated;
    let side = before.to_move();
    let discs = |game: &Game| game.board().count()[side];
    let corners = corners(before.board().size());
    let replies: Vec<Square> = after.legal_moves().collect();
    let few = ["no move", "one move", "two moves", "three moves"];
    let lasting = |game: &Game| lasting(game, side);
    let words = |is_fact: bool, words: &str| is_fact.then(|| words.to_owned());
    [
        words(corners.contains(&at), "takes a corner"),
        (exact && score > 0.0).then(|| format!("wins by {score:.0} with best play")),
        words(
            matches!(after.turn(), Turn::Pass(_)),
            "makes the opponent pass",
        ),
        few.get(replies.len())
            .map(|few| format!("leaves the opponent {few}")),
        words(
            !replies.iter().any(|at| corners.contains(at)),
            "keeps the opponent out of the corners",
        ),
        words(
            lasting(after) > lasting(before),
            "gives discs that can no longer be flipped",
        ),
        words(
            Some(replies.len()) == fewest,
            "leaves the opponent the fewest moves",
        ),
        words(discs(after) <= discs(before) + 3, "flips few discs"),
    ]
}

/// Counts the discs of a side on the edges that are connected to its corners.
fn lasting(game: &Game, side: Disc) -> usize {
    let is_own = |at: &Square| game.board().disc(*at) == Some(side);
    let corners = corners(game.board().size());
    let edges = corners.iter().flat_map(|&corner| {
        let to = Direction::ORTHOGONAL.iter();
        to.map(move |&to| std::iter::successors(Some(corner), move |at| at.step(to)))
    });
    edges.map(|edge| edge.take_while(is_own).count()).sum()
}

fn corners(size: Size) -> [Square; 4] {
    let (row, col) = (size.rows() - 1, size.cols() - 1);
    [(0, 0), (0, col), (row, 0), (row, col)].map(|(row, col)| Square::new(row, col))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::question::read;
    use reversi_core::Rules;

    /// Returns the reason for a move of black on 6×6. If it wins by `exact` with best play, the
    /// other moves lose.
    fn said(board: &str, best: &str, exact: Option<f64>) -> String {
        let game = read(&board.replace(' ', ""), 6, 6, "black").expect("it is a position");
        let best: Square = best.parse().expect("a square");
        let mut moves: Vec<Square> = game.legal_moves().collect();
        moves.sort_by_key(|&at| at != best);
        let evaluated = |at: &Square| Evaluated {
            square: game.board().size().index(*at),
            score: exact.filter(|_| *at == best).unwrap_or(-1.0),
            exact: exact.is_some(),
            pv: Vec::new(),
        };
        let moves: Vec<Evaluated> = moves.iter().map(evaluated).collect();
        reason(&game, &moves, "ten moves ahead")
    }

    #[test]
    fn a_reason_is_a_fact_of_the_move() {
        let start = "UUUUUU UUUUUU UUWBUU UUBWUU UUUUUU UUUUUU";
        assert_eq!(said(start, "c2", Some(4.0)), "wins by 4 with best play");
        #[rustfmt::skip]
        let reasons = [
            // All four moves are alike.
            (start, "c2 is the engine's choice: it searches ten moves ahead"),
            ("BWUUUU UUUUUU UUUUUU UUUUUU UUUUUU UUUUUU", "c1 is the only legal move"),
            ("UWBUUU UUUUUU UUWBUU UUBWUU UUUUUU UUUUUU", "a1 takes a corner"),
            ("WUBBBB BWWWWW BBWWUW BBWWWW BBWWWW BUWWWU", "b1 makes the opponent pass"),
            ("BBBWWW BWUWUU UBWWUW BWWWWU WWWWWU UBWUBU", "a3 leaves the opponent one move"),
            ("UUUUUU UUUUWU UUWWUU UUWBUU UUWBUU UBBBUU", "c2 leaves the opponent three moves"),
            // The others leave white's line from c3 to the corner f6.
            ("UUUUUU UUUWUU WWWWUU UUBBUU UUUUBU UUUUUU", "b2 keeps the opponent out of the corners"),
            ("WUUBBB UWUUBU UWWBWB WUWWWW UWBBWW UBWUUW", "f2 gives discs that can no longer be flipped"),
            ("UUUUBU UUUBWU WWBWUU BBWWWU UBBBBU UUUUUU", "f4 leaves the opponent the fewest moves"),
            ("BWUBUU BBWBUW BBWWWU BWBWWB BBWWWB BUWWWB", "e2 flips few discs"),
        ];
        for (line, reason) in reasons {
            let (best, reason) = reason.split_once(' ').expect("a move and a reason");
            assert_eq!(said(line, best, None), reason, "{line}");
        }
    }

    #[test]
    fn a_hint_is_a_legal_move_on_any_board() {
        for side in [4, 8, 26] {
            let size = Size::square(side).expect("a size");
            let rules = Rules {
                size,
                ..Rules::OTHELLO
            };
            let game = Game::new(rules).expect("an even board");
            let found = hint(&game, &mut Players::default()).expect("a supported board");
            let mut legal = game.legal_moves().map(|at| size.index(at));
            assert!(legal.any(|at| at == found.square), "{found:?}");
            assert_eq!(found.exact, side == 4);
        }
    }
}

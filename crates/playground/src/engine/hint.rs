//! One move to play, with one reason in words.

use std::time::Duration;

use reversi_core::{Direction, Game, Size, Square, Turn};
use reversi_engine::Stopwatch;
use serde::Serialize;

use crate::engine::analysis::{self, Evaluated};
use crate::engine::players::Players;

/// The number of plies after which it looks no deeper, unless the end of the game is near.
const DEPTH: u32 = 10;

/// The time after which no deeper step begins. A step takes several times as long as all
/// before it.
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
    let watch = Stopwatch::start();
    let mut analysis = analysis::start(game, players)?;
    let mut last = None;
    while let Some(step) = analysis::step(&mut analysis, players)? {
        let is_enough = step.done || step.depth >= DEPTH || watch.elapsed() > TIME;
        last = Some(step);
        if is_enough {
            break;
        }
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

/// Returns the first fact about the best move, which comes first, that is not one of most other
/// moves; or else how far the engine `looks`.
fn reason(game: &Game, moves: &[Evaluated], looks: &str) -> String {
    let all: Vec<Made> = moves.iter().map(|one| Made::new(game, one)).collect();
    let (best, others) = all.split_first().expect("there is a best move");
    if others.is_empty() {
        return "is the only legal move".to_owned();
    }
    let told = FACTS.iter().find_map(|fact| {
        let words = fact(best, &all)?;
        let alike = others.iter().filter(|other| fact(other, &all).is_some());
        (2 * alike.count() <= others.len()).then_some(words)
    });
    told.unwrap_or_else(|| format!("is the engine's choice: it looks {looks}"))
}

/// A move and what it leads to.
struct Made<'a> {
    before: &'a Game,
    after: Game,
    at: Square,
    flips: usize,
    replies: Vec<Square>,
    evaluated: &'a Evaluated,
}

impl<'a> Made<'a> {
    fn new(before: &'a Game, evaluated: &'a Evaluated) -> Self {
        let mut squares = before.board().size().squares();
        let at = squares.nth(evaluated.square).expect("it is on the board");
        let mut after = before.clone();
        let flips = after.play(at).expect("it is legal").count();
        Self {
            replies: after.legal_moves().collect(),
            before,
            after,
            at,
            flips,
            evaluated,
        }
    }
}

/// Returns the words for a fact, if it is one of a move. The second parameter is all moves.
type Fact = fn(&Made<'_>, &[Made<'_>]) -> Option<String>;

/// The facts, the most telling first.
const FACTS: [Fact; 8] = [
    takes_a_corner,
    wins,
    makes_the_opponent_pass,
    leaves_few_moves,
    gives_no_corner,
    gives_lasting_discs,
    leaves_the_fewest_moves,
    flips_few,
];

fn takes_a_corner(made: &Made<'_>, _: &[Made<'_>]) -> Option<String> {
    let size = made.before.board().size();
    corners(size)
        .contains(&made.at)
        .then(|| "takes a corner".to_owned())
}

fn wins(made: &Made<'_>, _: &[Made<'_>]) -> Option<String> {
    let Evaluated { score, exact, .. } = *made.evaluated;
    (exact && score > 0.0).then(|| format!("wins by {score:.0} with best play"))
}

fn makes_the_opponent_pass(made: &Made<'_>, _: &[Made<'_>]) -> Option<String> {
    let passes = matches!(made.after.turn(), Turn::Pass(_));
    passes.then(|| "makes the opponent pass".to_owned())
}

fn leaves_few_moves(made: &Made<'_>, _: &[Made<'_>]) -> Option<String> {
    let count = match made.replies.len() {
        1 => "one move",
        2 => "two moves",
        3 => "three moves",
        _ => return None,
    };
    Some(format!("leaves the opponent {count}"))
}

fn gives_no_corner(made: &Made<'_>, _: &[Made<'_>]) -> Option<String> {
    let corners = corners(made.after.board().size());
    let gives = made.replies.iter().any(|at| corners.contains(at));
    (!gives).then(|| "keeps the opponent out of the corners".to_owned())
}

fn gives_lasting_discs(made: &Made<'_>, _: &[Made<'_>]) -> Option<String> {
    let mover = made.before.to_move();
    let lasting = |game: &Game| -> usize {
        let is_own = |at: &Square| game.board().disc(*at) == Some(mover);
        let corners = corners(game.board().size()).into_iter().filter(is_own);
        let edges =
            corners.flat_map(|corner| Direction::ORTHOGONAL.iter().map(move |&to| (corner, to)));
        let lines = edges.map(|(corner, to)| {
            let edge = std::iter::successors(Some(corner), |at| at.step(to));
            edge.take_while(is_own).count()
        });
        lines.sum()
    };
    (lasting(&made.after) > lasting(made.before))
        .then(|| "gives discs that cannot be flipped any more".to_owned())
}

fn leaves_the_fewest_moves(made: &Made<'_>, all: &[Made<'_>]) -> Option<String> {
    let fewest = all.iter().map(|other| other.replies.len()).min();
    (fewest == Some(made.replies.len())).then(|| "leaves the opponent the fewest moves".to_owned())
}

fn flips_few(made: &Made<'_>, _: &[Made<'_>]) -> Option<String> {
    (made.flips <= 2).then(|| "flips few discs".to_owned())
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
            (start, "c2 is the engine's choice: it looks ten moves ahead"),
            ("BWUUUU UUUUUU UUUUUU UUUUUU UUUUUU UUUUUU", "c1 is the only legal move"),
            ("UWBUUU UUUUUU UUWBUU UUBWUU UUUUUU UUUUUU", "a1 takes a corner"),
            ("WUBBBB BWWWWW BBWWUW BBWWWW BBWWWW BUWWWU", "b1 makes the opponent pass"),
            ("BBBWWW BWUWUU UBWWUW BWWWWU WWWWWU UBWUBU", "a3 leaves the opponent one move"),
            ("UUUUUU UUUUWU UUWWUU UUWBUU UUWBUU UBBBUU", "c2 leaves the opponent three moves"),
            // The others leave white's line from c3 to the corner f6.
            ("UUUUUU UUUWUU WWWWUU UUBBUU UUUUBU UUUUUU", "b2 keeps the opponent out of the corners"),
            ("WUUBBB UWUUBU UWWBWB WUWWWW UWBBWW UBWUUW", "f2 gives discs that cannot be flipped any more"),
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

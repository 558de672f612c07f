//! A search of a few plies with an evaluation.

use reversi_engine::eval::{Evaluator, MAX_SCORE};
use reversi_engine::{Position, Square};

/// A value above all possible values.
const INFINITE: i32 = MAX_SCORE + 1;

/// Returns the best move of a search to `depth` plies and its value in hundredths of
/// a disc. The position must have a legal move.
pub(crate) fn best<E: Evaluator>(evaluator: &E, position: Position, depth: u32) -> (Square, i32) {
    let state = evaluator.of(position.player(), position.opponent());
    let mut best = (None, -INFINITE);
    for (square, next, state, _) in children(evaluator, position, &state) {
        let value = -negamax(evaluator, next, &state, depth - 1, -INFINITE, -best.1);
        if value > best.1 {
            best = (Some(square), value);
        }
    }
    (best.0.expect("there is a move"), best.1)
}

/// Returns the value of a search to `depth` plies, in discs.
pub(crate) fn value<E: Evaluator>(evaluator: &E, position: Position, depth: u32) -> f32 {
    let state = evaluator.of(position.player(), position.opponent());
    negamax(evaluator, position, &state, depth, -INFINITE, INFINITE) as f32 / 100.0
}

/// Returns the positions after each move, the most promising first.
fn children<E: Evaluator>(
    evaluator: &E,
    position: Position,
    state: &E::State,
) -> Vec<(Square, Position, E::State, i32)> {
    let empties = position.empties() - 1;
    let mut children: Vec<_> = Square::all_in(position.moves())
        .map(|square| {
            let next = position.play(square).expect("it is a move");
            let flips = position.opponent() & next.opponent();
            let state = evaluator.after(state, square.index(), flips);
            (square, next, state, evaluator.evaluate(&state, empties))
        })
        .collect();
    children.sort_by_key(|&(.., value)| value);
    children
}

fn negamax<E: Evaluator>(
    evaluator: &E,
    position: Position,
    state: &E::State,
    depth: u32,
    alpha: i32,
    beta: i32,
) -> i32 {
    if depth == 0 {
        return evaluator.evaluate(state, position.empties());
    }
    let moves = position.moves();
    if moves == 0 {
        let other = position.pass();
        if other.moves() == 0 {
            return 100 * position.final_score();
        }
        let state = evaluator.after_pass(state);
        return -negamax(evaluator, other, &state, depth, -beta, -alpha);
    }
    let (mut best, mut alpha) = (-INFINITE, alpha);
    if depth == 1 {
        for square in Square::all_in(moves) {
            let next = position.play(square).expect("it is a move");
            let flips = position.opponent() & next.opponent();
            let state = evaluator.after(state, square.index(), flips);
            best = best.max(-evaluator.evaluate(&state, next.empties()));
            if best >= beta {
                break;
            }
        }
        return best;
    }
    for (_, next, state, _) in children(evaluator, position, state) {
        best = best.max(-negamax(evaluator, next, &state, depth - 1, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

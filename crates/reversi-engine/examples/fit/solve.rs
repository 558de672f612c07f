//! Exact scores near the end of the game.

use reversi_engine::{Position, Square};

const CORNERS: u64 = 0x8100_0000_0000_0081;
const QUADRANTS: [u64; 4] = [
    0x0000_0000_0f0f_0f0f,
    0x0000_0000_f0f0_f0f0,
    0x0f0f_0f0f_0000_0000,
    0xf0f0_f0f0_0000_0000,
];

/// The disc difference for the side to move with best play of both, right if
/// it lies between `alpha` and `beta` and else a bound beyond them.
pub(crate) fn solve(position: Position, alpha: i32, beta: i32) -> i32 {
    if position.empties() <= 5 {
        return solve_few(position, alpha, beta, false);
    }
    let moves = position.moves();
    if moves == 0 {
        let other = position.pass();
        return if other.moves() == 0 {
            position.final_score()
        } else {
            -solve(other, -beta, -alpha)
        };
    }
    let mut children = [(0_i32, Position::START); 34];
    let mut count = 0;
    for (key, next) in ordered(position, moves) {
        children[count] = (key, next);
        count += 1;
    }
    let children = &mut children[..count];
    children.sort_unstable_by_key(|&(key, _)| key);
    let (mut best, mut alpha) = (-65, alpha);
    for &(_, next) in &*children {
        let mut score = if best == -65 {
            -solve(next, -beta, -alpha)
        } else {
            -solve(next, -alpha - 1, -alpha)
        };
        if best != -65 && score > alpha && score < beta {
            score = -solve(next, -beta, -score);
        }
        if score > best {
            best = score;
            if score > alpha {
                alpha = score;
                if alpha >= beta {
                    break;
                }
            }
        }
    }
    best
}

/// The positions after each move, with a number that is lower where a cut is
/// likely to be found, and found soon.
fn ordered(position: Position, moves: u64) -> impl Iterator<Item = (i32, Position)> {
    let empty = position.empty();
    Square::all_in(moves).map(move |square| {
        let next = position.play(square).expect("it is a move");
        let replies = next.moves();
        let odd = QUADRANTS.iter().any(|quadrant| {
            square.bit() & quadrant != 0 && (empty & quadrant).count_ones() % 2 == 1
        });
        let key = 4 * replies.count_ones().cast_signed()
            + 4 * (replies & CORNERS).count_ones().cast_signed()
            - 6 * i32::from(square.bit() & CORNERS != 0)
            - 3 * i32::from(odd);
        (key, next)
    })
}

fn solve_few(position: Position, alpha: i32, beta: i32, passed: bool) -> i32 {
    let (mut best, mut alpha) = (-65, alpha);
    let empty = position.empty();
    let odd = QUADRANTS
        .iter()
        .filter(|&quadrant| (empty & quadrant).count_ones() % 2 == 1)
        .fold(0, |odd, quadrant| odd | quadrant);
    for part in [empty & odd, empty & !odd] {
        for square in Square::all_in(part) {
            let Some(next) = position.play(square) else {
                continue;
            };
            let score = if next.empty() == 0 {
                -next.final_score()
            } else {
                -solve_few(next, -beta, -alpha, false)
            };
            if score > best {
                best = score;
                alpha = alpha.max(score);
                if alpha >= beta {
                    return best;
                }
            }
        }
    }
    if best > -65 {
        best
    } else if passed {
        position.final_score()
    } else {
        -solve_few(position.pass(), -beta, -alpha, true)
    }
}

/// A move that reaches `score`, the position's exact score; `None` for a pass.
pub(crate) fn best_move(position: Position, score: i32) -> Option<Square> {
    let mut moves: Vec<(i32, Square)> = ordered(position, position.moves())
        .zip(Square::all_in(position.moves()))
        .map(|((key, _), square)| (key, square))
        .collect();
    moves.sort_by_key(|&(key, _)| key);
    let reaches = |square: Square| {
        let next = position.play(square).expect("it is a move");
        -solve(next, -score, -score + 1) >= score
    };
    let (&(_, last), others) = moves.split_last()?;
    others
        .iter()
        .map(|&(_, square)| square)
        .find(|&square| reaches(square))
        .or(Some(last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::random_moves;
    use crate::rng::Rng;

    fn plain(position: Position) -> i32 {
        if position.is_over() {
            return position.final_score();
        }
        Square::all_in(position.moves())
            .filter_map(|square| position.play(square))
            .map(|next| -plain(next))
            .max()
            .unwrap_or_else(|| -plain(position.pass()))
    }

    #[test]
    fn scores_are_those_of_a_plain_search() {
        let mut rng = Rng::new(3);
        for plies in 52..60 {
            for _ in 0..20 {
                let position = random_moves(Position::START, plies, &mut rng);
                let score = plain(position);
                assert_eq!(solve(position, -64, 64), score, "{position:?}");
                assert!(solve(position, score - 1, score) >= score);
                assert!(solve(position, score, score + 1) <= score);
                if let Some(square) = best_move(position, score) {
                    let next = position.play(square).expect("it is a move");
                    assert_eq!(-plain(next), score, "{position:?} {square}");
                }
            }
        }
    }
}

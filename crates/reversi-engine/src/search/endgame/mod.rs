//! The exact search of the endgame, with at most twelve empty squares.
//!
//! One file per range of empty squares: the fewer there are, the less work pays
//! off before a move is tried.

pub(crate) mod geometry;
pub(crate) mod last;
pub(crate) mod late;
pub(crate) mod shallow;
pub(crate) mod stability;
mod table;

pub(crate) use table::EndgameTables;

use super::SearchThread;
use crate::search::Trampoline;

/// The most empty squares that [`late`] searches. Above it, the search uses the
/// shared transposition table and the evaluation.
pub(crate) const LATE: u32 = 12;

/// The most empty squares that [`shallow`] searches.
pub(crate) const SHALLOW: u32 = 6;

/// Returns a bound on the score, in discs, on the same side of `alpha` as the
/// score, for a position with at most [`LATE`] empty squares.
#[inline(always)]
pub(crate) fn above<I: Trampoline>(
    isa: I,
    thread: &mut SearchThread<'_>,
    player: u64,
    opponent: u64,
    alpha: i32,
) -> i32 {
    let empty = !(player | opponent);
    let parity = geometry::parity(empty);
    let at = |rest: u64| rest.trailing_zeros();
    let second = empty & empty.wrapping_sub(1);
    let third = second & second.wrapping_sub(1);
    match empty.count_ones() {
        0 => last::finished(player, opponent),
        1 => last::one(isa, player, alpha, at(empty)),
        2 => isa.last_two(thread, player, opponent, alpha, at(empty), at(second)),
        3 => {
            let (a, b, c) = (at(empty), at(second), at(third));
            isa.last_three(thread, player, opponent, alpha, a, b, c)
        }
        4 => isa.last_four(thread, player, opponent, alpha, parity),
        5..=SHALLOW => isa.shallow(thread, player, opponent, alpha, parity, 0),
        _ => isa.late(thread, player, opponent, alpha, parity, 0),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::isa::{Kind, with_isa};
    use crate::search::Control;
    use crate::{Position, squares_in};
    use proptest::prelude::*;
    use reversi_core::Square;
    use std::sync::Arc;

    /// Returns the score by plain minimax.
    fn score(position: Position) -> i32 {
        if position.is_over() {
            return position.final_score();
        }
        squares_in(position.moves())
            .filter_map(|square| position.play(square))
            .map(|next| -score(next))
            .max()
            .unwrap_or_else(|| -score(position.pass()))
    }

    /// Returns a position of a random game with `empties` empty squares, or more
    /// if the game ends before.
    pub(in crate::search) fn late_position(list: &[usize], empties: u32) -> Position {
        let mut position = Position::START;
        for candidate in list {
            let moves: Vec<Square> = squares_in(position.moves()).collect();
            if position.empties() == empties || position.is_over() {
                break;
            }
            position = match moves.get(candidate % moves.len().max(1)) {
                Some(&square) => position.play(square).expect("it is a move"),
                None => position.pass(),
            };
        }
        position
    }

    proptest! {
        #[test]
        fn every_range_of_empty_squares_returns_correct_bounds(
            list in proptest::collection::vec(any::<usize>(), 70),
            empties in 0..9_u32,
        ) {
            let position = late_position(&list, empties);
            prop_assume!(position.empties() <= 9);
            let right = score(position);
            let (player, opponent) = (position.player(), position.opponent());
            let control = Control::new(Arc::default(), None);
            let mut tables = EndgameTables::new();
            for kind in Kind::all() {
                let mut thread = SearchThread::new(&control, &mut tables);
                for alpha in (-64..64).filter(|alpha| (alpha - right).abs() < 4 || alpha % 9 == 0) {
                    let found = with_isa!(kind, isa => above(isa, &mut thread, player, opponent, alpha));
                    if right > alpha {
                        prop_assert!(alpha < found && found <= right, "{position:?} {alpha} {found} {right}");
                    } else {
                        prop_assert!(right <= found && found <= alpha, "{position:?} {alpha} {found} {right}");
                    }
                }
            }
        }

        #[test]
        fn a_stable_disc_is_never_flipped(list in proptest::collection::vec(any::<usize>(), 70), from in 0..50_u32) {
            let mut position = late_position(&list, 60 - from);
            let mut sides = [position.player(), position.opponent()];
            let proven = [
                stability::stable(sides[0], sides[1]),
                stability::stable(sides[1], sides[0]),
            ];
            let mut turn = 0;
            for candidate in list.iter().rev() {
                let moves: Vec<Square> = squares_in(position.moves()).collect();
                if position.is_over() {
                    break;
                }
                position = match moves.get(candidate % moves.len().max(1)) {
                    Some(&square) => position.play(square).expect("it is a move"),
                    None => position.pass(),
                };
                turn ^= 1;
                sides[turn] = position.player();
                sides[turn ^ 1] = position.opponent();
                prop_assert_eq!(proven[0] & !sides[0], 0);
                prop_assert_eq!(proven[1] & !sides[1], 0);
            }
        }
    }
}

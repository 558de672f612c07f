//! The exact end of the game, from thirteen or so empty squares on.
//!
//! One file for each range of empty squares: the fewer there are, the less is
//! worth doing before a move is tried.

pub(crate) mod geometry;
pub(crate) mod last;
pub(crate) mod late;
pub(crate) mod shallow;
pub(crate) mod stability;
mod table;

pub(crate) use table::LateTable;

use super::Thread;
use crate::isa::Isa;

/// The most empty squares that [`late`] is made for; above it, the table that
/// all threads share and the evaluation take over.
pub(crate) const LATE: u32 = 13;

/// The most empty squares that [`shallow`] is made for.
pub(crate) const SHALLOW: u32 = 7;

/// Whether the score is above `alpha`, both in discs, for any position with at
/// most [`LATE`] empty squares: a bound on that side of it.
#[inline(always)]
pub(crate) fn above<I: Isa>(
    isa: I,
    thread: &mut Thread<'_>,
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
    use crate::{Position, Square};
    use proptest::prelude::*;
    use std::sync::Arc;

    /// The score by the rules alone.
    fn score(position: Position) -> i32 {
        if position.is_over() {
            return position.final_score();
        }
        Square::all_in(position.moves())
            .filter_map(|square| position.play(square))
            .map(|next| -score(next))
            .max()
            .unwrap_or_else(|| -score(position.pass()))
    }

    /// A position of a random game with `empties` empty squares, or fewer
    /// where the game was over sooner.
    pub(in crate::search) fn late_position(choices: &[usize], empties: u32) -> Position {
        let mut position = Position::START;
        for choice in choices {
            let moves: Vec<Square> = Square::all_in(position.moves()).collect();
            if position.empties() == empties || position.is_over() {
                break;
            }
            position = match moves.get(choice % moves.len().max(1)) {
                Some(&square) => position.play(square).expect("it is a move"),
                None => position.pass(),
            };
        }
        position
    }

    proptest! {
        #[test]
        fn every_range_of_empty_squares_answers_every_window_rightly(
            choices in proptest::collection::vec(any::<usize>(), 70),
            empties in 0..9_u32,
        ) {
            let position = late_position(&choices, empties);
            prop_assume!(position.empties() <= 9);
            let right = score(position);
            let (player, opponent) = (position.player(), position.opponent());
            let control = Control::begin(Arc::default(), None);
            let mut late = LateTable::new();
            for kind in Kind::all() {
                let mut thread = Thread::new(&control, &mut late);
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
        fn a_stable_disc_is_never_flipped(choices in proptest::collection::vec(any::<usize>(), 70), from in 0..50_u32) {
            let mut position = late_position(&choices, 60 - from);
            let mut sides = [position.player(), position.opponent()];
            let proven = [
                stability::stable(sides[0], sides[1]),
                stability::stable(sides[1], sides[0]),
            ];
            let mut turn = 0;
            for choice in choices.iter().rev() {
                let moves: Vec<Square> = Square::all_in(position.moves()).collect();
                if position.is_over() {
                    break;
                }
                position = match moves.get(choice % moves.len().max(1)) {
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

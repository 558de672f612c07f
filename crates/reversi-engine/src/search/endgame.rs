//! The exact search of the endgame, with up to twelve empty squares.
//!
//! One file per range of empty squares: the fewer there are, the less preparation pays off.

pub(crate) mod geometry;
pub(crate) mod last;
pub(crate) mod late;
pub(crate) mod shallow;
pub(crate) mod stability;
mod table;

pub(crate) use table::EndgameTables;

use super::SearchThread;
use crate::search::Trampoline;

/// The largest number of empty squares for [`late`]. Above it, the search uses the shared
/// transposition table and the evaluation.
pub(crate) const LATE: u32 = 12;

/// The largest number of empty squares for [`shallow`].
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
mod tests {
    use super::*;
    use crate::isa::{Kind, with_isa};
    use crate::search::Control;
    use crate::testing::{minimax, random_plies, random_position};
    use proptest::prelude::*;
    use std::sync::Arc;

    proptest! {
        #[test]
        fn every_range_of_empty_squares_returns_correct_bounds(
            list in proptest::collection::vec(any::<usize>(), 70),
            empties in 0..9_u32,
        ) {
            let position = random_position(&list, empties);
            prop_assume!(position.empties() <= 9);
            let right = minimax(position);
            let (player, opponent) = (position.player(), position.opponent());
            let control = Control::new(Arc::default(), None);
            let mut tables = EndgameTables::new();
            for (_, kind) in Kind::all() {
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
        fn a_stable_disc_is_never_flipped(
            choices in proptest::collection::vec(any::<usize>(), 70), from in 0..50_usize,
        ) {
            let mut proven = [0; 2];
            for (number, (position, _)) in random_plies(&choices).enumerate() {
                let mut sides = [position.player(), position.opponent()];
                // The sides alternate.
                sides.rotate_right(number % 2);
                if number == from {
                    proven = [stability::stable(sides[0], sides[1]), stability::stable(sides[1], sides[0])];
                }
                prop_assert_eq!([proven[0] & !sides[0], proven[1] & !sides[1]], [0; 2]);
            }
        }
    }
}

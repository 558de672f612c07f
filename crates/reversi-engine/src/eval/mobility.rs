//! An evaluation without weights, for tests and for the first games to fit to.

use super::{Evaluator, MAX_SCORE, View};
use crate::Position;

/// Compares mobility and corners, or discs if at most four squares are empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility;

impl Evaluator for Mobility {
    type State = Position;

    fn of(&self, player: u64, opponent: u64) -> Position {
        Position::new(player & !opponent, opponent).expect("no square is in both words")
    }

    fn after(&self, state: &Position, square: u32, flips: u64) -> Position {
        let placed = 1_u64.checked_shl(square).unwrap_or(0);
        self.of(state.opponent() & !flips, state.player() | flips | placed)
    }

    fn after_pass(&self, state: &Position) -> Position {
        state.pass()
    }

    fn evaluate(&self, state: &Position, view: &View) -> i32 {
        let difference = |of: fn(Position) -> u64| {
            let count = |word: u64| word.count_ones().cast_signed();
            count(of(*state)) - count(of(state.pass()))
        };
        if view.empties() <= 4 {
            return 100 * difference(Position::player);
        }
        let corners = difference(|side| side.player() & 0x8100_0000_0000_0081);
        let value = 200 * difference(Position::moves) + 800 * corners;
        value.clamp(-MAX_SCORE, MAX_SCORE)
    }
}

//! The search, compared with the rules and with a search without pruning.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use reversi_core::{Game, Square};

use super::geometry::{CellPosition, Geometry, bits, count};
use super::{TreeSearch, best_move};
use crate::{RULES_1X16, RULES_8X8};

/// A game after random moves that leave `empty` cells, if it has so many.
fn games(empty: impl Strategy<Value = usize>) -> impl Strategy<Value = Game> {
    let choices = proptest::collection::vec(any::<Index>(), 64);
    let rules = select(vec![RULES_1X16, RULES_8X8]);
    (rules, empty, choices).prop_map(|(rules, empty, choices)| {
        let mut game = Game::new(rules).expect("the rules can be played");
        for choice in &choices[..rules.size.area().saturating_sub(empty)] {
            let moves: Vec<Square> = game.legal_moves().collect();
            game.play(*choice.get(&moves)).expect("a legal move");
        }
        game
    })
}

fn negamax(geometry: &Geometry, position: CellPosition, depth: u32) -> i32 {
    if depth == 0 {
        return geometry.evaluate(position);
    }
    let moves = bits(geometry.moves(position));
    let values = moves.map(|cell| -negamax(geometry, geometry.play(position, cell), depth - 1));
    values.max().expect("the board is not full")
}

proptest! {
    #[test]
    fn a_position_moves_and_flips_as_the_rules_say(game in games(0_usize..=64)) {
        let geometry = Geometry::new(game.rules());
        let position = CellPosition::new(&game);
        let squares: Vec<Square> = game.rules().size.squares().collect();
        let moves: Vec<u64> = bits(geometry.moves(position)).collect();
        let legal = moves.iter().map(|cell| squares[cell.trailing_zeros() as usize]);
        prop_assert!(game.legal_moves().eq(legal.clone()));
        for (cell, at) in moves.iter().zip(legal) {
            let mut next = game.clone();
            next.play(at).expect("a legal move");
            prop_assert_eq!(geometry.play(position, *cell), CellPosition::new(&next));
        }
        if moves.is_empty() {
            prop_assert_eq!(best_move(&game), None);
        }
    }

    #[test]
    fn a_stable_stone_is_never_flipped(
        game in games(0_usize..=48),
        choices in proptest::collection::vec(any::<Index>(), 48),
    ) {
        let geometry = Geometry::new(game.rules());
        let mut position = CellPosition::new(&game);
        let mut claims = geometry.stable(position);
        for choice in choices {
            prop_assert_eq!(claims.own & !position.own, 0);
            prop_assert_eq!(claims.other & !position.other, 0);
            let moves: Vec<u64> = bits(geometry.moves(position)).collect();
            // The move that flips the most is the hardest test of these claims.
            let most = moves.iter().min_by_key(|&&cell| count(geometry.play(position, cell).own));
            let Some(&most) = most else { break };
            let cell = if choice.index(2) == 0 { *choice.get(&moves) } else { most };
            position = geometry.play(position, cell);
            let now = geometry.stable(position);
            // Sides have changed, and what was stable still is.
            prop_assert_eq!(claims.own & !now.other, 0);
            prop_assert_eq!(claims.other & !now.own, 0);
            claims = now;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_search_finds_what_trying_everything_finds(
        (game, depth) in prop_oneof![
            (games(1_usize..=7), Just(7)),
            (games(6_usize..=64), 1_u32..=3),
        ],
    ) {
        let geometry = Geometry::new(game.rules());
        let position = CellPosition::new(&game);
        let depth = depth.min(geometry.empty(position).count_ones());
        let best = TreeSearch::of(&geometry, position, depth).expect("there is a move");
        prop_assert_eq!(best.value, negamax(&geometry, position, depth));
        let next = geometry.play(position, best.cell);
        prop_assert_eq!(best.value, -negamax(&geometry, next, depth - 1));
    }
}

#[test]
fn on_1x16_the_computer_wins_against_every_play() {
    let start = Game::new(RULES_1X16).expect("the rules can be played");
    let geometry = Geometry::new(&RULES_1X16);
    for opening in start.legal_moves() {
        let mut game = start.clone();
        game.play(opening).expect("a legal move");
        let best = TreeSearch::of(&geometry, CellPosition::new(&game), 15);
        assert_eq!(best.map(|best| best.value), Some(400), "after {opening:?}");
    }
}

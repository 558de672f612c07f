//! The search, compared with the rules and with a search without pruning.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use reversi_core::{Game, Rules, Square, Turn};

use super::alpha_beta::{Best, Search};
use super::best_move;
use super::evaluate::{evaluate, stable};
use super::geometry::Geometry;
use super::position::{Position, cells, count};
use crate::{RULES_1X16, RULES_8X8};

/// A game after random moves that leave `empty` cells, as far as the board
/// has them.
fn games(
    rules: impl Strategy<Value = Rules>,
    empty: impl Strategy<Value = usize>,
) -> impl Strategy<Value = Game> {
    let choices = proptest::collection::vec(any::<Index>(), 64);
    (rules, empty, choices).prop_map(|(rules, empty, choices)| {
        let mut game = Game::new(rules).expect("the rules can be played");
        for choice in &choices[..rules.size.area().saturating_sub(empty)] {
            let moves: Vec<Square> = game.legal_moves().collect();
            game.play(*choice.get(&moves)).expect("a legal move");
        }
        game
    })
}

fn both() -> impl Strategy<Value = Rules> {
    select(vec![RULES_1X16, RULES_8X8])
}

/// Returns the value to the side to move by negamax without pruning, with the
/// values of `leaf` after `depth` moves.
fn negamax(
    geometry: &Geometry,
    position: Position,
    depth: u32,
    leaf: &dyn Fn(Position) -> i32,
) -> i32 {
    if depth == 0 {
        return leaf(position);
    }
    cells(position.moves())
        .map(|cell| {
            let child = position.play(geometry, cell, position.flips(geometry, cell));
            -negamax(geometry, child, depth - 1, leaf)
        })
        .max()
        .expect("the board is not full")
}

/// Returns the value of the move `best` by `negamax`.
fn worth_of(
    geometry: &Geometry,
    position: Position,
    best: Best,
    depth: u32,
    leaf: &dyn Fn(Position) -> i32,
) -> i32 {
    let child = position.play(geometry, best.cell, position.flips(geometry, best.cell));
    -negamax(geometry, child, depth - 1, leaf)
}

proptest! {
    #[test]
    fn a_position_moves_and_flips_as_the_rules_say(game in games(both(), 0_usize..=64)) {
        let geometry = Geometry::new(game.rules());
        let position = Position::new(&geometry, &game);
        let moves: Vec<Square> = cells(position.moves()).map(|cell| geometry.square(cell)).collect();
        prop_assert_eq!(&moves, &game.legal_moves().collect::<Vec<_>>());
        prop_assert_eq!(moves.is_empty(), matches!(game.turn(), Turn::Over(_)));
        for at in moves {
            let cell = geometry.bit(at).trailing_zeros();
            let flips = position.flips(&geometry, cell);
            let expected = game.flips(at).expect("a legal move");
            let expected = expected.squares().iter().fold(0, |set, &at| set | geometry.bit(at));
            prop_assert_eq!(flips, expected);
            let mut next = game.clone();
            next.play(at).expect("a legal move");
            prop_assert_eq!(position.play(&geometry, cell, flips), Position::new(&geometry, &next));
        }
    }

    #[test]
    fn a_stable_stone_is_never_flipped(
        game in games(both(), 0_usize..=48),
        choices in proptest::collection::vec(any::<Index>(), 48),
    ) {
        let geometry = Geometry::new(game.rules());
        let mut position = Position::new(&geometry, &game);
        let mut claims = stable(&geometry, position);
        for choice in choices {
            prop_assert_eq!(claims.own & !position.own, 0);
            prop_assert_eq!(claims.other & !position.other, 0);
            let moves: Vec<u32> = cells(position.moves()).collect();
            if moves.is_empty() {
                prop_assert_eq!((claims.own, claims.other), (position.own, position.other));
                break;
            }
            // The move that flips the most is the hardest on claims.
            let most = moves.iter().copied().max_by_key(|&cell| count(position.flips(&geometry, cell)));
            let cell = if choice.index(2) == 0 { *choice.get(&moves) } else { most.expect("a move") };
            position = position.play(&geometry, cell, position.flips(&geometry, cell));
            let now = stable(&geometry, position);
            // Sides have changed, and what was stable still is.
            prop_assert_eq!(claims.own & !now.other, 0);
            prop_assert_eq!(claims.other & !now.own, 0);
            claims = now;
        }
    }

    #[test]
    fn a_position_is_worth_the_opposite_to_the_other_side(game in games(both(), 0_usize..=64)) {
        let geometry = Geometry::new(game.rules());
        let other = Game::resume(*game.rules(), game.board().clone(), game.to_move().opponent())
            .expect("the same rules");
        prop_assert_eq!(
            evaluate(&geometry, Position::new(&geometry, &game)),
            -evaluate(&geometry, Position::new(&geometry, &other))
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_solution_is_what_trying_everything_finds(game in games(both(), 1_usize..=7)) {
        let geometry = Geometry::new(game.rules());
        let position = Position::new(&geometry, &game);
        let depth = position.empty(&geometry).count_ones();
        let leaf = |end: Position| count(end.own) - count(end.other);
        let best = Search::solve(&geometry, position);
        prop_assert_eq!(best.value, negamax(&geometry, position, depth, &leaf));
        prop_assert_eq!(best.value, worth_of(&geometry, position, best, depth, &leaf));
    }

    #[test]
    fn looking_ahead_is_what_trying_everything_finds(
        game in games(both(), 6_usize..=64),
        depth in 1_u32..=3,
    ) {
        let geometry = Geometry::new(game.rules());
        let position = Position::new(&geometry, &game);
        let leaf = |end: Position| evaluate(&geometry, end);
        let best = Search::look_ahead(&geometry, position, depth);
        prop_assert_eq!(best.value, negamax(&geometry, position, depth, &leaf));
        prop_assert_eq!(best.value, worth_of(&geometry, position, best, depth, &leaf));
    }
}

#[test]
fn on_1x16_the_computer_wins_against_every_play() {
    let start = Game::new(RULES_1X16).expect("the rules can be played");
    for opening in start.legal_moves() {
        let mut game = start.clone();
        game.play(opening).expect("a legal move");
        let geometry = Geometry::new(game.rules());
        let best = Search::solve(&geometry, Position::new(&geometry, &game));
        assert_eq!(best.value, 4, "after {opening:?}");
    }
}

#[test]
fn there_is_no_best_move_on_a_full_board() {
    let mut game = Game::new(RULES_1X16).expect("the rules can be played");
    while let Turn::Move(_) = game.turn() {
        let first = game.legal_moves().next();
        game.play(first.expect("the turn is a move"))
            .expect("a legal move");
    }
    assert_eq!(best_move(&game), None);
}

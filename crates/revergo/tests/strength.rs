//! The strong computer against the greedy one.

use revergo::{HUMAN, Skill, Variant};
use reversi_core::{Disc, Game, Outcome, Square, Turn};

/// How a game ends that the greedy player opens at `row` and `col`, counted
/// from 1.
fn against_greedy(variant: Variant, row: u8, col: u8) -> Outcome {
    let mut game = Game::new(variant.rules()).expect("the rules can be played");
    game.play(Square::new(row - 1, col - 1))
        .expect("the safe area");
    loop {
        let opponent = match game.turn() {
            Turn::Move(HUMAN) => Skill::Greedy,
            Turn::Move(_) => Skill::Strong,
            Turn::Pass(_) => panic!("ReverGo has no passes"),
            Turn::Over(outcome) => return outcome,
        };
        let at = opponent.choose(&game).expect("a turn has a move");
        game.play(at).expect("players make legal moves");
    }
}

#[test]
fn the_strong_computer_beats_the_greedy_one_on_1x16() {
    for col in 5..=12 {
        let outcome = against_greedy(Variant::Strip, 1, col);
        assert_eq!(outcome.winner(), Some(Disc::Black), "opened at {col}");
    }
}

#[test]
fn the_strong_computer_beats_the_greedy_one_on_8x8() {
    // By symmetry every opening is one of these.
    for (row, col) in [(3, 3), (3, 4), (4, 4)] {
        let outcome = against_greedy(Variant::Square, row, col);
        assert_eq!(outcome.winner(), Some(Disc::Black), "opened at {row} {col}");
    }
}

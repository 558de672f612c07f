//! The strong computer against the greedy one.

use revergo::{HUMAN, RULES_1X16, RULES_8X8, Skill};
use reversi_core::{Disc, Game, Outcome, Rules, Square, Turn};

/// Returns the result of a game that the greedy player opens at `row` and `col`,
/// counted from 1.
fn against_greedy(rules: Rules, row: u8, col: u8) -> Outcome {
    let mut game = Game::new(rules).expect("the rules can be played");
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
        let outcome = against_greedy(RULES_1X16, 1, col);
        assert_eq!(outcome.winner(), Some(Disc::Black), "opened at {col}");
    }
}

#[test]
fn the_strong_computer_beats_the_greedy_one_on_8x8() {
    // By symmetry every opening is one of these.
    for (row, col) in [(3, 3), (3, 4), (4, 4)] {
        let outcome = against_greedy(RULES_8X8, row, col);
        assert_eq!(outcome.winner(), Some(Disc::Black), "opened at {row} {col}");
    }
}

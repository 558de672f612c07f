//! The strong computer against the greedy one.

use proptest::prelude::*;
use revergo::{COURSE, HUMAN, RULES_8X8, Skill};
use reversi_core::{Disc, Game, Outcome, Rules, Square, Turn};

/// The greedy player opens at `row` and `col`, counted from 1.
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
fn the_strong_computer_beats_the_greedy_one_on_8x8() {
    // By symmetry every opening is equivalent to one of these.
    for (row, col) in [(3, 3), (3, 4), (4, 4)] {
        let outcome = against_greedy(RULES_8X8, row, col);
        assert_eq!(outcome.winner(), Some(Disc::Black), "opened at {row} {col}");
    }
}

/// Random lines, some of them meaningful.
fn lines() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        8 => (1_u8..=16).prop_map(|col| format!("{col}\n").into_bytes()),
        1 => proptest::collection::vec(any::<u8>(), 0..8),
    ];
    proptest::collection::vec(line, 0..150).prop_map(|lines| lines.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_input_on_1x16_is_answered_by_the_strong_computer(lines in lines()) {
        let outcome = COURSE.outcome(&[], &[b"1\n", &lines[..]].concat()).expect("no options");
        if outcome.status == 0 {
            prop_assert!(outcome.stdout.ends_with(b"Computer wins!\n"));
        }
    }
}

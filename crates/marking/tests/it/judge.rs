//! The judge by rules, on programs of every skin and with every classic
//! mistake.

mod fake;

use fake::{Bug, Fake, Game, Skin};
use marking::diagnose::Fault;
use marking::judge::{Judged, Status, Talker, judge};
use proptest::prelude::*;
use reversi_core::{Direction, Game as Position, Turn};

/// A random game of `game`'s course as the input of a case: `choices` picks
/// among the legal moves.
fn input(game: Game, choices: &[u8]) -> Vec<u8> {
    let mut text = String::new();
    if game == Game::Comp10050 {
        text.push_str("Alice\nBob\n");
    }
    let rules = fake::rules(game);
    let mut position = Position::new(rules).expect("a course's game");
    let mut choices = choices.iter().cycle();
    loop {
        match position.turn() {
            Turn::Over(_) => break,
            Turn::Pass(_) => position.pass().expect("the turn is a pass"),
            Turn::Move(_) => {
                let moves: Vec<_> = position.legal_moves().collect();
                if fake::computer(game) == Some(position.to_move()) {
                    position.play(moves[0]).expect("legal");
                    continue;
                }
                let choice = usize::from(*choices.next().expect("a cycle"));
                let index = choice % moves.len();
                let at = moves[index];
                position.play(at).expect("legal");
                let entry = match game {
                    Game::Comp10050 => format!("{}\n", index + 1),
                    Game::Cmsc201 => format!("{} {}\n", at.row, at.col),
                    _ => format!("{} {}\n", at.row + 1, at.col + 1),
                };
                text.push_str(&entry);
            }
        }
    }
    let board = if game == Game::Revergo { "2\n" } else { "" };
    format!("{board}{text}").into_bytes()
}

fn judged(game: Game, skin: &Skin, bug: Bug, choices: &[u8]) -> Result<Judged, Fault> {
    let mut fake = Fake::new(game, skin.clone(), bug);
    judge(game.course(), &input(game, choices), &mut fake)
}

fn skins() -> impl Strategy<Value = Skin> {
    (
        0..fake::GLYPHS.len(),
        0..fake::SEPARATORS.len(),
        any::<[bool; 8]>(),
        0..fake::LISTS.len(),
        0..fake::PAINTS.len(),
    )
        .prop_map(|(glyphs, separators, mut flags, list, paint)| {
            // The handout's menus are numbered from 1.
            flags[6] = false;
            Skin {
                glyphs,
                separators,
                list,
                paint: fake::PAINTS[paint],
                flags,
            }
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn a_correct_program_passes_in_any_skin(
        skin in skins(),
        which in 0..3usize,
        choices in prop::collection::vec(any::<u8>(), 1..40),
    ) {
        let game = [Game::Cmsc201, Game::Comp10050, Game::Revergo][which];
        // Spaces among spaces are no board that anyone could see.
        let invisible = fake::GLYPHS[skin.glyphs][2][0] == ' ' && (1..=2).contains(&skin.separators);
        prop_assume!(!(game == Game::Revergo && invisible));
        let result = judged(game, &skin, Bug::None, &choices);
        match result {
            Ok(judged) => prop_assert!(judged.outcome.is_some()),
            Err(fault) => {
                let mut fake = Fake::new(game, skin, Bug::None);
                let _ = judge(game.course(), &input(game, &choices), &mut fake);
                let shown = String::from_utf8_lossy(fake.output()).into_owned();
                prop_assert!(false, "{}\n{shown}", fault);
            }
        }
    }

    #[test]
    fn a_program_with_other_rules_is_never_passed(
        skin in skins(),
        choices in prop::collection::vec(any::<u8>(), 1..40),
    ) {
        let orthogonal = judged(Game::Comp10050, &skin, Bug::Directions(Direction::ORTHOGONAL), &choices);
        prop_assert!(
            matches!(orthogonal, Err(Fault::BoardWrong(_) | Fault::ListWrong { .. } | Fault::ResultWrong { .. })),
            "{orthogonal:?}"
        );
        let diagonal = judged(Game::Cmsc201, &skin, Bug::Directions(Direction::ALL), &choices);
        prop_assert!(
            matches!(diagonal, Err(Fault::BoardWrong(_) | Fault::ListWrong { .. } | Fault::ReplyIllegal { .. })),
            "{diagonal:?}"
        );
    }

    #[test]
    fn no_output_makes_it_panic(
        chunks in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 0..6),
        drawn in "([-. _|X0-9a-h+\\n]{0,40}\\n){0,30}",
    ) {
        for game in fake::ALL {
            let mut chunks = chunks.clone();
            chunks.push(drawn.clone().into_bytes());
            let mut babble = Babble { chunks, output: Vec::new() };
            let _ = judge(game.course(), &input(fake::like(game), &[1, 2, 3]), &mut babble);
        }
    }
}

/// Says something else each time, whatever it is told.
struct Babble {
    chunks: Vec<Vec<u8>>,
    output: Vec<u8>,
}

impl Talker for Babble {
    fn send(&mut self, _: &[u8]) {}

    fn wait(&mut self) -> Status {
        match self.chunks.pop() {
            Some(chunk) => {
                self.output.extend(chunk);
                Status::AwaitsInput
            }
            None => Status::Ended,
        }
    }

    fn output(&self) -> &[u8] {
        &self.output
    }
}

/// The fault that `bug` is told as, with the plainest skin.
fn fault(game: Game, bug: Bug) -> Fault {
    judged(game, &Skin::default(), bug, &[3, 1, 4, 1, 5, 9, 2, 6]).expect_err("it is found")
}

#[test]
fn a_mirrored_opening_is_told() {
    for game in [Game::Cmsc201, Game::Comp10050] {
        let fault = fault(game, Bug::Mirrored);
        assert!(
            matches!(fault, Fault::OpeningWrong { mirrored: true, .. }),
            "{fault:?}"
        );
    }
}

#[test]
fn a_direction_that_is_never_flipped_is_told_with_the_squares() {
    // The first choice of a game is 2,3 of Othello, which flips downwards.
    let result = judged(
        Game::Comp10050,
        &Skin::default(),
        Bug::NeverFlips(1, 0),
        &[0],
    );
    let Err(Fault::BoardWrong(wrong)) = result else {
        panic!("{result:?}")
    };
    assert!(!wrong.missed().is_empty());
    assert!(wrong.flipped_wrongly().is_empty());
}

#[test]
fn flips_beyond_the_closing_disc_are_told() {
    let fault = fault(Game::Comp10050, Bug::FlipsOneMore);
    let Fault::BoardWrong(wrong) = &fault else {
        panic!("{fault:?}")
    };
    assert_ne!(wrong.expected, wrong.printed);
}

#[test]
fn lists_with_a_move_missing_twice_or_too_many_are_told() {
    for game in [Game::Cmsc201, Game::Comp10050] {
        let wrong = fault(game, Bug::ListMisses);
        assert!(
            matches!(&wrong, Fault::ListWrong { missing, .. } if missing.len() == 1),
            "{wrong:?}"
        );
        let wrong = fault(game, Bug::ListTwice);
        assert!(
            matches!(&wrong, Fault::ListWrong { twice, .. } if twice.len() == 1),
            "{wrong:?}"
        );
        let wrong = fault(game, Bug::ListExtra);
        assert!(
            matches!(&wrong, Fault::ListWrong { extra, .. } if extra.len() == 1),
            "{wrong:?}"
        );
    }
}

#[test]
fn a_computer_that_takes_another_move_is_told() {
    let wrong = fault(Game::Cmsc201, Bug::ReplyLast);
    assert!(
        matches!(wrong, Fault::ReplyWrong { number: 2, .. }),
        "{wrong:?}"
    );
}

#[test]
fn a_computer_that_plays_where_it_may_not_is_told() {
    let wrong = fault(Game::Revergo, Bug::ReplyIllegal);
    assert!(
        matches!(wrong, Fault::ReplyIllegal { number: 2, .. }),
        "{wrong:?}"
    );
}

#[test]
fn a_game_that_goes_on_or_stops_too_soon_is_told() {
    for game in [Game::Cmsc201, Game::Comp10050, Game::Revergo] {
        let wrong = fault(game, Bug::NeverEnds);
        assert!(matches!(wrong, Fault::NotOver { .. }), "{wrong:?}");
        let wrong = fault(game, Bug::StopsAfter(4));
        assert!(matches!(wrong, Fault::Stopped { .. }), "{wrong:?}");
        let wrong = fault(game, Bug::EndsAfter(4));
        assert!(matches!(wrong, Fault::OverTooSoon { .. }), "{wrong:?}");
    }
}

#[test]
fn a_wrong_score_and_a_wrong_winner_are_told() {
    for game in [Game::Cmsc201, Game::Comp10050] {
        let wrong = fault(game, Bug::Score);
        assert!(matches!(wrong, Fault::ScoreWrong { .. }), "{wrong:?}");
    }
    for game in [Game::Cmsc201, Game::Comp10050, Game::Revergo] {
        let wrong = fault(game, Bug::Winner);
        assert!(matches!(wrong, Fault::ResultWrong { .. }), "{wrong:?}");
    }
}

#[test]
fn a_menu_that_is_not_numbered_from_1_is_told() {
    let mut skin = Skin::default();
    skin.flags[6] = true;
    let fault = judged(Game::Comp10050, &skin, Bug::None, &[0]).expect_err("numbered from 0");
    assert_eq!(fault, Fault::MenuNumbers { number: 1 });
}

#[test]
fn a_wrong_counter_is_told() {
    let wrong = fault(Game::Revergo, Bug::Counter);
    assert!(
        matches!(
            wrong,
            Fault::CounterWrong {
                counter: "round",
                ..
            }
        ),
        "{wrong:?}"
    );
}

#[test]
fn a_program_without_boards_is_told() {
    let wrong = fault(Game::Cmsc201, Bug::NoBoards);
    assert_eq!(wrong, Fault::NoBoard { after: 0 });
}

#[test]
fn a_legal_move_that_is_refused_is_told() {
    for game in [Game::Cmsc201, Game::Comp10050, Game::Revergo] {
        let wrong = fault(game, Bug::Refuses);
        assert!(
            matches!(wrong, Fault::LegalMoveRefused { number: 1, .. }),
            "{wrong:?}"
        );
    }
}

#[test]
fn an_illegal_move_that_is_accepted_is_told() {
    let mut fake = Fake::new(Game::Cmsc201, Skin::default(), Bug::Accepts);
    let result = judge(Game::Cmsc201.course(), b"0 0\n2 4\n", &mut fake);
    assert!(
        matches!(result, Err(Fault::IllegalMoveAccepted { number: 1, .. })),
        "{result:?}"
    );
}

#[test]
fn illegal_entries_that_are_asked_again_are_no_fault() {
    let mut fake = Fake::new(Game::Cmsc201, Skin::default(), Bug::None);
    let result = judge(Game::Cmsc201.course(), b"0 0\nx\n\n9 9\n2 4\n", &mut fake);
    assert!(result.is_ok(), "{result:?}");
}

#[test]
fn an_explanation_shows_the_three_boards_in_the_program_s_glyphs() {
    let result = judged(
        Game::Comp10050,
        &Skin::default(),
        Bug::NeverFlips(1, 0),
        &[0],
    );
    let fault = result.expect_err("it is found");
    let text = fault.to_string();
    assert!(text.contains("not flipped: row 4, column 4"), "{text}");
    let (right, printed) = fault.boards().expect("a board is wrong");
    assert!(
        right.contains("before") && right.contains("expected"),
        "{right}"
    );
    assert!(printed.contains(" 4 x x x 0 1 x x x"), "{printed}");
}

#[test]
fn discs_that_only_colours_tell_apart_are_shown_as_letters() {
    for paint in [
        fake::Paint::Ink,
        fake::Paint::Ground,
        fake::Paint::CursorInk,
    ] {
        let skin = Skin {
            paint,
            ..Skin::default()
        };
        let result = judged(Game::Comp10050, &skin, Bug::NeverFlips(1, 0), &[0]);
        let fault = result.expect_err("it is found");
        let (_, printed) = fault.boards().expect("a board is wrong");
        assert!(printed.contains(" 4 - - - W B - - -"), "{printed}");
    }
}

#[test]
fn a_saved_result_is_held_to_the_game() {
    let judged =
        judged(Game::Comp10050, &Skin::default(), Bug::None, &[2, 7, 1, 8]).expect("it is right");
    let discs = judged.outcome.expect("the game is over").discs();
    let winner = if discs.black > discs.white {
        "Alice"
    } else {
        "Bob"
    };
    let right = format!(
        "Alice {} points\nBob {} points\nwinner: {winner}\n",
        discs.black, discs.white
    );
    assert_eq!(judged.check_saved(right.as_bytes()), Ok(()));
    assert!(judged.check_saved(b"").is_err());
}

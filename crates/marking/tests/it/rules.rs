//! The judge by rules, on programs of every skin and with every classic
//! mistake.

use marking::diagnose::{Diagonals, GoesOn, Mistake};
use marking::judge::{Finding, Judged, Place, Status, Talker, judge};
use marking::report::Context;
use proptest::prelude::*;
use reversi_core::{Direction, Game as Position, IllegalMove, Turn};
use transcript::Typed;

use crate::fake::{self, Bug, Fake, Game, InParts, Skin};

/// A random game of `game`'s course as the input of a case: `choices` picks
/// among the legal moves.
fn input(game: Game, choices: &[u8]) -> Vec<u8> {
    let mut text = game.first_lines().to_owned();
    let rules = game.rules();
    let computer = game.computer();
    let mut position = Position::new(rules).expect("a course's game");
    let mut choices = choices.iter().cycle();
    loop {
        match position.turn() {
            Turn::Over(_) => break,
            Turn::Pass(_) => position.pass().expect("the turn is a pass"),
            Turn::Move(_) => {
                let moves: Vec<_> = position.legal_moves().collect();
                if computer == Some(position.to_move()) {
                    position.play(moves[0]).expect("legal");
                    continue;
                }
                let choice = usize::from(*choices.next().expect("a cycle"));
                let index = choice % moves.len();
                let at = moves[index];
                position.play(at).expect("legal");
                let typed = match game {
                    Game::Comp10050 => (index + 1).to_string(),
                    _ => game.course().notation.line(at, rules.size),
                };
                text.push_str(&typed);
                text.push('\n');
            }
        }
    }
    text.into_bytes()
}

fn judged(game: Game, skin: &Skin, bug: Bug, choices: &[u8]) -> Result<Judged, Finding> {
    let mut fake = Fake::new(game, skin.clone(), bug);
    judge(game.course(), &input(game, choices), &mut fake)
}

/// The result if the judge sees parts of each answer first. `part` returns the length
/// of the next one, given all that was not shown yet.
fn judged_in_parts(
    game: Game,
    skin: &Skin,
    bug: Bug,
    choices: &[u8],
    part: impl FnMut(&[u8]) -> usize,
) -> Result<Judged, Finding> {
    let mut program = InParts::new(Fake::new(game, skin.clone(), bug), part);
    judge(game.course(), &input(game, choices), &mut program)
}

/// The length of the first line.
fn first_line(text: &[u8]) -> usize {
    let end = text.iter().position(|&byte| byte == b'\n');
    end.map_or(text.len(), |end| end + 1)
}

fn skins() -> impl Strategy<Value = Skin> {
    (
        0..fake::GLYPHS.len(),
        0..fake::SEPARATORS.len(),
        any::<[bool; 8]>(),
        0..fake::LISTS.len(),
        0..fake::PAINTS.len(),
        prop::option::weighted(0.2, Just("Press Enter to continue... ")),
    )
        .prop_map(|(glyphs, separators, mut flags, list, paint, pause)| {
            // The handout's menus are numbered from 1.
            flags[6] = false;
            Skin {
                glyphs,
                separators,
                list,
                paint: fake::PAINTS[paint],
                pause,
                wrong_counter: false,
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
        let game = Game::ALL[which];
        // Spaces among spaces are no board that anyone could see.
        let invisible = fake::GLYPHS[skin.glyphs][2][0] == ' ' && (1..=2).contains(&skin.separators);
        prop_assume!(!(game == Game::Revergo && invisible));
        let result = judged(game, &skin, Bug::None, &choices);
        match result {
            Ok(judged) => prop_assert!(judged.outcome.is_some()),
            Err(finding) => {
                let mut fake = Fake::new(game, skin, Bug::None);
                let _ = judge(game.course(), &input(game, &choices), &mut fake);
                let shown = String::from_utf8_lossy(fake.output()).into_owned();
                prop_assert!(false, "{finding:?}\n{shown}");
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
            matches!(
                mistake(&orthogonal),
                Some(
                    Mistake::BoardDirections(_)
                        | Mistake::WrongFlips { .. }
                        | Mistake::BoardWrong(_)
                        | Mistake::ListDirections(_)
                        | Mistake::ListWrong { .. }
                        | Mistake::NoList
                        | Mistake::ResultWrong { .. }
                )
            ),
            "{orthogonal:?}"
        );
        let diagonal = judged(Game::Cmsc201, &skin, Bug::Directions(Direction::ALL), &choices);
        prop_assert!(
            matches!(
                mistake(&diagonal),
                Some(
                    Mistake::BoardDirections(_)
                        | Mistake::WrongFlips { .. }
                        | Mistake::BoardWrong(_)
                        | Mistake::ListDirections(_)
                        | Mistake::ListWrong { .. }
                        | Mistake::ComputerIllegal { .. }
                )
            ),
            "{diagonal:?}"
        );
    }

    #[test]
    fn no_output_makes_it_panic(
        chunks in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 0..6),
        drawn in "([-. _|X0-9a-h+\\n]{0,40}\\n){0,30}",
    ) {
        for (course, game) in courses::ALL.iter().flat_map(|course| Game::ALL.map(|game| (course, game))) {
            let mut chunks = chunks.clone();
            chunks.push(drawn.clone().into_bytes());
            let mut babble = Babble { chunks, output: Vec::new() };
            let _ = judge(course, &input(game, &[1, 2, 3]), &mut babble);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn reading_in_parts_is_reading_at_once(
        skin in skins(),
        which in 0..3usize,
        bug in 0..fake::BUGS.len(),
        wrong_counter in any::<bool>(),
        choices in prop::collection::vec(any::<u8>(), 1..40),
        parts in prop::collection::vec(0..900_usize, 0..60),
    ) {
        let game = Game::ALL[which];
        let skin = Skin { wrong_counter, ..skin };
        let bug = fake::BUGS[bug];
        let at_once = judged(game, &skin, bug, &choices);
        let mut parts = parts;
        let in_parts = judged_in_parts(game, &skin, bug, &choices, |new| {
            parts.pop().unwrap_or(new.len())
        });
        prop_assert_eq!(format!("{at_once:?}"), format!("{in_parts:?}"));
        let by_lines = judged_in_parts(game, &skin, bug, &choices, first_line);
        prop_assert_eq!(format!("{at_once:?}"), format!("{by_lines:?}"));
    }
}

#[test]
fn the_line_after_the_last_newline_is_no_empty_row() {
    // Empty squares are spaces, so an empty line would be a row without discs.
    let skin = Skin {
        glyphs: 3,
        separators: 1,
        ..Skin::default()
    };
    let by_lines = judged_in_parts(Game::Comp10050, &skin, Bug::None, &[87, 1, 3], first_line);
    assert!(by_lines.is_ok(), "{by_lines:?}");
}

/// Says something else each time, whatever it is told.
struct Babble {
    chunks: Vec<Vec<u8>>,
    output: Vec<u8>,
}

impl Talker for Babble {
    fn send(&mut self, _: &[u8]) {}

    fn end_input(&mut self) {}

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

fn mistake(result: &Result<Judged, Finding>) -> Option<&Mistake> {
    result.as_ref().err().map(|finding| &finding.mistake)
}

/// The finding on a program with `bug`, with the plainest skin.
fn found(game: Game, bug: Bug) -> Finding {
    judged(game, &Skin::default(), bug, &[3, 1, 4, 1, 5, 9, 2, 6]).expect_err("it is found")
}

/// The finding on a program that never flips downwards, which its first move
/// should.
fn never_flips_downwards(skin: &Skin) -> Finding {
    let bug = Bug::NeverFlips(1, 0);
    judged(Game::Comp10050, skin, bug, &[0]).expect_err("it is found")
}

#[test]
fn a_mirrored_opening_is_found() {
    for game in [Game::Cmsc201, Game::Comp10050] {
        let finding = found(game, Bug::Mirrored);
        assert_eq!(finding.mistake, Mistake::OpeningColoursSwapped);
        assert_eq!(finding.place, Place::Start);
    }
}

#[test]
fn a_direction_that_is_never_flipped_is_found_with_the_squares() {
    let finding = never_flips_downwards(&Skin::default());
    let context = Context {
        course: Game::Comp10050.course(),
        input: b"Alice\nBob\n",
        full: false,
    };
    assert_eq!(
        context.reason(&finding),
        "Move 1: Alice's move `(3,d)` does not flip `(4,d)`"
    );
}

/// The board that shows the move also shows the computer's reply to it.
#[test]
fn a_missed_direction_is_found_behind_the_computer_s_reply() {
    let bug = Bug::NeverFlips(1, 0);
    let finding = judged(Game::Cmsc201, &Skin::default(), bug, &[0]).expect_err("it is found");
    let context = Context {
        course: Game::Cmsc201.course(),
        input: b"",
        full: false,
    };
    assert_eq!(
        context.reason(&finding),
        "Move 1: Player's move `[2, 4]` does not flip `[3, 4]`"
    );
}

#[test]
fn flips_beyond_the_closing_disc_are_found() {
    let finding = found(Game::Comp10050, Bug::FlipsOneMore);
    let Mistake::WrongFlips { missed, extra, .. } = &finding.mistake else {
        panic!("{finding:?}")
    };
    assert_eq!((missed.len(), extra.len()), (0, 1));
}

#[test]
fn a_list_with_diagonals_that_do_not_count_is_explained() {
    let bug = Bug::Directions(Direction::ALL);
    let result = judged(Game::Cmsc201, &Skin::default(), bug, &[1, 2, 3]);
    let used = Mistake::ListDirections(Diagonals::Used);
    assert_eq!(mistake(&result), Some(&used));
}

/// Another program, which ignores only some diagonals, would print the same list.
#[test]
fn a_list_without_some_diagonal_moves_is_only_described() {
    let bug = Bug::Directions(Direction::ORTHOGONAL);
    let result = judged(Game::Comp10050, &Skin::default(), bug, &[1, 2, 3]);
    let mistake = mistake(&result);
    assert!(
        matches!(mistake, Some(Mistake::ListWrong { missing, .. }) if !missing.is_empty()),
        "{mistake:?}"
    );
}

#[test]
fn lists_with_a_move_missing_twice_or_too_many_are_found() {
    for game in [Game::Cmsc201, Game::Comp10050] {
        for (bug, numbers) in [
            (Bug::ListMisses, (1, 0, 0)),
            (Bug::ListExtra, (0, 1, 0)),
            (Bug::ListTwice, (0, 0, 1)),
        ] {
            let finding = found(game, bug);
            let Mistake::ListWrong {
                missing,
                extra,
                repeated,
            } = &finding.mistake
            else {
                panic!("{finding:?}")
            };
            assert_eq!((missing.len(), extra.len(), repeated.len()), numbers);
        }
    }
}

#[test]
fn a_computer_that_takes_another_move_is_found() {
    let finding = found(Game::Cmsc201, Bug::ReplyLast);
    assert!(
        matches!(finding.mistake, Mistake::ComputerMove { .. }),
        "{finding:?}"
    );
    assert_eq!(finding.place, Place::Move(2));
}

#[test]
fn a_computer_that_plays_where_it_may_not_is_found() {
    let finding = found(Game::Revergo, Bug::ReplyIllegal);
    assert!(
        matches!(finding.mistake, Mistake::ComputerIllegal { .. }),
        "{finding:?}"
    );
    assert_eq!(finding.place, Place::Move(2));
}

#[test]
fn a_game_that_goes_on_or_stops_too_soon_is_found() {
    for game in Game::ALL {
        let goes_on = found(game, Bug::NeverEnds).mistake;
        let Mistake::NotOver { after, goes_on } = goes_on else {
            panic!("{goes_on:?}")
        };
        assert_eq!((after > 4, goes_on), (true, GoesOn::Asking));
        let stops = found(game, Bug::StopsAfter(4));
        assert_eq!(stops.mistake, Mistake::StoppedInGame);
        let ends = found(game, Bug::EndsAfter(4));
        let blocked = None;
        assert_eq!(ends.mistake, Mistake::OverTooSoon { blocked });
    }
}

#[test]
fn a_wrong_score_and_a_wrong_winner_are_found() {
    for game in [Game::Cmsc201, Game::Comp10050] {
        let wrong = found(game, Bug::Score).mistake;
        assert!(matches!(wrong, Mistake::ScoreWrong { .. }), "{wrong:?}");
    }
    for game in Game::ALL {
        let wrong = found(game, Bug::Winner).mistake;
        assert!(matches!(wrong, Mistake::ResultWrong { .. }), "{wrong:?}");
    }
}

#[test]
fn a_menu_that_is_not_numbered_from_1_is_found() {
    let mut skin = Skin::default();
    skin.flags[6] = true;
    let finding = judged(Game::Comp10050, &skin, Bug::None, &[0]).expect_err("numbered from 0");
    assert_eq!(finding.mistake, Mistake::MenuNumbers);
    assert_eq!(finding.place, Place::Move(1));
}

#[test]
fn an_endless_loop_is_found_and_said_to_be_one() {
    for game in Game::ALL {
        for (bug, expected) in [
            (Bug::AsksForEver, GoesOn::Asking),
            (Bug::PrintsOn(1000), GoesOn::Printing),
            (Bug::RepeatsResult, GoesOn::Printing),
        ] {
            let finding = found(game, bug);
            let Mistake::NotOver { after, goes_on } = finding.mistake else {
                panic!("{finding:?}")
            };
            assert_eq!((finding.place, goes_on), (Place::After(after), expected));
        }
        let finding = found(game, Bug::PrintsOn(3));
        assert_eq!(finding.mistake, Mistake::PrintsOn);
        let finding = found(game, Bug::PrintsOn(0));
        assert_eq!(finding.mistake, Mistake::PrintsOn);
    }
}

/// It has printed a wrong board and works on, for ever.
#[test]
fn a_wrong_board_of_an_unfinished_turn_is_found() {
    struct Hangs(Fake);

    impl Talker for Hangs {
        fn send(&mut self, bytes: &[u8]) {
            self.0.send(bytes);
        }

        fn end_input(&mut self) {
            panic!("its game is not over");
        }

        fn wait(&mut self) -> Status {
            let status = self.0.wait();
            if self.0.moves() > 0 {
                Status::Works
            } else {
                status
            }
        }

        fn output(&self) -> &[u8] {
            self.0.output()
        }
    }

    for game in [Game::Cmsc201, Game::Comp10050] {
        let expected = found(game, Bug::FlipsOneMore);
        let mut hangs = Hangs(Fake::new(game, Skin::default(), Bug::FlipsOneMore));
        let choices = [3, 1, 4, 1, 5, 9, 2, 6];
        let finding = judge(game.course(), &input(game, &choices), &mut hangs);
        assert_eq!(finding.expect_err("it is found"), expected);
    }
}

#[test]
fn a_program_that_pauses_gets_enter() {
    for game in Game::ALL {
        for pause in ["Press Enter to continue... ", "(hit return)\n"] {
            let skin = Skin {
                pause: Some(pause),
                ..Skin::default()
            };
            let judged = judged(game, &skin, Bug::None, &[3, 1, 4]).expect("it is right");
            assert!(judged.outcome.is_some());
        }
    }
}

/// Without a word it waits only when it is the computer's turn.
#[test]
fn a_program_that_pauses_silently_before_the_computer_s_move_gets_enter() {
    let skin = Skin {
        pause: Some("\n"),
        ..Skin::default()
    };
    let judged = judged(Game::Revergo, &skin, Bug::SilentPauses, &[3, 1, 4]);
    assert!(judged.expect("it is right").outcome.is_some());
}

#[test]
fn a_wrong_counter_does_not_end_the_game() {
    let skin = Skin {
        wrong_counter: true,
        ..Skin::default()
    };
    let choices = [3, 1, 4, 1, 5, 9, 2, 6];
    let judge = |bug| judged(Game::Revergo, &skin, bug, &choices);
    let is_counter = |minor: &Finding| {
        let counter = "round";
        matches!(&minor.mistake, Mistake::CounterWrong { counter: it, .. } if *it == counter)
    };
    let right = judge(Bug::None).expect("no other mistake is there");
    assert!(right.outcome.is_some());
    let (minor, printed) = right.minor.expect("the counter is wrong");
    assert!(is_counter(&minor) && (100..2000).contains(&printed));
    let wrong = judge(Bug::Winner).expect_err("it is found");
    assert!(matches!(wrong.mistake, Mistake::ResultWrong { .. }));
    assert!(wrong.minor.as_deref().is_some_and(is_counter));
}

#[test]
fn a_program_without_boards_is_found() {
    assert_eq!(
        found(Game::Cmsc201, Bug::NoBoards).mistake,
        Mistake::NoBoard { after: None }
    );
}

#[test]
fn a_legal_move_that_is_refused_is_found() {
    for game in Game::ALL {
        let finding = found(game, Bug::Refuses);
        assert!(
            matches!(finding.mistake, Mistake::LegalMoveRefused { .. }),
            "{finding:?}"
        );
        assert_eq!(finding.place, Place::Move(1));
    }
}

#[test]
fn an_illegal_move_that_is_accepted_is_found() {
    let mut fake = Fake::new(Game::Cmsc201, Skin::default(), Bug::Accepts);
    let finding = judge(Game::Cmsc201.course(), b"0 0\n2 4\n", &mut fake).expect_err("it is found");
    assert_eq!(
        finding.mistake,
        Mistake::IllegalMoveAccepted {
            typed: Some("0 0".to_owned()),
            why: Some(IllegalMove::FlipsNothing)
        }
    );
}

#[test]
fn illegal_lines_that_are_asked_again_are_no_mistake() {
    let mut fake = Fake::new(Game::Cmsc201, Skin::default(), Bug::None);
    let result = judge(Game::Cmsc201.course(), b"0 0\nx\n\n9 9\n2 4\n", &mut fake);
    assert!(result.is_ok(), "{result:?}");
}

/// The boards that a report has for `finding`: those before and expected, and
/// the printed one.
fn drawn(game: Game, finding: &Finding) -> (String, String) {
    let context = Context {
        course: game.course(),
        input: b"",
        full: false,
    };
    let explanation = context.rules(finding, &Typed::default(), b"");
    (explanation.expected, explanation.got)
}

#[test]
fn a_report_shows_the_boards_in_the_program_s_glyphs_and_the_course_s_coordinates() {
    let (right, printed) = drawn(Game::Comp10050, &never_flips_downwards(&Skin::default()));
    assert!(
        right.contains("before") && right.contains("expected"),
        "{right}"
    );
    assert!(printed.contains("\n   a b c d e f g h"), "{printed}");
    assert!(printed.contains(" 4 x x x 0 1 x x x"), "{printed}");
}

#[test]
fn rows_and_columns_of_a_report_count_as_in_the_course() {
    let (_, printed) = drawn(Game::Cmsc201, &found(Game::Cmsc201, Bug::FlipsOneMore));
    assert!(printed.contains("\n   0 1 2 3 4 5 6 7\n 0 _"), "{printed}");
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
        let (_, printed) = drawn(Game::Comp10050, &never_flips_downwards(&skin));
        assert!(printed.contains(" 4 - - - W B - - -"), "{printed}");
    }
}

#[test]
fn a_saved_result_is_checked() {
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
    assert_eq!(judged.wrong_file(right.as_bytes()), None);
    assert!(judged.wrong_file(b"").is_some());
}

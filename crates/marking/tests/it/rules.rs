//! The judge by rules, on programs of every skin and with every classic
//! mistake.

use course::DIAGONALS;
use marking::diagnose::Mistake;
use marking::judge::{Finding, GamePlace, Interactive, JudgedGame, Status, judge};
use marking::mistakes::{
    BRACKETS, Change, CourseKind, GLYPHS, Paint, SEPARATORS, SimulatedProgram, Skin,
};
use marking::report::Context;
use proptest::prelude::*;
use transcript::Typed;

use crate::rows::whole_game;

use CourseKind::{Cmsc201, Comp10050, Revergo};

const FREE: [CourseKind; 3] = [Cmsc201, Comp10050, Revergo];

/// Returns a random game as input: `choices` picks among the legal moves.
fn input(kind: CourseKind, choices: &[u8]) -> Vec<u8> {
    let mut choices = choices.iter().cycle();
    let pick = |moves| usize::from(*choices.next().expect("a cycle")) % moves;
    whole_game(kind.course(), kind.first_lines(), pick)
}

fn judged(
    kind: CourseKind,
    skin: &Skin,
    change: Change,
    choices: &[u8],
) -> Result<JudgedGame, Finding> {
    judged_in_parts(kind, skin, change, choices, <[u8]>::len)
}

fn plain(kind: CourseKind, change: Change, choices: &[u8]) -> Result<JudgedGame, Finding> {
    judged(kind, &Skin::default(), change, choices)
}

/// Judges in parts; `part` returns the length of the next one, given all not shown yet.
fn judged_in_parts(
    kind: CourseKind,
    skin: &Skin,
    change: Change,
    choices: &[u8],
    part: impl FnMut(&[u8]) -> usize,
) -> Result<JudgedGame, Finding> {
    let mut program = in_parts(kind, skin, change, part);
    judge(kind.course(), &input(kind, choices), &mut program)
}

fn in_parts<F>(kind: CourseKind, skin: &Skin, change: Change, part: F) -> InParts<F> {
    InParts {
        program: SimulatedProgram::new(kind, change).with_skin(skin.clone()),
        part,
        waited: None,
        seen: 0,
    }
}

#[test]
fn a_board_at_the_end_is_not_one_between_two_moves() {
    let found = plain(Cmsc201, Change::EndsAfter(3), &[0]);
    let finding = found.expect_err("the game is not over");
    assert_eq!(finding.mistake, Mistake::OverTooSoon { blocked: None });
    assert_eq!(finding.minor, None);
}

#[test]
fn a_game_without_its_first_board_is_judged_from_the_first_move_on() {
    for kind in FREE {
        for choices in [[0, 3, 1], [5, 2, 9], [7, 7, 4]] {
            let judged = |change| plain(kind, change, &choices);
            let judged = judged(Change::PrintsNoFirstBoard).expect("all else is right");
            let (minor, _) = judged.minor.expect("the board is missing");
            let found = (minor.place, minor.mistake);
            let missing = Mistake::NoBoard { after: None };
            assert_eq!(found, (GamePlace::After(0), missing), "{kind:?}");
            assert!(judged.outcome.is_some(), "{kind:?}");
        }
    }
}

/// CMSC 201 asks for a board before each of the person's moves, and for none at the end.
#[test]
fn a_missing_last_board_is_one_mistake_if_a_sentence_asks_for_it() {
    for choices in [[0, 3, 1], [5, 2, 9], [7, 7, 4]] {
        for kind in [Cmsc201, Comp10050] {
            let judged = plain(kind, Change::PrintsNoLastBoard, &choices);
            let minor = judged.expect("the result is right").minor;
            let mistake = minor.map(|(minor, _)| minor.mistake);
            let is_missing = matches!(mistake, Some(Mistake::NoBoard { after: Some(_) }));
            assert_eq!(is_missing, kind == Comp10050, "{mistake:?}");
        }
    }
}

fn first_line(text: &[u8]) -> usize {
    let end = text.iter().position(|&byte| byte == b'\n');
    end.map_or(text.len(), |end| end + 1)
}

fn skins() -> impl Strategy<Value = Skin> {
    (
        0..GLYPHS.len(),
        0..SEPARATORS.len(),
        any::<[bool; 7]>(),
        0..BRACKETS.len(),
        prop::sample::select(Paint::ALL),
        prop::option::weighted(0.2, Just("Press Enter to continue... ")),
    )
        .prop_map(|(glyphs, separators, flags, brackets, paint, pause)| Skin {
            glyphs,
            separators,
            brackets,
            paint,
            pause,
            header: flags[0],
            labels: flags[1],
            lists_backwards: flags[2],
            each_board: flags[3],
            colours: flags[4],
            lists_in_lines: flags[5],
            crlf: flags[6],
            ..Skin::default()
        })
}

/// Leaves the message with the computer's move on the screen where the handout wants it.
fn visible(kind: CourseKind, skin: &Skin) -> Skin {
    let paint = match (kind, skin.paint) {
        (Cmsc201, Paint::Cursor | Paint::Changes) => Paint::Lines,
        (Cmsc201, Paint::CursorInk) => Paint::Ink,
        (_, paint) => paint,
    };
    Skin {
        paint,
        ..skin.clone()
    }
}

const CHANGES: [Change; 15] = [
    Change::None,
    Change::StartSwapped,
    Change::NeverFlipsDown,
    Change::FlipsOneMore,
    Change::ListsLess,
    Change::ComputerLast,
    Change::ComputerFirstEmpty,
    Change::NeverOver,
    Change::AsksForEver,
    Change::PrintsOn(2),
    Change::RepeatsResult,
    Change::StopsAfter(3),
    Change::WinnerReversed,
    Change::PrintsNoBoards,
    Change::RefusesAll,
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn a_correct_program_passes_in_any_skin(
        skin in skins(),
        which in 0..3usize,
        choices in prop::collection::vec(any::<u8>(), 1..40),
    ) {
        let kind = FREE[which];
        let skin = visible(kind, &skin);
        // Spaces among spaces are no board that anyone could see.
        let invisible = GLYPHS[skin.glyphs][2][0] == ' ' && (1..=2).contains(&skin.separators);
        prop_assume!(!(kind == Revergo && invisible));
        let result = judged(kind, &skin, Change::None, &choices);
        prop_assert!(result.as_ref().is_ok_and(|it| it.outcome.is_some()), "{result:?}");
    }

    #[test]
    fn a_program_with_other_rules_is_never_passed(
        skin in skins(),
        choices in prop::collection::vec(any::<u8>(), 1..40),
    ) {
        for (kind, ways) in [(Comp10050, !DIAGONALS), (Cmsc201, u8::MAX)] {
            let result = judged(kind, &skin, Change::Ways(ways), &choices);
            prop_assert!(result.is_err(), "{result:?}");
        }
    }

    #[test]
    fn no_output_makes_it_panic(
        chunks in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 0..6),
        drawn in "([-. _|X0-9a-h+\\n]{0,40}\\n){0,30}",
    ) {
        for (course, kind) in courses::ALL.iter().flat_map(|course| FREE.map(|kind| (course, kind))) {
            let mut chunks = chunks.clone();
            chunks.push(drawn.clone().into_bytes());
            let mut babble = Babble { chunks, output: Vec::new() };
            let _ = judge(course, &input(kind, &[1, 2, 3]), &mut babble);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn reading_in_parts_is_reading_at_once(
        skin in skins(),
        which in 0..3usize,
        change in 0..CHANGES.len(),
        wrong_counter in any::<bool>(),
        choices in prop::collection::vec(any::<u8>(), 1..40),
        parts in prop::collection::vec(0..900_usize, 0..60),
    ) {
        let kind = FREE[which];
        let skin = Skin { wrong_counter, ..skin };
        let change = CHANGES[change];
        let at_once = judged(kind, &skin, change, &choices);
        let mut parts = parts;
        let in_parts = judged_in_parts(kind, &skin, change, &choices, |new| {
            parts.pop().unwrap_or(new.len())
        });
        prop_assert_eq!(format!("{at_once:?}"), format!("{in_parts:?}"));
        let by_lines = judged_in_parts(kind, &skin, change, &choices, first_line);
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
    let by_lines = judged_in_parts(Comp10050, &skin, Change::None, &[87, 1, 3], first_line);
    assert!(by_lines.is_ok(), "{by_lines:?}");
}

struct Babble {
    chunks: Vec<Vec<u8>>,
    output: Vec<u8>,
}

impl Interactive for Babble {
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

fn found(kind: CourseKind, change: Change) -> Finding {
    plain(kind, change, &[3, 1, 4, 1, 5, 9, 2, 6]).expect_err("it is found")
}

fn never_flips_downwards(skin: &Skin) -> Finding {
    let change = Change::NeverFlipsDown;
    judged(Comp10050, skin, change, &[0]).expect_err("it is found")
}

#[test]
fn a_menu_that_is_not_numbered_from_1_is_found() {
    let skin = Skin {
        menu_from_0: true,
        ..Skin::default()
    };
    let finding = judged(Comp10050, &skin, Change::None, &[0]).expect_err("numbered from 0");
    assert_eq!(finding.mistake, Mistake::MenuNumbers);
    assert_eq!(finding.place, GamePlace::Move(1));
}

#[test]
fn a_wrong_board_of_an_unfinished_turn_is_found() {
    for kind in [Cmsc201, Comp10050] {
        let all_but_one_byte = |new: &[u8]| new.len().max(2) - 1;
        let mut program = in_parts(
            kind,
            &Skin::default(),
            Change::FlipsOneMore,
            all_but_one_byte,
        );
        let choices = [3, 1, 4, 1, 5, 9, 2, 6];
        let finding = judge(kind.course(), &input(kind, &choices), &mut program);
        let expected = found(kind, Change::FlipsOneMore);
        assert_eq!(finding.expect_err("it is found"), expected);
        assert!(program.seen < program.program.output().len());
    }
}

#[test]
fn a_program_that_pauses_gets_enter() {
    let with_words = FREE.iter().flat_map(|&kind| {
        ["Press Enter to continue... ", "(hit return)\n"].map(|pause| (kind, pause, false))
    });
    // Without a word it waits only when it is the computer's turn.
    for (kind, pause, before_computer) in with_words.chain([(Revergo, "\n", true)]) {
        let skin = Skin {
            pause: Some(pause),
            pauses_before_computer_only: before_computer,
            ..Skin::default()
        };
        let judged = judged(kind, &skin, Change::None, &[3, 1, 4]).expect("it is right");
        assert!(judged.outcome.is_some());
    }
}

#[test]
fn a_wrong_counter_does_not_end_the_game() {
    let skin = Skin {
        wrong_counter: true,
        ..Skin::default()
    };
    let choices = [2, 7, 1, 8];
    let judge = |change| judged(Revergo, &skin, change, &choices);
    let is_counter = |minor: &Finding| {
        let counter = "round";
        matches!(&minor.mistake, Mistake::CounterWrong { counter: it, .. } if *it == counter)
    };
    let right = judge(Change::None).expect("no other mistake is there");
    assert!(right.outcome.is_some());
    let (minor, printed) = right.minor.expect("the counter is wrong");
    assert!(is_counter(&minor) && (100..2000).contains(&printed));
    let wrong = judge(Change::WinnerReversed).expect_err("it is found");
    assert!(matches!(wrong.mistake, Mistake::ResultWrong { .. }));
    assert!(wrong.minor.as_deref().is_some_and(is_counter));
}

#[test]
fn illegal_lines_that_are_asked_again_are_no_mistake() {
    let mut program = SimulatedProgram::new(Cmsc201, Change::None).with_skin(Skin::default());
    let result = judge(Cmsc201.course(), b"0 0\nx\n\n9 9\n2 4\n", &mut program);
    assert!(result.is_ok(), "{result:?}");
}

fn drawn(kind: CourseKind, finding: &Finding) -> (String, String) {
    let (course, input) = (kind.course(), b"");
    let context = Context { course, input };
    let explanation = context.rules(finding, &Typed::default(), b"");
    (explanation.expected, explanation.got)
}

#[test]
fn a_report_shows_the_boards_in_the_program_s_glyphs_and_the_course_s_coordinates() {
    let (right, printed) = drawn(Comp10050, &never_flips_downwards(&Skin::default()));
    assert!(
        right.contains("before") && right.contains("expected"),
        "{right}"
    );
    assert!(printed.contains("\n   a b c d e f g h"), "{printed}");
    assert!(printed.contains(" 4 x x x 0 1 x x x"), "{printed}");
    let (_, printed) = drawn(Cmsc201, &found(Cmsc201, Change::FlipsOneMore));
    assert!(printed.contains("\n   0 1 2 3 4 5 6 7\n 0 _"), "{printed}");
}

#[test]
fn discs_that_only_colours_tell_apart_are_shown_as_letters() {
    for paint in [Paint::Ink, Paint::Ground, Paint::CursorInk] {
        let skin = Skin {
            paint,
            ..Skin::default()
        };
        let (_, printed) = drawn(Comp10050, &never_flips_downwards(&skin));
        assert!(printed.contains(" 4 - - - W B - - -"), "{printed}");
    }
}

#[test]
fn a_saved_result_is_checked() {
    let judged = plain(Comp10050, Change::None, &[2, 7, 1, 8]).expect("it is right");
    let discs = judged.outcome.expect("the game is over").discs();
    let (black, white) = (discs.black, discs.white);
    let winner = if black > white { "Alice" } else { "Bob" };
    let right = format!("Alice {black} points\nBob {white} points\nwinner: {winner}\n");
    assert_eq!(judged.wrong_file(right.as_bytes()), None);
    assert!(judged.wrong_file(b"").is_some());
}

struct InParts<F> {
    program: SimulatedProgram,
    part: F,
    waited: Option<Status>,
    seen: usize,
}

impl<F: FnMut(&[u8]) -> usize> Interactive for InParts<F> {
    fn send(&mut self, bytes: &[u8]) {
        self.program.send(bytes);
        self.waited = None;
    }

    fn end_input(&mut self) {
        self.program.end_input();
        self.waited = None;
    }

    fn wait(&mut self) -> Status {
        let status = match self.waited {
            Some(status) => status,
            None => self.program.wait(),
        };
        self.waited = Some(status);
        let all = self.program.output().len();
        let part = (self.part)(&self.program.output()[self.seen..]);
        self.seen = all.min(self.seen + part);
        if self.seen < all {
            Status::Works
        } else {
            status
        }
    }

    fn output(&self) -> &[u8] {
        &self.program.output()[..self.seen]
    }
}

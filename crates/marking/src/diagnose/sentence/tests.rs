use reversi_core::{ByDisc, Disc};

use super::*;

const AT: Square = Square::new(2, 3);
const OTHER: Square = Square::new(3, 2);
const DISCS: ByDisc<usize> = ByDisc {
    black: 20,
    white: 44,
};

fn unread() -> Unread {
    Unread {
        lines: 2,
        at_least: true,
        from: 5,
        first: "cd".to_owned(),
    }
}

fn said(course: &str, input: &str, mistake: &Mistake) -> String {
    let course = courses::by_name(course).expect("it is a course");
    sentence(mistake, &Names::new(course, input.as_bytes()))
}

/// The mistakes of a Lab 8 program whose sentences are the lines of `sentences.txt`. Others are in
/// `mistakes/rows.txt` and `tests/it/texts.txt`, or always the same.
fn table() -> Vec<Mistake> {
    let mover = Disc::Black;
    vec![
        Mistake::BoardUnchanged { mover, at: AT },
        Mistake::WrongFlips {
            mover,
            at: AT,
            missed: vec![OTHER, AT],
            extra: Vec::new(),
        },
        Mistake::WrongFlips {
            mover,
            at: AT,
            missed: Vec::new(),
            extra: vec![OTHER],
        },
        Mistake::WrongFlips {
            mover,
            at: AT,
            missed: vec![OTHER],
            extra: vec![OTHER],
        },
        Mistake::BoardWrong {
            squares: WrongSquares {
                recoloured: vec![AT, OTHER, AT],
                ..WrongSquares::default()
            },
        },
        Mistake::BoardWrong {
            squares: WrongSquares {
                added: vec![AT; 9],
                ..WrongSquares::default()
            },
        },
        Mistake::PassMissing { blocked: None },
        Mistake::CounterWrong {
            counter: "round",
            expected: 4,
            printed: 3,
        },
        Mistake::ListWrong {
            missing: vec![AT],
            extra: vec![OTHER, AT],
            repeated: vec![AT],
        },
        Mistake::MarksWrong {
            missing: vec![AT],
            extra: vec![OTHER],
        },
        Mistake::ListBase {
            printed: 1,
            expected: 0,
        },
        Mistake::IllegalMoveAccepted {
            typed: None,
            why: None,
        },
        Mistake::TurnLost { typed: None },
        Mistake::MissingLine {
            line: 5,
            expected: String::new(),
        },
        Mistake::LineWrong {
            line: 5,
            expected: "Draw!".to_owned(),
            printed: String::new(),
        },
        Mistake::NotOver {
            after: 57,
            goes_on: GoesOn::Working,
        },
        Mistake::ResultWrong {
            winner: Some(Disc::Black),
            announced: Some(Announced::Draw),
        },
        Mistake::ResultWrong {
            winner: None,
            announced: None,
        },
        Mistake::ScoreWrong {
            discs: DISCS,
            announced: AnnouncedScores::Numbers(vec![1, 2]),
        },
        Mistake::TrailingSpace {
            line: 5,
            change: SpaceChange::Missing,
            alone: true,
        },
        Mistake::WrongSideBegins { began: mover },
        Mistake::ComputerNamedAlike {
            line: "Computer: 3 5".to_owned(),
        },
        Mistake::PrintsNothing {
            unread: Some(unread()),
        },
        Mistake::OutputStops {
            at_prompt: true,
            unread: Some(unread()),
        },
    ]
}

#[test]
fn each_mistake_has_its_sentence() {
    let mut lines = include_str!("sentences.txt").lines();
    for mistake in table() {
        let words = said("aps105-lab8", "8\nB\n", &mistake);
        let debug = format!("{mistake:?}");
        let kind = debug.split([' ', '(']).next().expect("it has a name");
        assert_eq!(lines.next(), Some(&*format!("{kind}: {words}")), "{debug}");
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn squares_and_sides_have_the_names_of_the_course() {
    let mistake = Mistake::BoardUnchanged {
        mover: Disc::White,
        at: AT,
    };
    for (course, input, words) in [
        ("cmsc201", "", "Player's legal move `[2, 3]` leaves"),
        ("comp10050", "Ann\nBob\n", "Bob's legal move `(3,d)` leaves"),
        ("utoronto-a1", "", "W's legal move `cd` leaves"),
        ("revergo", "2\n", "Human's legal move `3 4` leaves"),
    ] {
        let said = said(course, input, &mistake);
        assert!(said.starts_with(words), "{said}");
    }
}

#[test]
fn missing_counters_have_the_names_of_the_handout() {
    let said = said("revergo", "2\n", &Mistake::CountersMissing);
    assert!(said.ends_with(": `round`, `human`, `computer`"), "{said}");
}

#[test]
fn flips_are_counted_only_if_the_computer_counts_them() {
    let mistake = Mistake::ComputerMove {
        at: AT,
        expected: OTHER,
        flips: Some(Flips {
            expected: 1,
            made: 1,
        }),
    };
    let said = said("cmsc201", "", &mistake);
    assert!(!said.contains("flip"), "{said}");
}

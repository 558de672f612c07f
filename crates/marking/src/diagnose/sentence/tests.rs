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
    sentence(mistake, &CaseNames::new(course, input.as_bytes()))
}

fn squares(added: Vec<Square>, recoloured: Vec<Square>) -> WrongSquares {
    WrongSquares {
        added,
        recoloured,
        ..WrongSquares::default()
    }
}

/// Mistakes of a Lab 8 program, each with its sentence. Others are in `mistakes/rows.txt` and
/// `tests/it/texts.txt`, or always the same.
macro_rules! check {
    ($($mistake:expr => $sentence:literal,)*) => {
        $(assert_eq!(
            said("aps105-lab8", "8\nB\n", &$mistake), $sentence,
            "sentences are written in mistakes.txt"
        );)*
    };
}

#[test]
fn each_mistake_has_its_sentence() {
    let (mover, at) = (Disc::Black, AT);
    check! {
        Mistake::BoardUnchanged { mover, at } =>
            "B's legal move `cd` leaves the board unchanged",
        Mistake::WrongFlips { mover, at, missed: vec![OTHER, at], extra: vec![] } =>
            "B's move `cd` does not flip `dc` and `cd`",
        Mistake::WrongFlips { mover, at, missed: vec![], extra: vec![OTHER] } =>
            "B's move `cd` flips `dc` by mistake",
        Mistake::WrongFlips { mover, at, missed: vec![OTHER], extra: vec![OTHER] } =>
            "B's move `cd` does not flip `dc` and flips `dc` by mistake",
        Mistake::BoardWrong { squares: squares(vec![], vec![at, OTHER, at]) } =>
            "The board is wrong: the disc has the wrong colour on `cd`, `dc` and `cd`",
        Mistake::BoardWrong { squares: squares(vec![at; 9], vec![]) } =>
            "The board is wrong: 9 squares differ",
        Mistake::PassMissing { blocked: None } =>
            "The announcement that a side has no legal move is missing",
        Mistake::CounterWrong { counter: "round", expected: 4, printed: 3 } =>
            "The counter `round` shows 3 instead of 4",
        Mistake::ListWrong { missing: vec![at], extra: vec![OTHER, at], repeated: vec![at] } =>
            "The list of moves is wrong; missing: `cd`; not legal: `dc` and `cd`; repeated: `cd`",
        Mistake::MarksWrong { missing: vec![at], extra: vec![OTHER] } =>
            "The marks of the legal moves on the board are wrong; missing: `cd`; not legal: `dc`",
        Mistake::ListBase { printed: 1, expected: 0 } =>
            "The list of moves counts rows and columns from 1, but the handout counts from 0",
        Mistake::IllegalMoveAccepted { typed: None, why: None, played: None } =>
            "An illegal move is accepted",
        Mistake::TurnLost { typed: None } =>
            "An illegal move ends the turn: the board stays the same, and the other side moves next",
        Mistake::MissingLine { line: 5, expected: String::new() } =>
            "An empty line is missing before line 5",
        Mistake::HeaderWrong { expected: "_|0|1".to_owned(), printed: "0|1".to_owned() } =>
            "The board is right, but the line above it is `0|1` instead of `_|0|1`",
        Mistake::LineWrong { line: 5, expected: "Draw!".to_owned(), printed: String::new() } =>
            "Line 5 should be `Draw!`, but it is empty",
        Mistake::NotOver { after: 57, goes_on: GoesOn::Working } =>
            "The game was over after move 57; the program does not end",
        Mistake::ResultWrong { winner: Some(mover), announced: ResultClaim::Draw } =>
            "The result is a win for B, but the program announces a draw",
        Mistake::ResultWrong { winner: None, announced: ResultClaim::Nothing } =>
            "The result is a draw, but the program does not announce it",
        Mistake::ScoreWrong { discs: DISCS, announced: AnnouncedScores::Numbers(vec![1, 2]) } =>
            "The score in points is 20 for B and 44 for W, but the program prints 1, 2",
        Mistake::TrailingSpace { line: 5, change: SpaceChange::Missing, alone: true } =>
            "Missing white space at the end of line 5; nothing else differs",
        Mistake::WrongSideBegins { began: mover } =>
            "B begins the game, but the first move is W's",
        Mistake::ComputerNamedAlike { line: "Computer: 3 5".to_owned() } =>
            "The message about the computer's move is the same on every turn: `Computer: 3 5`",
        Mistake::PrintsNothing { unread: Some(unread()) } =>
            "The program prints nothing; it ended with at least 2 lines of its input unread, starting \
             at line 5 (`cd`)",
        Mistake::Echo { typed: "a".repeat(5000) } =>
            "The program prints the typed line \
             `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…` after the prompt; it \
             should not echo its input",
        Mistake::OutputStops { at_prompt: true, unread: Some(unread()) } =>
            "The output stops at a prompt: the program ended with at least 2 lines of its input \
             unread, starting at line 5 (`cd`)",
    }
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
        flips: Some(FlipCounts {
            expected: 1,
            made: 1,
        }),
    };
    let said = said("cmsc201", "", &mistake);
    assert!(!said.contains("flip"), "{said}");
}

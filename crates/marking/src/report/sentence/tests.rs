use reversi_core::{ByDisc, IllegalMove};

use super::*;

/// The index of the row of the table below that a mistake is in. A new mistake
/// needs a new row.
fn row(mistake: &Mistake) -> usize {
    match mistake {
        Mistake::NoBoard { .. } => 0,
        Mistake::OpeningWrong(_) => 1,
        Mistake::OpeningColoursSwapped => 2,
        Mistake::ColoursSwapped => 3,
        Mistake::BoardTransposed => 4,
        Mistake::MoveReadTransposed { .. } => 5,
        Mistake::BoardUnchanged { .. } => 6,
        Mistake::WrongSidesDisc { .. } => 7,
        Mistake::BoardDirections(_) => 8,
        Mistake::WrongFlips { .. } => 9,
        Mistake::BoardWrong(_) => 10,
        Mistake::HeaderWrong => 11,
        Mistake::FrameWrong => 12,
        Mistake::BoardRepeated { .. } => 13,
        Mistake::CounterWrong { .. } => 14,
        Mistake::NoList => 15,
        Mistake::ListOrder => 16,
        Mistake::ListTransposed => 17,
        Mistake::ListDirections(_) => 18,
        Mistake::ListWrong { .. } => 19,
        Mistake::ListBase { .. } => 20,
        Mistake::MenuNumbers => 21,
        Mistake::LegalMoveRefused { .. } => 22,
        Mistake::IllegalMoveAccepted { .. } => 23,
        Mistake::PassMissing { .. } => 24,
        Mistake::PassByMistake { .. } => 25,
        Mistake::WrongSideAsked { .. } => 26,
        Mistake::NotOver { .. } => 27,
        Mistake::OverTooSoon { .. } => 28,
        Mistake::StoppedInGame => 29,
        Mistake::ComputerIllegal { .. } => 30,
        Mistake::ComputerMove { .. } => 31,
        Mistake::ResultWrong { .. } => 32,
        Mistake::MarginWrong { .. } => 33,
        Mistake::ScoreWrong { .. } => 34,
        Mistake::ResultNotSaved => 35,
        Mistake::LastNewlineMissing => 36,
        Mistake::LastNewlineExtra => 37,
        Mistake::CarriageReturns { .. } => 38,
        Mistake::Echo { .. } => 39,
        Mistake::NewlineAfterPrompt { .. } => 40,
        Mistake::TrailingSpace { .. } => 41,
        Mistake::Spacing { .. } => 42,
        Mistake::Spelling { .. } => 43,
        Mistake::LetterCase { .. } => 44,
        Mistake::PrintsNothing { .. } => 45,
        Mistake::OutputStops { .. } => 46,
        Mistake::OutputGoesOn { .. } => 47,
        Mistake::ComputerMissing => 48,
        Mistake::PrintsOn => 49,
        Mistake::OutputCut { .. } => 50,
        Mistake::MovedElsewhere { .. } => 51,
        Mistake::ListOfOtherSide { .. } => 52,
        Mistake::RefusalMissing { .. } => 53,
        Mistake::ComputerMovedTwice { .. } => 54,
        Mistake::ComputerOutOfTurn { .. } => 55,
    }
}

const ROWS: usize = 56;

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

/// The mistakes of a Lab 8 program, and their sentences.
#[expect(clippy::too_many_lines, reason = "a table")]
fn table() -> Vec<(Mistake, &'static str)> {
    let mover = Disc::Black;
    vec![
        (Mistake::NoBoard { after: None }, "No board is printed"),
        (
            Mistake::NoBoard { after: Some(AT) },
            "No board is printed after the legal move `cd`",
        ),
        (
            Mistake::OpeningWrong(WrongSquares {
                missing: vec![AT],
                added: vec![OTHER],
                recoloured: Vec::new(),
            }),
            "The first board is not the opening position: a disc is missing on `cd`; there should \
             be no disc on `dc`",
        ),
        (
            Mistake::OpeningColoursSwapped,
            "The colours are swapped in the opening position",
        ),
        (
            Mistake::ColoursSwapped,
            "The colours are swapped: every disc is printed as the other side's",
        ),
        (
            Mistake::BoardTransposed,
            "Rows and columns are swapped: the board is the right one, transposed",
        ),
        (
            Mistake::MoveReadTransposed {
                at: AT,
                read_as: OTHER,
            },
            "Rows and columns are swapped: the move `cd` is read as `dc`",
        ),
        (
            Mistake::MovedElsewhere { at: AT, on: OTHER },
            "The move `cd` is made on `dc`",
        ),
        (
            Mistake::BoardUnchanged { mover, at: AT },
            "B's legal move `cd` leaves the board unchanged",
        ),
        (
            Mistake::WrongSidesDisc { mover, at: AT },
            "B's move `cd` places a disc of W",
        ),
        (
            Mistake::BoardDirections(Diagonals::Ignored),
            "The program ignores diagonals, which count in this game, when it flips discs",
        ),
        (
            Mistake::BoardDirections(Diagonals::Used),
            "The program flips along diagonals, which do not count in this game",
        ),
        (
            Mistake::WrongFlips {
                mover,
                at: AT,
                missed: vec![OTHER, AT],
                extra: Vec::new(),
                diagonals: Some(Diagonals::Ignored),
            },
            "B's move `cd` does not flip `dc` and `cd`; the program ignores diagonals, which count \
             in this game",
        ),
        (
            Mistake::WrongFlips {
                mover,
                at: AT,
                missed: Vec::new(),
                extra: vec![OTHER],
                diagonals: Some(Diagonals::Used),
            },
            "B's move `cd` flips `dc` by mistake; diagonals do not count in this game",
        ),
        (
            Mistake::WrongFlips {
                mover,
                at: AT,
                missed: vec![OTHER],
                extra: vec![OTHER],
                diagonals: None,
            },
            "B's move `cd` does not flip `dc` and flips `dc` by mistake",
        ),
        (
            Mistake::BoardWrong(WrongSquares {
                recoloured: vec![AT, OTHER, AT],
                ..WrongSquares::default()
            }),
            "The board is wrong: the disc has the wrong colour on `cd`, `dc` and `cd`",
        ),
        (
            Mistake::BoardWrong(WrongSquares {
                added: vec![AT; 9],
                ..WrongSquares::default()
            }),
            "The board is wrong: 9 squares differ",
        ),
        (
            Mistake::HeaderWrong,
            "The board is right, but its header is not",
        ),
        (
            Mistake::FrameWrong,
            "The discs of the board are right, but its row labels or its white space are not",
        ),
        (
            Mistake::BoardRepeated { after_pass: true },
            "The board is printed again after the announcement of a pass; the prompt or the next \
             move should follow at once",
        ),
        (
            Mistake::BoardRepeated { after_pass: false },
            "The same board is printed again",
        ),
        (
            Mistake::CounterWrong {
                counter: "round",
                expected: 4,
                printed: 3,
            },
            "The counter `round` shows 3 instead of 4",
        ),
        (Mistake::NoList, "No list of moves is printed"),
        (
            Mistake::ListOrder,
            "The list has the right moves in the wrong order; they should go row by row, then \
             column by column",
        ),
        (
            Mistake::ListTransposed,
            "Rows and columns are swapped in the list of moves",
        ),
        (
            Mistake::ListDirections(Diagonals::Ignored),
            "The list of moves ignores diagonals, which count in this game",
        ),
        (
            Mistake::ListDirections(Diagonals::Used),
            "The list of moves uses diagonals, which do not count in this game",
        ),
        (
            Mistake::ListWrong {
                missing: vec![AT],
                extra: vec![OTHER, AT],
                repeated: vec![AT],
            },
            "The list of moves is wrong; missing: `cd`; not legal: `dc` and `cd`; repeated: `cd`",
        ),
        (
            Mistake::ListOfOtherSide { mover },
            "The list has the moves of W, but it is B's turn",
        ),
        (
            Mistake::ListBase {
                printed: 1,
                expected: 0,
            },
            "The list of moves counts rows and columns from 1, but the handout counts from 0",
        ),
        (
            Mistake::MenuNumbers,
            "The moves of the list are not numbered 1, 2, 3 and so on",
        ),
        (
            Mistake::LegalMoveRefused {
                at: AT,
                flips: Vec::new(),
                cause: None,
            },
            "The legal move `cd` is refused",
        ),
        (
            Mistake::LegalMoveRefused {
                at: AT,
                flips: vec![OTHER],
                cause: None,
            },
            "The legal move `cd` is refused; it flips `dc`",
        ),
        (
            Mistake::LegalMoveRefused {
                at: AT,
                flips: vec![OTHER],
                cause: Some(RefusalCause::DiagonalsIgnored),
            },
            "The legal move `cd` is refused; the program ignores diagonals, which count in this \
             game",
        ),
        (
            Mistake::LegalMoveRefused {
                at: AT,
                flips: vec![OTHER],
                cause: Some(RefusalCause::PassMissing(Disc::White)),
            },
            "The legal move `cd` is refused; before it W has no legal move and must pass",
        ),
        (
            Mistake::IllegalMoveAccepted {
                typed: Some("cd".to_owned()),
                why: Some(IllegalMove::FlipsNothing),
            },
            "The illegal move `cd` is accepted: the move flips nothing",
        ),
        (
            Mistake::IllegalMoveAccepted {
                typed: None,
                why: None,
            },
            "An illegal move is accepted",
        ),
        (
            Mistake::RefusalMissing {
                typed: Some("cd".to_owned()),
            },
            "The illegal move `cd` is refused without a message",
        ),
        (
            Mistake::RefusalMissing { typed: None },
            "An illegal move is refused without a message",
        ),
        (
            Mistake::PassMissing {
                blocked: Some(Disc::White),
            },
            "W has no legal move here; the program should announce it and let the other side move",
        ),
        (
            Mistake::PassMissing { blocked: None },
            "The announcement that a side has no legal move is missing",
        ),
        (
            Mistake::PassByMistake { mover: Some(mover) },
            "The program announces a pass, but B has a legal move",
        ),
        (
            Mistake::PassByMistake { mover: None },
            "The program announces a pass where there is none",
        ),
        (
            Mistake::WrongSideAsked {
                expected: Disc::Black,
                asked: Disc::White,
            },
            "The program asks W for a move, but it is B's turn",
        ),
        (
            Mistake::NotOver {
                after: 57,
                goes_on: GoesOn::Asking,
            },
            "The game was over after move 57; the program goes on asking",
        ),
        (
            Mistake::NotOver {
                after: 57,
                goes_on: GoesOn::Printing,
            },
            "The game was over after move 57; the program goes on printing",
        ),
        (
            Mistake::NotOver {
                after: 57,
                goes_on: GoesOn::Working,
            },
            "The game was over after move 57; the program does not end",
        ),
        (
            Mistake::PrintsOn,
            "The program goes on printing: it prints more than 256 KiB and asks for no move",
        ),
        (
            Mistake::OverTooSoon { blocked: None },
            "The program ends the game, but it is not over",
        ),
        (
            Mistake::OverTooSoon {
                blocked: Some(Disc::White),
            },
            "The program ends the game, but it is not over: W has no legal move and must pass, \
             but B has one",
        ),
        (
            Mistake::StoppedInGame,
            "The program ends in the middle of the game",
        ),
        (
            Mistake::ComputerMissing,
            "No board shows a move of the computer",
        ),
        (
            Mistake::ComputerIllegal {
                at: AT,
                why: IllegalMove::Occupied,
                expected: Some(OTHER),
            },
            "The computer's move `cd` is illegal: the square is occupied; it should be `dc`",
        ),
        (
            Mistake::ComputerIllegal {
                at: AT,
                why: IllegalMove::TooFar,
                expected: None,
            },
            "The computer's move `cd` is illegal: the square is too far from the other discs",
        ),
        (
            Mistake::ComputerMove {
                at: AT,
                expected: OTHER,
                flips: Some(Flips {
                    expected: 1,
                    made: 1,
                }),
            },
            "The computer's move `cd` should be `dc`: a tie, because both flip 1 disc; the computer \
             takes the most flips, among equals the lower row and then the lower column",
        ),
        (
            Mistake::ComputerMove {
                at: AT,
                expected: OTHER,
                flips: Some(Flips {
                    expected: 3,
                    made: 1,
                }),
            },
            "The computer's move `cd` should be `dc`, which flips 3 discs instead of 1; the \
             computer takes the most flips, among equals the lower row and then the lower column",
        ),
        (
            Mistake::ResultWrong {
                winner: Some(Disc::Black),
                announced: Some(Announced::Winner(Disc::White)),
            },
            "The result is a win of B, but the program announces a win of W",
        ),
        (
            Mistake::ResultWrong {
                winner: Some(Disc::Black),
                announced: Some(Announced::Draw),
            },
            "The result is a win of B, but the program announces a draw",
        ),
        (
            Mistake::ResultWrong {
                winner: None,
                announced: None,
            },
            "The result is a draw, but the program does not announce it",
        ),
        (
            Mistake::MarginWrong {
                margin: 5,
                announced: 6,
            },
            "The winner has 5 points more, but the program prints 6",
        ),
        (
            Mistake::ScoreWrong {
                discs: DISCS,
                announced: AnnouncedScores::Of(Disc::Black, 21),
            },
            "The score in points is 20 for B and 44 for W, but the program prints 21 for B",
        ),
        (
            Mistake::ScoreWrong {
                discs: DISCS,
                announced: AnnouncedScores::Numbers(vec![1, 2]),
            },
            "The score in points is 20 for B and 44 for W, but the program prints 1, 2",
        ),
        (
            Mistake::ScoreWrong {
                discs: DISCS,
                announced: AnnouncedScores::Numbers(Vec::new()),
            },
            "The score in points is 20 for B and 44 for W, but the program prints no numbers",
        ),
        (
            Mistake::ResultNotSaved,
            "No file with the result is written",
        ),
        (
            Mistake::LastNewlineMissing,
            "The newline at the end of the output is missing; nothing else differs",
        ),
        (
            Mistake::LastNewlineExtra,
            "Extra newline at the end of the output; nothing else differs",
        ),
        (
            Mistake::CarriageReturns { alone: true },
            "Lines end in CRLF, as on Windows, instead of LF; nothing else differs",
        ),
        (
            Mistake::Echo {
                typed: "cd".to_owned(),
            },
            "The program prints the typed line `cd` after the prompt; it should not echo its input",
        ),
        (
            Mistake::NewlineAfterPrompt {
                prompt: "Enter a move:".to_owned(),
            },
            "The prompt `Enter a move:` is followed by a newline; what is typed belongs on its \
             line",
        ),
        (
            Mistake::TrailingSpace {
                line: 5,
                change: SpaceChange::Extra,
                alone: false,
            },
            "Extra white space at the end of line 5",
        ),
        (
            Mistake::TrailingSpace {
                line: 5,
                change: SpaceChange::Missing,
                alone: true,
            },
            "Missing white space at the end of line 5; nothing else differs",
        ),
        (
            Mistake::TrailingSpace {
                line: 5,
                change: SpaceChange::Other,
                alone: false,
            },
            "Wrong white space at the end of line 5",
        ),
        (
            Mistake::Spacing { line: 3 },
            "Line 3 has the right words, but other white space before or between them",
        ),
        (
            Mistake::Spelling {
                printed: "color",
                expected: "colour",
                alone: false,
            },
            "The program spells `color` where `colour` is expected",
        ),
        (
            Mistake::LetterCase {
                line: 190,
                alone: false,
            },
            "Line 190 differs only in letter case",
        ),
        (
            Mistake::PrintsNothing { unread: None },
            "The program prints nothing",
        ),
        (
            Mistake::PrintsNothing {
                unread: Some(unread()),
            },
            "The program prints nothing; it ended with at least 2 lines of its input unread, from \
             line 5 (`cd`) on",
        ),
        (
            Mistake::OutputStops {
                at_prompt: true,
                unread: Some(unread()),
            },
            "The output stops at a prompt: the program ended with at least 2 lines of its input \
             unread, from line 5 (`cd`) on",
        ),
        (
            Mistake::OutputStops {
                at_prompt: true,
                unread: None,
            },
            "The output stops at a prompt: the program does not read on, or it waits for more \
             input than there is",
        ),
        (
            Mistake::OutputStops {
                at_prompt: false,
                unread: None,
            },
            "The output stops early: the program ended, or it waits for input without asking for \
             it",
        ),
        (
            Mistake::ComputerMovedTwice { at: AT },
            "The computer moves twice: after its move it also plays `cd`",
        ),
        (
            Mistake::ComputerOutOfTurn {
                at: AT,
                expected: Disc::White,
            },
            "The computer plays `cd`, but it is W's turn",
        ),
        (
            Mistake::OutputCut {
                nothing: true,
                by: Killed::ByCrash,
            },
            "No output arrived before the program crashed; the last part of its output may be \
             lost, because a program in C keeps text in a buffer until it ends (`setvbuf(stdout, \
             NULL, _IONBF, 0);` at the start of `main` prints all at once)",
        ),
        (
            Mistake::OutputCut {
                nothing: false,
                by: Killed::ByLimit,
            },
            "The output stops where the program was stopped at a limit; the last part of its \
             output may be lost, because a program in C keeps text in a buffer until it ends \
             (`setvbuf(stdout, NULL, _IONBF, 0);` at the start of `main` prints all at once)",
        ),
        (
            Mistake::OutputGoesOn { at_prompt: true },
            "The program goes on where the output should end, and asks for more input",
        ),
        (
            Mistake::OutputGoesOn { at_prompt: false },
            "The program goes on printing where the output should end",
        ),
    ]
}

#[test]
fn each_mistake_has_its_sentence() {
    let mut rows = [false; ROWS];
    for (mistake, words) in table() {
        assert_eq!(said("aps105-lab8", "8\nB\n", &mistake), words);
        rows[row(&mistake)] = true;
    }
    assert!(!rows.contains(&false), "a mistake is missing: {rows:?}");
}

#[test]
fn a_sentence_is_one_line_without_a_full_stop() {
    for (_, words) in table() {
        assert!(!words.contains('\n') && !words.ends_with('.'), "{words}");
        assert!(words.starts_with(char::is_uppercase), "{words}");
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

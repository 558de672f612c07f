//! UMBC CMSC 201 Project 2: the human, X, against the topmost, leftmost move.

use course::{
    Aspect, Computer, ComputerRule, Console, Course, Criterion, Environment, Language, Message,
    Notation, Prompt, Result, Scores, Setup,
};
use reversi_core::{ByDisc, Rules, Size};
use transcript::Strictness;

use crate::{CPU, RULES, naive, run, words};

/// The course.
pub const COURSE: Course = Course {
    name: "cmsc201",
    title: "UMBC CMSC 201 Project 2",
    language: Some(Language::Python),
    options: &[],
    // "Project": 60 points for functionality and completeness, divided among the sections of the
    // handout; the other 20 of 80 are for the design and the coding standards.
    rubric: &[
        Criterion::new("valid moves", 15.0, &[Aspect::LegalMoves]),
        Criterion::new("asking for a move", 5.0, &[Aspect::Asking]),
        Criterion::new("flipped pieces", 15.0, &[Aspect::Placement]),
        Criterion::new("computer player", 10.0, &[Aspect::Computer]),
        Criterion::new("end of the game", 10.0, &[Aspect::Turns, Aspect::Result]),
        Criterion::new("formatting", 5.0, &[Aspect::Text]),
    ],
    citations: &[
        (
            "opening",
            r#"The Setup: "four pieces already played in the middle", and "BE SURE THAT YOU DON'T GET THE X's AND O's BACKWARDS!""#,
        ),
        (
            "form",
            r#"Formatting: "your board must appear exactly like the one shown in the sample output""#,
        ),
        ("board", r#"Turn flow: "The board is displayed.""#),
        (
            "between",
            r#"Turn flow: "Do not print the board state before the computer plays.""#,
        ),
        (
            "flips",
            r#"Taking a move: "ALL pieces that should be flipped, must be flipped, in all directions (up, down, left, right)""#,
        ),
        (
            "legal",
            r#"Taking a move: "an X must be placed so that O's are 'sandwiched'"; "YOU MUST IGNORE DIAGONAL PLAYS FOR THIS PROJECT""#,
        ),
        (
            "list",
            r#"Taking a move: "Before the player's turn, you will display all of their valid moves""#,
        ),
        (
            "input",
            r#"Taking a move: "two integers with a space in between", the row and the column, "between 0 and 7, inclusive""#,
        ),
        (
            "refusal",
            r#"Taking a move: "If the integers are NOT valid moves, you will reprompt them""#,
        ),
        (
            "first",
            r#"Turn flow: "The user is prompted for a move", before the computer moves"#,
        ),
        (
            "turns",
            r#"Turn flow: the user's move, then the computer's, "repeated until the game ends""#,
        ),
        (
            "end",
            r#"End of the Game: "The game ends when the player whose turn it is has no legal move to make""#,
        ),
        (
            "computer",
            r#"Artificial Unintelligence: "the legal move closest to the top", and in a row "the move to the left""#,
        ),
        (
            "announced",
            r#"Turn flow: "The computer's move is printed to the player""#,
        ),
    ],
    strictness: Strictness::Exact,
    official_comparison: None,
    fixes_words: false,
    fixes_turns: true,
    notation: Notation::FromZero,
    glyphs: words::GLYPHS,
    sides: ["CPU", "Player"],
    side_aliases: ByDisc {
        black: &[
            "cpu",
            "computer",
            "ai",
            "opponent",
            "machine",
            "o",
            "player o",
            "computer player",
        ],
        white: &["player", "you", "human", "user", "x", "player x"],
    },
    spellings: &[],
    prompts: &[Prompt::End(words::MOVE_PROMPT)],
    lists_moves: true,
    illegal_loses: false,
    scores: Scores::Optional,
    counters: &[],
    computer: Computer::Prescribed(ComputerRule {
        choose: naive,
        counts_flips: false,
        description: "the topmost legal move; of several in a row, the leftmost",
    }),
    program: &Cmsc201,
};

#[derive(Debug)]
struct Cmsc201;

impl course::Program for Cmsc201 {
    fn rules(&self) -> Vec<Rules> {
        vec![RULES]
    }

    fn run(&self, console: &mut Console<'_>, environment: &mut Environment<'_>) -> Result<()> {
        run(console, environment)
    }

    fn header(&self, size: Size) -> String {
        words::header(size)
    }

    fn read_message(&self, line: &str, size: Size) -> Option<Message> {
        words::read_message(line, size)
    }

    fn setup(&self, _: &[&[u8]]) -> Option<Setup> {
        Some(Setup::at_once(RULES, Some(CPU)))
    }

    fn starts(&self) -> Vec<Setup> {
        vec![Setup::at_once(RULES, Some(CPU))]
    }
}

//! DEÜ CME1101 Project 2: the human, white, against a computer whose moves the handout does not
//! specify.

use course::{
    Computer, Console, Course, CourseOption, Environment, Message, Notation, Prompt, Result,
    Scores, Setup,
};
use reversi_core::{ByDisc, Rules, Size};
use transcript::Strictness;

use crate::{COMPUTER, HUMAN, OPPONENT, RULES_1X16, RULES_8X8, run, view, words};

pub const COURSE: Course = Course {
    name: "revergo",
    title: "DEÜ CME1101 Project 2",
    language: None,
    options: &[CourseOption {
        name: OPPONENT,
        default: "strong",
        values: &["strong", "greedy"],
    }],
    rubric: &[],
    citations: &[
        (
            "opening",
            r#"Game Rules 2: "The game begins with an empty board""#,
        ),
        ("board", "Sample Games: the board after each stone"),
        (
            "flips",
            r#"Game Rules 4: opponent's stones "between this and previously placed player's stones (in 8 directions)" are converted"#,
        ),
        (
            "legal",
            r#"Game Rules 3: "in safe area or must be maximum 2 cells away (horizontally/vertically/diagonally) from any stone placed earlier""#,
        ),
        (
            "refusal",
            r#"Game Rules 3: "Every stone must be in safe area or must be maximum 2 cells away""#,
        ),
        (
            "first",
            r#"Game Rules 2: "White starts the game", and "White is human player""#,
        ),
        (
            "turns",
            r#"Game Rules 5: "Players must play in their turns, they cannot say pass""#,
        ),
        ("pass", r#"Game Rules 5: "they cannot say pass""#),
        (
            "end",
            r#"Game Rules 6: "The game continues until the board is full""#,
        ),
        (
            "computer",
            r#"Game Rules 3: "Players place their stones on the board in their turns""#,
        ),
        (
            "announced",
            "Sample Games: the board after each stone of the computer",
        ),
        (
            "counters",
            r#"Sample Games: "Round", "Human" and "Computer" beside the board"#,
        ),
        (
            "result",
            r#"Game Rules 6: "the player who has the most of the stones wins""#,
        ),
    ],
    strictness: Strictness::Exact,
    official_comparison: None,
    fixes_words: false,
    fixes_turns: false,
    notation: Notation::FromOne,
    glyphs: words::GLYPHS,
    sides: ["Computer", "Human"],
    side_aliases: ByDisc {
        black: &["computer", "cpu", "ai", "machine", "opponent", "black"],
        white: &["human", "you", "player", "user", "white"],
    },
    spellings: &[],
    prompts: &[
        Prompt::End(words::WHICH_BOARD),
        Prompt::End(words::COLUMN),
        Prompt::End(words::ROW_COLUMN),
    ],
    lists_moves: false,
    illegal_loses: false,
    scores: Scores::Free,
    counters: &[
        ("round", None),
        ("human", Some(HUMAN)),
        ("computer", Some(COMPUTER)),
    ],
    computer: Computer::Free,
    program: &ReverGo,
};

#[derive(Debug)]
struct ReverGo;

impl course::Program for ReverGo {
    fn rules(&self) -> Vec<Rules> {
        vec![RULES_1X16, RULES_8X8]
    }

    fn run(&self, console: &mut Console<'_>, environment: &mut Environment<'_>) -> Result<()> {
        run(console, environment)
    }

    fn header(&self, size: Size) -> String {
        view::edge(size)
    }

    fn read_message(&self, line: &str, size: Size) -> Option<Message> {
        words::read_message(line, size)
    }

    fn setup(&self, lines: &[&[u8]]) -> Option<Setup> {
        // The prompt for the board is repeated until the answer names one.
        let mut lines = (1..).zip(lines);
        let (number, answer, rules) = lines.find_map(|(number, &line)| match line {
            b"1" => Some((number, line, RULES_1X16)),
            b"2" => Some((number, line, RULES_8X8)),
            _ => None,
        })?;
        Some(Setup::after(&[answer], number, rules, Some(COMPUTER)))
    }

    fn starts(&self) -> Vec<Setup> {
        let boards = [(b"2", RULES_8X8), (b"1", RULES_1X16)];
        boards
            .map(|(answer, rules)| Setup::after(&[answer], 1, rules, Some(COMPUTER)))
            .into()
    }
}

//! UofT APS105 Lab 8: the human against the prescribed algorithm.

use course::{
    Aspect, Computer, ComputerRule, Console, Course, CourseOption, Criterion, Environment,
    Language, Message, Notation, OfficialComparison, Prompt, Result, Scores, Setup,
};
use reversi_core::{ByDisc, Disc, Rules, Size};
use transcript::Strictness;

use crate::{COMPUTER, PART, SPELLING, TIME, prescribed, rules, run, words};

/// The values of the options that a page offers. Without the engine, there is no Part 2, and no
/// player that needs time.
#[cfg(feature = "engine")]
const PARTS: &[&str] = &["1", "2"];
#[cfg(not(feature = "engine"))]
const PARTS: &[&str] = &["1"];
#[cfg(feature = "engine")]
const COMPUTERS: &[&str] = &["", "prescribed", "smarter", "smartest", "strongest"];
#[cfg(not(feature = "engine"))]
const COMPUTERS: &[&str] = &["", "prescribed", "smarter", "smartest"];
#[cfg(feature = "engine")]
const TIMES: &[&str] = &[];
#[cfg(not(feature = "engine"))]
const TIMES: &[&str] = &["1"];

/// The course.
pub const COURSE: Course = Course {
    name: "aps105-lab8",
    title: "UofT APS105 Lab 8, Part 1",
    language: Some(Language::C),
    options: &[
        CourseOption {
            name: SPELLING,
            default: "color",
            values: &["color", "colour"],
        },
        CourseOption {
            name: PART,
            default: "1",
            values: PARTS,
        },
        // If it is empty, the part determines the player.
        CourseOption {
            name: COMPUTER,
            default: "",
            values: COMPUTERS,
        },
        CourseOption {
            name: TIME,
            default: "1",
            values: TIMES,
        },
    ],
    // "Grades": Part 1, 6 marks, of cases.
    rubric: &[
        Criterion::new("rules", 4.5, &Aspect::GAME),
        Criterion::new("exact text", 1.5, &Aspect::ALL),
    ],
    citations: &[
        (
            "opening",
            r#"Recap: "two white and two black tiles pre-placed in the centre""#,
        ),
        (
            "form",
            r#"Recap: "rows and columns are labelled with letters"; the sample executions show the board"#,
        ),
        (
            "board",
            r#"The Game Flow: "After each turn, your program must print the board""#,
        ),
        (
            "flips",
            r#"Recap: "all of the lines of the opponent's tiles that meet the criteria above are flipped to the player's color""#,
        ),
        (
            "legal",
            r#"Recap: "a continuous straight line of tile(s) of the opponent's color in at least one of the eight directions", with an own tile behind it"#,
        ),
        (
            "input",
            r#"Sample executions: a move is the letter of its row, then that of its column, as in "(RowCol): ba""#,
        ),
        (
            "refusal",
            r#"The Game Flow: "your program must detect this, print an error message, and end the game, declaring the winner""#,
        ),
        (
            "first",
            r#"The Game Flow: "the Black player always gets the first move""#,
        ),
        (
            "turns",
            r#"Recap: "The turns alternate between the players, unless one player has no available move""#,
        ),
        (
            "pass",
            r#"The Game Flow: "print a message `W player has no valid move.`""#,
        ),
        (
            "end",
            r#"Recap: "The game ends when either: (1) the entire board is full, or (2) neither player has an available move""#,
        ),
        (
            "computer",
            r#"Part 1: the highest "number of the human player's tiles that would be flipped"; of equals "the position with the lower row", then "the lower column""#,
        ),
        (
            "announced",
            r#"Sample executions: "Computer places W at aa.""#,
        ),
        (
            "result",
            r#"The Game Flow: "The specific messages to print are: `W player wins.`, `B player wins.` or `Draw!`.""#,
        ),
        (
            "text",
            r#"Test case 1: "your program must conform to this output""#,
        ),
    ],
    strictness: Strictness::TrailingSpace,
    // That of 2025 strips each line.
    official_comparison: Some(OfficialComparison {
        strictness: Strictness::Lines,
        spellings: words::RUNNER_SPELLINGS,
    }),
    fixes_words: true,
    fixes_turns: false,
    notation: Notation::ScannedLetters,
    glyphs: words::GLYPHS,
    sides: ["B", "W"],
    side_aliases: ByDisc {
        black: &["black", "b"],
        white: &["white", "w"],
    },
    spellings: words::SPELLINGS,
    prompts: &[
        Prompt::End(words::BOARD_DIMENSION),
        Prompt::End(words::BLACK_OR_WHITE),
        Prompt::End(words::ROW_COL),
    ],
    lists_moves: false,
    illegal_loses: true,
    scores: Scores::Free,
    counters: &[],
    computer: Computer::Prescribed(ComputerRule {
        choose: prescribed,
        counts_flips: true,
        description: "the most flips; of equal moves, the first row and then the first column",
    }),
    program: &Aps105Lab8,
};

#[derive(Debug)]
struct Aps105Lab8;

impl course::Program for Aps105Lab8 {
    fn rules(&self) -> Vec<Rules> {
        (4..=26).filter_map(rules).collect()
    }

    fn run(&self, console: &mut Console<'_>, environment: &mut Environment<'_>) -> Result<()> {
        run(console, environment)
    }

    fn read_message(&self, line: &str, size: Size) -> Option<Message> {
        words::read_message(line, size)
    }

    fn setup(&self, lines: &[&[u8]]) -> Option<Setup> {
        let &[dimension, colour, ..] = lines else {
            return None;
        };
        let number = std::str::from_utf8(dimension).ok()?.parse().ok()?;
        let computer = match colour {
            b"B" => Disc::Black,
            b"W" => Disc::White,
            _ => return None,
        };
        let answers = [dimension, colour];
        Some(Setup::after(&answers, 2, rules(number)?, Some(computer)))
    }

    fn starts(&self) -> Vec<Setup> {
        // The usual board is 8×8.
        let mut all: Vec<i64> = (4..=26).step_by(2).collect();
        all.sort_by_key(|&dimension| dimension != 8);
        let start = |dimension: i64| {
            let answer = dimension.to_string();
            [(b"W", Disc::White), (b"B", Disc::Black)].map(|(colour, computer)| {
                let rules = rules(dimension).expect("it is even and from 4 to 26");
                Setup::after(&[answer.as_bytes(), colour], 2, rules, Some(computer))
            })
        };
        all.into_iter().flat_map(start).collect()
    }
}

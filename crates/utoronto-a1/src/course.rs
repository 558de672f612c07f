//! UofT ECE1724 Assignment 1: two humans.

use course::{
    Aspect, Computer, Console, Course, Criterion, Environment, Language, Message, Notation,
    OfficialComparison, Prompt, Result, Scores, Setup,
};
use reversi_core::{ByDisc, Rules, Size};
use transcript::Strictness;

use crate::{RULES, run, words};

/// The course.
pub const COURSE: Course = Course {
    name: "utoronto-a1",
    title: "UofT ECE1724 Assignment 1",
    language: Some(Language::Rust),
    options: &[],
    // "Marking": ten cases, each of exact text.
    rubric: &[
        Criterion::new("rules", 7.0, &Aspect::GAME),
        Criterion::new("exact text", 3.0, &Aspect::ALL),
    ],
    citations: &[
        (
            "opening",
            r#"Game Rules: "two white and two black pieces placed in advance at the centre""#,
        ),
        (
            "form",
            r#"Game Rules: "rows and columns are labelled with letters, ranging from a to h", and an empty position is "represented by a dot""#,
        ),
        (
            "board",
            r#"Playing the Game: "After each turn, your utility must print the current board""#,
        ),
        (
            "flips",
            r#"Game Rules: "all of the lines of the opponent's pieces that meet the criteria above are then flipped to the player's colour""#,
        ),
        (
            "legal",
            r#"Game Rules: "a continuous straight line of piece(s) of the opponent's colour in at least one of the eight directions", with an own piece behind it"#,
        ),
        (
            "input",
            r#"Playing the Game: "a two-character combination, using lowercase letters to represent rows and columns""#,
        ),
        (
            "refusal",
            r#"Playing the Game: "print `Invalid move. Try again.`, and then print the current board again for the player to try another move""#,
        ),
        (
            "first",
            r#"Playing the Game: "the player with the black colour always plays first""#,
        ),
        (
            "turns",
            r#"Game Rules: "The turns alternate between the players, unless one player has no available move""#,
        ),
        (
            "pass",
            r#"Playing the Game: "print a message `W player has no valid move.`"; at the end of a game, only the public tests ask for it: a line for each side, the one whose turn it would be first"#,
        ),
        (
            "end",
            r#"Game Rules: "The game ends when no more moves can be made by both players""#,
        ),
        (
            "result",
            r#"Playing the Game: "`White wins by {x} points!`, `Black wins by {x} points!`, or `Draw!`""#,
        ),
        (
            "score",
            r#"Playing the Game: "{x} represents the number of additional pieces that the winner has on the board""#,
        ),
        (
            "text",
            r#"Playing the Game: "print the exact messages in the handout", and nothing "that has not been explicitly mentioned""#,
        ),
    ],
    strictness: Strictness::FinalNewline,
    official_comparison: Some(OfficialComparison {
        strictness: Strictness::FinalNewline,
        spellings: &[],
    }),
    fixes_words: true,
    fixes_turns: false,
    notation: Notation::Letters,
    glyphs: words::GLYPHS,
    sides: ["B", "W"],
    side_aliases: ByDisc {
        black: &["black", "b"],
        white: &["white", "w"],
    },
    spellings: &[],
    prompts: &[Prompt::End(words::ROW_COL)],
    lists_moves: false,
    illegal_loses: false,
    scores: Scores::Margin,
    counters: &[],
    computer: Computer::None,
    program: &UtorontoA1,
};

#[derive(Debug)]
struct UtorontoA1;

impl course::Program for UtorontoA1 {
    fn rules(&self) -> Vec<Rules> {
        vec![RULES]
    }

    fn run(&self, console: &mut Console<'_>, environment: &mut Environment<'_>) -> Result<()> {
        run(console, environment)
    }

    fn read_message(&self, line: &str, size: Size) -> Option<Message> {
        words::read_message(line, size)
    }

    fn setup(&self, _: &[&[u8]]) -> Option<Setup> {
        Some(Setup::at_once(RULES, None))
    }

    fn starts(&self) -> Vec<Setup> {
        vec![Setup::at_once(RULES, None)]
    }
}

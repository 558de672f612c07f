//! DEÜ CME1101 Project 2: the human, white, against a computer that plays as
//! it likes.

use course::{Course, CourseOption, Notation, Prompt, Scores, Setup, line};
use reversi_core::ByDisc;
use transcript::Strictness;

use crate::{COMPUTER, HUMAN, OPPONENT, RULES_1X16, RULES_8X8, run, view, words};

/// The course.
pub const COURSE: Course = Course {
    name: "revergo",
    title: "DEÜ CME1101 Project 2",
    rules: || vec![RULES_1X16, RULES_8X8],
    run,
    options: &[CourseOption {
        name: OPPONENT,
        default: "strong",
    }],
    strictness: Strictness::Exact,
    fixes_words: false,
    notation: Notation::FromOne,
    glyphs: words::GLYPHS,
    header: view::edge,
    sides: ["Computer", "Human"],
    called: ByDisc {
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
    // Its handout leaves the computer's moves open.
    computer: None,
    read_message: words::read_message,
    setup: |entries| {
        // Which board it is, is asked until it is answered.
        let (index, rules) =
            entries
                .iter()
                .enumerate()
                .find_map(|(index, entry)| match *entry {
                    b"1" => Some((index, RULES_1X16)),
                    b"2" => Some((index, RULES_8X8)),
                    _ => None,
                })?;
        Some(Setup {
            taken: vec![line(entries[index])],
            entries: index + 1,
            ..Setup::at_once(rules, Some(COMPUTER))
        })
    },
};

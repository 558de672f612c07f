//! DEÜ CME1101 Project 2: the human, white, against a computer that plays as
//! it likes.

use course::{Course, Glyphs, Notation, Scores, Setup, line};
use reversi_core::{ByDisc, Disc};
use transcript::Strictness;

/// The course.
pub const COURSE: Course = Course {
    name: "revergo",
    title: "DEÜ CME1101 Project 2",
    strictness: Strictness::Exact,
    fixes_words: false,
    notation: Notation::FromOne,
    glyphs: Glyphs {
        black: '●',
        white: '○',
        empty: '.',
        others: ["", ""],
    },
    header: |size| {
        let border = vec!["-"; size.cols().into()].join(" ");
        format!("+ {border} +")
    },
    sides: ["●", "○"],
    called: ByDisc {
        black: &["computer", "cpu", "ai", "machine", "opponent", "black"],
        white: &["human", "you", "player", "user", "white"],
    },
    spellings: &[],
    prompts: &["8x8): ", "(column): ", "(row column): "],
    lists_moves: false,
    illegal_loses: false,
    scores: Scores::Free,
    counters: &[
        ("round", None),
        ("human", Some(Disc::White)),
        ("computer", Some(Disc::Black)),
    ],
    // Its handout leaves the computer's moves open.
    computer: None,
    setup: |entries| {
        // Which board it is, is asked until it is answered.
        let (index, rules) =
            entries
                .iter()
                .enumerate()
                .find_map(|(index, entry)| match *entry {
                    b"1" => Some((index, crate::RULES_1X16)),
                    b"2" => Some((index, crate::RULES_8X8)),
                    _ => None,
                })?;
        Some(Setup {
            taken: vec![line(entries[index])],
            entries: index + 1,
            ..Setup::at_once(rules, Some(crate::HUMAN.opponent()))
        })
    },
};

//! UMBC CMSC 201 Project 2: the human, X, against the topmost, leftmost move.

use course::{Computer, Course, Glyphs, Notation, Scores, Setup};
use reversi_core::ByDisc;
use transcript::Strictness;

/// The course.
pub const COURSE: Course = Course {
    name: "cmsc201",
    title: "UMBC CMSC 201 Project 2",
    strictness: Strictness::Exact,
    fixes_words: false,
    notation: Notation::FromZero,
    glyphs: Glyphs {
        black: 'O',
        white: 'X',
        empty: '_',
        others: ["o", "x"],
    },
    header: |size| (0..size.cols()).fold("_".to_owned(), |header, col| format!("{header}|{col}")),
    sides: ["O", "X"],
    called: ByDisc {
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
    prompts: &["Enter a move: "],
    lists_moves: true,
    illegal_loses: false,
    scores: Scores::Optional,
    counters: &[],
    computer: Some(Computer {
        choose: crate::naive,
        rule: "the topmost legal move, among equals the leftmost",
    }),
    setup: |_| {
        let rules = crate::RULES;
        Some(Setup::at_once(rules, Some(rules.first.opponent())))
    },
};

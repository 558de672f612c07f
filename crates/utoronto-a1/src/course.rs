//! UofT ECE1724 Assignment 1: two humans.

use course::{Course, Glyphs, Notation, Scores, Setup, letters};
use reversi_core::ByDisc;
use transcript::Strictness;

/// The course.
pub const COURSE: Course = Course {
    name: "utoronto-a1",
    title: "UofT ECE1724 Assignment 1",
    strictness: Strictness::FinalNewline,
    fixes_words: true,
    notation: Notation::Letters,
    glyphs: Glyphs {
        black: 'B',
        white: 'W',
        empty: '.',
        others: ["b", "w"],
    },
    header: letters,
    sides: ["B", "W"],
    called: ByDisc {
        black: &["black", "b"],
        white: &["white", "w"],
    },
    spellings: &[],
    prompts: &["(RowCol): "],
    lists_moves: false,
    illegal_loses: false,
    scores: Scores::Free,
    counters: &[],
    computer: None,
    setup: |_| Some(Setup::at_once(crate::RULES, None)),
};

//! UofT ECE1724 Assignment 1: two humans.

use reversi_core::ByDisc;
use transcript::Strictness;

use super::{Course, Glyphs, Judge, Notation, Scores, Setup, letters};

pub(super) const COURSE: Course = Course {
    name: "utoronto-a1",
    title: "UofT ECE1724 Assignment 1",
    strictness: Strictness::FinalNewline,
    default_judge: Judge::Text,
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
    setup: |_| Some(Setup::at_once(::utoronto_a1::RULES, None)),
};

//! UofT APS105 Lab 8: the human against the prescribed algorithm.

use course::{Computer, Course, Glyphs, Notation, Scores, Setup, letters, line};
use reversi_core::{ByDisc, Disc};
use transcript::Strictness;

/// The course.
pub const COURSE: Course = Course {
    name: "aps105-lab8",
    title: "UofT APS105 Lab 8, Part 1",
    strictness: Strictness::TrailingSpace,
    fixes_words: true,
    notation: Notation::ScannedLetters,
    glyphs: Glyphs {
        black: 'B',
        white: 'W',
        empty: 'U',
        others: ["b", "w"],
    },
    header: letters,
    sides: ["B", "W"],
    called: ByDisc {
        black: &["black", "b"],
        white: &["white", "w"],
    },
    spellings: &[
        ["Enter move for color ", "Enter move for colour "],
        ["(B/W) : ", "(B/W): "],
    ],
    prompts: &["board dimension: ", "(B/W) : ", "(RowCol): "],
    lists_moves: false,
    illegal_loses: true,
    scores: Scores::Free,
    counters: &[],
    computer: Some(Computer {
        choose: crate::prescribed,
        rule: "the most flips, among equals the lower row and then the lower column",
    }),
    setup: |entries| {
        let [dimension, colour, ..] = entries else {
            return None;
        };
        let number = std::str::from_utf8(dimension).ok()?.parse().ok()?;
        Some(Setup {
            computer: Some(match *colour {
                b"B" => Disc::Black,
                b"W" => Disc::White,
                _ => return None,
            }),
            taken: vec![line(dimension), line(colour)],
            entries: 2,
            ..Setup::at_once(crate::rules(number)?, None)
        })
    },
};

//! UCD COMP10050 Assignment 3: two humans, moves chosen by number.

use course::{Course, Glyphs, Notation, Scores, Setup, line};
use reversi_core::ByDisc;
use transcript::Strictness;

/// The longest name, in bytes, that the reference takes.
const LONGEST_NAME: usize = 4096;

/// The course.
pub const COURSE: Course = Course {
    name: "comp10050",
    title: "UCD COMP10050 Assignment 3",
    strictness: Strictness::Exact,
    fixes_words: false,
    notation: Notation::Choice,
    glyphs: Glyphs {
        black: '1',
        white: '0',
        empty: 'x',
        others: ["Bb", "Ww"],
    },
    header: |size| {
        let cols: Vec<String> = (1..=size.cols()).map(|col| col.to_string()).collect();
        cols.join("   ")
    },
    sides: ["1", "0"],
    called: ByDisc {
        black: &["player 1", "player1", "black"],
        white: &["player 2", "player2", "white"],
    },
    spellings: &[],
    prompts: &["insert your name:…", "next move:…"],
    lists_moves: true,
    illegal_loses: false,
    scores: Scores::Required,
    counters: &[],
    computer: None,
    setup: |entries| {
        // That other names are asked for again is ours, not the handout's.
        let mut names = entries.iter().enumerate().filter_map(|(index, entry)| {
            let fits = !entry.is_empty() && entry.len() <= LONGEST_NAME;
            let name = std::str::from_utf8(entry).ok().filter(|_| fits)?;
            Some((index, name.to_owned()))
        });
        let ((_, black), (last, white)) = (names.next()?, names.next()?);
        Some(Setup {
            taken: vec![line(black.as_bytes()), line(white.as_bytes())],
            entries: last + 1,
            names: Some(ByDisc { black, white }),
            ..Setup::at_once(crate::RULES, None)
        })
    },
};

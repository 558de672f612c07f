//! UofT ECE1724 Assignment 1: two humans.

use course::{
    Aspect, Computer, Course, Criterion, Language, Notation, Prompt, Runner, Scores, Setup, letters,
};
use reversi_core::ByDisc;
use transcript::Strictness;

use crate::{RULES, run, words};

/// The course.
pub const COURSE: Course = Course {
    name: "utoronto-a1",
    title: "UofT ECE1724 Assignment 1",
    rules: || vec![RULES],
    language: Some(Language::Rust),
    run,
    options: &[],
    // "Marking": ten cases, each of exact text.
    rubric: &[
        Criterion::new("rules", 7.0, &Aspect::GAME),
        Criterion::new("exact text", 3.0, &Aspect::ALL),
    ],
    strictness: Strictness::FinalNewline,
    runner: Some(Runner {
        strictness: Strictness::FinalNewline,
        spellings: &[],
    }),
    fixes_words: true,
    fixes_turns: false,
    notation: Notation::Letters,
    glyphs: words::GLYPHS,
    header: letters,
    sides: ["B", "W"],
    called: ByDisc {
        black: &["black", "b"],
        white: &["white", "w"],
    },
    spellings: &[],
    prompts: &[Prompt::End(words::ROW_COL)],
    lists_moves: false,
    illegal_loses: false,
    scores: Scores::Free,
    counters: &[],
    computer: Computer::None,
    read_message: words::read_message,
    setup: |_| Some(Setup::at_once(RULES, None)),
    starts: || vec![Setup::at_once(RULES, None)],
};

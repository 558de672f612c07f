//! UMBC CMSC 201 Project 2: the human, X, against the topmost, leftmost move.

use course::{
    Aspect, Computer, ComputerRule, Course, Criterion, Language, Notation, Prompt, Scores, Setup,
};
use reversi_core::ByDisc;
use transcript::Strictness;

use crate::{CPU, RULES, naive, run, words};

/// The course.
pub const COURSE: Course = Course {
    name: "cmsc201",
    title: "UMBC CMSC 201 Project 2",
    rules: || vec![RULES],
    language: Some(Language::Python),
    run,
    options: &[],
    // "Project"; the other 20 of 80 points are for the design and the coding standards.
    rubric: &[Criterion::new("functionality", 60.0, &Aspect::ALL)],
    strictness: Strictness::Exact,
    runner: None,
    fixes_words: false,
    fixes_turns: true,
    notation: Notation::FromZero,
    glyphs: words::GLYPHS,
    header: words::header,
    sides: ["CPU", "Player"],
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
    prompts: &[Prompt::End(words::MOVE_PROMPT)],
    lists_moves: true,
    illegal_loses: false,
    scores: Scores::Optional,
    counters: &[],
    computer: Computer::Prescribed(ComputerRule {
        choose: naive,
        counts_flips: false,
        description: "the topmost legal move, among equals the leftmost",
    }),
    read_message: words::read_message,
    setup: |_| Some(Setup::at_once(RULES, Some(CPU))),
    starts: || vec![Setup::at_once(RULES, Some(CPU))],
};

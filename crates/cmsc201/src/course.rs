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
    // "Project": 60 points for functionality and completeness, shared between the sections of
    // the handout; the other 20 of 80 are for the design and the coding standards.
    rubric: &[
        Criterion::new("valid moves", 15.0, &[Aspect::LegalMoves]),
        Criterion::new("asking for a move", 5.0, &[Aspect::Asking]),
        Criterion::new("flipped pieces", 15.0, &[Aspect::Placement]),
        Criterion::new("computer player", 10.0, &[Aspect::Computer]),
        Criterion::new("end of the game", 10.0, &[Aspect::Turns, Aspect::Result]),
        Criterion::new("formatting", 5.0, &[Aspect::Text]),
    ],
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

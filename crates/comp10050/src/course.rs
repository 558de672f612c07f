//! UCD COMP10050 Assignment 3: two humans, moves chosen by number.

use course::{
    Aspect, Computer, Course, CourseOption, Criterion, Language, Notation, Prompt, Scores, Setup,
};
use reversi_core::ByDisc;
use transcript::Strictness;

use crate::{RESULT_FILE, RULES, run, words};

/// The longest name, in bytes, that our program accepts.
const LONGEST_NAME: usize = course::LONGEST_LINE;

/// The course.
pub const COURSE: Course = Course {
    name: "comp10050",
    title: "UCD COMP10050 Assignment 3",
    rules: || vec![RULES],
    language: Some(Language::C),
    run,
    options: &[CourseOption {
        name: RESULT_FILE,
        default: "result.txt",
        values: &[],
    }],
    // "Evaluation Criteria"; the other 20 of 100 points are for the code and for Git.
    rubric: &[
        Criterion::new("turns management", 10.0, &[Aspect::Turns]),
        Criterion::new("where players can move", 25.0, &[Aspect::LegalMoves]),
        Criterion::new("asking players", 5.0, &[Aspect::Asking, Aspect::Text]),
        Criterion::new("disk placement", 25.0, &[Aspect::Placement]),
        Criterion::new("final result", 15.0, &[Aspect::Result]),
    ],
    strictness: Strictness::Exact,
    runner: None,
    fixes_words: false,
    fixes_turns: false,
    notation: Notation::Choice,
    glyphs: words::GLYPHS,
    header: words::header,
    sides: ["Player 1", "Player 2"],
    called: ByDisc {
        black: &["player 1", "player1", "black"],
        white: &["player 2", "player2", "white"],
    },
    spellings: &[],
    prompts: &[
        Prompt::Line(words::YOUR_NAME),
        Prompt::Line(words::NEXT_MOVE),
    ],
    lists_moves: true,
    illegal_loses: false,
    scores: Scores::Required,
    counters: &[],
    computer: Computer::None,
    read_message: words::read_message,
    setup: |lines| {
        // The handout does not say that other names are refused.
        let mut names = lines.iter().enumerate().filter_map(|(index, line)| {
            let fits = !line.is_empty() && line.len() <= LONGEST_NAME;
            let name = std::str::from_utf8(line).ok().filter(|_| fits)?;
            Some((index, name.to_owned()))
        });
        let ((_, black), (last, white)) = (names.next()?, names.next()?);
        let answers = [black.as_bytes(), white.as_bytes()];
        Some(Setup {
            names: Some(ByDisc {
                black: black.clone(),
                white: white.clone(),
            }),
            ..Setup::after(&answers, last + 1, RULES, None)
        })
    },
    starts: || (COURSE.setup)(&[b"Black", b"White"]).into_iter().collect(),
};

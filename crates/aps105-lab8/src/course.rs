//! UofT APS105 Lab 8: the human against the prescribed algorithm.

use course::{
    Aspect, Computer, ComputerRule, Course, CourseOption, Criterion, Language, Notation, Prompt,
    Runner, Scores, Setup, letters,
};
use reversi_core::{ByDisc, Disc};
use transcript::Strictness;

use crate::{COMPUTER, PART, SPELLING, TIME, prescribed, rules, run, words};

/// The values of the options that a page offers. Without the engine, there is no Part 2,
/// and no player that needs time.
#[cfg(feature = "engine")]
const PARTS: &[&str] = &["1", "2"];
#[cfg(not(feature = "engine"))]
const PARTS: &[&str] = &["1"];
#[cfg(feature = "engine")]
const COMPUTERS: &[&str] = &["", "prescribed", "smarter", "smartest", "strongest"];
#[cfg(not(feature = "engine"))]
const COMPUTERS: &[&str] = &["", "prescribed", "smarter", "smartest"];
#[cfg(feature = "engine")]
const TIMES: &[&str] = &[];
#[cfg(not(feature = "engine"))]
const TIMES: &[&str] = &["1"];

/// The course.
pub const COURSE: Course = Course {
    name: "aps105-lab8",
    title: "UofT APS105 Lab 8, Part 1",
    rules: || (4..=26).filter_map(rules).collect(),
    language: Some(Language::C),
    run,
    options: &[
        CourseOption {
            name: SPELLING,
            default: "color",
            values: &["color", "colour"],
        },
        CourseOption {
            name: PART,
            default: "1",
            values: PARTS,
        },
        // If it is empty, the part determines the player.
        CourseOption {
            name: COMPUTER,
            default: "",
            values: COMPUTERS,
        },
        CourseOption {
            name: TIME,
            default: "1",
            values: TIMES,
        },
    ],
    // "Grades": Part 1, 6 marks, of cases.
    rubric: &[
        Criterion::new("rules", 4.5, &Aspect::GAME),
        Criterion::new("exact text", 1.5, &Aspect::ALL),
    ],
    strictness: Strictness::TrailingSpace,
    // That of 2025 strips each line.
    runner: Some(Runner {
        strictness: Strictness::Lines,
        spellings: words::RUNNER_SPELLINGS,
    }),
    fixes_words: true,
    fixes_turns: false,
    notation: Notation::ScannedLetters,
    glyphs: words::GLYPHS,
    header: letters,
    sides: ["B", "W"],
    called: ByDisc {
        black: &["black", "b"],
        white: &["white", "w"],
    },
    spellings: words::SPELLINGS,
    prompts: &[
        Prompt::End(words::BOARD_DIMENSION),
        Prompt::End(words::BLACK_OR_WHITE),
        Prompt::End(words::ROW_COL),
    ],
    lists_moves: false,
    illegal_loses: true,
    scores: Scores::Free,
    counters: &[],
    computer: Computer::Prescribed(ComputerRule {
        choose: prescribed,
        counts_flips: true,
        description: "the most flips, among equals the lower row and then the lower column",
    }),
    read_message: words::read_message,
    setup: |lines| {
        let &[dimension, colour, ..] = lines else {
            return None;
        };
        let number = std::str::from_utf8(dimension).ok()?.parse().ok()?;
        let computer = match colour {
            b"B" => Disc::Black,
            b"W" => Disc::White,
            _ => return None,
        };
        let answers = [dimension, colour];
        Some(Setup::after(&answers, 2, rules(number)?, Some(computer)))
    },
    starts: || {
        // The usual board is 8×8.
        let mut all: Vec<i64> = (4..=26).step_by(2).collect();
        all.sort_by_key(|&dimension| dimension != 8);
        let start = |dimension: i64| {
            let answer = dimension.to_string();
            [(b"W", Disc::White), (b"B", Disc::Black)].map(|(colour, computer)| {
                let rules = rules(dimension).expect("it is even and from 4 to 26");
                Setup::after(&[answer.as_bytes(), colour], 2, rules, Some(computer))
            })
        };
        all.into_iter().flat_map(start).collect()
    },
};

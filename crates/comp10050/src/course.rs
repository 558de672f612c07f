//! UCD COMP10050 Assignment 3: two humans, moves chosen by number.

use course::{
    Aspect, Computer, Console, Course, CourseOption, Criterion, Environment, Language, Message,
    Notation, Prompt, Result, Scores, Setup,
};
use reversi_core::{ByDisc, Rules, Size};
use transcript::Strictness;

use crate::{RESULT_FILE, RULES, run, words};

/// In bytes.
const LONGEST_NAME: usize = course::LONGEST_LINE;

/// The course.
pub const COURSE: Course = Course {
    name: "comp10050",
    title: "UCD COMP10050 Assignment 3",
    language: Some(Language::C),
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
    citations: &[
        (
            "opening",
            r#"A.1: "The board looks like that shown in the figure below""#,
        ),
        (
            "board",
            r#"A.2.3: "After disk colours are changed the board should be reprinted""#,
        ),
        (
            "flips",
            r#"A.2.3: of each sequence that a disk of the current player ends, "all the adversaries' disks will have to change colour""#,
        ),
        (
            "legal",
            r#"A.2.1: "a sequence of the adversary's disks terminated by a disk of the current player""#,
        ),
        (
            "list",
            r#"A.2.2: "1. (3,d) 2. (4,c) 3. (5,f) 4. (6,e)"; A.2.1: "make sure you don't have duplicates""#,
        ),
        (
            "input",
            r#"A.2.2: "providing as input the number corresponding to that position""#,
        ),
        (
            "refusal",
            r#"A.2: the player selects "among the positions computed in the previous step""#,
        ),
        (
            "first",
            r#"A.2: "The player associated with the black disk starts the game""#,
        ),
        ("turns", r#"A.2: "Managing turns""#),
        (
            "pass",
            r#"Termination condition: the game goes on unless "None of the 2 players can place his/her disk anywhere""#,
        ),
        (
            "end",
            r#"Termination condition: "64 turns are played", or "None of the 2 players can place his/her disk anywhere""#,
        ),
        ("result", r#"A.3: "The winner is <name of winning player>""#),
        (
            "score",
            r#"A.3: "Player1 <player_name>, points: <points_player1>""#,
        ),
        (
            "file",
            r#"A.3: "The same content should be saved in a text file""#,
        ),
    ],
    strictness: Strictness::Exact,
    official_comparison: None,
    fixes_words: false,
    fixes_turns: false,
    notation: Notation::Choice,
    glyphs: words::GLYPHS,
    sides: ["Player 1", "Player 2"],
    side_aliases: ByDisc {
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
    program: &Comp10050,
};

#[derive(Debug)]
struct Comp10050;

impl course::Program for Comp10050 {
    fn rules(&self) -> Vec<Rules> {
        vec![RULES]
    }

    fn run(&self, console: &mut Console<'_>, environment: &mut Environment<'_>) -> Result<()> {
        run(console, environment)
    }

    fn header(&self, size: Size) -> String {
        words::header(size)
    }

    fn read_message(&self, line: &str, size: Size) -> Option<Message> {
        words::read_message(line, size)
    }

    fn setup(&self, lines: &[&[u8]]) -> Option<Setup> {
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
    }

    fn starts(&self) -> Vec<Setup> {
        self.setup(&[b"Black", b"White"]).into_iter().collect()
    }
}

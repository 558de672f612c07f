//! A course that nobody teaches, written as CONTRIBUTING says: 6×6, in words of its own.
//! Both judges take it as they take the others.

use std::fmt::Write;

use course::{
    Computer, Console, Course, Environment, Glyphs, Message, Notation, Prompt, Result, Scores,
    Setup,
};
use marking::diagnose::first_wrong_board;
use marking::judge::judge_recorded;
use marking::judge::text::Wrong;
use marking::report::{Names, sentence};
use reversi_core::{Board, ByDisc, Disc, Game, Rules, Size, Turn};
use transcript::Strictness;

use crate::rows::whole_game;

const RULES: Rules = Rules {
    size: match Size::square(6) {
        Ok(size) => size,
        Err(_) => unreachable!(),
    },
    ..Rules::OTHELLO
};

const GLYPHS: Glyphs = Glyphs {
    black: '#',
    white: 'o',
    empty: '-',
    others: ["", ""],
};

const PROMPT: &str = "> ";
const MUST_PASS: &str = "must pass";

const COURSE: Course = Course {
    name: "sixth",
    title: "A course of the tests",
    language: None,
    options: &[],
    rubric: &[],
    citations: &[],
    runner: None,
    strictness: Strictness::FinalNewline,
    fixes_words: true,
    fixes_turns: false,
    notation: Notation::Letters,
    glyphs: GLYPHS,
    sides: ["#", "o"],
    called: ByDisc {
        black: &["black"],
        white: &["white"],
    },
    spellings: &[],
    prompts: &[Prompt::End(PROMPT)],
    lists_moves: false,
    illegal_loses: false,
    scores: Scores::Free,
    counters: &[],
    computer: Computer::None,
    program: &Program,
};

#[derive(Debug)]
struct Program;

impl course::Program for Program {
    fn rules(&self) -> Vec<Rules> {
        vec![RULES]
    }

    fn run(&self, console: &mut Console<'_>, environment: &mut Environment<'_>) -> Result<()> {
        run(console, environment)
    }

    fn header(&self, _: Size) -> String {
        "a b c d e f".to_owned()
    }

    fn read_message(&self, line: &str, _: Size) -> Option<Message> {
        course::after(line, MUST_PASS).map(|_| Message::Pass)
    }

    fn setup(&self, _: &[&[u8]]) -> Option<Setup> {
        Some(Setup::at_once(RULES, None))
    }

    fn starts(&self) -> Vec<Setup> {
        vec![Setup::at_once(RULES, None)]
    }
}

fn run(console: &mut Console<'_>, environment: &mut Environment<'_>) -> Result<()> {
    let mut game = Game::new(RULES).expect("6×6 can be played");
    loop {
        environment.show(&game);
        match game.turn() {
            Turn::Move(mover) => {
                console.line(picture(game.board()))?;
                console.prompt(format_args!("{} {PROMPT}", GLYPHS.disc(mover)))?;
                let line = console.read_line()?.unwrap_or_default();
                if let Some(at) = COURSE.notation.square(line.as_bytes(), RULES.size, &[]) {
                    let _ = game.play(at);
                }
            }
            Turn::Pass(blocked) => {
                console.line(format_args!("{} {MUST_PASS}", GLYPHS.disc(blocked)))?;
                game.pass().expect("the turn is a pass");
            }
            Turn::Over(outcome) => {
                console.line(picture(game.board()))?;
                return match outcome.winner() {
                    Some(Disc::Black) => console.line("black has won"),
                    Some(Disc::White) => console.line("white has won"),
                    None => console.line("a draw"),
                };
            }
        }
    }
}

fn picture(board: &Board) -> String {
    let mut picture = format!("  {}", COURSE.program.header(board.size()));
    for square in board.size().squares() {
        if square.col == 0 {
            write!(picture, "\n{}", COURSE.notation.row(square.row))
                .expect("a String takes it all");
        }
        write!(picture, " {}", GLYPHS.cell(board.disc(square))).expect("a String takes it all");
    }
    picture
}

fn played() -> (String, String) {
    let input = whole_game(&COURSE, "", |_| 0);
    let outcome = COURSE.outcome(&[], &input).expect("no options");
    assert_eq!(outcome.status, 0);
    let [input, output] = [input, outcome.stdout].map(String::from_utf8);
    (input.expect("it is text"), output.expect("it is text"))
}

#[test]
fn its_own_program_is_right_by_the_rules() {
    let (input, output) = played();
    let judged = judge_recorded(&COURSE, input.as_bytes(), output.as_bytes(), false);
    let judged = judged.expect("the course can be judged").judged;
    assert!(judged.expect("it is right").outcome.is_some());
}

#[test]
fn a_disc_of_the_wrong_colour_is_named() {
    let (input, output) = played();
    let wrong = output.replacen("- - # # - -", "- - # o - -", 1);
    assert_ne!(output, wrong);
    let difference = COURSE
        .strictness
        .first_difference(output.as_bytes(), wrong.as_bytes());
    let found = Wrong::in_output(difference.expect("they differ"));
    let mistake = found.mistake(&COURSE, COURSE.strictness, input.as_bytes(), 0);
    let names = Names::new(&COURSE, input.as_bytes());
    let said = sentence(&mistake.expect("it is recognised"), &names);
    assert_eq!(
        said,
        "The board is wrong: the disc has the wrong colour on `cd`"
    );
    let board = first_wrong_board(
        &COURSE,
        input.as_bytes(),
        output.as_bytes(),
        wrong.as_bytes(),
    );
    assert!(board.is_some());
}

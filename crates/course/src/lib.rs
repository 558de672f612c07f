#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]
#![warn(clippy::disallowed_methods)]
#![allow(
    missing_docs,
    reason = "only this workspace uses it: a sentence stands where it says more than the name"
)]

mod console;
mod environment;
mod faulty;
mod language;
#[cfg(target_os = "linux")]
mod mark;
mod message;
mod notation;
mod observer;
pub mod pattern;
mod prompts;
mod rubric;
mod setup;

use std::collections::BTreeMap;
use std::fmt;
use std::io::BufRead;
use std::ops::Range;
use std::process::ExitCode;

use reversi_core::{Board, ByDisc, Disc, Game, Rules, Size, Square};
use transcript::{Outcome, Strictness};

pub use console::{Console, Error, LONGEST_LINE, Result};
pub use environment::{CourseOption, Environment};
pub use faulty::{DIAGONALS, FaultyProgram, is_beside, is_usual_set, output, set_words};
pub use language::Language;
pub use message::{Message, after};
pub use notation::Notation;
pub use observer::Observer;
pub use pattern::Pattern;
pub use prompts::Prompt;
pub use rubric::{Aspect, Criterion};
pub use setup::Setup;

/// The computer player of a course's program.
#[derive(Clone, Copy, Debug)]
pub enum Computer {
    None,
    Prescribed(ComputerRule),
    /// It may choose any move, and may search for a good one.
    Free,
}

impl Computer {
    pub fn prescribed(&self) -> Option<ComputerRule> {
        match self {
            Self::Prescribed(rule) => Some(*rule),
            Self::None | Self::Free => None,
        }
    }
}

/// A handout's rule for the computer's moves.
#[derive(Clone, Copy, Debug)]
pub struct ComputerRule {
    /// Returns `None` if the side to move has no move.
    pub choose: fn(&Game) -> Option<Square>,
    /// Set if it prefers the moves that flip the most discs.
    pub counts_flips: bool,
    /// The rule as the end of a sentence.
    pub description: &'static str,
}

#[derive(Clone, Copy, Debug)]
pub struct Glyphs {
    pub black: char,
    pub white: char,
    pub empty: char,
    /// An empty square on which the side to move may place a disc, if such squares are marked.
    pub legal: Option<char>,
    /// The other characters for a black and a white disc that the handout's words suggest, if a
    /// program may draw its board freely.
    pub others: [&'static str; 2],
}

impl Glyphs {
    pub const fn disc(&self, disc: Disc) -> char {
        match disc {
            Disc::Black => self.black,
            Disc::White => self.white,
        }
    }

    pub fn cell(&self, disc: Option<Disc>) -> char {
        disc.map_or(self.empty, |disc| self.disc(disc))
    }

    /// Returns `true` for a character of a square.
    pub fn shows(&self, glyph: char) -> bool {
        [self.black, self.white, self.empty].contains(&glyph) || self.legal == Some(glyph)
    }

    /// Returns the rows of `board`, each on a new line after its label, with `end` after each
    /// cell.
    pub fn rows(&self, board: &Board, label: impl Fn(u8) -> String, end: &str) -> String {
        let mut rows = String::new();
        for at in board.size().squares() {
            if at.col == 0 {
                rows.push('\n');
                rows.push_str(&label(at.row));
            }
            rows.push(self.cell(board.disc(at)));
            rows.push_str(end);
        }
        rows
    }

    /// Returns `board` with letters for its columns and rows.
    pub fn lettered(&self, board: &Board) -> String {
        let label = |row: u8| format!("{} ", char::from(b'a' + row));
        format!("  {}{}", letters(board.size()), self.rows(board, label, ""))
    }

    /// Returns the side whose disc the handout's words show as `glyph`.
    pub fn owner(&self, glyph: char) -> Option<Disc> {
        let [black, white] = self.others;
        if glyph == self.black || black.contains(glyph) {
            Some(Disc::Black)
        } else if glyph == self.white || white.contains(glyph) {
            Some(Disc::White)
        } else {
            None
        }
    }
}

/// The disc counts in the text at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scores {
    Free,
    /// The line with the winner has the winning margin, which must be correct.
    Margin,
    /// They may be missing, but must be correct.
    Optional,
    /// They must be there and correct.
    Required,
}

#[derive(Clone, Copy, Debug)]
pub struct OfficialComparison {
    pub strictness: Strictness,
    /// Texts of the handout, each with the tests' spelling.
    pub spellings: &'static [[&'static str; 2]],
}

/// A course: its game, its program, and how to read any program's output.
#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "what one handout says does not depend on what it says elsewhere"
)]
pub struct Course {
    /// The name of its program, its package and its folder of fixtures.
    pub name: &'static str,
    /// The university, the course and the assignment.
    pub title: &'static str,
    /// The language that the handout prescribes.
    pub language: Option<Language>,
    pub options: &'static [CourseOption],
    /// The handout's points.
    pub rubric: &'static [Criterion],
    /// The handout's sentences by topic: the section, and its words. Topics are those of the
    /// marker's mistakes.
    pub citations: &'static [(&'static str, &'static str)],
    pub strictness: Strictness,
    /// The comparison that the course's own tests make, if known.
    pub official_comparison: Option<OfficialComparison>,
    /// Set if the handout fixes every word, so that texts can be compared.
    pub fixes_words: bool,
    /// Set if the handout fixes a turn even though words are free: the line above the board,
    /// the space between the two parts of a typed move, a message with the computer's move, row
    /// first, and no board before that move.
    pub fixes_turns: bool,
    pub notation: Notation,
    pub glyphs: Glyphs,
    /// The names of the two sides in reports, black first.
    pub sides: [&'static str; 2],
    /// Other names of the two sides, in lower case, if the words are free.
    pub side_aliases: ByDisc<&'static [&'static str]>,
    /// Texts with one spelling in this year's handout and another in the course's tests or
    /// other years' programs; a program may print either.
    pub spellings: &'static [[&'static str; 2]],
    pub prompts: &'static [Prompt],
    /// Set if the legal moves are listed before a person's move.
    pub lists_moves: bool,
    /// Set if an illegal move loses the game instead of being refused.
    pub illegal_loses: bool,
    pub scores: Scores,
    /// The counters beside the board, in lower case, each with the side whose discs it counts;
    /// `None` for both sides.
    pub counters: &'static [(&'static str, Option<Disc>)],
    pub computer: Computer,
    /// The part that is code.
    pub program: &'static dyn Program,
}

/// The part of a course that is code: its games, its program, and their words.
pub trait Program: fmt::Debug + Sync {
    fn rules(&self) -> Vec<Rules>;

    /// Plays one game on `console`, from the first prompt to the result.
    fn run(&self, console: &mut Console<'_>, environment: &mut Environment<'_>) -> Result<()>;

    /// Returns the line above a board, trimmed.
    fn header(&self, size: Size) -> String {
        letters(size)
    }

    /// Reads a line, or its part up to the end of a prompt, in any letter case. Returns `None`
    /// if it is not a [`Message`].
    fn read_message(&self, line: &str, size: Size) -> Option<Message>;

    /// Returns the [`Setup`] that the first typed lines lead to.
    fn setup(&self, lines: &[&[u8]]) -> Option<Setup>;

    /// Returns the lines that quit the program in place of a move.
    fn quits(&self) -> &[String] {
        &[]
    }

    /// Returns the line that declines another game, if the program asks.
    fn last_line(&self) -> Option<&str> {
        None
    }

    /// Returns the games that the lines before the first move can set up, the default first. Of
    /// games that differ only in names, it returns one.
    fn starts(&self) -> Vec<Setup>;

    /// Returns programs that each have one mistake that students make, if there are any.
    fn faulty(&self) -> &[FaultyProgram] {
        &[]
    }
}

/// Returns the letters of the columns, from `a`.
pub fn letters(size: Size) -> String {
    (0..size.cols()).map(|col| char::from(b'a' + col)).collect()
}

impl Course {
    /// Runs the program on `input` in memory. Returns the outcome that its process would have.
    pub fn outcome(&self, args: &[String], mut input: &[u8]) -> Result<Outcome> {
        self.observed(args, &mut input, None)
    }

    /// Runs the program as [`outcome`](Self::outcome) does, with an observer.
    pub fn observed(
        &self,
        args: &[String],
        input: &mut dyn BufRead,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Outcome> {
        let mut files = BTreeMap::new();
        let mut save = |name: &str, contents: &[u8]| {
            files.insert(name.to_owned(), contents.to_owned());
            Ok(())
        };
        let mut environment = self.environment().with_args(args)?.saving(&mut save);
        if let Some(observer) = observer {
            environment = environment.observed_by(observer);
        }
        let mut stdout = Vec::new();
        let mut console = Console::new(input, &mut stdout);
        let ended = self.program.run(&mut console, &mut environment);
        let message = ended.err().and_then(|error| error.report());
        Ok(Outcome {
            status: message.is_some().into(),
            stdout,
            stderr: message.unwrap_or_default().into_bytes(),
            files,
        })
    }

    /// Runs the program on standard input and output, with colours if they can be shown.
    pub fn on_stdio(&self, mut environment: Environment<'_>) -> ExitCode {
        environment.colour = console::stdout_takes_colour();
        console::on_stdio(|console| self.program.run(console, &mut environment))
    }

    /// Returns the handout's sentence about `topic`, if there is one.
    pub fn citation(&self, topic: &str) -> Option<&'static str> {
        let mut citations = self.citations.iter();
        citations.find_map(|&(of, words)| (of == topic).then_some(words))
    }

    pub fn environment<'a>(&self) -> Environment<'a> {
        Environment::new(self.options)
    }

    pub fn default_of(&self, name: &str) -> &'static str {
        let option = self.options.iter().find(|option| option.name == name);
        option.expect("the course has the option").default
    }

    /// Returns the game that the first lines of `input` set up, if they do.
    pub fn setup(&self, input: &[u8]) -> Option<Setup> {
        let lines: Vec<&[u8]> = self.lines(input).map(|range| &input[range]).collect();
        self.program.setup(&lines)
    }

    /// Returns the typed lines in `input`, trimmed.
    pub fn lines<'a>(&self, input: &'a [u8]) -> impl Iterator<Item = Range<usize>> + use<'a> {
        self.notation.lines(input).map(|range| {
            let line = &input[range.clone()];
            let start = range.start + line.len() - line.trim_ascii_start().len();
            start..start + line.trim_ascii().len()
        })
    }

    /// Returns the typed moves in `input` after its first `lines` lines, with the white space
    /// around them.
    pub fn moves(&self, input: &[u8], lines: usize) -> Vec<Range<usize>> {
        let lines: Vec<Range<usize>> = self.notation.lines(input).skip(lines).collect();
        let moves = lines.chunks(self.notation.lines_per_move());
        moves
            .map(|lines| lines[0].start..lines[lines.len() - 1].end)
            .collect()
    }

    /// Returns the whole text that was typed for each of [`lines`](Self::lines).
    pub fn typed(&self, input: &[u8]) -> Vec<Range<usize>> {
        self.notation.typed(input)
    }

    pub fn awaited(&self, output: &[u8]) -> Vec<usize> {
        prompts::awaited(self.prompts, output)
    }

    /// Returns `true` if a move is typed as its number in the list of moves.
    pub fn chooses_by_number(&self) -> bool {
        self.notation.is_choice()
    }

    /// Returns `true` if `line` quits the program in place of a move.
    pub fn quits(&self, line: &[u8]) -> bool {
        let mut quits = self.program.quits().iter();
        quits.any(|quit| line.trim_ascii() == quit.as_bytes())
    }

    pub fn square_name(&self, size: Size, at: Square) -> String {
        self.notation.name(at, size)
    }

    pub fn side_name(&self, disc: Disc) -> &'static str {
        match disc {
            Disc::Black => self.sides[0],
            Disc::White => self.sides[1],
        }
    }

    /// Parses a typed move; `None` if it does not name a square.
    pub fn square(&self, line: &[u8], size: Size, legal: &[Square]) -> Option<Square> {
        self.notation.square(line, size, legal)
    }
}

#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod environment;
mod message;
mod notation;
mod prompts;
mod setup;

use std::collections::BTreeMap;
use std::ops::Range;
use std::process::ExitCode;

use dialogue::Console;
use reversi_core::{ByDisc, Disc, Game, Rules, Size, Square};
use transcript::{Outcome, Strictness, TypedLine};

pub use environment::{CourseOption, Environment, OptionError};
pub use message::{Message, after};
pub use notation::Notation;
pub use prompts::Prompt;
pub use setup::Setup;

/// The computer player of a course, where its handout fixes what it plays.
#[derive(Clone, Copy, Debug)]
pub struct Computer {
    /// The move it makes; `None` where it has none.
    pub choose: fn(&Game) -> Option<Square>,
    /// Set if it prefers the moves that flip the most discs.
    pub counts_flips: bool,
    /// The rule it follows, as the end of a sentence.
    pub rule: &'static str,
}

/// The characters of a printed board.
#[derive(Clone, Copy, Debug)]
pub struct Glyphs {
    /// A black disc.
    pub black: char,
    /// A white disc.
    pub white: char,
    /// An empty square.
    pub empty: char,
    /// What else is a black and a white disc by the handout's words, where a
    /// program draws as it likes.
    pub others: [&'static str; 2],
}

impl Glyphs {
    /// The character of `disc`.
    pub const fn disc(&self, disc: Disc) -> char {
        match disc {
            Disc::Black => self.black,
            Disc::White => self.white,
        }
    }

    /// The character of a square with this disc or none.
    pub fn cell(&self, disc: Option<Disc>) -> char {
        disc.map_or(self.empty, |disc| self.disc(disc))
    }

    /// The side that `glyph` is a disc of, by the handout's words.
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

/// What the closing text says of the number of discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scores {
    /// Nothing that the judge holds to the game.
    Free,
    /// Right if there at all.
    Optional,
    /// There, and right.
    Required,
}

/// One course.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// The name of its program and of its folder of fixtures.
    pub name: &'static str,
    /// Which course that is.
    pub title: &'static str,
    /// Returns the rules of every game of the course.
    pub rules: fn() -> Vec<Rules>,
    /// Plays one game on a console, from the first prompt to the result.
    pub run: fn(&mut Console<'_>, &mut Environment<'_>) -> dialogue::Result<()>,
    /// The options of the program.
    pub options: &'static [CourseOption],
    /// How strictly texts are compared unless somebody says otherwise.
    pub strictness: Strictness,
    /// Set if the handout fixes every word, so that texts can be compared.
    pub fixes_words: bool,
    /// How entries are typed.
    pub notation: Notation,
    /// How boards look.
    pub glyphs: Glyphs,
    /// The line above a board of so many columns, without the white space
    /// around it.
    pub header: fn(Size) -> String,
    /// The names of the two sides in reports, black first.
    pub sides: [&'static str; 2],
    /// The words for the two sides where the words are free, in lower case.
    pub called: ByDisc<&'static [&'static str]>,
    /// Words that this year's handout spells one way, and the course's own
    /// tests or other years' programs another: a program may do either.
    pub spellings: &'static [[&'static str; 2]],
    /// The prompts.
    pub prompts: &'static [Prompt],
    /// Whether the legal moves are listed before a human is asked for one.
    pub lists_moves: bool,
    /// Whether an illegal entry loses the game instead of being asked again.
    pub illegal_loses: bool,
    /// What is said of the number of discs at the end.
    pub scores: Scores,
    /// The counters beside the board, in lower case, and whose discs each
    /// counts; `None` for those of both sides.
    pub counters: &'static [(&'static str, Option<Disc>)],
    /// The computer player.
    pub computer: Option<Computer>,
    /// Reads a line, or the part of it up to the end of a prompt, in any letter
    /// case, on a board of this size. `None` if it is no [`Message`].
    pub read_message: fn(&str, Size) -> Option<Message>,
    /// Returns the [`Setup`] that the typed lines of an input lead to.
    pub setup: fn(&[&[u8]]) -> Option<Setup>,
}

/// The header of letters from `a` on.
pub fn letters(size: Size) -> String {
    (0..size.cols()).map(|col| char::from(b'a' + col)).collect()
}

/// `entry` as it is sent.
pub fn line(entry: &[u8]) -> Vec<u8> {
    [entry, b"\n"].concat()
}

impl Course {
    /// Runs the program on `input` in memory. The outcome is that of its process
    /// with the arguments `args`.
    pub fn outcome(&self, args: &[String], input: &[u8]) -> Result<Outcome, OptionError> {
        let mut files = BTreeMap::new();
        let mut save = |name: &str, contents: &[u8]| {
            files.insert(name.to_owned(), contents.to_owned());
            Ok(())
        };
        let environment = self.environment().with_args(args)?;
        let (mut input, mut stdout) = (input, Vec::new());
        let mut console = Console::new(&mut input, &mut stdout);
        let ended = (self.run)(&mut console, &mut environment.saving(&mut save));
        let message = ended.err().and_then(|error| error.report());
        Ok(Outcome {
            status: message.is_some().into(),
            stdout,
            stderr: message.unwrap_or_default().into_bytes(),
            files,
        })
    }

    /// Runs the program on standard input and output, with colours if they can
    /// be shown.
    pub fn on_stdio(&self, mut environment: Environment<'_>) -> ExitCode {
        environment.colour = dialogue::stdout_takes_colour();
        dialogue::on_stdio(|console| (self.run)(console, &mut environment))
    }

    /// Returns an environment in which every option has its default.
    pub fn environment<'a>(&self) -> Environment<'a> {
        Environment::new(self.options)
    }

    /// Returns the default of the option `name`.
    ///
    /// # Panics
    ///
    /// If the course has no such option.
    pub fn default_of(&self, name: &str) -> &'static str {
        let option = self.options.iter().find(|option| option.name == name);
        option.expect("the course has the option").default
    }

    /// What the first entries of `input` fix; `None` where no game can be set
    /// up with them.
    pub fn setup(&self, input: &[u8]) -> Option<Setup> {
        let entries: Vec<&[u8]> = self.typed(input).map(|range| &input[range]).collect();
        (self.setup)(&entries)
    }

    /// Where the entries are in `input`, without the white space around them.
    pub fn typed<'a>(&self, input: &'a [u8]) -> impl Iterator<Item = Range<usize>> + use<'a> {
        self.notation.entries(input).map(|range| {
            let entry = &input[range.clone()];
            let start = range.start + entry.len() - entry.trim_ascii_start().len();
            start..start + entry.trim_ascii().len()
        })
    }

    /// Where in `output` each entry of `input` was read: after the prompts, in
    /// their order. For [`transcript::session`].
    pub fn entries(&self, input: &[u8], output: &[u8]) -> Vec<TypedLine> {
        self.awaited(output)
            .into_iter()
            .zip(self.typed(input))
            .map(|(printed, typed)| TypedLine { printed, typed })
            .collect()
    }

    /// The offsets in `output` just after a prompt, in order.
    pub fn awaited(&self, output: &[u8]) -> Vec<usize> {
        prompts::awaited(self.prompts, output)
    }

    /// Whether a move is entered as its number in the list of moves.
    pub fn chooses_by_number(&self) -> bool {
        self.notation == Notation::Choice
    }

    /// A square's name in this course.
    pub fn square_name(&self, size: Size, at: Square) -> String {
        self.notation.name(at, size)
    }

    /// A side's name in this course.
    pub fn side_name(&self, disc: Disc) -> &'static str {
        match disc {
            Disc::Black => self.sides[0],
            Disc::White => self.sides[1],
        }
    }

    /// The square that `entry` names on a board of `size` where `legal` are the
    /// legal moves; `None` for an entry that is none.
    pub fn square(&self, entry: &[u8], size: Size, legal: &[Square]) -> Option<Square> {
        self.notation.square(entry, size, legal)
    }
}

//! The courses, as values: by which rules each is played, and how to read what
//! its programs print and are given.

mod aps105_lab8;
mod cmsc201;
mod comp10050;
mod notation;
mod prompts;
mod revergo;
mod setup;
mod utoronto_a1;

use std::ops::Range;

use clap::ValueEnum;
use reversi_core::{ByDisc, Disc, Game, Size, Square};
use transcript::{Entry, Strictness};

pub use notation::Notation;
pub use setup::Setup;

/// How a program is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Judge {
    /// By its text, held against the expected one.
    Text,
    /// By the rules, whatever words it uses.
    Rules,
}

/// The computer player of a course, where its handout fixes what it plays.
#[derive(Clone, Copy, Debug)]
pub struct Computer {
    /// The move it makes; `None` where it has none.
    pub choose: fn(&Game) -> Option<Square>,
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
    /// Whose disc `glyph` is by the handout's words.
    pub(crate) fn owner(&self, glyph: char) -> Option<Disc> {
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
    /// How strictly texts are compared unless somebody says otherwise.
    pub strictness: Strictness,
    /// How programs are judged unless somebody says otherwise.
    pub default_judge: Judge,
    /// How entries are typed.
    pub notation: Notation,
    /// How boards look.
    pub glyphs: Glyphs,
    /// The line above a board of so many columns, without the white space
    /// around it.
    pub header: fn(Size) -> String,
    /// The two sides as the program calls them, black first.
    pub sides: [&'static str; 2],
    /// The words for the two sides where the words are free, in lower case.
    pub called: ByDisc<&'static [&'static str]>,
    /// Words that this year's handout spells one way, and the course's own
    /// tests or other years' programs another: a program may do either.
    pub spellings: &'static [[&'static str; 2]],
    /// What the prompts end in, each with the white space after it. One that
    /// ends in `…` goes on to the end of its line.
    pub prompts: &'static [&'static str],
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
    setup: fn(&[&[u8]]) -> Option<Setup>,
}

/// Every course.
pub const COURSES: [Course; 5] = [
    utoronto_a1::COURSE,
    aps105_lab8::COURSE,
    cmsc201::COURSE,
    comp10050::COURSE,
    revergo::COURSE,
];

/// The course called `name`.
pub fn by_name(name: &str) -> Option<&'static Course> {
    COURSES.iter().find(|course| course.name == name)
}

/// The header of letters from `a` on.
fn letters(size: Size) -> String {
    (0..size.cols()).map(|col| char::from(b'a' + col)).collect()
}

/// `entry` as it is sent.
fn line(entry: &[u8]) -> Vec<u8> {
    [entry, b"\n"].concat()
}

impl Course {
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
    pub fn entries(&self, input: &[u8], output: &[u8]) -> Vec<Entry> {
        self.awaited(output)
            .into_iter()
            .zip(self.typed(input))
            .map(|(printed, typed)| Entry { printed, typed })
            .collect()
    }

    /// The offsets in `output` just after a prompt, in order.
    pub(crate) fn awaited(&self, output: &[u8]) -> Vec<usize> {
        prompts::awaited(self.prompts, output)
    }

    /// Whether a move is entered as its number in the list of moves.
    pub(crate) fn chooses_by_number(&self) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_read_after_its_prompt() {
        let aps105 = by_name("aps105-lab8").expect("it is a course");
        let output = b"Enter the board dimension: Computer plays (B/W) :   abcd\n";
        let read = |printed, typed| Entry { printed, typed };
        assert_eq!(
            aps105.entries(b"4 W\nba\n", output),
            [read(27, 0..1), read(50, 2..3)]
        );
        let comp10050 = by_name("comp10050").expect("it is a course");
        let output =
            b"Player 1 please insert your name:   \nPlayer 2 please insert your name:   \n";
        assert_eq!(comp10050.entries(b"Al\n", output), [read(37, 0..2)]);
    }

    #[test]
    fn an_empty_line_is_an_entry_and_the_end_of_input_is_none() {
        let course = by_name("utoronto-a1").expect("it is a course");
        let typed: Vec<_> = course.typed(b"cd\r\n\n ce \n").collect();
        assert_eq!(typed, [0..2, 4..4, 6..8]);
    }
}

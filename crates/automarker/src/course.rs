//! The courses, as values: by which rules each is played, and how to read what
//! its programs print and are given.

use clap::ValueEnum;
use reversi_core::{Disc, Game, Rules, Size, Square};
use transcript::{Entry, Strictness};

use crate::judge;

/// How a program is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Judge {
    /// By its text, held against the expected one.
    Text,
    /// By the rules, whatever words it uses.
    Rules,
}

/// How an entry, and a square in a message, is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// A row letter and a column letter on a line: `cd`.
    Letters,
    /// The same, read as C's `scanf(" %c%c")` does.
    ScannedLetters,
    /// Two numbers, the first row and column being 0: `2 3`.
    FromZero,
    /// Two numbers, the first row and column being 1, or the column alone
    /// where there is one row: `3 4`.
    FromOne,
    /// The number of a move in the list of all legal ones, from 1; a square is
    /// `(3,d)`.
    Choice,
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
    /// The game, for the judge of rules.
    pub game: judge::Game,
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
    /// Words that this year's handout spells one way, and the course's own
    /// tests or other years' programs another: a program may do either.
    pub spellings: &'static [[&'static str; 2]],
    /// What the prompts end in, each with the white space after it. One that
    /// ends in `…` goes on to the end of its line.
    pub prompts: &'static [&'static str],
    /// The computer player.
    pub computer: Option<Computer>,
    setup: fn(&[&[u8]]) -> Option<Setup>,
}

/// What the entries before the first move fix.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The rules.
    pub rules: Rules,
    /// The side that the computer plays.
    pub computer: Option<Disc>,
    /// How many entries come before the first move.
    pub entries: usize,
}

/// Every course.
pub const COURSES: [Course; 5] = [UTORONTO_A1, APS105_LAB8, CMSC201, COMP10050, REVERGO];

/// The course called `name`.
pub fn by_name(name: &str) -> Option<&'static Course> {
    COURSES.iter().find(|course| course.name == name)
}

const UTORONTO_A1: Course = Course {
    name: "utoronto-a1",
    title: "UofT ECE1724 Assignment 1",
    game: judge::Game::UtorontoA1,
    strictness: Strictness::FinalNewline,
    default_judge: Judge::Text,
    notation: Notation::Letters,
    glyphs: Glyphs {
        black: 'B',
        white: 'W',
        empty: '.',
    },
    header: letters,
    sides: ["B", "W"],
    spellings: &[],
    prompts: &["(RowCol): "],
    computer: None,
    setup: |_| {
        Some(Setup {
            rules: utoronto_a1::RULES,
            computer: None,
            entries: 0,
        })
    },
};

const APS105_LAB8: Course = Course {
    name: "aps105-lab8",
    title: "UofT APS105 Lab 8, Part 1",
    game: judge::Game::Aps105Lab8,
    strictness: Strictness::TrailingSpace,
    default_judge: Judge::Text,
    notation: Notation::ScannedLetters,
    glyphs: Glyphs {
        black: 'B',
        white: 'W',
        empty: 'U',
    },
    header: letters,
    sides: ["B", "W"],
    spellings: &[
        ["Enter move for color ", "Enter move for colour "],
        ["(B/W) : ", "(B/W): "],
    ],
    prompts: &["board dimension: ", "(B/W) : ", "(RowCol): "],
    computer: Some(Computer {
        choose: aps105_lab8::prescribed,
        rule: "the most flips, among equals the lower row and then the lower column",
    }),
    setup: |entries| {
        let dimension = std::str::from_utf8(entries.first()?).ok()?.parse().ok()?;
        Some(Setup {
            rules: aps105_lab8::rules(dimension)?,
            computer: Some(match *entries.get(1)? {
                b"B" => Disc::Black,
                b"W" => Disc::White,
                _ => return None,
            }),
            entries: 2,
        })
    },
};

const CMSC201: Course = Course {
    name: "cmsc201",
    title: "UMBC CMSC 201 Project 2",
    game: judge::Game::Cmsc201,
    strictness: Strictness::Exact,
    default_judge: Judge::Rules,
    notation: Notation::FromZero,
    glyphs: Glyphs {
        black: 'O',
        white: 'X',
        empty: '_',
    },
    header: |size| (0..size.cols()).fold("_".to_owned(), |header, col| format!("{header}|{col}")),
    sides: ["O", "X"],
    spellings: &[],
    prompts: &["Enter a move: "],
    computer: Some(Computer {
        choose: cmsc201::naive,
        rule: "the topmost legal move, among equals the leftmost",
    }),
    setup: |_| {
        Some(Setup {
            rules: cmsc201::RULES,
            computer: Some(cmsc201::RULES.first.opponent()),
            entries: 0,
        })
    },
};

const COMP10050: Course = Course {
    name: "comp10050",
    title: "UCD COMP10050 Assignment 3",
    game: judge::Game::Comp10050,
    strictness: Strictness::Exact,
    default_judge: Judge::Rules,
    notation: Notation::Choice,
    glyphs: Glyphs {
        black: '1',
        white: '0',
        empty: 'x',
    },
    header: |size| {
        let cols: Vec<String> = (1..=size.cols()).map(|col| col.to_string()).collect();
        cols.join("   ")
    },
    sides: ["1", "0"],
    spellings: &[],
    prompts: &["insert your name:…", "next move:…"],
    computer: None,
    setup: |_| {
        Some(Setup {
            rules: comp10050::RULES,
            computer: None,
            entries: 2,
        })
    },
};

const REVERGO: Course = Course {
    name: "revergo",
    title: "DEÜ CME1101 Project 2",
    game: judge::Game::Revergo,
    strictness: Strictness::Exact,
    default_judge: Judge::Rules,
    notation: Notation::FromOne,
    glyphs: Glyphs {
        black: '●',
        white: '○',
        empty: '.',
    },
    header: |size| {
        let border = vec!["-"; size.cols().into()].join(" ");
        format!("+ {border} +")
    },
    sides: ["●", "○"],
    spellings: &[],
    prompts: &["8x8): ", "(column): ", "(row column): "],
    // Its handout leaves the computer's moves open.
    computer: None,
    setup: |entries| {
        let rules = match *entries.first()? {
            b"1" => revergo::RULES_1X16,
            b"2" => revergo::RULES_8X8,
            _ => return None,
        };
        Some(Setup {
            rules,
            computer: Some(revergo::HUMAN.opponent()),
            entries: 1,
        })
    },
};

fn letters(size: Size) -> String {
    (0..size.cols()).map(|col| char::from(b'a' + col)).collect()
}

impl Course {
    /// What the first entries of `input` fix; `None` where no game can be set
    /// up with them.
    pub fn setup(&self, input: &[u8]) -> Option<Setup> {
        let entries: Vec<&[u8]> = self.typed(input).map(|range| &input[range]).collect();
        (self.setup)(&entries)
    }

    /// Where the entries are in `input`, without the white space around them.
    pub fn typed<'a>(
        &self,
        input: &'a [u8],
    ) -> impl Iterator<Item = std::ops::Range<usize>> + use<'a> {
        let scanned = self.notation == Notation::ScannedLetters;
        let mut offset = 0;
        input
            .split(move |&byte| byte == b'\n' || scanned && byte.is_ascii_whitespace())
            .map(move |entry| {
                let blank = entry.len() - entry.trim_ascii_start().len();
                let start = offset + blank;
                offset += entry.len() + 1;
                start..start + entry.trim_ascii().len()
            })
            // The text after the last line end is no entry unless there is one.
            .filter(move |entry| !entry.is_empty() || !scanned && entry.end < input.len())
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
        let mut found = Vec::new();
        for prompt in self.prompts {
            let (words, whole_line) = match prompt.strip_suffix('…') {
                Some(words) => (words, true),
                None => (prompt.trim_end(), false),
            };
            let spaces = prompt.len() - prompt.trim_end().len();
            for start in 0..output.len() {
                if !output[start..].starts_with(words.as_bytes()) {
                    continue;
                }
                let end = start + words.len();
                let rest = &output[end..];
                let more = if whole_line {
                    let newline = rest.iter().position(|&byte| byte == b'\n');
                    newline.map_or(rest.len(), |newline| newline + 1)
                } else {
                    rest.iter()
                        .take(spaces)
                        .take_while(|&&byte| byte == b' ')
                        .count()
                };
                found.push(end + more);
            }
        }
        found.sort_unstable();
        found
    }

    /// A square's name in this course.
    pub fn square_name(&self, size: Size, at: Square) -> String {
        let letter = |number: u8| char::from(b'a' + number);
        match self.notation {
            Notation::Letters | Notation::ScannedLetters => {
                format!("{}{}", letter(at.row), letter(at.col))
            }
            Notation::FromZero => format!("[{}, {}]", at.row, at.col),
            Notation::FromOne if size.rows() == 1 => format!("{}", at.col + 1),
            Notation::FromOne => format!("{} {}", at.row + 1, at.col + 1),
            Notation::Choice => format!("({},{})", at.row + 1, letter(at.col)),
        }
    }

    /// A side's name in this course.
    pub fn side_name(&self, disc: Disc) -> &'static str {
        match disc {
            Disc::Black => self.sides[0],
            Disc::White => self.sides[1],
        }
    }

    /// The square that `entry` names where `legal` are the legal moves; `None`
    /// for an entry that is none.
    pub fn square(&self, entry: &[u8], legal: &[Square]) -> Option<Square> {
        let numbers = || -> Option<Vec<u8>> {
            let text = std::str::from_utf8(entry).ok()?;
            text.split_whitespace()
                .map(|word| word.parse().ok())
                .collect()
        };
        match self.notation {
            Notation::Letters | Notation::ScannedLetters => match *entry {
                [row @ b'a'..=b'z', col @ b'a'..=b'z'] => Some(Square::new(row - b'a', col - b'a')),
                _ => None,
            },
            Notation::FromZero => match *numbers()?.as_slice() {
                [row, col] => Some(Square::new(row, col)),
                _ => None,
            },
            Notation::FromOne => match *numbers()?.as_slice() {
                [col] => Some(Square::new(0, col.checked_sub(1)?)),
                [row, col] => Some(Square::new(row.checked_sub(1)?, col.checked_sub(1)?)),
                _ => None,
            },
            Notation::Choice => match *numbers()?.as_slice() {
                [number] => legal.get(usize::from(number.checked_sub(1)?)).copied(),
                _ => None,
            },
        }
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

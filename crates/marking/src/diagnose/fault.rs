//! Which rule a program broke, at which move.

use std::error::Error;
use std::fmt::{self, Write};

use reversi_core::{Board, Disc, IllegalMove, Size, Square};

use crate::read::boards::Glyphs;

/// What a program did wrong. Moves count from 1, those of both sides
/// together; in text, rows and columns count from 1 at the upper left, and
/// boards are drawn in the program's own glyphs by
/// [`boards`](Self::boards).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// No board could be recognised in the output.
    NoBoard {
        /// After which move; 0 at the start.
        after: usize,
    },
    /// The first board is not the opening.
    OpeningWrong {
        /// Whether it is the opening with the colours exchanged.
        mirrored: bool,
        /// The opening and the first board.
        boards: Box<Boards>,
    },
    /// A board that is not what the moves lead to.
    BoardWrong(Box<BoardWrong>),
    /// A list of moves that is not the list of legal moves.
    ListWrong {
        /// The move it is for.
        number: usize,
        /// Legal moves that are not on it.
        missing: Vec<Square>,
        /// Moves on it that are not legal.
        extra: Vec<Square>,
        /// Moves that are on it more than once.
        twice: Vec<Square>,
        /// Whether it is the list of a game with diagonals where there are
        /// none, or the other way round.
        diagonals: bool,
    },
    /// A list that names the column where the handout has the row.
    ListSwapped {
        /// The move it is for.
        number: usize,
    },
    /// A list that counts rows and columns from another number than the
    /// handout.
    CountsFrom {
        /// The move it is for.
        number: usize,
        /// The number of its first row or column.
        base: u8,
        /// That of the handout.
        expected: u8,
    },
    /// A menu whose entries are not numbered from 1 on.
    MenuNumbers {
        /// The move it is for.
        number: usize,
    },
    /// An entry was read with its row and column exchanged.
    EntrySwapped {
        /// The move.
        number: usize,
    },
    /// The computer made a move that it may not make.
    ReplyIllegal {
        /// Its move.
        number: usize,
        /// Where.
        at: Square,
        /// Why not.
        why: IllegalMove,
    },
    /// The computer made another move than the handout prescribes.
    ReplyWrong {
        /// Its move.
        number: usize,
        /// Where it went.
        at: Square,
        /// Where it should have gone.
        expected: Square,
    },
    /// The game goes on although it is over.
    NotOver {
        /// The last move.
        after: usize,
    },
    /// The program says who won although the game is not over.
    OverTooSoon {
        /// The last move.
        after: usize,
    },
    /// The result is not that of the game.
    ResultWrong {
        /// What the result is, in words.
        expected: String,
        /// What the program says, in words.
        printed: String,
    },
    /// The scores are not those of the last board.
    ScoreWrong {
        /// What they are, in words.
        expected: String,
        /// What the program says, in words.
        printed: String,
    },
    /// A counter beside the board is wrong.
    CounterWrong {
        /// The last move.
        after: usize,
        /// What it counts.
        counter: &'static str,
        /// What it should show.
        expected: usize,
        /// What it shows.
        printed: usize,
    },
    /// The program ended in the middle of the game.
    Stopped {
        /// The last move.
        after: usize,
    },
    /// A legal move did not change the board.
    LegalMoveRefused {
        /// The move.
        number: usize,
        /// Where.
        at: Square,
    },
    /// An entry that is no legal move changed the board.
    IllegalMoveAccepted {
        /// The move it was given for.
        number: usize,
        /// What was entered.
        entry: String,
        /// The board before, which should have stayed, and the one printed.
        boards: Box<Boards>,
    },
}

/// A board as it should be and as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boards {
    /// As it should be.
    pub expected: Board,
    /// As the program prints it.
    pub printed: Board,
    /// What the program draws with.
    pub glyphs: Glyphs,
}

/// A board that is not what the moves lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardWrong {
    /// The last move before it.
    pub number: usize,
    /// Where that was played, and by whom; `None` before the first.
    pub at: Option<(Square, Disc)>,
    /// The board before the move.
    pub before: Board,
    /// The board after it.
    pub expected: Board,
    /// The board printed.
    pub printed: Board,
    /// What the program draws with.
    pub glyphs: Glyphs,
}

impl BoardWrong {
    /// Whether a disc was flipped in truth or should have been.
    fn flipped(&self, to: &Board, square: Square) -> bool {
        self.before.disc(square).is_some() && self.before.disc(square) != to.disc(square)
    }

    /// Discs that should have been flipped and were not.
    pub fn missed(&self) -> Vec<Square> {
        self.squares(|s| self.flipped(&self.expected, s) && !self.flipped(&self.printed, s))
    }

    /// Discs that were flipped and should not have been.
    pub fn flipped_wrongly(&self) -> Vec<Square> {
        self.squares(|s| self.flipped(&self.printed, s) && !self.flipped(&self.expected, s))
    }

    fn squares(&self, wanted: impl Fn(Square) -> bool) -> Vec<Square> {
        self.expected
            .size()
            .squares()
            .filter(|&s| wanted(s))
            .collect()
    }

    /// Whether `square` is on a diagonal of the move.
    fn is_diagonal(&self, square: Square) -> bool {
        self.at
            .is_some_and(|(at, _)| at.row != square.row && at.col != square.col)
    }

    /// What is wrong, in a sentence or two.
    pub fn explanation(&self) -> String {
        let (missed, wrongly) = (self.missed(), self.flipped_wrongly());
        let mut said = Vec::new();
        let all_diagonal =
            |squares: &[Square]| squares.iter().all(|square| self.is_diagonal(*square));
        if !missed.is_empty() {
            let mut text = format!("not flipped: {}", places(&missed));
            if all_diagonal(&missed) && self.at.is_some() {
                text.push_str(" (diagonal lines count too)");
            }
            said.push(text);
        }
        if !wrongly.is_empty() {
            let mut text = format!("flipped although not to be: {}", places(&wrongly));
            if all_diagonal(&wrongly) && self.at.is_some() {
                text.push_str(" (on a diagonal of the move)");
            }
            said.push(text);
        }
        let differs = |s: Square| self.expected.disc(s) != self.printed.disc(s);
        let lost = self.squares(|s| differs(s) && self.printed.disc(s).is_none());
        if !lost.is_empty() {
            said.push(format!("a disc is missing on {}", places(&lost)));
        }
        let added = self.squares(|s| differs(s) && self.expected.disc(s).is_none());
        if !added.is_empty() {
            said.push(format!("a disc too many on {}", places(&added)));
        }
        let colour = self.squares(|s| {
            differs(s)
                && self.before.disc(s).is_none()
                && self.expected.disc(s).is_some()
                && self.printed.disc(s).is_some()
        });
        if !colour.is_empty() {
            said.push(format!(
                "the disc placed on {} has the other colour",
                places(&colour)
            ));
        }
        said.join("; ")
    }
}

/// `row 3, column 4`.
fn place(square: Square) -> String {
    format!("row {}, column {}", square.row + 1, square.col + 1)
}

fn places(squares: &[Square]) -> String {
    squares
        .iter()
        .map(|s| place(*s))
        .collect::<Vec<_>>()
        .join(" and ")
}

impl fmt::Display for Fault {
    #[expect(clippy::too_many_lines, reason = "one sentence a fault")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoBoard { after: 0 } => f.write_str("no board is printed at the start"),
            Self::NoBoard { after } => write!(
                f,
                "no board is printed after move {after}: perhaps a legal move was refused"
            ),
            Self::OpeningWrong { mirrored: true, .. } => {
                f.write_str("the opening is mirrored: the colours of the middle are exchanged")
            }
            Self::OpeningWrong { .. } => f.write_str("the first board is not the opening"),
            Self::BoardWrong(wrong) => {
                write!(f, "the board after move {} is wrong", wrong.number)?;
                if let Some((at, _)) = wrong.at {
                    write!(f, " ({})", place(at))?;
                }
                write!(f, ": {}", wrong.explanation())
            }
            Self::ListWrong {
                number,
                missing,
                extra,
                twice,
                diagonals,
            } => {
                write!(f, "the list of moves for move {number} is wrong")?;
                if *diagonals {
                    f.write_str(if missing.is_empty() {
                        ": diagonal lines do not count"
                    } else {
                        ": diagonal lines count too"
                    })?;
                }
                for (what, squares) in [
                    ("missing", missing),
                    ("not legal", extra),
                    ("more than once", twice),
                ] {
                    if !squares.is_empty() {
                        write!(f, "; {what}: {}", places(squares))?;
                    }
                }
                Ok(())
            }
            Self::ListSwapped { number } => write!(
                f,
                "the list of moves for move {number} has rows and columns swapped"
            ),
            Self::CountsFrom {
                number,
                base,
                expected,
            } => write!(
                f,
                "the list of moves for move {number} numbers rows and columns from {base}, \
                 where the handout counts from {expected}"
            ),
            Self::MenuNumbers { number } => write!(
                f,
                "the moves on the list for move {number} are not numbered from 1 on"
            ),
            Self::EntrySwapped { number } => write!(
                f,
                "move {number} is made with rows and columns swapped: the entry is row, then column"
            ),
            Self::ReplyIllegal { number, at, why } => write!(
                f,
                "the computer's move {number} ({}) is illegal: {why}",
                place(*at)
            ),
            Self::ReplyWrong {
                number,
                at,
                expected,
            } => write!(
                f,
                "the computer's move {number} is {} where the handout has {}",
                place(*at),
                place(*expected)
            ),
            Self::NotOver { after } => write!(
                f,
                "the game is over after move {after}, but the program goes on"
            ),
            Self::OverTooSoon { after } => write!(
                f,
                "the program ends the game after move {after}, but it is not over"
            ),
            Self::ResultWrong { expected, printed } => {
                write!(
                    f,
                    "the result is {expected}, but the program says {printed}"
                )
            }
            Self::ScoreWrong { expected, printed } => write!(
                f,
                "the score in points is {expected}, but the program says {printed}"
            ),
            Self::CounterWrong {
                after,
                counter,
                expected,
                printed,
            } => write!(
                f,
                "after move {after} the counter of {counter} is {printed} instead of {expected}"
            ),
            Self::Stopped { after } => write!(
                f,
                "the program ends after move {after} in the middle of the game"
            ),
            Self::LegalMoveRefused { number, at } => {
                write!(f, "move {number} ({}) is legal but refused", place(*at))
            }
            Self::IllegalMoveAccepted { number, entry, .. } => write!(
                f,
                "the entry {entry:?} at move {number} is no legal move but changes the board"
            ),
        }
    }
}

impl Error for Fault {}

impl Fault {
    /// Where it was found: `the start`, `move 7`.
    pub fn place(&self) -> String {
        match *self {
            Self::NoBoard { after } if after > 0 => format!("after move {after}"),
            Self::NoBoard { .. } | Self::OpeningWrong { .. } => "the start".to_owned(),
            Self::BoardWrong(ref wrong) => format!("move {}", wrong.number),
            Self::ListWrong { number, .. }
            | Self::ListSwapped { number }
            | Self::CountsFrom { number, .. }
            | Self::MenuNumbers { number }
            | Self::EntrySwapped { number }
            | Self::ReplyIllegal { number, .. }
            | Self::ReplyWrong { number, .. }
            | Self::LegalMoveRefused { number, .. }
            | Self::IllegalMoveAccepted { number, .. } => format!("move {number}"),
            Self::NotOver { after }
            | Self::OverTooSoon { after }
            | Self::CounterWrong { after, .. }
            | Self::Stopped { after } => format!("after move {after}"),
            Self::ResultWrong { .. } | Self::ScoreWrong { .. } => "the result".to_owned(),
        }
    }

    /// The boards that show it, in the program's own glyphs: the one before
    /// and the one expected side by side, and the one printed.
    pub fn boards(&self) -> Option<(String, String)> {
        let (right, printed, glyphs) = match self {
            Self::OpeningWrong { boards, .. } | Self::IllegalMoveAccepted { boards, .. } => (
                vec![("expected", &boards.expected)],
                &boards.printed,
                &boards.glyphs,
            ),
            Self::BoardWrong(wrong) => (
                vec![("before", &wrong.before), ("expected", &wrong.expected)],
                &wrong.printed,
                &wrong.glyphs,
            ),
            _ => return None,
        };
        let printed = side_by_side(&[("printed", printed)], glyphs);
        Some((side_by_side(&right, glyphs), printed))
    }
}

/// Boards of one size under their titles, rows and columns counted from 1.
fn side_by_side(boards: &[(&str, &Board)], glyphs: &Glyphs) -> String {
    let Some(size) = boards.first().map(|(_, board)| board.size()) else {
        return String::new();
    };
    // Two columns a cell, and three for the number of the row.
    let width = 3 + 2 * usize::from(size.cols());
    let mut text = String::new();
    let mut line = |parts: Vec<String>| {
        let padded: Vec<String> = parts
            .into_iter()
            .map(|part| format!("{part:<width$}"))
            .collect();
        writeln!(text, "{}", padded.join("   ").trim_end()).expect("a String takes it all");
    };
    line(
        boards
            .iter()
            .map(|(title, _)| (*title).to_owned())
            .collect(),
    );
    line(vec![header(size); boards.len()]);
    for row in 0..size.rows() {
        line(
            boards
                .iter()
                .map(|(_, board)| {
                    let mut part = format!("{:>2} ", row + 1);
                    for col in 0..size.cols() {
                        let glyph = match glyphs.of(board.disc(Square::new(row, col))) {
                            ' ' => '-',
                            glyph => glyph,
                        };
                        part.extend([glyph, ' ']);
                    }
                    part
                })
                .collect(),
        );
    }
    text
}

/// The last digits of the columns' numbers.
fn header(size: Size) -> String {
    let mut text = String::from("   ");
    for col in 1..=size.cols() {
        write!(text, "{} ", col % 10).expect("a String takes it all");
    }
    text
}

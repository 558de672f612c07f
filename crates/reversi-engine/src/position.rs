//! A position on the 8×8 board, seen by the side to move.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::Square;

/// The discs of the side to move and those of its opponent, a bit a square
/// (see [`Square`]). Which of them is black plays no part.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    player: u64,
    opponent: u64,
}

impl Position {
    /// Othello's first position, black to move.
    pub const START: Self = Self {
        player: 0x0000_0008_1000_0000,
        opponent: 0x0000_0010_0800_0000,
    };

    /// `None` if a square is in both words.
    pub const fn new(player: u64, opponent: u64) -> Option<Self> {
        if player & opponent == 0 {
            Some(Self { player, opponent })
        } else {
            None
        }
    }

    /// The discs of the side to move.
    pub const fn player(self) -> u64 {
        self.player
    }

    /// The discs of the other side.
    pub const fn opponent(self) -> u64 {
        self.opponent
    }

    /// The squares without a disc.
    pub const fn empty(self) -> u64 {
        !(self.player | self.opponent)
    }

    /// How many squares have no disc.
    pub const fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    /// The squares where the side to move may play.
    pub fn moves(self) -> u64 {
        let mut moves = 0;
        for (shift, inner) in LINES {
            let between = self.opponent & inner;
            let mut up = between & (self.player << shift);
            let mut down = between & (self.player >> shift);
            for _ in 0..5 {
                up |= between & (up << shift);
                down |= between & (down >> shift);
            }
            moves |= (up << shift) | (down >> shift);
        }
        moves & self.empty()
    }

    /// The discs that the side to move flips by playing at `square`: none if
    /// it may not play there.
    pub fn flips(self, square: Square) -> u64 {
        let at = square.bit();
        if at & self.empty() == 0 {
            return 0;
        }
        let mut flips = 0;
        for (shift, inner) in LINES {
            let between = self.opponent & inner;
            let (mut up, mut down) = (between & (at << shift), between & (at >> shift));
            for _ in 0..5 {
                up |= between & (up << shift);
                down |= between & (down >> shift);
            }
            if (up << shift) & self.player != 0 {
                flips |= up;
            }
            if (down >> shift) & self.player != 0 {
                flips |= down;
            }
        }
        flips
    }

    /// The position after a move at `square`, seen by the other side; `None`
    /// if it is not allowed.
    #[must_use]
    pub fn play(self, square: Square) -> Option<Self> {
        match self.flips(square) {
            0 => None,
            flips => Some(Self {
                player: self.opponent & !flips,
                opponent: self.player | flips | square.bit(),
            }),
        }
    }

    /// The same discs, seen by the other side.
    #[must_use]
    pub const fn pass(self) -> Self {
        Self {
            player: self.opponent,
            opponent: self.player,
        }
    }

    /// Whether neither side has a move.
    pub fn is_over(self) -> bool {
        self.moves() == 0 && self.pass().moves() == 0
    }

    /// The disc difference for the side to move, were the game over here: the
    /// winner takes the empty squares.
    pub const fn final_score(self) -> i32 {
        let player = self.player.count_ones().cast_signed();
        let opponent = self.opponent.count_ones().cast_signed();
        let empties = self.empties().cast_signed();
        let difference = player - opponent;
        difference + difference.signum() * empties
    }
}

/// The distance from a square to the next in each of the four lines through
/// it, and the squares that may lie between two discs of such a line: a step
/// along a row or a diagonal must not wrap around the edge.
const LINES: [(u32, u64); 4] = [
    (1, 0x7e7e_7e7e_7e7e_7e7e),
    (8, u64::MAX),
    (7, 0x7e7e_7e7e_7e7e_7e7e),
    (9, 0x7e7e_7e7e_7e7e_7e7e),
];

/// 64 characters, `X` the side to move and `O` its opponent.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all_in(u64::MAX) {
            f.write_str(if self.player & square.bit() != 0 {
                "X"
            } else if self.opponent & square.bit() != 0 {
                "O"
            } else {
                "-"
            })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads 64 characters, `X`, `x`, `*`, `B` or `b` black, `O`, `o`, `W` or `w`
/// white, `-` or `.` empty, blanks anywhere; after them the side to move, black
/// if there is none.
impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let (mut black, mut white, mut count) = (0, 0, 0_u32);
        let mut side = None;
        for (index, glyph) in text
            .char_indices()
            .filter(|(_, glyph)| !glyph.is_whitespace())
        {
            let wrong = PositionError::Glyph { glyph, index };
            match (glyph, count) {
                ('X' | 'x' | '*' | 'B' | 'b', 0..64) => black |= 1 << count,
                ('O' | 'o' | 'W' | 'w', 0..64) => white |= 1 << count,
                ('-' | '.', 0..64) => {}
                ('X' | 'x' | '*' | 'B' | 'b', 64) => side = Some(true),
                ('O' | 'o' | 'W' | 'w', 64) => side = Some(false),
                _ => return Err(wrong),
            }
            count += 1;
        }
        if count < 64 {
            return Err(PositionError::Length { found: count });
        }
        Ok(if side.unwrap_or(true) {
            Self {
                player: black,
                opponent: white,
            }
        } else {
            Self {
                player: white,
                opponent: black,
            }
        })
    }
}

/// Why a text is no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// Something that is no disc, no empty square and no side to move.
    Glyph {
        /// What it is.
        glyph: char,
        /// The byte of the text where it is.
        index: usize,
    },
    /// Fewer than 64 squares.
    Length {
        /// How many there are.
        found: u32,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Glyph { glyph, index } => {
                write!(f, "{glyph:?} at byte {index} is no part of a position")
            }
            Self::Length { found } => {
                write!(
                    f,
                    "a position has 64 squares and a side to move, here are {found}"
                )
            }
        }
    }
}

impl Error for PositionError {}

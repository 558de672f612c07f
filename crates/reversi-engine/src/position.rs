//! A position on the 8×8 board, seen by the side to move.

use std::fmt;

use reversi_core::{Board, Disc, Game, Size, Square};

use crate::isa::{Isa, Portable};

/// Returns the index of a square of the 8×8 board: 0 for `a1`, then row by row to 63 for
/// `h8`. A word of a [`Position`] represents the square by the bit with its index.
pub fn index_of(square: Square) -> u32 {
    u32::from(square.row) * 8 + u32::from(square.col)
}

/// Returns the square of the 8×8 board with this index; `None` from 64 on.
pub fn square_at(index: u32) -> Option<Square> {
    let square = Square::new((index / 8) as u8, (index % 8) as u8);
    (index < 64).then_some(square)
}

/// Returns the squares whose bits are set in `word`, from `a1` on.
pub fn squares_in(word: u64) -> impl Iterator<Item = Square> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let square = square_at(rest.trailing_zeros())?;
        rest &= rest - 1;
        Some(square)
    })
}

pub(crate) fn position_of(game: &Game) -> Position {
    Position::of(game.board(), game.to_move()).expect("it is 8×8")
}

/// Returns black's disc difference if a game on 8×8 ended now; the winner gets the empty squares.
pub(crate) fn black_score(game: &Game) -> i32 {
    let position = Position::of(game.board(), Disc::Black);
    position.expect("it is 8×8").final_score()
}

/// Returns 0 if the square is not on the 8×8 board.
pub(crate) fn bit(square: Square) -> u64 {
    if square.row < 8 && square.col < 8 {
        1 << index_of(square)
    } else {
        0
    }
}

/// The discs of the side to move and of its opponent, one bit per square (see
/// [`index_of`]). The colours are unspecified.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    player: u64,
    opponent: u64,
}

impl Position {
    /// The initial position of Othello.
    pub const START: Self = Self {
        player: 0x0000_0008_1000_0000,
        opponent: 0x0000_0010_0800_0000,
    };

    /// Returns a position; `None` if a square is in both words.
    pub const fn new(player: u64, opponent: u64) -> Option<Self> {
        if player & opponent == 0 {
            Some(Self { player, opponent })
        } else {
            None
        }
    }

    /// Returns the position on `board`, seen by `mover`; `None` if the board is not 8×8.
    pub fn of(board: &Board, mover: Disc) -> Option<Self> {
        if board.size() != Size::EIGHT {
            return None;
        }
        let (mut player, mut opponent) = (0, 0);
        for square in board.occupied() {
            if board.disc(square) == Some(mover) {
                player |= bit(square);
            } else {
                opponent |= bit(square);
            }
        }
        Some(Self { player, opponent })
    }

    /// The discs of the side to move.
    pub const fn player(self) -> u64 {
        self.player
    }

    /// The discs of the other side.
    pub const fn opponent(self) -> u64 {
        self.opponent
    }

    /// The empty squares.
    pub const fn empty(self) -> u64 {
        !(self.player | self.opponent)
    }

    /// The number of empty squares.
    pub const fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    /// Returns the legal moves of the side to move.
    pub fn moves(self) -> u64 {
        Portable.moves(self.player, self.opponent)
    }

    /// Returns the discs that a move at `square` flips; 0 if it is illegal.
    pub fn flips(self, square: Square) -> u64 {
        if bit(square) & self.empty() == 0 {
            return 0;
        }
        Portable.flips(index_of(square), self.player, self.opponent)
    }

    /// Returns the position after a move at `square`, seen by the other side;
    /// `None` if the move is illegal.
    #[must_use]
    pub fn play(self, square: Square) -> Option<Self> {
        match self.flips(square) {
            0 => None,
            flips => Some(Self {
                player: self.opponent & !flips,
                opponent: self.player | flips | bit(square),
            }),
        }
    }

    /// Returns the same discs, seen by the other side.
    #[must_use]
    pub const fn pass(self) -> Self {
        Self {
            player: self.opponent,
            opponent: self.player,
        }
    }

    /// Returns the least of the eight images of the position under the symmetries of the
    /// board: the same for positions that are images of each other.
    #[must_use]
    pub fn canonical(self) -> Self {
        let (mut image, mut least) = (self, self);
        for symmetry in 1..8 {
            // Flipping and transposing in turn gives all images.
            let turn = if symmetry % 2 == 1 {
                u64::swap_bytes
            } else {
                transposed
            };
            image = Self {
                player: turn(image.player),
                opponent: turn(image.opponent),
            };
            least = least.min(image);
        }
        least
    }

    /// Returns `true` if neither side has a legal move.
    pub fn is_over(self) -> bool {
        self.moves() == 0 && self.pass().moves() == 0
    }

    /// Returns the final disc difference for the side to move as if the game were
    /// over. The winner gets the empty squares.
    pub fn final_score(self) -> i32 {
        final_score(self.player, self.opponent)
    }
}

/// Returns the score of a finished game: the winner gets the empty squares.
#[inline(always)]
pub(crate) fn final_score(player: u64, opponent: u64) -> i32 {
    let own = player.count_ones() as i32;
    let other = opponent.count_ones() as i32;
    let difference = own - other;
    difference + difference.signum() * (64 - own - other)
}

fn transposed(mut board: u64) -> u64 {
    for (shift, mask) in [
        (7, 0x00aa_00aa_00aa_00aa),
        (14, 0x0000_cccc_0000_cccc),
        (28, 0x0000_0000_f0f0_f0f0),
    ] {
        let swapped = (board ^ (board >> shift)) & mask;
        board ^= swapped ^ (swapped << shift);
    }
    board
}

/// Writes 64 signs, `X` for the side to move, `O` for its opponent and `-` for an empty
/// square, and `X` as the side to move.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in squares_in(u64::MAX) {
            f.write_str(if self.player & bit(square) != 0 {
                "X"
            } else if self.opponent & bit(square) != 0 {
                "O"
            } else {
                "-"
            })?;
        }
        f.write_str(" X")
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use reversi_core::{Rules, Symmetry, Turn};

    use super::*;

    proptest! {
        /// Random discs, with many or with few empty squares.
        #[test]
        fn moves_flips_and_images_are_those_of_the_core(
            one: u64, two: u64, three: u64, few: bool,
        ) {
            let filled = if few { one | three } else { one & three };
            let position = Position::new(filled & two, filled & !two).expect("disjoint");
            prop_assert_eq!(position.to_string().parse(), Ok(position));
            let board = crate::testing::board(position);
            let game = Game::resume(Rules::OTHELLO, board.clone(), Disc::Black)
                .expect("it is 8×8");
            prop_assert!(squares_in(position.moves()).eq(game.legal_moves()));
            prop_assert_eq!(position.is_over(), matches!(game.turn(), Turn::Over(_)));
            for at in Size::EIGHT.squares() {
                let flips = game.flips(at).map_or(0, |flips| {
                    flips.squares().iter().fold(0, |word, &at| word | bit(at))
                });
                prop_assert_eq!(position.flips(at), flips, "{:?} {}", position, at);
            }
            for symmetry in Symmetry::ALL {
                let image = Position::of(&symmetry.board(&board), Disc::Black);
                prop_assert_eq!(image.map(Position::canonical), Some(position.canonical()));
            }
        }
    }
}

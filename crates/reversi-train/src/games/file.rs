//! The file of games.
//!
//! A file is a sequence of blocks, so that files can be concatenated:
//!
//! | block | contents |
//! | --- | --- |
//! | header | `H`, 2 bytes: the length, then that many bytes of text: how the following games were made |
//! | game | `G`, 4 bytes: the number of the game, 8 + 8 bytes: the discs of the side to move and of its opponent after the opening, 1 byte: the number of moves, 3 bytes per move, 1 byte: the final disc difference for the side that moves first |
//!
//! A move is 1 byte: the square in bits 0 to 5, bit 6 set if the score is exact,
//! bit 7 set if the move was chosen at random; and 2 bytes: the score before the
//! move for the side to move, in hundredths of a disc. Passes are not written. All
//! numbers are little-endian.

use reversi_core::Square;
use reversi_engine::{Position, index_of, square_at};

use crate::Result;

const EXACT: u8 = 1 << 6;
const RANDOM: u8 = 1 << 7;

/// A move of a game with the result of the search before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub square: Square,
    /// The score for the side to move, in hundredths of a disc.
    pub score: i16,
    /// If set, the score is that of perfect play.
    pub exact: bool,
    /// If set, the move was chosen at random and may be bad.
    pub random: bool,
}

/// A game from an opening to the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The number of the game, which its seed follows from.
    pub number: u32,
    /// The position after the opening.
    pub opening: Position,
    /// The moves.
    pub plies: Vec<Ply>,
    /// The final disc difference for the side that moves first.
    pub result: i8,
}

pub(super) fn write_header(out: &mut Vec<u8>, text: &str) {
    out.push(b'H');
    let length = u16::try_from(text.len()).expect("a header is a line");
    out.extend(length.to_le_bytes());
    out.extend(text.as_bytes());
}

pub(super) fn write_game(out: &mut Vec<u8>, game: &Game) {
    out.push(b'G');
    out.extend(game.number.to_le_bytes());
    out.extend(game.opening.player().to_le_bytes());
    out.extend(game.opening.opponent().to_le_bytes());
    out.push(u8::try_from(game.plies.len()).expect("a game has at most 60 moves"));
    for ply in &game.plies {
        let square = u8::try_from(index_of(ply.square)).expect("there are 64 squares");
        let flag = |set, flag| if set { flag } else { 0 };
        out.push(square | flag(ply.exact, EXACT) | flag(ply.random, RANDOM));
        out.extend(ply.score.to_le_bytes());
    }
    out.push(game.result.cast_unsigned());
}

/// A block of a file.
pub(super) enum Block<'a> {
    Header(&'a str),
    Game(Game),
}

/// A file's blocks in order, each with the offset after it.
pub(super) struct Blocks<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// The reasons why there is no further block.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NoBlock {
    /// The block that begins at this offset is not complete.
    Truncated(usize),
    /// There is no valid block at this offset.
    Invalid(usize),
}

impl<'a> Blocks<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// The offset of the next block.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    fn part(&self, at: &mut usize, count: usize) -> std::result::Result<&'a [u8], NoBlock> {
        let bytes = self
            .bytes
            .get(*at..*at + count)
            .ok_or(NoBlock::Truncated(self.at))?;
        *at += count;
        Ok(bytes)
    }

    fn array<const N: usize>(&self, at: &mut usize) -> std::result::Result<[u8; N], NoBlock> {
        Ok(*self.part(at, N)?.first_chunk().expect("it has that length"))
    }

    fn read(&mut self) -> std::result::Result<Block<'a>, NoBlock> {
        let invalid = || NoBlock::Invalid(self.at);
        let mut at = self.at;
        let block = match self.part(&mut at, 1)? {
            b"H" => {
                let length = u16::from_le_bytes(self.array(&mut at)?);
                let text = self.part(&mut at, usize::from(length))?;
                Block::Header(std::str::from_utf8(text).map_err(|_| invalid())?)
            }
            b"G" => {
                let number = u32::from_le_bytes(self.array(&mut at)?);
                let player = u64::from_le_bytes(self.array(&mut at)?);
                let opponent = u64::from_le_bytes(self.array(&mut at)?);
                let opening = Position::new(player, opponent).ok_or_else(invalid)?;
                let [count] = self.array(&mut at)?;
                let mut plies = Vec::with_capacity(usize::from(count));
                for _ in 0..count {
                    let [first, low, high] = self.array(&mut at)?;
                    plies.push(Ply {
                        square: square_at(u32::from(first & 63)).ok_or_else(invalid)?,
                        score: i16::from_le_bytes([low, high]),
                        exact: first & EXACT != 0,
                        random: first & RANDOM != 0,
                    });
                }
                let [result] = self.array(&mut at)?;
                let game = Game {
                    number,
                    opening,
                    plies,
                    result: result.cast_signed(),
                };
                if game.positions().is_none() {
                    return Err(invalid());
                }
                Block::Game(game)
            }
            _ => return Err(invalid()),
        };
        self.at = at;
        Ok(block)
    }
}

impl<'a> Iterator for Blocks<'a> {
    type Item = std::result::Result<Block<'a>, NoBlock>;

    fn next(&mut self) -> Option<Self::Item> {
        (self.at < self.bytes.len()).then(|| self.read())
    }
}

impl Game {
    /// Returns the position before each move, with 1 if the side that moves first
    /// is to move and -1 if the other one is, and the final position. Returns `None`
    /// if a move is illegal.
    pub(crate) fn positions(&self) -> Option<(Vec<(Position, i8)>, Position)> {
        let (mut position, mut side) = (self.opening, 1);
        let mut all = Vec::with_capacity(self.plies.len());
        for ply in &self.plies {
            if position.moves() == 0 {
                position = position.pass();
                side = -side;
            }
            all.push((position, side));
            position = position.play(ply.square)?;
            side = -side;
        }
        Some((all, position))
    }
}

/// Returns the games of a file's contents. An error names the offset of the first
/// invalid block. `name` is the file's name in it.
pub fn read(bytes: &[u8], name: &str) -> Result<Vec<Game>> {
    let mut games = Vec::new();
    for block in Blocks::new(bytes) {
        match block {
            Ok(Block::Game(game)) => games.push(game),
            Ok(Block::Header(_)) => {}
            Err(NoBlock::Truncated(at)) => {
                return Err(format!("{name}: the block at offset {at} is truncated").into());
            }
            Err(NoBlock::Invalid(at)) => {
                return Err(format!("{name}: no game and no header at offset {at}").into());
            }
        }
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::play::tests::random_game;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn written_games_are_read_back(seeds in proptest::collection::vec(any::<u64>(), 0..5)) {
            let games: Vec<Game> = seeds.into_iter().map(random_game).collect();
            let mut bytes = Vec::new();
            for game in &games {
                write_header(&mut bytes, "made by a test");
                write_game(&mut bytes, game);
            }
            prop_assert_eq!(read(&bytes, "x").expect("it is valid"), games);
        }

        #[test]
        fn a_truncated_file_is_an_error_at_its_last_block(seed in any::<u64>(), cut in 1..100_usize) {
            let mut bytes = Vec::new();
            write_game(&mut bytes, &random_game(seed));
            let at = bytes.len();
            write_game(&mut bytes, &random_game(seed));
            bytes.truncate(bytes.len() - cut.min(bytes.len() - at - 1));
            let error = read(&bytes, "x").expect_err("it is truncated").to_string();
            prop_assert_eq!(error, format!("x: the block at offset {at} is truncated"));
        }

        #[test]
        fn random_bytes_do_not_panic(bytes in proptest::collection::vec(any::<u8>(), 1..300)) {
            let _ = read(&bytes, "x");
        }
    }
}

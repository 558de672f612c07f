//! Games with their history, and their transcripts.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

use crate::{Disc, Game, IllegalMove, PassError, Square, SquareError, Turn};

/// A move or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ply {
    /// A disc is placed on this square.
    Place(Square),
    /// The side to move passes.
    Pass,
}

/// Writes a square, or `pa` for a pass.
impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => square.fmt(f),
            Self::Pass => f.write_str("pa"),
        }
    }
}

/// Reads a square, or `pa`, `ps`, `pass` or `--` for a pass. Letters may be upper case.
impl FromStr for Ply {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        let is_pass = |pass: &&str| text.eq_ignore_ascii_case(pass);
        if ["pa", "ps", "pass", "--"].iter().any(is_pass) {
            return Ok(Self::Pass);
        }
        text.parse().map(Self::Place)
    }
}

/// A game with every ply and the state before it.
///
/// Its text form is a transcript: the moves of a game of Othello from the start.
///
/// ```
/// use reversi_core::{Disc, GameRecord, Turn};
///
/// let mut record: GameRecord = "f5 d6".parse()?;
/// assert_eq!(record.now().turn(), Turn::Move(Disc::Black));
/// record.play_moves("c3")?;
/// assert_eq!(record.to_string(), "f5d6c3");
/// # Ok::<(), reversi_core::TranscriptError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct GameRecord {
    now: Game,
    past: Vec<(Game, Ply)>,
}

impl GameRecord {
    /// Starts the record of a game that goes on from `start`.
    pub fn new(start: Game) -> Self {
        let past = Vec::new();
        Self { now: start, past }
    }

    /// The current state.
    pub fn now(&self) -> &Game {
        &self.now
    }

    /// All plies in order, each with the state before it.
    pub fn plies(&self) -> &[(Game, Ply)] {
        &self.past
    }

    /// Plays a ply; an error leaves the record unchanged.
    pub fn play(&mut self, ply: Ply) -> Result<(), IllegalPly> {
        let before = self.now.clone();
        let played = match ply {
            Ply::Place(at) => self.now.play(at).map(drop).map_err(Reason::Move),
            Ply::Pass => self.now.pass().map_err(Reason::Pass),
        };
        let disc = before.to_move();
        played.map_err(|reason| IllegalPly { disc, ply, reason })?;
        self.past.push((before, ply));
        Ok(())
    }

    /// Plays a ply. If the side to move must pass and `ply` is a move, the pass is
    /// played first: most notations omit passes.
    pub fn follow(&mut self, ply: Ply) -> Result<(), IllegalPly> {
        if self.implies_pass(ply) {
            self.play(Ply::Pass)?;
            return self.play(ply).inspect_err(|_| {
                self.undo();
            });
        }
        self.play(ply)
    }

    /// Plays a ply as [`follow`](Self::follow) does, for notations that name the side.
    pub fn follow_as(&mut self, disc: Disc, ply: Ply) -> Result<(), IllegalPly> {
        let mut mover = self.now.to_move();
        if self.implies_pass(ply) {
            mover = mover.opponent();
        }
        if mover != disc {
            let reason = Reason::Turn;
            return Err(IllegalPly { disc, ply, reason });
        }
        self.follow(ply)
    }

    fn implies_pass(&self, ply: Ply) -> bool {
        matches!((self.now.turn(), ply), (Turn::Pass(_), Ply::Place(_)))
    }

    /// Plays the moves of `text`, such as `f5d6c3`, `F5 D6`, `f5-d6` or `1. f5 d6 2. c3`,
    /// up to the first invalid one. Passes are optional.
    pub fn play_moves(&mut self, text: &str) -> Result<(), TranscriptError> {
        let mut rest = text.trim_start();
        // After white space there may be a number, and directly after a move a hyphen.
        let mut is_apart = true;
        for number in 1.. {
            if rest.is_empty() {
                break;
            }
            rest = if is_apart {
                without_number(rest)
            } else {
                without_hyphen(rest)
            };
            let (word, after) = rest.split_at(ply_length(rest));
            let played = match word.parse() {
                Ok(ply) => self.follow(ply).map_err(Invalid::Illegal),
                Err(_) => Err(Invalid::Unread(word.trim_end().to_owned())),
            };
            played.map_err(|invalid| TranscriptError {
                byte: text.len() - rest.len(),
                number,
                invalid,
            })?;
            rest = after.trim_start();
            is_apart = rest.len() < after.len();
        }
        Ok(())
    }

    /// Takes back the last ply and returns it.
    pub fn undo(&mut self) -> Option<Ply> {
        let (before, ply) = self.past.pop()?;
        self.now = before;
        Some(ply)
    }
}

/// Writes the plies without spaces, as in `f5d6c3`.
impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.past.iter().try_for_each(|(_, ply)| ply.fmt(f))
    }
}

/// Plays the moves of a text from the start of Othello, as
/// [`play_moves`](GameRecord::play_moves) does.
impl FromStr for GameRecord {
    type Err = TranscriptError;

    fn from_str(text: &str) -> Result<Self, TranscriptError> {
        let mut record = Self::default();
        record.play_moves(text)?;
        Ok(record)
    }
}

/// Returns the length of the ply that `text` begins with: two characters, or three if the last
/// two are digits. A third digit of a damaged number is thus no part of the next ply.
fn ply_length(text: &str) -> usize {
    let number = |length| text.get(1..length).unwrap_or_default().bytes();
    let is_long = number(3).len() == 2 && number(3).all(|byte| byte.is_ascii_digit());
    let signs = if is_long { 3 } else { 2 };
    text.chars().take(signs).map(char::len_utf8).sum()
}

/// Returns the text after the move number, such as `12.`, that it begins with. Without its
/// dot a number is part of a damaged move.
fn without_number(text: &str) -> &str {
    let after = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
    match after.strip_prefix('.') {
        Some(after_dot) if after.len() < text.len() => after_dot.trim_start(),
        _ => text,
    }
}

fn without_hyphen(text: &str) -> &str {
    let after = text.strip_prefix('-');
    let after = after.filter(|after| after.starts_with(|next: char| next.is_ascii_alphabetic()));
    after.unwrap_or(text)
}

/// The reason why a side cannot play a [`Ply`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalPly {
    disc: Disc,
    ply: Ply,
    reason: Reason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    Move(IllegalMove),
    Pass(PassError),
    Turn,
}

impl fmt::Display for IllegalPly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { disc, ply, reason } = self;
        write!(f, "{disc} cannot play {ply}: ")?;
        match reason {
            Reason::Move(reason) => reason.fmt(f),
            Reason::Pass(reason) => reason.fmt(f),
            Reason::Turn => write!(f, "{} is to move", disc.opponent()),
        }
    }
}

impl Error for IllegalPly {}

/// The error for a transcript with an invalid move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranscriptError {
    byte: usize,
    number: usize,
    invalid: Invalid,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Invalid {
    Unread(String),
    Illegal(IllegalPly),
}

impl TranscriptError {
    /// The byte offset of the move.
    pub fn byte(&self) -> usize {
        self.byte
    }
}

impl fmt::Display for TranscriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}: ", self.number)?;
        match &self.invalid {
            Invalid::Unread(text) => write!(f, "{text:?}: {SquareError} or a pass"),
            Invalid::Illegal(error) => error.fmt(f),
        }
    }
}

impl Error for TranscriptError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Discs, Opening, Rules, Size};

    #[test]
    fn moves_are_read_in_every_notation() {
        let expected: GameRecord = "f5d6c3".parse().expect("it is a game");
        for text in ["F5 D6\nC3", "f5-d6-c3", "1. f5 d6 2. c3", "1.f5 2.d6 3.c3"] {
            assert_eq!(text.parse().as_ref(), Ok(&expected), "{text}");
        }
        for text in [
            "1 f5", "f56c3", "f5 d6 2.", "f5-", "-f5", "f5 - d6", "f5d6; c3", "1.", "f5d61c3",
        ] {
            assert!(text.parse::<GameRecord>().is_err(), "{text}");
        }
    }

    #[test]
    fn rows_have_two_digits_on_a_large_board() {
        let size = Size::square(26).expect("a size");
        let rules = Rules {
            size,
            ..Rules::OTHELLO
        };
        let mut record = GameRecord::new(Game::new(rules).expect("playable"));
        record.play_moves("o14O13o12").expect("legal moves");
        assert_eq!(record.to_string(), "o14o13o12");
    }

    #[test]
    fn an_error_names_the_move_and_its_offset() {
        for (text, byte, message) in [
            (
                "f5d6 c3a1",
                7,
                "move 4: white cannot play a1: the move flips",
            ),
            ("f5d5", 2, "move 2: white cannot play d5: the square is occ"),
            (
                "f5pa",
                2,
                "move 2: white cannot play pa: it has a legal move",
            ),
            ("f5x9", 2, "move 2: white cannot play x9: the square is off"),
            ("f5d ", 2, "move 2: \"d\": expected a square"),
            ("f5é1", 2, "move 2: \"é1\": expected a square"),
        ] {
            let error = text.parse::<GameRecord>().expect_err("it is wrong");
            assert_eq!(error.byte(), byte, "{text}");
            assert!(error.to_string().starts_with(message), "{error}");
        }
    }

    #[test]
    fn an_omitted_pass_is_played() {
        // White must pass; black may play c1, which ends the game.
        let board: Board = "XO--".parse().expect("a picture");
        let start = Game::new(Rules {
            size: board.size(),
            opening: Opening::Given(Discs::of(&board)),
            first: Disc::White,
            ..Rules::OTHELLO
        });
        let start = GameRecord::new(start.expect("playable"));
        let [c1, d1] = ["c1", "d1"].map(|text| text.parse().expect("it is a ply"));
        let mut record = start.clone();
        record.play(c1).expect_err("white must pass");
        record.follow(d1).expect_err("it flips nothing");
        let error = record.follow_as(Disc::White, c1);
        let error = error.expect_err("white must pass");
        assert_eq!(error.to_string(), "white cannot play c1: black is to move");
        assert_eq!(record, start);
        for play in [
            |record: &mut GameRecord, ply| record.follow(ply),
            |record: &mut GameRecord, ply| record.follow_as(Disc::Black, ply),
        ] {
            let mut record = start.clone();
            play(&mut record, c1).expect("the pass is implied");
            assert_eq!(record.to_string(), "pac1");
        }
    }
}

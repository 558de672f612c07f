//! Games on 8×8 with their history, and their notation.

use std::fmt;
use std::str::FromStr;

use reversi_core::{Board, Disc, Game, Rules, Size, Square, Turn};

use crate::{Position, ReadError};

/// A move or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ply {
    /// A disc is placed on this square.
    Place(Square),
    /// The side to move passes.
    Pass,
}

impl Ply {
    /// Reads a square of 8×8, or `pa`, `ps`, `pass` or `--` for a pass. Letters may be
    /// upper case. The error is a message.
    pub fn read(text: &str) -> Result<Self, &'static str> {
        let is_pass = |pass: &&str| text.eq_ignore_ascii_case(pass);
        if ["pa", "ps", "pass", "--"].iter().any(is_pass) {
            return Ok(Self::Pass);
        }
        match text.parse() {
            Ok(at) if Size::EIGHT.contains(at) => Ok(Self::Place(at)),
            _ => Err("expected a square from a1 to h8 or a pass"),
        }
    }
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

/// Returns the name of a colour, `black` or `white`.
pub const fn name(disc: Disc) -> &'static str {
    match disc {
        Disc::Black => "black",
        Disc::White => "white",
    }
}

pub(crate) fn position_of(game: &Game) -> Position {
    Position::of(game.board(), game.to_move()).expect("it is 8×8")
}

fn disc_of(sign: char) -> Option<Disc> {
    match sign {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Disc::Black),
        'O' | 'o' | 'W' | 'w' => Some(Disc::White),
        _ => None,
    }
}

/// Reads 64 signs and the side to move: `X`, `x`, `*`, `B` or `b` for black, `O`, `o`, `W` or `w`
/// for white, `-` or `.` for an empty square. White space is between rows and before the side to
/// move only.
impl FromStr for Position {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        Ok(position_of(&read_position(text)?))
    }
}

pub(crate) fn read_position(text: &str) -> Result<Game, ReadError> {
    let wrong = |byte, message: String| Err(ReadError::new(byte, message));
    let (mut board, mut side) = (Board::empty(Size::EIGHT), None);
    let (mut found, mut gap) = (0_u32, None);
    let mut squares = Size::EIGHT.squares();
    let end = text.trim_end().len();
    for (byte, sign) in text[..end].char_indices() {
        if sign.is_whitespace() {
            gap = gap.or(Some(byte));
            continue;
        }
        let disc = disc_of(sign);
        if disc.is_none() && !matches!(sign, '-' | '.') {
            return wrong(byte, format!("unexpected {sign:?} in a position"));
        }
        let (row, column) = (found / 8 + 1, found % 8);
        match (squares.next(), gap.take()) {
            (Some(_), Some(gap)) if column > 0 => {
                let message = format!("row {row} has {column} squares before white space");
                return wrong(gap, format!("{message}, expected 8"));
            }
            (Some(at), _) => {
                found += 1;
                if let Some(disc) = disc {
                    board.put(at, disc);
                }
            }
            (None, Some(_)) if side.is_none() && disc.is_some() => side = disc,
            (None, _) => {
                let message = "expected only white space and the side to move after 64 squares";
                return wrong(byte, format!("{message}, found {sign:?}"));
            }
        }
    }
    if found < 64 {
        let message = format!("a position needs 64 squares, found {found}");
        return wrong(end, message);
    }
    let Some(side) = side else {
        return wrong(end, "the side to move is missing: X or O".to_owned());
    };
    Ok(Game::resume(Rules::OTHELLO, board, side).expect("it is 8×8"))
}

/// A game on 8×8: the current state, and every ply with the state before it.
///
/// ```
/// use reversi_core::{Disc, Turn};
/// use reversi_engine::game::GameRecord;
///
/// let mut game: GameRecord = "f5 d6".parse()?;
/// assert_eq!(game.now().turn(), Turn::Move(Disc::Black));
/// game.undo();
/// game.undo();
/// assert_eq!(game, GameRecord::default());
/// # Ok::<(), reversi_engine::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    now: Game,
    past: Vec<(Game, Ply)>,
}

/// Starts in the initial position of Othello.
impl Default for GameRecord {
    fn default() -> Self {
        Self::new(Game::new(Rules::OTHELLO).expect("Othello can be played"))
    }
}

impl GameRecord {
    pub(crate) fn new(start: Game) -> Self {
        let past = Vec::new();
        Self { now: start, past }
    }

    /// The current state.
    pub fn now(&self) -> &Game {
        &self.now
    }

    /// The current position, seen by the side to move.
    pub fn position(&self) -> Position {
        position_of(&self.now)
    }

    /// Returns black's disc difference if the game ended now; the winner gets the empty squares.
    pub fn final_score(&self) -> i32 {
        match self.now.to_move() {
            Disc::Black => self.position().final_score(),
            Disc::White => -self.position().final_score(),
        }
    }

    /// All plies in order, each with the state before it.
    pub fn plies(&self) -> &[(Game, Ply)] {
        &self.past
    }

    /// Plays a ply. If it is illegal, the game does not change, and the error is a message.
    pub fn play(&mut self, ply: Ply) -> Result<(), String> {
        let before = self.now.clone();
        let played = match ply {
            Ply::Place(at) => self.now.play(at).map(drop).map_err(|it| it.to_string()),
            Ply::Pass => self.now.pass().map_err(|it| it.to_string()),
        };
        let disc = name(before.to_move());
        played.map_err(|reason| format!("{disc} cannot play {ply}: {reason}"))?;
        self.past.push((before, ply));
        Ok(())
    }

    /// Plays a ply. If the side to move must pass and `ply` is a move, the pass is
    /// played first: most notations omit passes.
    pub fn follow(&mut self, ply: Ply) -> Result<(), String> {
        if self.implies_pass(ply) {
            self.play(Ply::Pass)?;
            return self.play(ply).inspect_err(|_| {
                self.undo();
            });
        }
        self.play(ply)
    }

    /// Plays a ply as [`follow`](Self::follow) does, for notations that name the side.
    pub fn follow_as(&mut self, disc: Disc, ply: Ply) -> Result<(), String> {
        let mut mover = self.now.to_move();
        if self.implies_pass(ply) {
            mover = mover.opponent();
        }
        if mover != disc {
            let [disc, mover] = [disc, mover].map(name);
            return Err(format!("{disc} cannot play {ply}: {mover} is to move"));
        }
        self.follow(ply)
    }

    fn implies_pass(&self, ply: Ply) -> bool {
        matches!((self.now.turn(), ply), (Turn::Pass(_), Ply::Place(_)))
    }

    /// Plays the moves of `text`, such as `f5d6c3`, `F5 D6`, `f5-d6` or `1. f5 d6 2. c3`,
    /// up to the first invalid one. Passes are optional.
    pub fn play_moves(&mut self, text: &str) -> Result<(), ReadError> {
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
            let length = rest.chars().take(2).map(char::len_utf8).sum();
            let (word, after) = rest.split_at(length);
            let played = match Ply::read(word) {
                Ok(ply) => self.follow(ply),
                Err(error) => Err(format!("{:?}: {error}", word.trim_end())),
            };
            played.map_err(|reason| {
                let byte = text.len() - rest.len();
                ReadError::new(byte, format!("move {number}: {reason}"))
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::squares_in;
    use crate::testing::random_game;

    /// White must pass; black may play c1, which ends the game.
    const MUST_PASS: &str = "XO-------------------------------------------------------------- O";

    proptest! {
        #[test]
        fn games_agree_with_positions_and_are_undone_and_read_back(
            choices in prop::collection::vec(any::<usize>(), 0..70),
        ) {
            let game = random_game(&choices);
            let position = game.position();
            prop_assert!(squares_in(position.moves()).eq(game.now().legal_moves()));
            prop_assert_eq!(position.is_over(), matches!(game.now().turn(), Turn::Over(_)));
            let plies: Vec<String> = game.plies().iter().map(|(_, ply)| ply.to_string()).collect();
            let text = plies.concat().to_uppercase();
            let played: Result<GameRecord, ReadError> = text.parse();
            prop_assert!(played == Ok(game.clone()) || text.is_empty());
            let mut undone = game.clone();
            while undone.undo().is_some() {}
            prop_assert_eq!(&undone, &GameRecord::default());
            // A pass at the end is implied by no move.
            if !text.ends_with("PA") && !text.is_empty() {
                prop_assert_eq!(text.replace("PA", "").parse(), Ok(game));
            }
        }
    }

    #[test]
    fn moves_are_read_in_every_notation() {
        let expected: GameRecord = "f5d6c3".parse().expect("it is a game");
        for text in [
            "F5 D6\nC3",
            "f5-d6-c3",
            "1. f5 d6 2. c3",
            "1.f5 2.d6 3.c3",
            "\u{feff}f5d6c3",
        ] {
            assert_eq!(text.parse().as_ref(), Ok(&expected), "{text}");
        }
        for text in [
            "1 f5", "f56c3", "f5 d6 2.", "f5-", "-f5", "f5 - d6", "f5d6; c3", "1.",
        ] {
            assert!(text.parse::<GameRecord>().is_err(), "{text}");
        }
    }

    #[test]
    fn an_error_names_the_move_and_its_offset() {
        for (text, message) in [
            ("f5d6 c3a1", "at byte 7: move 4: white cannot play a1: the "),
            ("f5d5", "at byte 2: move 2: white cannot play d5: the "),
            ("f5pa", "at byte 2: move 2: white cannot play pa: it has"),
            ("f5x9", "at byte 2: move 2: \"x9\": expected a square"),
            ("f5d ", "at byte 2: move 2: \"d\": expected a square"),
            ("XO?", "at byte 2: unexpected '?' in a position"),
            ("XO-", "at byte 3: a position needs 64 squares, found 3"),
        ] {
            let error = text.parse::<GameRecord>().expect_err("it is wrong");
            assert!(error.to_string().starts_with(message), "{error}");
        }
        assert!(" ".parse::<GameRecord>().is_err());
    }

    #[test]
    fn an_omitted_pass_is_played() {
        let start: GameRecord = MUST_PASS.parse().expect("it is a position");
        let [c1, h8] = ["c1", "h8"].map(|text| Ply::read(text).expect("it is a ply"));
        let mut game = start.clone();
        game.play(c1).expect_err("white must pass");
        game.follow(h8).expect_err("it flips nothing");
        game.follow_as(Disc::White, c1)
            .expect_err("white must pass");
        assert_eq!(game, start);
        for play in [
            |game: &mut GameRecord, ply| game.follow(ply),
            |game: &mut GameRecord, ply| game.follow_as(Disc::Black, ply),
        ] {
            let mut game = start.clone();
            play(&mut game, c1).expect("the pass is implied");
            let plies = game.plies().iter().map(|&(_, ply)| ply);
            assert!(plies.eq([Ply::Pass, c1]));
            assert_eq!(game.final_score(), 64);
        }
    }
}

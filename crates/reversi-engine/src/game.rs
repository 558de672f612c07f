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

/// Returns the position of a game on 8×8.
pub(crate) fn position_of(game: &Game) -> Position {
    Position::of(game.board(), game.to_move()).expect("it is 8×8")
}

/// Reads 64 characters and the side to move: `X`, `x`, `*`, `B` or `b` for black, `O`, `o`,
/// `W` or `w` for white, `-` or `.` for an empty square. Spaces are ignored. Without a side
/// to move it is black's turn.
pub(crate) fn read_position(text: &str) -> Result<Game, ReadError> {
    let mut board = Board::empty(Size::EIGHT);
    let mut squares = Size::EIGHT.squares();
    let mut side = None;
    let glyphs = text.char_indices().filter(|(_, it)| !it.is_whitespace());
    for (byte, glyph) in glyphs {
        let disc = match glyph {
            'X' | 'x' | '*' | 'B' | 'b' => Some(Disc::Black),
            'O' | 'o' | 'W' | 'w' => Some(Disc::White),
            _ => None,
        };
        match (squares.next(), disc) {
            (Some(at), Some(disc)) => board.put(at, disc),
            (Some(_), None) if matches!(glyph, '-' | '.') => {}
            (None, Some(_)) if side.is_none() => side = disc,
            _ => return Err(ReadError::new(byte, format!("unexpected {glyph:?}"))),
        }
    }
    let found = 64 - squares.count();
    if found < 64 {
        let message = format!("a position needs 64 squares, found {found}");
        return Err(ReadError::new(text.len(), message));
    }
    let to_move = side.unwrap_or(Disc::Black);
    Ok(Game::resume(Rules::OTHELLO, board, to_move).expect("it is 8×8"))
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
    /// Returns a game that starts with `start`.
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

    /// Returns the final disc difference for black as if the game were over. The winner
    /// gets the empty squares.
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

    /// Plays a ply of the side `disc` as [`follow`](Self::follow) does, for
    /// notations that name the side.
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

    /// Plays the moves of `text`, such as `f5d6c3`, up to the first invalid one. Letters
    /// may be upper case, and there may be spaces between moves. Passes are optional.
    pub fn play_moves(&mut self, text: &str) -> Result<(), ReadError> {
        let mut rest = text.trim_start();
        for number in 1.. {
            if rest.is_empty() {
                break;
            }
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

/// Reads a position, or the moves that lead to it, as typed on a command line.
///
/// A text that contains a digit is a sequence of moves from the initial position.
/// Any other text is 64 squares and a side to move. An empty text is the initial
/// position.
impl FromStr for GameRecord {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let is_moves = text.trim().is_empty() || text.bytes().any(|byte| byte.is_ascii_digit());
        if !is_moves {
            return read_position(text).map(Self::new);
        }
        let mut game = Self::default();
        game.play_moves(text)?;
        Ok(game)
    }
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
            let board = game.now().board().to_string();
            let read: GameRecord = format!("{board} {}", &name(game.now().to_move())[..1])
                .parse()
                .expect("it is a position");
            prop_assert_eq!(read.now(), game.now());

            let plies: Vec<String> = game.plies().iter().map(|(_, ply)| ply.to_string()).collect();
            let mut text = plies.join(" ");
            prop_assert_eq!(text.parse(), Ok(game.clone()));
            text = text.to_uppercase().replace(' ', "");
            prop_assert_eq!(text.parse(), Ok(game.clone()));
            let mut undone = game.clone();
            while undone.undo().is_some() {}
            prop_assert_eq!(&undone, &GameRecord::default());
            // A pass at the end is implied by no move.
            if !text.ends_with("PA") {
                prop_assert_eq!(text.replace("PA", "").parse(), Ok(game));
            }
        }

        #[test]
        fn any_text_is_a_game_or_an_error_within_it(text in "([a-h][1-8]|pa|--|\\PC){0,12}") {
            if let Err(error) = text.parse::<GameRecord>() {
                prop_assert!(text.is_char_boundary(error.byte));
            }
        }
    }

    #[test]
    fn an_error_names_the_move_and_its_offset() {
        for (text, message) in [
            (
                "f5d6 c3a1",
                "at byte 7: move 4: white cannot play a1: the move flips nothing",
            ),
            (
                "f5d5",
                "at byte 2: move 2: white cannot play d5: the square is occupied",
            ),
            (
                "f5pa",
                "at byte 2: move 2: white cannot play pa: it has a legal move",
            ),
            (
                "f5x9",
                "at byte 2: move 2: \"x9\": expected a square from a1 to h8 or a pass",
            ),
            (
                "f5d ",
                "at byte 2: move 2: \"d\": expected a square from a1 to h8 or a pass",
            ),
            ("XO?", "at byte 2: unexpected '?'"),
            ("XO-", "at byte 3: a position needs 64 squares, found 3"),
        ] {
            let error = text.parse::<GameRecord>().expect_err("it is wrong");
            assert_eq!(error.to_string(), message);
        }
        assert_eq!(" ".parse(), Ok(GameRecord::default()));
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

//! Games with colours, passes and history.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use reversi_core::{Disc, Square};

use crate::position::bit;
use crate::{Position, PositionError, squares_in};

/// A position with the colours of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The discs, seen by the side to move.
    pub position: Position,
    /// The side to move.
    pub to_move: Disc,
}

impl Setup {
    /// The initial position of Othello.
    pub const START: Self = Self {
        position: Position::START,
        to_move: Disc::Black,
    };

    /// Returns the disc on `square`.
    pub fn disc(self, square: Square) -> Option<Disc> {
        if self.position.player() & bit(square) != 0 {
            Some(self.to_move)
        } else if self.position.opponent() & bit(square) != 0 {
            Some(self.to_move.opponent())
        } else {
            None
        }
    }

    /// Returns what the rules allow next.
    pub fn turn(self) -> Turn {
        if self.position.moves() != 0 {
            Turn::Move(self.to_move)
        } else if self.position.is_over() {
            Turn::Over
        } else {
            Turn::Pass(self.to_move)
        }
    }

    /// Returns the final disc difference for black as if the game were over. The
    /// winner gets the empty squares.
    pub fn final_score(self) -> i32 {
        match self.to_move {
            Disc::Black => self.position.final_score(),
            Disc::White => -self.position.final_score(),
        }
    }

    /// Returns the setup after `ply`, or an error if it is illegal.
    fn after(self, ply: Ply) -> Result<Self, IllegalPly> {
        let refuse = |reason| IllegalPly {
            disc: self.to_move,
            ply,
            reason,
        };
        let turn = self.turn();
        let position = match (ply, turn) {
            (_, Turn::Over) => return Err(refuse(Refusal::Over)),
            (Ply::Pass, Turn::Pass(_)) => self.position.pass(),
            (Ply::Pass, Turn::Move(_)) => return Err(refuse(Refusal::CanMove)),
            (Ply::Place(square), _) => match self.position.play(square) {
                Some(next) => next,
                None if self.disc(square).is_some() => return Err(refuse(Refusal::Occupied)),
                None if matches!(turn, Turn::Pass(_)) => return Err(refuse(Refusal::MustPass)),
                None => return Err(refuse(Refusal::FlipsNothing)),
            },
        };
        Ok(Self {
            position,
            to_move: self.to_move.opponent(),
        })
    }
}

/// Writes 64 characters row by row from a1, `X` for black, `O` for white, `-` for an
/// empty square, then a space and the side to move.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in squares_in(u64::MAX) {
            f.write_str(glyph(self.disc(square)))?;
        }
        write!(f, " {}", glyph(Some(self.to_move)))
    }
}

fn glyph(disc: Option<Disc>) -> &'static str {
    match disc {
        Some(Disc::Black) => "X",
        Some(Disc::White) => "O",
        None => "-",
    }
}

/// Reads the format of a [`Position`].
impl FromStr for Setup {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let position = text.parse()?;
        let side = text.chars().filter(|glyph| !glyph.is_whitespace()).nth(64);
        let to_move = match side {
            Some('O' | 'o' | 'W' | 'w') => Disc::White,
            _ => Disc::Black,
        };
        Ok(Self { position, to_move })
    }
}

/// The side to move and what it can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This side has a legal move.
    Move(Disc),
    /// This side has no legal move and must pass.
    Pass(Disc),
    /// The game is over.
    Over,
}

/// A move or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Reads a square, or `pa`, `ps`, `pass` or `--` for a pass. Letters may be upper
/// case.
impl FromStr for Ply {
    type Err = PlyError;

    fn from_str(text: &str) -> Result<Self, PlyError> {
        let is_pass = ["pa", "ps", "pass", "--"]
            .iter()
            .any(|pass| text.eq_ignore_ascii_case(pass));
        if is_pass {
            return Ok(Self::Pass);
        }
        match text.parse() {
            Ok(square) if bit(square) != 0 => Ok(Self::Place(square)),
            _ => Err(PlyError),
        }
    }
}

/// The error for a text that is neither a square nor a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyError;

impl fmt::Display for PlyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a square from a1 to h8 or a pass")
    }
}

impl Error for PlyError {}

/// The error for an illegal ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalPly {
    /// The side that made it.
    pub disc: Disc,
    /// The ply.
    pub ply: Ply,
    /// The reason.
    pub reason: Refusal,
}

/// The reason why a ply is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The square is occupied.
    Occupied,
    /// The move flips no disc.
    FlipsNothing,
    /// The side has a legal move and cannot pass.
    CanMove,
    /// The side has no legal move and must pass.
    MustPass,
    /// The game is over.
    Over,
    /// It is the other side's turn.
    NotItsTurn,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::Occupied => "the square is occupied",
            Refusal::FlipsNothing => "the move flips no disc",
            Refusal::CanMove => "it has a legal move",
            Refusal::MustPass => "it has no legal move and must pass",
            Refusal::Over => "the game is over",
            Refusal::NotItsTurn => "it is the other side's turn",
        })
    }
}

impl fmt::Display for IllegalPly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let disc = name(self.disc);
        match self.ply {
            Ply::Place(square) => write!(f, "{disc} cannot play {square}: ")?,
            Ply::Pass => write!(f, "{disc} cannot pass: ")?,
        }
        self.reason.fmt(f)
    }
}

impl Error for IllegalPly {}

/// Returns the name of a colour, `black` or `white`.
pub const fn name(disc: Disc) -> &'static str {
    match disc {
        Disc::Black => "black",
        Disc::White => "white",
    }
}

/// A game: the initial position, every ply, and the positions between them.
///
/// ```
/// use reversi_engine::game::{GameRecord, Turn};
/// use reversi_core::Disc;
///
/// let mut game = GameRecord::default();
/// game.play("f5".parse()?)?;
/// assert_eq!(game.turn(), Turn::Move(Disc::White));
/// game.undo();
/// assert_eq!(game, GameRecord::default());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    now: Setup,
    past: Vec<(Setup, Ply)>,
}

impl Default for GameRecord {
    fn default() -> Self {
        Self::new(Setup::START)
    }
}

impl GameRecord {
    /// Returns a game that starts with `start`.
    pub fn new(start: Setup) -> Self {
        Self {
            now: start,
            past: Vec::new(),
        }
    }

    /// The initial position.
    pub fn start(&self) -> Setup {
        self.past.first().map_or(self.now, |&(setup, _)| setup)
    }

    /// The current position with its colours.
    pub fn now(&self) -> Setup {
        self.now
    }

    /// The current position, seen by the side to move.
    pub fn position(&self) -> Position {
        self.now.position
    }

    /// The side to move. If the game is over, the side whose turn would be next.
    pub fn to_move(&self) -> Disc {
        self.now.to_move
    }

    /// Returns what the rules allow next.
    pub fn turn(&self) -> Turn {
        self.now.turn()
    }

    /// All plies in order, each with the position before it.
    pub fn plies(&self) -> &[(Setup, Ply)] {
        &self.past
    }

    /// Plays a ply. If it is illegal, the game does not change.
    pub fn play(&mut self, ply: Ply) -> Result<(), IllegalPly> {
        let next = self.now.after(ply)?;
        self.past.push((self.now, ply));
        self.now = next;
        Ok(())
    }

    /// Plays a ply. If the side to move must pass and `ply` is a move, the pass is
    /// played first: most notations omit passes.
    pub fn follow(&mut self, ply: Ply) -> Result<(), IllegalPly> {
        if let (Turn::Pass(_), Ply::Place(_)) = (self.turn(), ply) {
            self.play(Ply::Pass)?;
            return self.play(ply).inspect_err(|_| {
                self.undo();
            });
        }
        self.play(ply)
    }

    /// Plays a ply of the side `disc` as [`follow`](Self::follow) does, for
    /// notations that name the side.
    pub fn follow_as(&mut self, disc: Disc, ply: Ply) -> Result<(), IllegalPly> {
        if disc == self.to_move() {
            return self.play(ply);
        }
        if let (Turn::Pass(_), Ply::Place(_)) = (self.turn(), ply) {
            return self.follow(ply);
        }
        let reason = if self.turn() == Turn::Over {
            Refusal::Over
        } else {
            Refusal::NotItsTurn
        };
        Err(IllegalPly { disc, ply, reason })
    }

    /// Takes back the last ply and returns it.
    pub fn undo(&mut self) -> Option<Ply> {
        let (setup, ply) = self.past.pop()?;
        self.now = setup;
        Some(ply)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use reversi_core::{Board, Game, Rules};

    /// White must pass; black may play c1, which ends the game.
    const MUST_PASS: &str = "XO-------------------------------------------------------------- O";

    fn board(setup: Setup) -> Board {
        let mut board = Board::empty(reversi_core::Size::EIGHT);
        for square in squares_in(u64::MAX) {
            if let Some(disc) = setup.disc(square) {
                board.put(square, disc);
            }
        }
        board
    }

    proptest! {
        #[test]
        fn random_games_agree_with_the_core_and_can_be_undone(
            choices in prop::collection::vec(any::<prop::sample::Index>(), 0..70),
        ) {
            let mut core = Game::new(Rules::OTHELLO).expect("Othello can be played");
            let mut game = GameRecord::default();
            for choice in choices {
                let ply = match core.turn() {
                    reversi_core::Turn::Move(disc) => {
                        prop_assert_eq!(game.turn(), Turn::Move(disc));
                        let moves: Vec<_> = core.legal_moves().collect();
                        let square = moves[choice.index(moves.len())];
                        core.play(square).expect("it is legal");
                        Ply::Place(square)
                    }
                    reversi_core::Turn::Pass(disc) => {
                        prop_assert_eq!(game.turn(), Turn::Pass(disc));
                        core.pass().expect("it must");
                        Ply::Pass
                    }
                    reversi_core::Turn::Over(_) => break,
                };
                prop_assert_eq!(game.play(ply), Ok(()));
                prop_assert_eq!(&board(game.now()), core.board());
                prop_assert_eq!(game.to_move(), core.to_move());
                prop_assert_eq!(game.now().to_string().parse(), Ok(game.now()));
            }
            let again = game.clone();
            let mut undone = Vec::new();
            while let Some(ply) = game.undo() {
                undone.push(ply);
            }
            prop_assert_eq!(&game, &GameRecord::default());
            prop_assert_eq!(again.start(), game.now());
            for ply in undone.into_iter().rev() {
                game.play(ply).expect("it was legal before");
            }
            prop_assert_eq!(game, again);
        }
    }

    #[test]
    fn an_illegal_ply_is_refused_with_its_reason_and_changes_nothing() {
        let mut game = GameRecord::default();
        for (ply, reason) in [
            ("d4", "black cannot play d4: the square is occupied"),
            ("a1", "black cannot play a1: the move flips no disc"),
            ("pa", "black cannot pass: it has a legal move"),
        ] {
            let error = game.play(ply.parse().expect("it is a ply"));
            assert_eq!(error.expect_err("it is illegal").to_string(), reason);
        }
        assert_eq!(game, GameRecord::default());
    }

    #[test]
    fn an_omitted_pass_is_played() {
        let start: Setup = MUST_PASS.parse().expect("it is a setup");
        let white = start.turn();
        assert_eq!(white, Turn::Pass(Disc::White));
        let mut game = GameRecord::new(start);
        let refused = game.play(Ply::Place("h4".parse().expect("a square")));
        assert_eq!(refused.map_err(|it| it.reason), Err(Refusal::MustPass));

        let black = squares_in(start.position.pass().moves()).next();
        let ply = Ply::Place(black.expect("black has a move"));
        game.follow(ply).expect("the pass is implied");
        let plies: Vec<Ply> = game.plies().iter().map(|&(_, ply)| ply).collect();
        assert_eq!(plies, [Ply::Pass, ply]);

        let mut game = GameRecord::new(start);
        let refused = game.follow(Ply::Place("h8".parse().expect("a square")));
        assert!(refused.is_err());
        assert_eq!(game, GameRecord::new(start));
        assert_eq!(game.follow_as(Disc::Black, ply), Ok(()));
    }
}

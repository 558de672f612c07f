//! A game with its colours, its history and its passes.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use reversi_core::Disc;

use crate::{Position, PositionError, Square};

/// A position in which it is known who is black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The discs, seen by the side to move.
    pub position: Position,
    /// The side to move.
    pub to_move: Disc,
}

impl Setup {
    /// Othello's first position.
    pub const START: Self = Self {
        position: Position::START,
        to_move: Disc::Black,
    };

    /// What lies on `square`.
    pub fn disc(self, square: Square) -> Option<Disc> {
        if self.position.player() & square.bit() != 0 {
            Some(self.to_move)
        } else if self.position.opponent() & square.bit() != 0 {
            Some(self.to_move.opponent())
        } else {
            None
        }
    }

    /// What comes next.
    pub fn turn(self) -> Turn {
        if self.position.moves() != 0 {
            Turn::Move(self.to_move)
        } else if self.position.is_over() {
            Turn::Over
        } else {
            Turn::Pass(self.to_move)
        }
    }

    /// The disc difference for black, were the game over here: the winner
    /// takes the empty squares.
    pub fn final_score(self) -> i32 {
        match self.to_move {
            Disc::Black => self.position.final_score(),
            Disc::White => -self.position.final_score(),
        }
    }

    /// The setup after `ply`, which must be allowed.
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

/// 64 characters from a1 along the rows, `X` black, `O` white, `-` empty, a
/// blank and the side to move.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all_in(u64::MAX) {
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

/// Reads what a [`Position`] is read from.
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

/// What comes next in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This side places a disc.
    Move(Disc),
    /// This side cannot, and the other goes on.
    Pass(Disc),
    /// Nobody moves any more.
    Over,
}

/// What a side does when it is its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ply {
    /// It places a disc.
    Place(Square),
    /// It passes.
    Pass,
}

/// A square, or `pa`.
impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => square.fmt(f),
            Self::Pass => f.write_str("pa"),
        }
    }
}

/// Reads a square, or one of the ways in which a pass is written: `pa`, `ps`,
/// `pass` and `--`. Letters may be upper case.
impl FromStr for Ply {
    type Err = PlyError;

    fn from_str(text: &str) -> Result<Self, PlyError> {
        let is_pass = ["pa", "ps", "pass", "--"]
            .iter()
            .any(|pass| text.eq_ignore_ascii_case(pass));
        if is_pass {
            return Ok(Self::Pass);
        }
        text.parse().map(Self::Place).map_err(|_| PlyError)
    }
}

/// It is no square and no pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyError;

impl fmt::Display for PlyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no square from a1 to h8 and no pass")
    }
}

impl Error for PlyError {}

/// A ply that the rules do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalPly {
    /// Who would have made it.
    pub disc: Disc,
    /// What it is.
    pub ply: Ply,
    /// Why it is refused.
    pub reason: Refusal,
}

/// Why a ply is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The square has a disc.
    Occupied,
    /// No disc would be flipped.
    FlipsNothing,
    /// A pass by a side that has a move.
    CanMove,
    /// A move by a side that has none.
    MustPass,
    /// The game is over.
    Over,
    /// It is the other side's turn.
    NotItsTurn,
}

impl fmt::Display for IllegalPly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let disc = name(self.disc);
        match self.ply {
            Ply::Place(square) => write!(f, "{disc} may not play {square}: ")?,
            Ply::Pass => write!(f, "{disc} may not pass: ")?,
        }
        f.write_str(match self.reason {
            Refusal::Occupied => "the square is occupied",
            Refusal::FlipsNothing => "it flips nothing",
            Refusal::CanMove => "it has a move",
            Refusal::MustPass => "it has no move and must pass",
            Refusal::Over => "the game is over",
            Refusal::NotItsTurn => "it is the other side's turn",
        })
    }
}

impl Error for IllegalPly {}

/// What people call the side with these discs.
pub const fn name(disc: Disc) -> &'static str {
    match disc {
        Disc::Black => "black",
        Disc::White => "white",
    }
}

/// A game: where it began, every ply since, and every position on the way.
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
    /// A game that begins with `start`.
    pub fn new(start: Setup) -> Self {
        Self {
            now: start,
            past: Vec::new(),
        }
    }

    /// Where it began.
    pub fn start(&self) -> Setup {
        self.past.first().map_or(self.now, |&(setup, _)| setup)
    }

    /// Where it stands.
    pub fn now(&self) -> Setup {
        self.now
    }

    /// The discs now, seen by the side to move.
    pub fn position(&self) -> Position {
        self.now.position
    }

    /// Whose turn it is, or would be if the game went on.
    pub fn to_move(&self) -> Disc {
        self.now.to_move
    }

    /// What comes next.
    pub fn turn(&self) -> Turn {
        self.now.turn()
    }

    /// Every ply and the setup in which it was made, from the first on.
    pub fn plies(&self) -> &[(Setup, Ply)] {
        &self.past
    }

    /// Makes a ply. One that is refused changes nothing.
    pub fn play(&mut self, ply: Ply) -> Result<(), IllegalPly> {
        let next = self.now.after(ply)?;
        self.past.push((self.now, ply));
        self.now = next;
        Ok(())
    }

    /// As [`play`](Self::play), but where the side to move must pass and `ply`
    /// is a move, the pass is made first: most notations leave passes out.
    pub fn follow(&mut self, ply: Ply) -> Result<(), IllegalPly> {
        if let (Turn::Pass(_), Ply::Place(_)) = (self.turn(), ply) {
            self.play(Ply::Pass)?;
            return self.play(ply).inspect_err(|_| {
                self.undo();
            });
        }
        self.play(ply)
    }

    /// As [`follow`](Self::follow), but for notations that say whose ply it
    /// is.
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

    /// Takes the last ply back and returns it.
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
        for square in Square::all_in(u64::MAX) {
            if let Some(disc) = setup.disc(square) {
                board.put(square.into(), disc);
            }
        }
        board
    }

    proptest! {
        #[test]
        fn a_random_game_is_that_of_the_core_and_undoes_to_its_start(
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
                        Ply::Place(square.try_into().expect("the board is 8×8"))
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
    fn an_illegal_ply_is_refused_with_the_reason_and_changes_nothing() {
        let mut game = GameRecord::default();
        for (ply, reason) in [
            ("d4", "black may not play d4: the square is occupied"),
            ("a1", "black may not play a1: it flips nothing"),
            ("pa", "black may not pass: it has a move"),
        ] {
            let error = game.play(ply.parse().expect("it is a ply"));
            assert_eq!(error.expect_err("it is illegal").to_string(), reason);
        }
        assert_eq!(game, GameRecord::default());
    }

    #[test]
    fn a_pass_that_a_notation_leaves_out_is_made() {
        let start: Setup = MUST_PASS.parse().expect("it is a setup");
        let white = start.turn();
        assert_eq!(white, Turn::Pass(Disc::White));
        let mut game = GameRecord::new(start);
        let refused = game.play(Ply::Place("h4".parse().expect("a square")));
        assert_eq!(refused.map_err(|it| it.reason), Err(Refusal::MustPass));

        let black = Square::all_in(start.position.pass().moves()).next();
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

//! What is kept of a finished game: one line of JSON.

use std::fmt;

use reversi_core::{Disc, Game, Square, Turn};
use serde::{Deserialize, Serialize};

use crate::pairing::Pairing;
use crate::plan::Plan;
use crate::settings::Settings;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The plan's own mark.
    pub tournament: String,
    /// Which game it is.
    pub game: Pairing,
    /// Who had black, by name.
    pub black: String,
    /// And white.
    pub white: String,
    /// Who won.
    pub result: Outcome,
    /// How it ended.
    pub end: Ending,
    /// Why it ended so, in words, on one line.
    pub reason: String,
    /// How many black discs there are in the end.
    pub black_discs: u16,
    /// And white ones.
    pub white_discs: u16,
    /// The time that black used, in microseconds.
    pub black_us: u64,
    /// And white.
    pub white_us: u64,
    /// The moves, in order; a pass is none.
    pub moves: Vec<Move>,
    /// The end of what the player at fault wrote to standard error.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
}

/// A move and the time it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move(
    /// Where: `cd` is row c, column d, as in the handout.
    #[serde(with = "square")]
    pub Square,
    /// How long it was thought about, in microseconds.
    pub u64,
);

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Black.
    Black,
    /// White.
    White,
    /// Nobody.
    Tie,
}

impl Outcome {
    /// That `winner` won.
    pub fn of(winner: Option<Disc>) -> Self {
        match winner {
            Some(Disc::Black) => Self::Black,
            Some(Disc::White) => Self::White,
            None => Self::Tie,
        }
    }

    /// Who won.
    pub fn winner(self) -> Option<Disc> {
        match self {
            Self::Black => Some(Disc::Black),
            Self::White => Some(Disc::White),
            Self::Tie => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "black wins",
            Self::White => "white wins",
            Self::Tie => "tie",
        })
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// Neither side had a move left.
    Finished,
    /// A player could not be built.
    Build,
    /// A player could not be started.
    Start,
    /// A move took too long, or a player was not ready in time.
    Time,
    /// A move was illegal.
    Illegal,
    /// A player ended or was ended by a signal.
    Crash,
    /// A player wrote too much.
    Output,
    /// A player took too much memory.
    Memory,
    /// A player was too many processes.
    Processes,
    /// A player answered something that is no move.
    Answer,
}

/// A square as the handout writes it.
pub fn square_name(square: Square) -> String {
    let letter = |number: u8| char::from(b'a'.saturating_add(number));
    [letter(square.row), letter(square.col)].iter().collect()
}

mod square {
    use reversi_core::Square;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
    pub(super) fn serialize<S: Serializer>(square: &Square, to: S) -> Result<S::Ok, S::Error> {
        super::square_name(*square).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Square, D::Error> {
        let text = String::deserialize(from)?;
        match text.as_bytes() {
            &[row @ b'a'..=b'z', col @ b'a'..=b'z'] => Ok(Square::new(row - b'a', col - b'a')),
            _ => Err(de::Error::custom(format_args!("{text:?} is no square"))),
        }
    }
}

/// What a move did, when a game is played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Who moved or passed.
    pub mover: Disc,
    /// The move; `None` for a pass.
    pub moved: Option<Move>,
    /// The board after it.
    pub board: reversi_core::Board,
}

impl Record {
    /// The time that `disc` used, in microseconds.
    pub fn time(&self, disc: Disc) -> u64 {
        match disc {
            Disc::Black => self.black_us,
            Disc::White => self.white_us,
        }
    }

    /// What is wrong with it as a record of a game of `plan`.
    pub fn check(&self, plan: &Plan) -> Result<(), String> {
        if self.tournament != plan.tournament {
            return Err(format!(
                "it is of the tournament {}, and this is {}",
                self.tournament, plan.tournament
            ));
        }
        for (disc, name) in [(Disc::Black, &self.black), (Disc::White, &self.white)] {
            let side = self.game.side(disc);
            if let crate::pairing::Side::Entrant(player) = side
                && player >= plan.players.len()
            {
                return Err(format!("{}: there is no player {player}", self.game));
            }
            if plan.name(side) != name {
                return Err(format!(
                    "{}: {name:?} should be {:?}",
                    self.game,
                    plan.name(side)
                ));
            }
        }
        self.replay(&plan.settings).map(drop)
    }

    /// The game once more, step by step with its passes; what is wrong with
    /// it, if it cannot have been played so.
    pub fn replay(&self, settings: &Settings) -> Result<Vec<Step>, String> {
        let mut game = Game::new(settings.rules()).expect("the rules of a plan can be played");
        let mut steps = Vec::new();
        let pass = |game: &mut Game, steps: &mut Vec<Step>| {
            while let Turn::Pass(mover) = game.turn() {
                game.pass().expect("the turn is a pass");
                let board = game.board().clone();
                steps.push(Step {
                    mover,
                    moved: None,
                    board,
                });
            }
        };
        for (index, &moved) in self.moves.iter().enumerate() {
            pass(&mut game, &mut steps);
            let mover = game.to_move();
            let wrong = |why: String| {
                let (number, at) = (index + 1, square_name(moved.0));
                format!("{}: move {number}, {at}: {why}", self.game)
            };
            if matches!(game.turn(), Turn::Over(_)) {
                return Err(wrong("the game is over".to_owned()));
            }
            game.play(moved.0)
                .map_err(|error| wrong(error.to_string()))?;
            let board = game.board().clone();
            steps.push(Step {
                mover,
                moved: Some(moved),
                board,
            });
        }
        let discs = game.board().count();
        let said = (usize::from(self.black_discs), usize::from(self.white_discs));
        if said != (discs.black, discs.white) {
            return Err(format!(
                "{}: its moves lead to {} black and {} white discs, and it says {} and {}",
                self.game, discs.black, discs.white, said.0, said.1
            ));
        }
        if self.end == Ending::Finished {
            pass(&mut game, &mut steps);
            match game.turn() {
                Turn::Over(outcome) if Outcome::of(outcome.winner()) == self.result => {}
                Turn::Over(_) => return Err(format!("{}: another side has won", self.game)),
                _ => return Err(format!("{}: the game is not over", self.game)),
            }
        }
        Ok(steps)
    }
}

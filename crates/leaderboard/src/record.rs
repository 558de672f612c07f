//! The result of a game: one line of JSON.

use std::ops::Index;
use std::time::SystemTime;

use chrono::{DateTime, SecondsFormat, Utc};
use reversi_core::{Board, Disc, Game, Square, Turn};
use serde::{Deserialize, Serialize};

use crate::settings::GameSettings;
use crate::square;

/// The version of the rules of play and timing. Results of other versions do not count.
pub(crate) const RULES: u32 = 3;

/// A finished game. The keys of its players, the settings and the version of the rules are the key
/// of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    pub black: Side,
    pub white: Side,
    pub settings: GameSettings,
    pub rules: u32,
    #[serde(with = "winner")]
    pub result: GameWinner,
    pub end: Ending,
    pub reason: String,
    /// Without passes.
    pub moves: Vec<RecordedMove>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    pub played: Origin,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Side {
    pub name: String,
    pub key: String,
    pub discs: usize,
    /// The number of answers, including a last one without a move.
    pub answers: usize,
    /// The processor time of all answers, in microseconds.
    pub us: u64,
}

impl Index<Disc> for Record {
    type Output = Side;

    fn index(&self, disc: Disc) -> &Side {
        match disc {
            Disc::Black => &self.black,
            Disc::White => &self.white,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Origin {
    pub version: String,
    pub host: String,
    /// In RFC 3339 and UTC.
    pub date: String,
}

impl Origin {
    pub(crate) fn here() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            host: gethostname::gethostname().display().to_string(),
            date: DateTime::<Utc>::from(SystemTime::now())
                .to_rfc3339_opts(SecondsFormat::Secs, true),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RecordedMove(
    /// The square: `cd` is row c, column d, as in the handout.
    #[serde(with = "crate::square")]
    pub Square,
    /// The processor time, in microseconds.
    pub u64,
);

pub(crate) type GameWinner = Option<Disc>;

pub(crate) fn words(winner: GameWinner) -> String {
    winner.map_or("tie".to_owned(), |disc| format!("{} wins", disc.name()))
}

mod winner {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    use super::{Disc, GameWinner};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
    pub(super) fn serialize<S: Serializer>(winner: &GameWinner, to: S) -> Result<S::Ok, S::Error> {
        winner.map_or("tie", Disc::name).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<GameWinner, D::Error> {
        match &*String::deserialize(from)? {
            "black" => Ok(Some(Disc::Black)),
            "white" => Ok(Some(Disc::White)),
            "tie" => Ok(None),
            text => Err(de::Error::custom(format_args!("{text:?} is not a result"))),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Ending {
    /// Neither side had a move left.
    Finished,
    /// A player could not be built. No game ends like this, because none is played.
    Build,
    Start,
    /// A move took too long, or a player was not ready in time.
    Time,
    Illegal,
    Crash,
    Output,
    Memory,
    Processes,
    Answer,
}

impl Ending {
    pub(crate) fn word(self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

/// The side to move, its move unless it passed, and the board after that.
pub(crate) type ReplayedPly = (Disc, Option<RecordedMove>, Board);

impl Record {
    pub(crate) fn start(&self) -> Game {
        Game::new(self.settings.rules()).expect("the rules of settings can be played")
    }

    /// Returns the plies of the game, including passes, or the reason why the game is impossible.
    /// The settings must be valid.
    pub(crate) fn replay(&self) -> Result<Vec<ReplayedPly>, String> {
        let mut plies = Vec::new();
        self.play_again(|mover, moved, board| plies.push((mover, moved, board.clone())))?;
        Ok(plies)
    }

    pub(crate) fn check(&self) -> Result<(), String> {
        self.play_again(|_, _, _| {})
    }

    fn play_again(
        &self,
        mut see: impl FnMut(Disc, Option<RecordedMove>, &Board),
    ) -> Result<(), String> {
        let mut game = self.start();
        let mut moves = self.moves.iter().peekable();
        loop {
            let mover = game.to_move();
            // Trying the recorded move is much faster than generating the legal moves.
            let moved = moves.next_if(|moved| game.play(moved.0).is_ok());
            if moved.is_none() && game.pass().is_err() {
                break;
            }
            see(mover, moved.copied(), game.board());
        }
        if let Some(moved) = moves.next() {
            let (number, square) = (self.moves.len() - moves.len(), square::name(moved.0));
            let why = match (game.turn(), game.check(moved.0)) {
                (Turn::Move(_), Err(error)) => error.to_string(),
                _ => "the game is over".to_owned(),
            };
            return Err(format!("move {number}, {square}: {why}"));
        }
        let discs = game.board().count();
        let recorded = (self.black.discs, self.white.discs);
        if recorded != (discs.black, discs.white) {
            return Err(format!(
                "its moves lead to {} black and {} white discs, not to {} and {}",
                discs.black, discs.white, recorded.0, recorded.1
            ));
        }
        if self.end == Ending::Finished {
            match game.turn() {
                Turn::Over(outcome) if outcome.winner() == self.result => {}
                Turn::Over(_) => return Err("the result does not match the moves".to_owned()),
                _ => return Err("its moves do not finish the game".to_owned()),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A whole game, in which each move takes 10 ms longer than the last.
    pub(crate) fn game() -> Record {
        let record = include_str!("../tests/record.json");
        serde_json::from_str(record).expect("it is a record")
    }

    proptest! {
        #[test]
        fn a_changed_record_is_refused(
            change in 0..5_usize,
            at in any::<prop::sample::Index>(),
        ) {
            let mut record = game();
            let at = at.index(record.moves.len());
            match change {
                0 => record.settings.size = 6,
                1 => record.black.discs += 1,
                2 => record.result = match record.result {
                    None => Some(Disc::Black),
                    Some(_) => None,
                },
                3 => { record.moves.pop(); }
                _ => record.moves[at].0 = Square::new(30, 30),
            }
            prop_assert!(record.check().is_err(), "{record:?}");
        }
    }
}

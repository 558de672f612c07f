//! The record of a finished game: one line of JSON.

use std::fmt;

use pages::board::colour;
use reversi_core::{Disc, Game, Square, Turn};
use serde::{Deserialize, Serialize};

use crate::clock::Clock;
use crate::opening;
use crate::pairing::Pairing;
use crate::plan::Plan;
use crate::provenance::Provenance;
use crate::settings::Settings;
use crate::square;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The identity of the tournament, as in its plan.
    pub tournament: String,
    /// The game.
    pub game: Pairing,
    /// The moves of its opening, if it has one: `cdee` is cd, then ee.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub opening: String,
    /// The name of the player with black.
    pub black: String,
    /// The name of the player with white.
    pub white: String,
    /// The winner.
    pub result: Outcome,
    /// The way it ended.
    pub end: Ending,
    /// The reason for that, on one line.
    pub reason: String,
    /// The number of black discs on the final board.
    pub black_discs: u16,
    /// The number of white discs on the final board.
    pub white_discs: u16,
    /// The measured time that black used for all moves, in microseconds.
    pub black_us: u64,
    /// The measured time that white used for all moves, in microseconds.
    pub white_us: u64,
    /// The moves in order, without those of the opening; a pass is not a move.
    pub moves: Vec<Move>,
    /// The end of the standard error of the player at fault.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// The corrected times; none in the logs of versions before there were any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// The tool and the machine that played it; none in the logs of versions
    /// before that was recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<Provenance>,
}

/// A move and the time it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move(
    /// The square: `cd` is row c, column d, as in the handout.
    #[serde(with = "crate::square")]
    pub Square,
    /// The time, in microseconds.
    pub u64,
);

/// The winner of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Black.
    Black,
    /// White.
    White,
    /// Neither side.
    Tie,
}

impl Outcome {
    /// Returns the outcome of a game that `winner` won.
    pub fn of(winner: Option<Disc>) -> Self {
        match winner {
            Some(Disc::Black) => Self::Black,
            Some(Disc::White) => Self::White,
            None => Self::Tie,
        }
    }

    /// Returns the winner.
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

/// The way a game ended.
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
    /// A player's process exited or was killed by a signal.
    Crash,
    /// A player wrote too much.
    Output,
    /// A player took too much memory.
    Memory,
    /// A player started too many processes.
    Processes,
    /// A player's answer was not a move.
    Answer,
}

/// A move or pass of a replayed game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayedPly {
    /// The side that moved or passed.
    pub mover: Disc,
    /// The move; `None` for a pass.
    pub moved: Option<Move>,
    /// The board after it.
    pub board: reversi_core::Board,
}

impl Record {
    /// Returns the time that is charged to `disc`, in microseconds.
    pub fn charged(&self, disc: Disc) -> u64 {
        match &self.clock {
            Some(clock) => clock.charged(disc),
            None => self.time(disc),
        }
    }

    /// Returns the resolution of the charged times, in microseconds.
    pub fn resolution(&self) -> u64 {
        self.clock.map_or(0, |clock| clock.resolution_us)
    }

    /// Returns the measured time that `disc` used, in microseconds.
    pub fn time(&self, disc: Disc) -> u64 {
        match disc {
            Disc::Black => self.black_us,
            Disc::White => self.white_us,
        }
    }

    /// Checks that it is a possible record of a game of `plan`; the error is the
    /// reason why not.
    pub fn check(&self, plan: &Plan) -> Result<(), String> {
        if self.tournament != plan.tournament {
            return Err(format!(
                "it belongs to tournament {}, not to {}",
                self.tournament, plan.tournament
            ));
        }
        for (disc, name) in [(Disc::Black, &self.black), (Disc::White, &self.white)] {
            let side = self.game.side(disc);
            if let crate::pairing::Side::Entrant(player) = side
                && player >= plan.players.len()
            {
                return Err(format!("{}: player {player} does not exist", self.game));
            }
            if plan.name(side) != name {
                return Err(format!(
                    "{}: the player is {name:?}, expected {:?}",
                    self.game,
                    plan.name(side)
                ));
            }
        }
        match plan.opening(self.game) {
            Some(opening) if opening == self.opening => {}
            Some(opening) => {
                return Err(format!(
                    "{}: its opening is {:?}, expected {opening:?}",
                    self.game, self.opening
                ));
            }
            None => return Err(format!("{}: the plan has no such opening", self.game)),
        }
        self.replay(&plan.settings).map(drop)
    }

    /// Checks the charged times of a finished game against its moves; the error is the
    /// difference.
    pub fn check_clock(&self, settings: &Settings) -> Result<(), String> {
        let Some(clock) = self.clock.filter(|_| self.end == Ending::Finished) else {
            return Ok(());
        };
        let plies = self.replay(settings)?;
        for disc in [Disc::Black, Disc::White] {
            let own = plies.iter().filter(|ply| ply.mover == disc);
            let charged: u64 = own
                .filter_map(|ply| ply.moved)
                .map(|Move(_, micros)| micros.saturating_sub(clock.floor(disc)))
                .sum();
            if charged != clock.charged(disc) {
                return Err(format!(
                    "{}: the moves of {} are charged {charged} µs, but the record has {} µs",
                    self.game,
                    colour(disc),
                    clock.charged(disc)
                ));
            }
        }
        Ok(())
    }

    /// Returns the game before the first move of a player; the error is the reason why
    /// its opening is impossible.
    pub fn start(&self, settings: &Settings) -> Result<Game, String> {
        opening::play(settings, &self.opening)
            .map(|(game, _)| game)
            .map_err(|why| format!("{}: opening {:?}: {why}", self.game, self.opening))
    }

    /// Replays the game from its opening, with its passes; the error is the reason why it is
    /// impossible.
    pub fn replay(&self, settings: &Settings) -> Result<Vec<ReplayedPly>, String> {
        let mut game = self.start(settings)?;
        let mut plies = Vec::new();
        let pass = |game: &mut Game, plies: &mut Vec<ReplayedPly>| {
            while let Turn::Pass(mover) = game.turn() {
                game.pass().expect("the turn is a pass");
                let board = game.board().clone();
                plies.push(ReplayedPly {
                    mover,
                    moved: None,
                    board,
                });
            }
        };
        for (index, &moved) in self.moves.iter().enumerate() {
            pass(&mut game, &mut plies);
            let mover = game.to_move();
            let wrong = |why: String| {
                let (number, at) = (index + 1, square::name(moved.0));
                format!("{}: move {number}, {at}: {why}", self.game)
            };
            if matches!(game.turn(), Turn::Over(_)) {
                return Err(wrong("the game is over".to_owned()));
            }
            game.play(moved.0)
                .map_err(|error| wrong(error.to_string()))?;
            let board = game.board().clone();
            plies.push(ReplayedPly {
                mover,
                moved: Some(moved),
                board,
            });
        }
        let discs = game.board().count();
        let recorded = (usize::from(self.black_discs), usize::from(self.white_discs));
        if recorded != (discs.black, discs.white) {
            return Err(format!(
                "{}: its moves lead to {} black and {} white discs, not to {} and {}",
                self.game, discs.black, discs.white, recorded.0, recorded.1
            ));
        }
        if self.end == Ending::Finished {
            pass(&mut game, &mut plies);
            match game.turn() {
                Turn::Over(outcome) if Outcome::of(outcome.winner()) == self.result => {}
                Turn::Over(_) => {
                    return Err(format!(
                        "{}: the result does not match the moves",
                        self.game
                    ));
                }
                _ => return Err(format!("{}: its moves do not finish the game", self.game)),
            }
        }
        Ok(plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::game;
    use proptest::prelude::*;

    #[test]
    fn a_finished_game_can_be_replayed() {
        for size in [4, 6, 8, 10, 26] {
            for has_white in [false, true] {
                let (plan, record) = game(size, has_white);
                assert_eq!(record.check(&plan), Ok(()), "{size}");
                let line = serde_json::to_string(&record).expect("it can be written");
                assert_eq!(serde_json::from_str::<Record>(&line).expect(&line), record);
                let steps = record.replay(&plan.settings).expect("it was checked");
                let moves: Vec<Move> = steps.iter().filter_map(|step| step.moved).collect();
                assert_eq!(moves, record.moves);
            }
        }
    }

    proptest! {
        /// A record in which one thing was changed is refused.
        #[test]
        fn a_changed_record_is_refused(
            change in 0..7_usize,
            at in any::<prop::sample::Index>(),
            has_white in any::<bool>(),
        ) {
            let (plan, mut record) = game(6, has_white);
            let at = at.index(record.moves.len());
            match change {
                0 => record.tournament.push('0'),
                1 => record.black.push('0'),
                2 => record.white.push('0'),
                3 => record.black_discs += 1,
                4 => record.result = match record.result {
                    Outcome::Black => Outcome::White,
                    _ => Outcome::Black,
                },
                5 => { record.moves.pop(); }
                _ => record.moves[at].0 = Square::new(30, 30),
            }
            prop_assert!(record.check(&plan).is_err(), "{record:?}");
        }
    }
}

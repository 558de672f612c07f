//! The result of a game: one line of JSON.

use std::fmt;
use std::time::SystemTime;

use chrono::{DateTime, SecondsFormat, Utc};
use reversi_core::{Board, ByDisc, Disc, Game, Square, Turn};
use serde::{Deserialize, Serialize};

use crate::settings::GameSettings;
use crate::square;

/// The version of the rules by which games are played and timed. Results of other
/// versions do not count.
pub(crate) const RULES: u32 = 1;

/// A finished game. The keys of its players, the settings and the version of the rules
/// are the key of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    /// The name that the player with black had.
    pub black: String,
    /// The name that the player with white had.
    pub white: String,
    /// The key of the player with black.
    pub black_key: String,
    /// The key of the player with white.
    pub white_key: String,
    /// The board and the limit.
    pub settings: GameSettings,
    /// The version of the rules.
    pub rules: u32,
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
    /// The processor time that black used for all answers, in microseconds.
    pub black_us: u64,
    /// The processor time that white used for all answers, in microseconds.
    pub white_us: u64,
    /// The moves in order; a pass is not a move.
    pub moves: Vec<Move>,
    /// The end of the standard error of the player at fault.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// Its origin.
    pub played: Origin,
    /// The number of answers of each player; not in the line, since the moves say it.
    #[serde(skip)]
    pub(crate) answers: ByDisc<usize>,
}

/// The origin of a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Origin {
    /// The version of this tool.
    pub version: String,
    /// The name of the machine.
    pub host: String,
    /// The time, in RFC 3339 and UTC.
    pub date: String,
}

impl Origin {
    /// Returns the origin of a result that is made here and now.
    pub(crate) fn here() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            host: sysinfo::System::host_name().unwrap_or_default(),
            date: DateTime::<Utc>::from(SystemTime::now())
                .to_rfc3339_opts(SecondsFormat::Secs, true),
        }
    }
}

/// A move and its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Move(
    /// The square: `cd` is row c, column d, as in the handout.
    #[serde(with = "crate::square")]
    pub Square,
    /// The processor time, in microseconds.
    pub u64,
);

/// The winner of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    /// Black.
    Black,
    /// White.
    White,
    /// Neither side.
    Tie,
}

impl Outcome {
    /// Returns the outcome of a game that `winner` won.
    pub(crate) fn of(winner: Option<Disc>) -> Self {
        match winner {
            Some(Disc::Black) => Self::Black,
            Some(Disc::White) => Self::White,
            None => Self::Tie,
        }
    }

    /// Returns the winner.
    pub(crate) fn winner(self) -> Option<Disc> {
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

/// The way a game ended, or a player failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Ending {
    /// Neither side had a move left.
    Finished,
    /// A player could not be built. No game ends like this: none is played.
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

impl Ending {
    /// Returns it in one word, as results have it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Build => "build",
            Self::Start => "start",
            Self::Time => "time",
            Self::Illegal => "illegal",
            Self::Crash => "crash",
            Self::Output => "output",
            Self::Memory => "memory",
            Self::Processes => "processes",
            Self::Answer => "answer",
        }
    }
}

/// A move or pass of a replayed game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReplayedPly {
    /// The side that moved or passed.
    pub mover: Disc,
    /// The move; `None` for a pass.
    pub moved: Option<Move>,
    /// The board after it.
    pub board: Board,
}

impl Record {
    /// Returns the processor time that `disc` used, in microseconds.
    pub(crate) fn time_us(&self, disc: Disc) -> u64 {
        match disc {
            Disc::Black => self.black_us,
            Disc::White => self.white_us,
        }
    }

    /// Returns the number of discs of `disc` on the final board.
    pub(crate) fn discs(&self, disc: Disc) -> u16 {
        match disc {
            Disc::Black => self.black_discs,
            Disc::White => self.white_discs,
        }
    }

    /// Returns the number of answers of `disc`, the last one of which may be none.
    pub(crate) fn answers(&self, disc: Disc) -> usize {
        self.answers[disc]
    }

    /// Counts the answers. The error is the reason why the game is impossible.
    pub(crate) fn count_answers(&mut self) -> Result<(), String> {
        let plies = self.replay()?;
        self.answers = ByDisc::default();
        for ply in plies.iter().filter(|ply| ply.moved.is_some()) {
            self.answers[ply.mover] += 1;
        }
        if let (true, Some(winner)) = (self.end != Ending::Finished, self.result.winner()) {
            self.answers[winner.opponent()] += 1;
        }
        Ok(())
    }

    /// Returns the game before its first move.
    pub(crate) fn start(&self) -> Game {
        Game::new(self.settings.rules()).expect("the rules of settings can be played")
    }

    /// Replays the game, with its passes; the error is the reason why it is impossible.
    pub(crate) fn replay(&self) -> Result<Vec<ReplayedPly>, String> {
        if aps105_lab8::rules(self.settings.size.into()).is_none() {
            return Err(format!("no board has {} rows", self.settings.size));
        }
        let mut game = self.start();
        let mut plies = Vec::new();
        let pass = |game: &mut Game, plies: &mut Vec<ReplayedPly>| {
            while let Turn::Pass(mover) = game.turn() {
                game.pass().expect("the turn is a pass");
                plies.push(ReplayedPly {
                    mover,
                    moved: None,
                    board: game.board().clone(),
                });
            }
        };
        for (index, &moved) in self.moves.iter().enumerate() {
            pass(&mut game, &mut plies);
            let mover = game.to_move();
            let wrong = |why: String| {
                let (number, at) = (index + 1, square::name(moved.0));
                format!("move {number}, {at}: {why}")
            };
            if matches!(game.turn(), Turn::Over(_)) {
                return Err(wrong("the game is over".to_owned()));
            }
            game.play(moved.0)
                .map_err(|error| wrong(error.to_string()))?;
            plies.push(ReplayedPly {
                mover,
                moved: Some(moved),
                board: game.board().clone(),
            });
        }
        let discs = game.board().count();
        let recorded = (usize::from(self.black_discs), usize::from(self.white_discs));
        if recorded != (discs.black, discs.white) {
            return Err(format!(
                "its moves lead to {} black and {} white discs, not to {} and {}",
                discs.black, discs.white, recorded.0, recorded.1
            ));
        }
        if self.end == Ending::Finished {
            pass(&mut game, &mut plies);
            match game.turn() {
                Turn::Over(outcome) if Outcome::of(outcome.winner()) == self.result => {}
                Turn::Over(_) => return Err("the result does not match the moves".to_owned()),
                _ => return Err("its moves do not finish the game".to_owned()),
            }
        }
        Ok(plies)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use opponents::smarter;
    use proptest::prelude::*;

    /// A game between two players that play like smarter, in which each move takes
    /// 10 ms longer than the one before.
    pub(crate) fn game(size: u8) -> Record {
        let settings = GameSettings {
            size,
            ..GameSettings::default()
        };
        let mut game = Game::new(settings.rules()).expect("it can be played");
        let mut moves = Vec::new();
        let mut time_us = ByDisc::default();
        let outcome = loop {
            match game.turn() {
                Turn::Over(outcome) => break outcome,
                Turn::Pass(_) => game.pass().expect("the turn is a pass"),
                Turn::Move(mover) => {
                    let square = smarter(&game).expect("it has a move");
                    game.play(square).expect("it is legal");
                    let time = 10_000 * moves.len() as u64;
                    moves.push(Move(square, time));
                    time_us[mover] += time;
                }
            }
        };
        let result = Outcome::of(outcome.winner());
        let count = |disc| u16::try_from(outcome.discs()[disc]).expect("a board is small");
        let mut record = Record {
            black: "one".to_owned(),
            white: "two".to_owned(),
            black_key: "1".to_owned(),
            white_key: "2".to_owned(),
            settings,
            rules: RULES,
            result,
            end: Ending::Finished,
            reason: result.to_string(),
            black_discs: count(Disc::Black),
            white_discs: count(Disc::White),
            black_us: time_us.black,
            white_us: time_us.white,
            moves,
            stderr: String::new(),
            played: Origin::here(),
            answers: ByDisc::default(),
        };
        record.count_answers().expect("the game is possible");
        record
    }

    #[test]
    fn a_game_is_read_as_it_is_written_and_can_be_replayed() {
        for size in [4, 6, 8, 26] {
            let record = game(size);
            let line = serde_json::to_string(&record).expect("it can be written");
            let mut read: Record = serde_json::from_str(&line).expect(&line);
            read.count_answers().expect("it is possible");
            assert_eq!(read, record);
            let plies = record.replay().expect("it is possible");
            let moves: Vec<Move> = plies.iter().filter_map(|ply| ply.moved).collect();
            assert_eq!(moves, record.moves);
            let answers = record.answers(Disc::Black) + record.answers(Disc::White);
            assert_eq!(answers, moves.len());
        }
    }

    proptest! {
        /// A record in which one thing was changed is refused.
        #[test]
        fn a_changed_record_is_refused(
            change in 0..5_usize,
            at in any::<prop::sample::Index>(),
        ) {
            let mut record = game(6);
            let at = at.index(record.moves.len());
            match change {
                0 => record.settings.size = 8,
                1 => record.black_discs += 1,
                2 => record.result = match record.result {
                    Outcome::Black => Outcome::White,
                    _ => Outcome::Black,
                },
                3 => { record.moves.pop(); }
                _ => record.moves[at].0 = Square::new(30, 30),
            }
            prop_assert!(record.count_answers().is_err(), "{record:?}");
        }
    }
}

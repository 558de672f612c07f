//! Plays one game between two contestants.

use std::thread;
use std::time::Duration;

use reversi_core::{ByDisc, Disc, Turn};
use sandbox::Requirement;

use crate::contestant::Contestant;
use crate::opening;
use crate::pairing::Pairing;
use crate::plan::Plan;
use crate::player::{Answer, Fault, HostError, PlayerThread};
use crate::provenance::Provenance;
use crate::record::{Ending, Move, Outcome, Record};

/// A finished game, and the missing part of its sandbox.
pub(crate) struct Played {
    pub(crate) record: Record,
    pub(crate) note: Option<String>,
}

/// Plays the game `pairing` of `plan`, on the machine `here`. A player's mistakes are in the record; an
/// error means that this machine is at fault.
pub(crate) fn play(
    plan: &Plan,
    pairing: Pairing,
    contestants: ByDisc<&Contestant>,
    requirement: Requirement,
    here: &Provenance,
) -> Result<Played, HostError> {
    thread::scope(|scope| {
        let start = |disc| {
            let contestant = contestants[disc];
            PlayerThread::start(scope, contestant, disc, &plan.settings, requirement)
        };
        let players = ByDisc {
            black: start(Disc::Black)?,
            white: start(Disc::White)?,
        };
        let note = players
            .black
            .note
            .clone()
            .or_else(|| players.white.note.clone());
        let levels = [players.black.level, players.white.level];
        let played = here.of_game(levels.into_iter().flatten());
        let record = Record {
            played: Some(played),
            ..moves(plan, pairing, &players)?
        };
        Ok(Played { record, note })
    })
}

fn moves(
    plan: &Plan,
    pairing: Pairing,
    players: &ByDisc<PlayerThread>,
) -> Result<Record, HostError> {
    let opening = plan.opening(pairing).unwrap_or_default();
    let (mut game, mut plies) =
        opening::play(&plan.settings, opening).expect("the openings of a plan are checked");
    let mut moves = Vec::new();
    let mut times = ByDisc::<Duration>::default();
    let (result, end, reason, stderr) = loop {
        let mover = match game.turn() {
            Turn::Over(outcome) => {
                let result = Outcome::of(outcome.winner());
                break (result, Ending::Finished, result.to_string(), String::new());
            }
            Turn::Pass(_) => {
                game.pass().expect("the turn is a pass");
                plies.push(None);
                continue;
            }
            Turn::Move(mover) => mover,
        };
        let Answer { time, requested } = players[mover].ask(&game, &plies)?;
        times[mover] += time;
        let played = requested.and_then(|requested| {
            let illegal = |why: String| Fault {
                end: Ending::Illegal,
                why: format!("illegal move, {}: {why}", requested.text),
                stderr: String::new(),
            };
            let square = requested
                .square
                .ok_or_else(|| illegal("there is no such square".to_owned()))?;
            let played = game.play(square).map(|_| square);
            played.map_err(|error| illegal(error.to_string()))
        });
        match played {
            Ok(square) => {
                plies.push(Some(square));
                moves.push(Move(square, micros(time)));
            }
            Err(fault) => {
                let reason = format!(
                    "{} lost at move {}: {}",
                    colour(mover),
                    moves.len() + 1,
                    one_line(&fault.why)
                );
                let result = Outcome::of(Some(mover.opponent()));
                break (result, fault.end, reason, fault.stderr);
            }
        }
    };
    let discs = game.board().count();
    let count = |number: usize| u16::try_from(number).expect("a board has 676 squares at most");
    Ok(Record {
        tournament: plan.tournament.clone(),
        game: pairing,
        opening: opening.to_owned(),
        black: plan.name(pairing.side(Disc::Black)).to_owned(),
        white: plan.name(pairing.side(Disc::White)).to_owned(),
        result,
        end,
        reason,
        black_discs: count(discs.black),
        white_discs: count(discs.white),
        black_us: micros(times.black),
        white_us: micros(times.white),
        moves,
        stderr,
        played: None,
    })
}

/// Returns `black` or `white`.
pub fn colour(disc: Disc) -> &'static str {
    match disc {
        Disc::Black => "black",
        Disc::White => "white",
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Returns the output of an untrusted program without control characters.
fn one_line(text: &str) -> String {
    crate::name::plain(&text.replace('\n', " "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contestant::Contestant;
    use crate::pairing::Gatekeeper;
    use crate::samples;
    use opponents::Opponent;
    use proptest::prelude::*;
    use reversi_core::Square;

    /// A game between two built-in players.
    fn played(size: u8, has_white: bool) -> (Plan, Record) {
        let plan = samples::plan(1, size);
        let pairing = Pairing::Qualification {
            player: 0,
            against: Gatekeeper::Smarter,
            has_white,
        };
        let two =
            [Opponent::Prescribed, Opponent::Smarter].map(|one| Contestant::builtin(one.into()));
        let (black, white) = if has_white {
            (&two[1], &two[0])
        } else {
            (&two[0], &two[1])
        };
        let played = play(
            &plan,
            pairing,
            ByDisc { black, white },
            Requirement::Best,
            &samples::origin(),
        );
        (plan, played.expect("it can be played").record)
    }

    #[test]
    fn a_finished_game_can_be_replayed() {
        for size in [4, 6, 8, 10, 26] {
            for has_white in [false, true] {
                let (plan, record) = played(size, has_white);
                assert_eq!(record.check(&plan), Ok(()), "{size}");
                assert_eq!(record.end, Ending::Finished);
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
            let (plan, mut record) = played(6, has_white);
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

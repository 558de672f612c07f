//! Plays one game between two contestants.

use std::thread;
use std::time::Duration;

use pages::board::colour;
use reversi_core::{ByDisc, Disc, Turn};
use sandbox::Requirement;

use crate::calibration::Calibration;
use crate::clock::Clock;
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

/// Plays the game `pairing` of `plan`, on the machine `here`. The players `twins`
/// measure the cost of an answer. A player's mistakes are in the record; an
/// error means that this machine is at fault.
pub(crate) fn play(
    plan: &Plan,
    pairing: Pairing,
    contestants: ByDisc<&Contestant>,
    twins: ByDisc<Option<&Contestant>>,
    requirement: Requirement,
    here: &Provenance,
) -> Result<Played, HostError> {
    let calibration = Calibration::measure(twins, &plan.settings, requirement)?;
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
            ..moves(plan, pairing, &players, &calibration)?
        };
        Ok(Played { record, note })
    })
}

fn moves(
    plan: &Plan,
    pairing: Pairing,
    players: &ByDisc<PlayerThread>,
    calibration: &Calibration,
) -> Result<Record, HostError> {
    let opening = plan.opening(pairing).unwrap_or_default();
    let (mut game, mut plies) =
        opening::play(&plan.settings, opening).expect("the openings of a plan are checked");
    let mut moves = Vec::new();
    let mut times = ByDisc::<Duration>::default();
    let mut charged = ByDisc::<u64>::default();
    let mut answers = ByDisc::<u32>::default();
    let floors = ByDisc {
        black: micros(calibration.floors.black),
        white: micros(calibration.floors.white),
    };
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
        charged[mover] += micros(time).saturating_sub(floors[mover]);
        answers[mover] += 1;
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
    let resolution = calibration.resolution(answers.black.max(answers.white));
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
        clock: Some(Clock {
            black_floor_us: floors.black,
            white_floor_us: floors.white,
            black_charged_us: charged.black,
            white_charged_us: charged.white,
            resolution_us: micros(resolution),
        }),
        played: None,
    })
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Returns the output of an untrusted program without control characters.
fn one_line(text: &str) -> String {
    crate::name::plain(&text.replace('\n', " "))
}

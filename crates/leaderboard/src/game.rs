//! Plays one game between two contestants.

use std::thread;
use std::time::Duration;

use pages::board::colour;
use reversi_core::{ByDisc, Disc, Turn};
use sandbox::Requirement;

use crate::calibration::{Calibration, Cost};
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
    thread::scope(|scope| {
        let calibration = Calibration::start(scope, twins, &plan.settings, requirement)?;
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
            ..moves(plan, pairing, &players, calibration)?
        };
        Ok(Played { record, note })
    })
}

fn moves(
    plan: &Plan,
    pairing: Pairing,
    players: &ByDisc<PlayerThread>,
    mut calibration: Calibration,
) -> Result<Record, HostError> {
    let opening = plan.opening(pairing).unwrap_or_default();
    let (mut game, mut plies) =
        opening::play(&plan.settings, opening).expect("the openings of a plan are checked");
    let mut moves = Vec::new();
    let mut times = ByDisc::<Vec<Duration>>::default();
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
        times[mover].push(time);
        calibration.ask(mover)?;
        let played = requested.and_then(|requested| {
            let illegal = |why: String| Fault {
                is_hosts: false,
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
    let clock = clock(&times, &calibration.cost());
    let total = |disc| micros(times[disc].iter().sum());
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
        black_us: total(Disc::Black),
        white_us: total(Disc::White),
        moves,
        stderr,
        clock: Some(clock),
        played: None,
    })
}

/// Returns the times that are charged for the measured `times` of all answers.
fn clock(times: &ByDisc<Vec<Duration>>, cost: &Cost) -> Clock {
    let floor = |disc| micros(cost.floors[disc]);
    let charged = |disc| {
        let times = times[disc].iter();
        times
            .map(|&time| micros(time).saturating_sub(floor(disc)))
            .sum()
    };
    let answers = times.black.len().max(times.white.len());
    let answers = u32::try_from(answers).unwrap_or(u32::MAX);
    Clock {
        black_floor_us: floor(Disc::Black),
        white_floor_us: floor(Disc::White),
        black_charged_us: charged(Disc::Black),
        white_charged_us: charged(Disc::White),
        resolution_us: micros(cost.resolution(answers)),
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
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::player::RequestedMove;
    use crate::samples;
    use crate::score::tie;

    /// Two players answer at once, on a machine that is calm until the game begins.
    /// Then every seventh answer waits for 20 ms, and one move for 100 ms.
    #[test]
    fn a_load_that_begins_with_the_game_does_not_decide_a_tie() {
        let plan = samples::plan(2, 6);
        let answers = Arc::new(AtomicU64::new(0));
        let player = || {
            let answers = Arc::clone(&answers);
            PlayerThread::fake(move |game| {
                let millis = match answers.fetch_add(1, Ordering::Relaxed) {
                    0..32 => 1,
                    50 => 100,
                    number if number % 7 == 0 => 20,
                    _ => 1,
                };
                let square = game.legal_moves().next();
                Answer {
                    time: Duration::from_millis(millis),
                    requested: Ok(RequestedMove {
                        square,
                        text: String::new(),
                    }),
                }
            })
        };
        let twins = ByDisc {
            black: Some(player()),
            white: Some(player()),
        };
        let calibration = Calibration::with(twins, &plan.settings).expect("they answer");
        let players = ByDisc {
            black: player(),
            white: player(),
        };
        let game = Pairing::qualification(1)[0];
        let record = moves(&plan, game, &players, calibration).expect("they answer");
        assert_eq!(record.end, Ending::Finished);
        assert_eq!(record.check_clock(&plan.settings), Ok(()));
        let (black, white) = (record.charged(Disc::Black), record.charged(Disc::White));
        assert!(black.abs_diff(white) > 50_000, "{:?}", record.clock);
        let part = tie(black, white, record.resolution());
        assert!((part - 0.5).abs() < 1e-12, "{:?}", record.clock);
    }
}

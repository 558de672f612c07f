//! Plays one game between two contestants.

use std::time::Duration;

use reversi_core::{ByDisc, Disc, Game, Square, Turn};
use sandbox::HostError;

use crate::field::{Entrant, plain};
use crate::player::{Answer, Contestant, Fault, Seat};
use crate::record::{Ending, Origin, RULES, Record, RecordedMove, Side, words};
use crate::settings::GameSettings;

/// Mistakes of a player are in the result; an error is this machine's fault.
pub(crate) fn play(
    settings: GameSettings,
    sides: ByDisc<(&Entrant, &Contestant)>,
) -> Result<Record, HostError> {
    let start = |disc| Seat::start(sides[disc].1, disc, settings);
    let mut seats = ByDisc {
        black: start(Disc::Black)?,
        white: start(Disc::White)?,
    };
    let mut game = Game::new(settings.rules()).expect("the rules of settings can be played");
    let (mut plies, mut moves) = (Vec::new(), Vec::new());
    let mut time_us = ByDisc::<u64>::default();
    let mut answers = ByDisc::<usize>::default();
    let (result, end, reason, stderr) = loop {
        let mover = match game.turn() {
            Turn::Over(outcome) => {
                let result = outcome.winner();
                break (result, Ending::Finished, words(result), String::new());
            }
            Turn::Pass(_) => {
                game.pass().expect("the turn is a pass");
                plies.push(None);
                continue;
            }
            Turn::Move(mover) => mover,
        };
        let answer = seats[mover].ask(&game, &plies)?;
        let micros = u64::try_from(answer.time.as_micros()).unwrap_or(u64::MAX);
        time_us[mover] += micros;
        answers[mover] += 1;
        match judge(&mut game, answer, settings.move_time()) {
            Ok(square) => {
                plies.push(Some(square));
                moves.push(RecordedMove(square, micros));
            }
            Err(fault) => {
                let reason = format!(
                    "{} lost at move {}: {}",
                    mover.name(),
                    moves.len() + 1,
                    plain(&fault.why.replace('\n', " "))
                );
                let result = Some(mover.opponent());
                let stderr = match fault.stderr {
                    empty if empty.is_empty() => seats[mover].stderr(),
                    stderr => stderr,
                };
                break (result, fault.end, reason, stderr);
            }
        }
    };
    let discs = game.board().count();
    let side = |disc: Disc| Side {
        name: sides[disc].0.name.clone(),
        key: sides[disc].0.key.clone(),
        discs: discs[disc],
        answers: answers[disc],
        us: time_us[disc],
    };
    Ok(Record {
        black: side(Disc::Black),
        white: side(Disc::White),
        settings,
        rules: RULES,
        result,
        end,
        reason,
        moves,
        stderr,
        played: Origin::here(),
    })
}

fn judge(game: &mut Game, answer: Answer, limit: Duration) -> Result<Square, Fault> {
    let requested = match answer.requested {
        // A crash is more informative than the time it took.
        Err(fault) if fault.end != Ending::Time => return Err(fault),
        _ if answer.time > limit => {
            let limit = limit.as_secs_f64();
            let why = format!("it used more than {limit} s of processor time");
            return Err(Fault::new(Ending::Time, why));
        }
        requested => requested?,
    };
    let illegal = |why: &str| {
        Fault::new(
            Ending::Illegal,
            format!("illegal move, {}: {why}", requested.text),
        )
    };
    let square = requested
        .square
        .ok_or_else(|| illegal("there is no such square"))?;
    match game.play(square) {
        Ok(_) => Ok(square),
        Err(error) => Err(illegal(&error.to_string())),
    }
}

//! One game between two contestants.

use std::thread;
use std::time::Duration;

use reversi_core::{ByDisc, Disc, Game, Turn};

use crate::contestant::Contestant;
use crate::plan::{Pairing, Plan};
use crate::player::{Answer, Fault, Seat, Trouble};
use crate::record::{Ending, Move, Outcome, Record};

/// A game that was played, and what is missing of the sandbox it was played in.
pub(crate) struct Played {
    pub(crate) record: Record,
    pub(crate) note: Option<String>,
}

/// Plays the game `pairing` of `plan`. What is wrong with a player is in the
/// record; an error is what is wrong with this machine.
pub(crate) fn play(
    plan: &Plan,
    pairing: Pairing,
    contestants: ByDisc<&Contestant>,
    sandbox: bool,
) -> Result<Played, Trouble> {
    thread::scope(|scope| {
        let sit = |disc| {
            let contestant = contestants[disc];
            Seat::take(scope, contestant, disc, &plan.settings, sandbox)
        };
        let seats = ByDisc {
            black: sit(Disc::Black)?,
            white: sit(Disc::White)?,
        };
        let note = seats
            .black
            .note
            .clone()
            .or_else(|| seats.white.note.clone());
        let record = moves(plan, pairing, &seats)?;
        Ok(Played { record, note })
    })
}

fn moves(plan: &Plan, pairing: Pairing, seats: &ByDisc<Seat>) -> Result<Record, Trouble> {
    let mut game = Game::new(plan.settings.rules()).expect("the rules of a plan can be played");
    let mut plies = Vec::new();
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
        let Answer { time, square } = seats[mover].ask(&game, &plies)?;
        times[mover] += time;
        let played = square.and_then(|wish| {
            let illegal = |why: String| Fault {
                end: Ending::Illegal,
                why: format!("illegal move, {}: {why}", wish.said),
                stderr: String::new(),
            };
            let square = wish
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
    })
}

/// `black` or `white`.
pub fn colour(disc: Disc) -> &'static str {
    match disc {
        Disc::Black => "black",
        Disc::White => "white",
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// What a stranger's program said, without what a terminal would obey.
fn one_line(text: &str) -> String {
    crate::name::plain(&text.replace('\n', " "))
}

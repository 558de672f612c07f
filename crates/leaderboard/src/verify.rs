//! Plays games between deterministic players again.

use reversi_core::{ByDisc, Disc};

use crate::failure::Failure;
use crate::game::play;
use crate::provenance::{self, Provenance};
use crate::record::{Ending, Record};
use crate::run::{Contestants, RunOptions};
use crate::square;
use crate::tournament::Tournament;

/// The outcome of playing games again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// The number of games that were played again.
    pub games: usize,
    /// The differences to the records, one line for each game that has one.
    pub differences: Vec<String>,
}

/// Plays each game of `records` again whose two players are declared deterministic,
/// and compares the moves. A game that was lost on time is left out, then or now:
/// that depends on the machine.
pub fn play_again<'a>(
    tournament: &Tournament,
    records: impl Iterator<Item = &'a Record>,
    options: RunOptions,
    contestants: &Contestants,
) -> Result<Verified, Failure> {
    let plan = &tournament.plan;
    let here = Provenance::here(options.jobs, provenance::level(options.requirement)?);
    let mut verified = Verified::default();
    for record in records.filter(|record| record.end != Ending::Time) {
        let player = |disc| contestants.get(plan, record.game.side(disc));
        let (black, white) = (player(Disc::Black)?, player(Disc::White)?);
        if !black.is_deterministic || !white.is_deterministic {
            continue;
        }
        let players = ByDisc {
            black: &*black,
            white: &*white,
        };
        // The times are not compared, so the cost of an answer is not measured.
        let twins = ByDisc::default();
        let played = play(
            plan,
            record.game,
            players,
            twins,
            options.requirement,
            &here,
        );
        let played = played.map_err(|error| Failure::Host {
            action: format!("play {}", record.game),
            why: error.to_string(),
        })?;
        sandbox::park_if_ending();
        if played.record.end == Ending::Time {
            continue;
        }
        verified.games += 1;
        verified
            .differences
            .extend(difference(record, &played.record));
    }
    Ok(verified)
}

/// Returns the first difference between a record and the same game played again.
fn difference(recorded: &Record, again: &Record) -> Option<String> {
    let game = recorded.game;
    let squares = |record: &Record| record.moves.iter().map(|moved| moved.0).collect::<Vec<_>>();
    let (before, now) = (squares(recorded), squares(again));
    let at = before.iter().zip(&now).position(|(one, two)| one != two);
    if let Some(at) = at {
        return Some(format!(
            "{game}: move {} was {}, but is {} when played again",
            at + 1,
            square::name(before[at]),
            square::name(now[at])
        ));
    }
    if before.len() != now.len() || recorded.end != again.end || recorded.result != again.result {
        return Some(format!(
            "{game}: {} after {} moves, but {} after {} when played again",
            recorded.reason,
            before.len(),
            again.reason,
            now.len()
        ));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Outcome;
    use crate::samples::game;

    #[test]
    fn the_first_difference_is_named() {
        let (_, record) = game(6, false);
        assert_eq!(difference(&record, &record), None);
        let mut slower = record.clone();
        slower.moves[3].1 += 1;
        assert_eq!(difference(&record, &slower), None, "times may differ");
        let mut other = record.clone();
        other.moves[3].0 = other.moves[0].0;
        let text = difference(&record, &other).expect("a move differs");
        assert!(text.contains("move 4 was "), "{text}");
        let mut shorter = record.clone();
        shorter.moves.pop();
        assert!(difference(&record, &shorter).is_some());
        let mut lost = record.clone();
        lost.result = match record.result {
            Outcome::Black => Outcome::White,
            _ => Outcome::Black,
        };
        assert!(difference(&record, &lost).is_some());
    }
}

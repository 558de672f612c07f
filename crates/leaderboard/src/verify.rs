//! Plays games between deterministic built-in players again.

use sandbox::Requirement;

use crate::failure::Failure;
use crate::field::{Pairing, PlayerSource};
use crate::record::{Ending, Record};
use crate::run;
use crate::square;
use crate::tournament::Tournament;

/// Replays each game of `tournament` between deterministic built-in players. Returns a report, and
/// `true` if all moves agree. A game that was lost on time, then or now, is left out: that depends
/// on the machine.
pub(crate) fn verify(
    tournament: &Tournament,
    requirement: Requirement,
) -> Result<(String, bool), Failure> {
    let field = &tournament.field;
    let is_deterministic = |player: usize| match field.players()[player].source {
        PlayerSource::Builtin(builtin) => builtin.is_deterministic(),
        PlayerSource::Submission(_) => false,
    };
    let games: Vec<(Pairing, &Record)> = tournament
        .played()
        .map(|(_, game, record)| (game, record))
        .filter(|(game, _)| is_deterministic(game.black) && is_deterministic(game.white))
        .filter(|(_, record)| record.end != Ending::Time)
        .collect();
    let pairings: Vec<Pairing> = games.iter().map(|(game, _)| *game).collect();
    let contestants = run::contestants(tournament, &pairings, &mut None, requirement)?;
    let (mut again, mut differences) = (0, Vec::new());
    for (game, record) in games {
        let played = run::play(tournament, &contestants, game)?;
        if played.end != Ending::Time {
            again += 1;
            differences.extend(difference(record, &played));
        }
    }
    // Reading the results has checked their moves, discs and winners.
    let report = format!(
        "{} games: moves, discs and results are possible\n\
         {again} games between deterministic built-in players were played again\n{}",
        tournament.played().count(),
        differences.concat()
    );
    Ok((report, differences.is_empty()))
}

fn difference(recorded: &Record, again: &Record) -> Option<String> {
    let squares = |record: &Record| record.moves.iter().map(|one| square::name(one.0)).collect();
    let (before, now): (Vec<_>, Vec<_>) = (squares(recorded), squares(again));
    let at = (0..=before.len().max(now.len())).find(|&at| before.get(at) != now.get(at))?;
    let name = |moves: &[String]| moves.get(at).cloned().unwrap_or("the end".to_owned());
    Some(format!(
        "{} – {}: move {} was {}, but is {} when played again\n",
        recorded.black.name,
        recorded.white.name,
        at + 1,
        name(&before),
        name(&now)
    ))
}

//! Compiles submissions and plays the games that have no result yet.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use reversi_core::ByDisc;
use sandbox::Requirement;
use submission::export::Submission;

use crate::builds::{Builder, Builds};
use crate::failure::Failure;
use crate::field::{Field, Pairing, PlayerSource};
use crate::game;
use crate::player::Contestant;
use crate::progress;
use crate::record::{Record, words};
use crate::results::Log;
use crate::serve;
use crate::settings::Settings;
use crate::tournament::Tournament;

/// The number of times that a changing submission is compiled.
const ATTEMPTS: usize = 3;

/// Compiles the submissions of `settings` that have no build yet, and returns the players. A
/// submission that changes meanwhile is compiled again; one that keeps changing has failed.
pub(crate) fn build(
    settings: &Settings,
    builds: &Builds,
    builder: &mut Option<Builder>,
    requirement: Requirement,
) -> Result<Field, Failure> {
    for attempt in 0..ATTEMPTS {
        let field = Field::read(settings, builds)?;
        if attempt == 0 {
            field.notes.iter().for_each(|note| progress::note(note));
        }
        let missing = unbuilt(&field, builds)?;
        if missing.is_empty() {
            return Ok(field);
        }
        let builder = made(builder, settings, builds, requirement)?;
        progress::begin("compiling", missing.len(), 0);
        missing
            .into_par_iter()
            .try_for_each(|(key, (name, submission))| {
                builder.build(key, submission)?;
                progress::step(name);
                Ok(())
            })?;
        progress::end();
    }
    let mut field = Field::read(settings, builds)?;
    let changing = unbuilt(&field, builds)?.into_keys().map(str::to_owned);
    let changing: Vec<_> = changing.collect();
    field.fail(&changing, "its files change while they are read");
    Ok(field)
}

/// Returns `builder`, which is made first if it is missing: it searches the whole system for our
/// programs, so a run has at most one.
fn made<'a>(
    builder: &'a mut Option<Builder>,
    settings: &Settings,
    builds: &Builds,
    requirement: Requirement,
) -> Result<&'a Builder, Failure> {
    match builder {
        Some(builder) => Ok(builder),
        none => Ok(none.insert(Builder::new(builds, &settings.submissions, requirement)?)),
    }
}

/// Returns the keys of submissions without a build, each with the name of a player.
pub(crate) fn unbuilt<'a>(
    field: &'a Field,
    builds: &Builds,
) -> Result<BTreeMap<&'a str, (&'a str, &'a Submission)>, Failure> {
    let mut missing = BTreeMap::new();
    for player in field.players() {
        if let PlayerSource::Submission(submission) = &player.source
            && builds.get(&player.key)?.is_none()
        {
            missing.insert(&*player.key, (&*player.name, &**submission));
        }
    }
    Ok(missing)
}

/// The players of some games by number, ready to play.
pub(crate) type Contestants = BTreeMap<usize, Contestant>;

pub(crate) fn contestants(
    tournament: &Tournament,
    games: &[Pairing],
    builder: &mut Option<Builder>,
    requirement: Requirement,
) -> Result<Contestants, Failure> {
    let settings = &tournament.settings;
    let players = games.iter().flat_map(|game| [game.black, game.white]);
    let players: BTreeSet<usize> = players.collect();
    let contestant = |number: usize| {
        let player = &tournament.field.players()[number];
        let contestant = match player.source {
            PlayerSource::Builtin(builtin) => {
                serve::contestant(builtin, settings.game, requirement)
                    .map_err(Failure::file("find", Path::new("this program")))?
            }
            PlayerSource::Submission(_) => {
                made(builder, settings, &tournament.builds, requirement)?.contestant(&player.key)?
            }
        };
        Ok((number, contestant))
    };
    players.into_iter().map(contestant).collect()
}

pub(crate) fn play(
    tournament: &Tournament,
    contestants: &Contestants,
    game: Pairing,
) -> Result<Record, Failure> {
    let players = tournament.field.players();
    let side = |number: usize| (&players[number], &contestants[&number]);
    let sides = ByDisc {
        black: side(game.black),
        white: side(game.white),
    };
    let played = game::play(tournament.settings.game, sides);
    let played = played.map_err(|error| {
        let names = tournament.names(game).join(" against ");
        Failure::host(format!("play {names}"), &error)
    })?;
    // Players that a signal ended with this process have not lost.
    sandbox::park_if_ending();
    Ok(played)
}

/// Plays `games`, and writes each to the disk when it is finished; after a failure no new one
/// starts.
pub(crate) fn play_all(
    tournament: &Tournament,
    games: Vec<Pairing>,
    contestants: &Contestants,
    log: Log,
) -> Result<(), Failure> {
    let log = Mutex::new(log);
    games.into_par_iter().with_max_len(1).try_for_each(|game| {
        let record = play(tournament, contestants, game)?;
        log.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .add(&record)?;
        progress::step(&format!(
            "{} – {}: {}",
            record.black.name,
            record.white.name,
            words(record.result)
        ));
        Ok(())
    })
}

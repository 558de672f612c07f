//! Plays the games that are missing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use rayon::prelude::*;
use reversi_core::{ByDisc, Disc};

use opponents::Opponent;
use sandbox::Requirement;

use crate::builder::Builder;
use crate::contestant::Contestant;
use crate::failure::Failure;
use crate::game::{Played, play};
use crate::log::{Log, Records};
use crate::pairing::{Gatekeeper, Pairing, Side, Stage};
use crate::player::HostError;
use crate::provenance::{self, Provenance};
use crate::record::Record;
use crate::shard::Shard;
use crate::tournament::{Tournament, games_are_missing};

/// The options of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions {
    /// The share of the games to play.
    pub shard: Shard,
    /// The number of games to play at once.
    pub jobs: usize,
    /// The level of the sandboxes of players and builds.
    pub requirement: Requirement,
}

/// Receives the progress of a run.
pub trait Monitor {
    /// This shard has `games` games of `stage`, of which `finished` are
    /// finished already.
    fn stage_started(&mut self, stage: Stage, games: usize, finished: usize);
    /// A player is built, or its build has failed.
    fn player_built(&mut self, player: &str);
    /// A game is finished and on the disk.
    fn game_finished(&mut self, record: &Record);
    /// A part of the sandbox is missing on this machine.
    fn sandbox_note(&mut self, note: &str);
    /// All games of this shard in the stage are finished.
    fn stage_ended(&mut self);
}

/// Returns the default for [`RunOptions::jobs`]: one game per core, less one.
/// Two threads of one core would slow each other down, and one core is left to
/// the system and to this program, so that the clock measures the players.
pub fn default_jobs() -> usize {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let cores = cores().map_or(threads, |cores| cores.min(threads));
    cores.saturating_sub(1).max(1)
}

/// Returns the number of cores, each of which may be several processors to the
/// system.
fn cores() -> Option<usize> {
    let entries = fs::read_dir("/sys/devices/system/cpu").ok()?;
    let siblings: BTreeSet<String> = entries
        .flatten()
        .filter_map(|entry| fs::read_to_string(entry.path().join("topology/core_cpus_list")).ok())
        .collect();
    (!siblings.is_empty()).then_some(siblings.len())
}

/// The players of a run, built when they are first needed.
pub struct Contestants {
    builder: Builder,
    gatekeepers: [Contestant; 2],
    players: BTreeMap<usize, Contestant>,
}

impl Contestants {
    /// Starts without players.
    pub fn new(requirement: Requirement) -> Result<Self, Failure> {
        Ok(Self {
            builder: Builder::new(requirement)?,
            gatekeepers: [Opponent::Smarter, Opponent::Smartest]
                .map(|one| Contestant::builtin(one.into())),
            players: BTreeMap::new(),
        })
    }

    /// Builds all players of `games`.
    fn build(
        &mut self,
        tournament: &Tournament,
        games: &[Pairing],
        monitor: &mut dyn Monitor,
    ) -> Result<(), Failure> {
        let sides = games
            .iter()
            .flat_map(|game| [game.side(Disc::Black), game.side(Disc::White)]);
        let mut needed: BTreeSet<usize> = sides
            .filter_map(|side| match side {
                Side::Entrant(player) => Some(player),
                Side::Gatekeeper(_) => None,
            })
            .collect();
        needed.retain(|player| !self.players.contains_key(player));
        let (sender, receiver) = mpsc::channel();
        let plan = &tournament.plan;
        let builder = &self.builder;
        let failed = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                let needed: Vec<usize> = needed.into_iter().collect();
                needed
                    .into_par_iter()
                    .for_each_with(sender, |sender, player| {
                        if !failed.load(Ordering::Relaxed) {
                            let made = builder.build(plan, &plan.players[player]);
                            failed.fetch_or(made.is_err(), Ordering::Relaxed);
                            // The receiver is gone after a failure.
                            let _ = sender.send((player, made));
                        }
                    });
            });
            for (player, made) in receiver {
                self.players.insert(player, made?);
                monitor.player_built(&plan.players[player].name);
            }
            Ok(())
        })
    }

    fn get(&self, side: Side) -> &Contestant {
        match side {
            Side::Entrant(player) => &self.players[&player],
            Side::Gatekeeper(Gatekeeper::Smarter) => &self.gatekeepers[0],
            Side::Gatekeeper(Gatekeeper::Smartest) => &self.gatekeepers[1],
        }
    }
}

/// Plays the missing games of this shard in `stage`. Each game is on the disk
/// as soon as it is finished.
pub fn stage(
    tournament: &Tournament,
    stage: Stage,
    options: RunOptions,
    contestants: &mut Contestants,
    monitor: &mut dyn Monitor,
) -> Result<(), Failure> {
    let records = tournament.records()?;
    if stage == Stage::Finals && !tournament.is_qualified(&records) {
        let missing = tournament.missing(Stage::Qualification, &records).len();
        return Err(Failure::Refused(format!(
            "cannot start the finals: {} (`leaderboard missing` lists them)",
            games_are_missing(missing, Stage::Qualification)
        )));
    }
    let games = options.shard.of(&tournament.games(stage, &records));
    if games.is_empty() {
        monitor.stage_started(stage, 0, 0);
        monitor.stage_ended();
        return Ok(());
    }
    // The log is locked from here on, so another run of this shard cannot add
    // games after they are read again.
    let mut log = Log::open(&tournament.log(stage, options.shard))?;
    let records = tournament.records()?;
    let missing = missing(&games, &records);
    let here = Provenance::here(options.jobs, provenance::level(options.requirement)?);
    if !missing.is_empty() {
        let versions = Some(&here.versions);
        records.accepts(versions).map_err(Failure::Refused)?;
    }
    monitor.stage_started(stage, games.len(), games.len() - missing.len());
    contestants.build(tournament, &missing, monitor)?;
    let done = play_all(
        tournament,
        &missing,
        options,
        &here,
        contestants,
        &mut |played| {
            log.add(&played.record)?;
            if let Some(note) = &played.note {
                monitor.sandbox_note(note);
            }
            monitor.game_finished(&played.record);
            Ok(())
        },
    );
    monitor.stage_ended();
    done
}

fn missing(games: &[Pairing], records: &Records) -> Vec<Pairing> {
    let games = games.iter().copied();
    games.filter(|&game| !records.has(game)).collect()
}

fn play_all(
    tournament: &Tournament,
    games: &[Pairing],
    options: RunOptions,
    here: &Provenance,
    contestants: &Contestants,
    save: &mut dyn FnMut(&Played) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (sender, played) = mpsc::channel();
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let work = |sender: mpsc::Sender<(Pairing, Result<Played, HostError>)>| {
        while !stop.load(Ordering::Relaxed) {
            let Some(&game) = games.get(next.fetch_add(1, Ordering::Relaxed)) else {
                return;
            };
            let players = ByDisc {
                black: contestants.get(game.side(Disc::Black)),
                white: contestants.get(game.side(Disc::White)),
            };
            let result = play(&tournament.plan, game, players, options.requirement, here);
            if sender.send((game, result)).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..options.jobs.clamp(1, games.len().max(1)) {
            let sender = sender.clone();
            scope.spawn(|| work(sender));
        }
        drop(sender);
        let mut failure = None;
        // After a failure no new game starts, but the games being played are
        // finished and, if possible, saved.
        for (game, result) in played {
            // Players that a signal has ended with this process have not lost.
            sandbox::park_if_ending();
            let saved = match &result {
                Ok(played) => save(played),
                Err(error) => Err(Failure::Host {
                    action: format!("play {game}"),
                    why: error.to_string(),
                }),
            };
            if let Err(error) = saved {
                stop.store(true, Ordering::Relaxed);
                failure.get_or_insert(error);
            }
        }
        failure.map_or(Ok(()), Err)
    })
}

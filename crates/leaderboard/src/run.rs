//! Playing the games that are missing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use rayon::prelude::*;
use reversi_core::{ByDisc, Disc};

use reversi_engine::opponents::Opponent;

use crate::builder::Workshop;
use crate::contestant::Contestant;
use crate::failure::Failure;
use crate::game::{Played, play};
use crate::log::{Log, Records};
use crate::pairing::{Gatekeeper, Pairing, Side, Stage};
use crate::record::Record;
use crate::shard::Shard;
use crate::table;
use crate::tournament::Tournament;

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// Which of the games.
    pub shard: Shard,
    /// How many at once.
    pub jobs: usize,
    /// Whether players are confined.
    pub sandbox: bool,
}

/// What a run tells as it goes.
pub trait Watch {
    /// So many games of `stage` are to be played, of which so many are
    /// finished already.
    fn begin(&mut self, stage: Stage, games: usize, finished: usize);
    /// A player is ready to play, or is known not to be.
    fn ready(&mut self, player: &str);
    /// A game is finished and on the disk.
    fn finished(&mut self, record: &Record);
    /// Something that holds for the whole run.
    fn note(&mut self, note: &str);
    /// All games of the stage that are this shard's are finished.
    fn end(&mut self);
}

/// How many games are played at once unless one says otherwise. Two threads of
/// one core would slow each other down, and one core is left to the system and
/// to the tournament itself, so that the clock measures the players.
pub fn default_jobs() -> usize {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let cores = cores().map_or(threads, |cores| cores.min(threads));
    cores.saturating_sub(1).max(1)
}

/// The cores of the machine, each of which may be several processors to the
/// system.
fn cores() -> Option<usize> {
    let entries = fs::read_dir("/sys/devices/system/cpu").ok()?;
    let siblings: BTreeSet<String> = entries
        .flatten()
        .filter_map(|entry| fs::read_to_string(entry.path().join("topology/core_cpus_list")).ok())
        .collect();
    (!siblings.is_empty()).then_some(siblings.len())
}

/// Those who play, made ready when they are first needed.
pub struct Contestants {
    workshop: Workshop,
    gatekeepers: [Contestant; 2],
    players: BTreeMap<usize, Contestant>,
}

impl Contestants {
    /// Nobody yet.
    pub fn none(sandbox: bool) -> Result<Self, Failure> {
        Ok(Self {
            workshop: Workshop::open(sandbox)?,
            gatekeepers: [Opponent::Smarter, Opponent::Smartest]
                .map(|one| Contestant::builtin(one.into())),
            players: BTreeMap::new(),
        })
    }

    /// Makes all who play in `games` ready.
    fn call(
        &mut self,
        tournament: &Tournament,
        games: &[Pairing],
        watch: &mut dyn Watch,
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
        let workshop = &self.workshop;
        let failed = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                let needed: Vec<usize> = needed.into_iter().collect();
                needed
                    .into_par_iter()
                    .for_each_with(sender, |sender, player| {
                        if !failed.load(Ordering::Relaxed) {
                            let made = workshop.ready(plan, &plan.players[player]);
                            failed.fetch_or(made.is_err(), Ordering::Relaxed);
                            // Whoever waited has had a failure.
                            let _ = sender.send((player, made));
                        }
                    });
            });
            for (player, made) in receiver {
                self.players.insert(player, made?);
                watch.ready(&plan.players[player].name);
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

/// Plays what is missing of this shard's games of `stage`. Each is on the disk
/// as soon as it is finished.
pub fn stage(
    tournament: &Tournament,
    stage: Stage,
    how: How,
    contestants: &mut Contestants,
    watch: &mut dyn Watch,
) -> Result<(), Failure> {
    let records = tournament.records()?;
    if stage == Stage::Finals && !tournament.is_qualified(&records) {
        let missing = tournament.missing(Stage::Qualification, &records).len();
        return Err(Failure::Asked(format!(
            "nobody knows the finalists yet: of the qualification {} missing (`leaderboard \
             missing` lists them)",
            table::games(missing)
        )));
    }
    let games = how.shard.of(&tournament.games(stage, &records));
    if games.is_empty() {
        watch.begin(stage, 0, 0);
        watch.end();
        return Ok(());
    }
    // Held from here on: what another run has finished until now is known.
    let mut log = Log::open(&tournament.log(stage, how.shard))?;
    let records = tournament.records()?;
    let missing = missing(&games, &records);
    watch.begin(stage, games.len(), games.len() - missing.len());
    contestants.call(tournament, &missing, watch)?;
    let done = play_all(tournament, &missing, how, contestants, &mut |played| {
        log.add(&played.record)?;
        if let Some(note) = &played.note {
            watch.note(note);
        }
        watch.finished(&played.record);
        Ok(())
    });
    watch.end();
    done
}

fn missing(games: &[Pairing], records: &Records) -> Vec<Pairing> {
    let games = games.iter().copied();
    games.filter(|&game| !records.has(game)).collect()
}

fn play_all(
    tournament: &Tournament,
    games: &[Pairing],
    how: How,
    contestants: &Contestants,
    keep: &mut dyn FnMut(&Played) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (sender, played) = mpsc::channel();
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let work = |sender: mpsc::Sender<(Pairing, Result<Played, String>)>| {
        while !stop.load(Ordering::Relaxed) {
            let Some(&game) = games.get(next.fetch_add(1, Ordering::Relaxed)) else {
                return;
            };
            let players = ByDisc {
                black: contestants.get(game.side(Disc::Black)),
                white: contestants.get(game.side(Disc::White)),
            };
            let result = play(&tournament.plan, game, players, how.sandbox);
            if sender.send((game, result)).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..how.jobs.clamp(1, games.len().max(1)) {
            let sender = sender.clone();
            scope.spawn(|| work(sender));
        }
        drop(sender);
        let mut failure = None;
        // After a failure the games that are being played are still kept, if
        // they can be, and no new ones begin.
        for (game, result) in played {
            let kept = match &result {
                Ok(played) => keep(played),
                Err(trouble) => Err(Failure::Asked(format!(
                    "{game} cannot be played on this machine: {trouble}"
                ))),
            };
            if let Err(error) = kept {
                stop.store(true, Ordering::Relaxed);
                failure.get_or_insert(error);
            }
        }
        failure.map_or(Ok(()), Err)
    })
}

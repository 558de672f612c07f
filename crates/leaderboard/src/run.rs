//! Plays the games that are missing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use rayon::prelude::*;
use reversi_core::{ByDisc, Disc};

use opponents::Opponent;
use sandbox::Requirement;

use crate::builder::Builder;
use crate::claims::{Claims, Next, Queue};
use crate::contestant::{Contestant, Play};
use crate::failure::Failure;
use crate::game::{Played, play};
use crate::log::commit;
use crate::pairing::{Gatekeeper, Pairing, Side, Stage};
use crate::plan::Plan;
use crate::provenance::{self, Provenance};
use crate::record::Record;
use crate::tournament::{Tournament, games_are_missing};

/// The time between two looks at the games of other processes, if no game is left:
/// it doubles from the first to the second.
const SHORTEST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// The options of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions {
    /// The number of games to play at once.
    pub jobs: usize,
    /// The level of the sandboxes of players and builds.
    pub requirement: Requirement,
}

/// Receives the progress of a run.
pub trait Monitor {
    /// The stage has `games` games, of which `finished` are finished already.
    fn stage_started(&mut self, stage: Stage, games: usize, finished: usize);
    /// A player is built, or its build has failed.
    fn player_built(&mut self, player: &str);
    /// A game is finished and on the disk.
    fn game_finished(&mut self, record: &Record);
    /// Another process finished `game` first, and its result counts.
    fn result_discarded(&mut self, game: Pairing);
    /// Only other processes have games left, this number of them.
    fn waiting(&mut self, games: usize);
    /// A part of the sandbox is missing on this machine.
    fn sandbox_note(&mut self, note: &str);
    /// All games of the stage are finished, if `is_complete`; else the run has failed.
    fn stage_ended(&mut self, is_complete: bool);
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
    gatekeepers: [Arc<Contestant>; 2],
    /// Players that answer at once: a submission in C, and a built-in player.
    instant: [Contestant; 2],
    players: Mutex<BTreeMap<usize, Arc<Contestant>>>,
}

impl Contestants {
    /// Starts without players.
    pub fn new(requirement: Requirement) -> Result<Self, Failure> {
        let builder = Builder::new(requirement)?;
        Ok(Self {
            instant: [builder.instant(), Contestant::instant()],
            builder,
            gatekeepers: [Opponent::Smarter, Opponent::Smartest]
                .map(|one| Arc::new(Contestant::builtin(one.into()))),
            players: Mutex::default(),
        })
    }

    /// Builds all players of `games`.
    pub fn build(
        &self,
        tournament: &Tournament,
        games: &[Pairing],
        monitor: &mut dyn Monitor,
    ) -> Result<(), Failure> {
        let sides = games
            .iter()
            .flat_map(|game| [game.side(Disc::Black), game.side(Disc::White)]);
        let needed: BTreeSet<Side> = sides.collect();
        let (sender, receiver) = mpsc::channel();
        let plan = &tournament.plan;
        let failed = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                let needed: Vec<Side> = needed.into_iter().collect();
                needed
                    .into_par_iter()
                    .for_each_with(sender, |sender, side| {
                        if !failed.load(Ordering::Relaxed) {
                            let made = self.get(plan, side).map(drop);
                            failed.fetch_or(made.is_err(), Ordering::Relaxed);
                            // The receiver is gone after a failure.
                            let _ = sender.send((side, made));
                        }
                    });
            });
            for (side, made) in receiver {
                made?;
                monitor.player_built(plan.name(side));
            }
            Ok(())
        })
    }

    /// Returns the player that measures the cost of an answer for `contestant`;
    /// `None` if that cannot answer.
    fn twin(&self, contestant: &Contestant) -> Option<&Contestant> {
        match contestant.play {
            Play::Driver(_) => Some(&self.instant[0]),
            Play::Served(_) | Play::Program(..) => Some(&self.instant[1]),
            Play::Unfit { .. } => None,
        }
    }

    /// Returns the player of `side`, which is built if it is not yet.
    pub(crate) fn get(&self, plan: &Plan, side: Side) -> Result<Arc<Contestant>, Failure> {
        let players = || self.players.lock().unwrap_or_else(PoisonError::into_inner);
        let player = match side {
            Side::Entrant(player) => player,
            Side::Gatekeeper(Gatekeeper::Smarter) => return Ok(self.gatekeepers[0].clone()),
            Side::Gatekeeper(Gatekeeper::Smartest) => return Ok(self.gatekeepers[1].clone()),
        };
        let known = players().get(&player).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let built = self.builder.build(plan, &plan.players[player])?;
        Ok(players().entry(player).or_insert(Arc::new(built)).clone())
    }
}

/// Plays games of `stage` that no other process plays, until all games of the stage
/// are finished. Each game is on the disk as soon as it is finished.
pub fn stage(
    tournament: &Tournament,
    stage: Stage,
    options: RunOptions,
    contestants: &Contestants,
    claims: &mut Claims,
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
    let mut missing = tournament.missing(stage, &records);
    let here = Provenance::here(options.jobs, provenance::level(options.requirement)?);
    if !missing.is_empty() {
        let versions = Some(&here.versions);
        records.accepts(versions).map_err(Failure::Refused)?;
    }
    let work = Work {
        tournament,
        options,
        contestants,
        here: &here,
    };
    let mut games = tournament.games(stage, &records).len();
    loop {
        monitor.stage_started(stage, games, games - missing.len());
        if !missing.is_empty() {
            let done = work.play(missing, claims, monitor);
            if done.is_err() {
                monitor.stage_ended(false);
                return done;
            }
        }
        // The results decide the next round of a Swiss tournament.
        let records = tournament.records()?;
        missing = tournament.missing(stage, &records);
        games = tournament.games(stage, &records).len();
        monitor.stage_ended(missing.is_empty());
        if missing.is_empty() {
            return Ok(());
        }
    }
}

/// A report of a thread that plays games.
enum Report {
    Played(Pairing, Box<Result<Played, Failure>>),
    Waiting(usize),
    Failed(Failure),
}

/// The state that all threads that play games share.
struct Work<'a> {
    tournament: &'a Tournament,
    options: RunOptions,
    contestants: &'a Contestants,
    here: &'a Provenance,
}

impl Work<'_> {
    /// Plays those of `games` that no other process plays, until all are finished.
    fn play(
        &self,
        games: Vec<Pairing>,
        claims: &mut Claims,
        monitor: &mut dyn Monitor,
    ) -> Result<(), Failure> {
        if self.options.jobs > 1 {
            // No compiler runs while a game is played. With one job that is always so.
            self.contestants.build(self.tournament, &games, monitor)?;
        }
        let jobs = self.options.jobs.clamp(1, games.len());
        let queue = Mutex::new(Queue::new(claims, games));
        let stop = AtomicBool::new(false);
        let (sender, reports) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..jobs {
                let sender = sender.clone();
                scope.spawn(|| self.play_next(&queue, &stop, sender));
            }
            drop(sender);
            let mut failure = None;
            // After a failure no new game starts, but the games being played are
            // finished and, if possible, saved.
            for report in reports {
                // Players that a signal has ended with this process have not lost.
                sandbox::park_if_ending();
                let done = match report {
                    Report::Played(game, played) => {
                        played.and_then(|played| save(self.tournament, game, &played, monitor))
                    }
                    Report::Waiting(games) => {
                        monitor.waiting(games);
                        Ok(())
                    }
                    Report::Failed(failure) => Err(failure),
                };
                if let Err(error) = done {
                    stop.store(true, Ordering::Relaxed);
                    failure.get_or_insert(error);
                }
            }
            failure.map_or(Ok(()), Err)
        })
    }

    /// Plays one game of `queue` after another on this thread.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "the reports end with the last sender"
    )]
    fn play_next(&self, queue: &Mutex<Queue<'_>>, stop: &AtomicBool, sender: mpsc::Sender<Report>) {
        let mut pause = SHORTEST_PAUSE;
        while !stop.load(Ordering::Relaxed) {
            let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
            let report = match queue.next() {
                Ok(Next::Play(game)) => {
                    drop(queue);
                    pause = SHORTEST_PAUSE;
                    Report::Played(game, Box::new(self.game(game)))
                }
                Ok(Next::Wait(games)) => {
                    // The other threads of this process wait for the lock.
                    thread::sleep(pause);
                    pause = (2 * pause).min(LONGEST_PAUSE);
                    Report::Waiting(games)
                }
                Ok(Next::Done) => return,
                Err(failure) => Report::Failed(failure),
            };
            if sender.send(report).is_err() {
                return;
            }
        }
    }

    fn game(&self, game: Pairing) -> Result<Played, Failure> {
        let plan = &self.tournament.plan;
        let player = |disc| self.contestants.get(plan, game.side(disc));
        let (black, white) = (player(Disc::Black)?, player(Disc::White)?);
        let players = ByDisc {
            black: &*black,
            white: &*white,
        };
        let twins = ByDisc {
            black: self.contestants.twin(&black),
            white: self.contestants.twin(&white),
        };
        let requirement = self.options.requirement;
        play(plan, game, players, twins, requirement, self.here).map_err(|error| Failure::Host {
            action: format!("play {game}"),
            why: error.to_string(),
        })
    }
}

/// Writes a game to the disk.
fn save(
    tournament: &Tournament,
    game: Pairing,
    played: &Played,
    monitor: &mut dyn Monitor,
) -> Result<(), Failure> {
    if let Some(note) = &played.note {
        monitor.sandbox_note(note);
    }
    if commit(&tournament.finished(), &played.record)? {
        monitor.game_finished(&played.record);
    } else {
        monitor.result_discarded(game);
    }
    Ok(())
}

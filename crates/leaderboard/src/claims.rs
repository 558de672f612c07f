//! Claims: the processes of a tournament share its games through a folder.
//!
//! A process claims a game before it plays it, by a hard link in the folder of the
//! claims, whose name is the game and the number of the attempt: creating a link fails
//! if the name exists, on network file systems too. All links of a process lead to one
//! file, which it keeps locked and whose time it sets again and again. So the others
//! see if it still runs: on the same machine by the lock, elsewhere by the time. A game
//! whose process has ended is claimed again, with the next number.
//!
//! Claims save work, and no more: a process that was only stopped may finish a game
//! that another has claimed in the meantime. The first result counts, see
//! [`commit`](crate::log::commit).

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::log::finished;
use crate::pairing::Pairing;

/// The time between two signs of life of a process.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// The time without a sign of life after which a process on another machine is taken
/// to have ended. Clients of NFS may see a change a minute late.
const LEASE: Duration = Duration::from_secs(180);

/// The content of a process's file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Process {
    /// Different for each process.
    id: String,
    machine: Machine,
    /// If set, the file is locked as long as the process runs.
    is_locked: bool,
}

/// A machine since its last start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Machine {
    host: String,
    boot: String,
}

impl Machine {
    /// This machine. On other systems than Linux, it has no name: they play on one
    /// machine only.
    fn this() -> Self {
        let read = |name: &str| {
            let text = fs::read_to_string(format!("/proc/sys/kernel/{name}"));
            text.map_or(String::new(), |text| text.trim().to_owned())
        };
        Self {
            host: read("hostname"),
            boot: read("random/boot_id"),
        }
    }
}

/// The state of the process that has claimed a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holder {
    This,
    Running,
    Ended,
}

/// The claims of this process, and its view of all others.
#[derive(Debug)]
pub struct Claims {
    /// The folder of the results.
    games: PathBuf,
    /// The folder of the claims.
    folder: PathBuf,
    process: Process,
    /// The file of this process.
    path: PathBuf,
    lease: Duration,
    /// The last sign of life of each process on another machine, and when this process
    /// saw it first. The clocks of the machines are not compared.
    signs: HashMap<String, (SystemTime, Instant)>,
    /// Ends the thread of the heartbeat when it is dropped.
    _heartbeat: mpsc::Sender<()>,
}

impl Claims {
    /// Takes part in the tournament in `folder`.
    pub fn open(folder: &Path) -> Result<Self, Failure> {
        Self::with(folder, Machine::this(), LEASE)
    }

    fn with(folder: &Path, machine: Machine, lease: Duration) -> Result<Self, Failure> {
        let claims = folder.join("claims");
        fs::create_dir_all(&claims).map_err(Failure::file("create the folder", &claims))?;
        let start = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let start = start.unwrap_or_default().as_nanos();
        let id = format!("{}-{}-{start:x}", machine.host, process::id());
        let path = claims.join(format!(".{id}"));
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&path)
            .map_err(Failure::file("create", &path))?;
        let process = Process {
            id,
            machine,
            // Not every network file system has locks.
            is_locked: file.try_lock().is_ok(),
        };
        let json = serde_json::to_vec(&process).expect("it can be written as JSON");
        // The file stays open, so nothing else would write it to a file server.
        file.write_all(&json)
            .and_then(|()| file.sync_all())
            .map_err(Failure::file("write", &path))?;
        let (sender, ended) = mpsc::channel();
        thread::spawn(move || {
            // The lock is this file's, so it ends with this thread or the process.
            while ended.recv_timeout(HEARTBEAT) == Err(mpsc::RecvTimeoutError::Timeout) {
                // If it fails, another process may play the same game, no more.
                let _ = file.set_modified(SystemTime::now());
            }
        });
        Ok(Self {
            games: folder.join("games"),
            folder: claims,
            process,
            path,
            lease,
            signs: HashMap::new(),
            _heartbeat: sender,
        })
    }

    /// Claims the attempt `number` of `name`; returns `false` if it is claimed.
    fn claim(&self, name: &str, number: u32) -> Result<bool, Failure> {
        let link = self.folder.join(format!("{name}.{number}"));
        match fs::hard_link(&self.path, &link) {
            Ok(()) => Ok(true),
            // A server of NFS may have lost its first answer, and so repeat the call.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                Ok(holder(&link).is_ok_and(|one| one == self.process))
            }
            Err(error) => Err(Failure::file("create the link", &link)(error)),
        }
    }

    /// Returns the state of the process that made `link`.
    fn state(&mut self, link: &Path) -> io::Result<Holder> {
        let mut file = File::open(link)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        let holder: Option<Process> = serde_json::from_slice(&text).ok();
        if holder.as_ref() == Some(&self.process) {
            return Ok(Holder::This);
        }
        if holder
            .as_ref()
            .is_some_and(|one| one.is_locked && one.machine == self.process.machine)
        {
            match file.try_lock_shared() {
                Ok(()) => return Ok(Holder::Ended),
                Err(TryLockError::WouldBlock) => return Ok(Holder::Running),
                Err(TryLockError::Error(_)) => {}
            }
        }
        let modified = file.metadata()?.modified()?;
        let now = Instant::now();
        let id = holder.map_or_else(|| link.display().to_string(), |one| one.id);
        let sign = self.signs.entry(id).or_insert((modified, now));
        if sign.0 != modified {
            *sign = (modified, now);
        }
        let is_over = now.duration_since(sign.1) > self.lease;
        Ok(if is_over {
            Holder::Ended
        } else {
            Holder::Running
        })
    }

    /// Returns the number of the last claim of each name.
    fn last(&self) -> Result<BTreeMap<String, u32>, Failure> {
        let failed = || Failure::file("read", &self.folder);
        let mut last = BTreeMap::new();
        for entry in fs::read_dir(&self.folder).map_err(failed())? {
            let name = entry.map_err(failed())?.file_name();
            let Some((name, number)) = name.to_str().and_then(|name| name.rsplit_once('.')) else {
                continue;
            };
            if let Ok(number) = number.parse::<u32>() {
                let known = last.entry(name.to_owned()).or_insert(number);
                *known = number.max(*known);
            }
        }
        Ok(last)
    }

    /// Claims the writing of the pages; returns `false` if another process that still
    /// runs has claimed it.
    pub(crate) fn claim_pages(&mut self) -> Result<bool, Failure> {
        const NAME: &str = "pages";
        let last = self.last()?.get(NAME).copied().unwrap_or(0);
        let link = self.folder.join(format!("{NAME}.{last}"));
        match self.state(&link) {
            Ok(Holder::Running) => Ok(false),
            Ok(Holder::This) => Ok(true),
            Ok(Holder::Ended) | Err(_) => self.claim(NAME, last + 1),
        }
    }
}

/// Returns the process that made `link`.
fn holder(link: &Path) -> io::Result<Process> {
    let text = fs::read(link)?;
    serde_json::from_slice(&text).map_err(io::Error::from)
}

impl Drop for Claims {
    fn drop(&mut self) {
        // The claims are links to the same file, and remain.
        let _ = fs::remove_file(&self.path);
    }
}

/// The next step of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// It plays this game, which it has claimed.
    Play(Pairing),
    /// It waits for this number of games of other processes.
    Wait(usize),
    /// All games are finished, or this process plays them.
    Done,
}

/// The games of a stage that are not finished.
#[derive(Debug)]
pub(crate) struct Queue<'a> {
    claims: &'a mut Claims,
    /// The games without a known result.
    games: Vec<Pairing>,
    /// Those of them that may have no claim.
    fresh: VecDeque<Pairing>,
}

impl<'a> Queue<'a> {
    pub(crate) fn new(claims: &'a mut Claims, games: Vec<Pairing>) -> Self {
        Self {
            claims,
            fresh: games.iter().copied().collect(),
            games,
        }
    }

    /// Claims the next game. Games whose process has ended come last.
    pub(crate) fn next(&mut self) -> Result<Next, Failure> {
        if let Some(game) = self.claim_fresh()? {
            return Ok(Next::Play(game));
        }
        self.remove_finished()?;
        let last = self.claims.last()?;
        let mut ended = Vec::new();
        let mut waiting = 0;
        for &game in &self.games {
            let name = game.to_string();
            let Some(&number) = last.get(&name) else {
                self.fresh.push_back(game);
                continue;
            };
            let link = self.claims.folder.join(format!("{name}.{number}"));
            match self.claims.state(&link) {
                Ok(Holder::This) => {}
                Ok(Holder::Ended) => ended.push((game, number + 1)),
                // The list of a network file system may be older than the file.
                Ok(Holder::Running) | Err(_) => waiting += 1,
            }
        }
        if let Some(game) = self.claim_fresh()? {
            return Ok(Next::Play(game));
        }
        if !ended.is_empty() {
            // A process may have finished its game just before it ended.
            self.remove_finished()?;
            let left: BTreeSet<Pairing> = self.games.iter().copied().collect();
            for (game, number) in ended {
                if left.contains(&game) {
                    if self.claims.claim(&game.to_string(), number)? {
                        return Ok(Next::Play(game));
                    }
                    waiting += 1;
                }
            }
        }
        Ok(match waiting {
            0 => Next::Done,
            waiting => Next::Wait(waiting),
        })
    }

    fn claim_fresh(&mut self) -> Result<Option<Pairing>, Failure> {
        while let Some(game) = self.fresh.pop_front() {
            if self.claims.claim(&game.to_string(), 1)? {
                return Ok(Some(game));
            }
        }
        Ok(None)
    }

    fn remove_finished(&mut self) -> Result<(), Failure> {
        let finished = finished(&self.claims.games)?;
        self.games
            .retain(|game| !finished.contains(&game.to_string()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::commit;
    use crate::plan::Plan;
    use crate::record::Outcome;
    use crate::samples;

    /// The folder of a tournament, and its plan.
    fn tournament() -> (tempfile::TempDir, Plan) {
        let folder = tempfile::tempdir().expect("a folder can be made");
        fs::create_dir(folder.path().join("games")).expect("it is empty");
        (folder, samples::plan(3, 4))
    }

    fn claims(folder: &tempfile::TempDir, host: &str, lease: Duration) -> Claims {
        let machine = Machine {
            host: host.to_owned(),
            boot: "1".to_owned(),
        };
        Claims::with(folder.path(), machine, lease).expect("it can take part")
    }

    const LONG: Duration = Duration::from_secs(3600);

    fn finish(folder: &tempfile::TempDir, plan: &Plan, game: Pairing, result: Outcome) -> bool {
        let record = samples::record(plan, game, result);
        commit(&folder.path().join("games"), &record).expect("it can be written")
    }

    #[test]
    fn every_game_is_claimed_once_by_any_number_of_processes() {
        let (folder, plan) = tournament();
        let games = Pairing::qualification(3);
        let played: Vec<Vec<Pairing>> = thread::scope(|scope| {
            let threads: Vec<_> = ["a", "a", "b", "b", "c", "c"]
                .map(|host| {
                    let (folder, plan, games) = (&folder, &plan, games.clone());
                    scope.spawn(move || {
                        let mut claims = claims(folder, host, LONG);
                        let mut queue = Queue::new(&mut claims, games);
                        let mut played = Vec::new();
                        loop {
                            match queue.next().expect("the folder is there") {
                                Next::Play(game) => {
                                    assert!(finish(folder, plan, game, Outcome::Black));
                                    played.push(game);
                                }
                                Next::Wait(_) => thread::yield_now(),
                                Next::Done => return played,
                            }
                        }
                    })
                })
                .into_iter()
                .collect();
            let ended = threads.into_iter().map(|one| one.join().expect("it ends"));
            ended.collect()
        });
        let mut played = played.concat();
        played.sort_unstable();
        let mut games = games;
        games.sort_unstable();
        assert_eq!(played, games);
    }

    #[test]
    fn a_claim_ends_with_its_process_on_the_same_machine() {
        let (folder, plan) = tournament();
        let games = &Pairing::qualification(1)[..2];
        let mut ours = claims(&folder, "a", Duration::ZERO);
        let mut theirs = claims(&folder, "a", Duration::ZERO);
        let mut queue = Queue::new(&mut ours, games.to_vec());
        assert_eq!(queue.next().expect("it works"), Next::Play(games[0]));
        let mut other = Queue::new(&mut theirs, games.to_vec());
        assert_eq!(other.next().expect("it works"), Next::Play(games[1]));
        // The lock counts, not the lease.
        assert_eq!(queue.next().expect("it works"), Next::Wait(1));
        drop(theirs);
        // The lock ends with the thread of the heartbeat.
        let next = loop {
            match queue.next().expect("it works") {
                Next::Wait(1) => thread::yield_now(),
                next => break next,
            }
        };
        assert_eq!(next, Next::Play(games[1]));
        assert!(folder.path().join("claims/q-0-smarter-white.2").exists());
        for &game in games {
            assert!(finish(&folder, &plan, game, Outcome::Tie));
        }
        assert_eq!(queue.next().expect("it works"), Next::Done);
    }

    #[test]
    fn a_process_on_another_machine_ends_with_its_lease_and_the_first_result_counts() {
        let (folder, plan) = tournament();
        let games = &Pairing::qualification(1)[..1];
        let mut theirs = claims(&folder, "b", LONG);
        let mut other = Queue::new(&mut theirs, games.to_vec());
        assert_eq!(other.next().expect("it works"), Next::Play(games[0]));
        let mut patient = claims(&folder, "a", LONG);
        let mut queue = Queue::new(&mut patient, games.to_vec());
        for _ in 0..3 {
            assert_eq!(queue.next().expect("it works"), Next::Wait(1));
        }
        // Another one has seen no sign of life for its whole lease, although it runs.
        let mut ours = claims(&folder, "a", Duration::ZERO);
        let mut queue = Queue::new(&mut ours, games.to_vec());
        assert_eq!(
            queue.next().expect("it works"),
            Next::Wait(1),
            "the first look"
        );
        assert_eq!(queue.next().expect("it works"), Next::Play(games[0]));
        assert_eq!(queue.next().expect("it works"), Next::Done, "it plays it");
        // Only one of two processes could take the claim over.
        let mut third = claims(&folder, "c", LONG);
        let mut queue = Queue::new(&mut third, games.to_vec());
        assert_eq!(queue.next().expect("it works"), Next::Wait(1));

        assert!(finish(&folder, &plan, games[0], Outcome::White));
        assert!(!finish(&folder, &plan, games[0], Outcome::Black));
        assert!(finish(&folder, &plan, games[0], Outcome::White), "the same");
        let path = folder.path().join("games/q-0-smarter-black.json");
        let text = fs::read_to_string(path).expect("it is there");
        assert!(text.contains("\"result\":\"white\""), "{text}");
        assert_eq!(queue.next().expect("it works"), Next::Done);
        assert_eq!(other.next().expect("it works"), Next::Done);
    }

    #[test]
    fn a_sign_of_life_begins_another_lease() {
        let (folder, _) = tournament();
        let theirs = claims(&folder, "b", LONG);
        assert!(theirs.claim("x", 1).expect("it works"));
        let mut ours = claims(&folder, "a", Duration::ZERO);
        let link = folder.path().join("claims/x.1");
        assert_eq!(ours.state(&link).expect("it is there"), Holder::Running);
        assert_eq!(ours.state(&link).expect("it is there"), Holder::Ended);
        let file = OpenOptions::new().write(true).open(&link);
        let later = SystemTime::now() + Duration::from_secs(7);
        file.and_then(|file| file.set_modified(later))
            .expect("it is ours");
        assert_eq!(ours.state(&link).expect("it is there"), Holder::Running);
        assert_eq!(ours.state(&link).expect("it is there"), Holder::Ended);
    }

    #[test]
    fn the_pages_have_one_writer_at_a_time() {
        let (folder, _) = tournament();
        let (mut one, mut two) = (claims(&folder, "b", LONG), claims(&folder, "b", LONG));
        assert!(one.claim_pages().expect("it works"));
        assert!(!two.claim_pages().expect("it works"));
        drop(one);
        while !two.claim_pages().expect("it works") {
            thread::yield_now();
        }
    }
}

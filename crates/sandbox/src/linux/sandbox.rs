//! A sandbox, and the marker's side of its supervisor.

use std::collections::BTreeMap;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::signal::Signal;
use nix::sys::socket::{AddressFamily, SockFlag, SockType, socketpair};
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use crate::ending::{is_ending, park_if_ending};
use crate::error::SandboxError;
use crate::linux::message::{Confine, Ended, Reply, Request, Start, Status, receive, send};
use crate::linux::paths::inside;
use crate::linux::supervisor::ARGUMENT;
use crate::linux::tree::{children, cpu_ticks};
use crate::policy::{Level, Policy};
use crate::readable;

/// A place in which programs run one after the other, each in a scratch folder
/// that it finds without what the last one left there.
#[derive(Debug)]
pub struct Sandbox {
    supervisor: Mutex<Arc<Supervisor>>,
    confine: Confine,
    scratch: PathBuf,
    level: Level,
    missing: Vec<String>,
}

impl Sandbox {
    /// Makes a sandbox whose programs run in the folder `scratch`, which must
    /// exist and belong to it alone.
    pub fn start(policy: &Policy, scratch: &Path) -> Result<Self, SandboxError> {
        let scratch = std::path::absolute(scratch).map_err(SandboxError::Supervisor)?;
        let mut readable = readable::system();
        readable.extend(policy.readable.iter().cloned());
        let mut writable = policy.writable.clone();
        writable.push(scratch.clone());
        for folders in [&readable, &writable] {
            if let Some(path) = inside(&policy.forbidden, folders)
                && inside(&[path.to_owned()], &policy.hidden).is_none()
            {
                return Err(SandboxError::Reachable(path.to_owned()));
            }
        }
        let os_strings = |paths: &[PathBuf]| paths.iter().map(|path| path.clone().into()).collect();
        let confine = Confine {
            level: 0,
            readable: os_strings(&readable),
            writable: os_strings(&writable),
            hidden: os_strings(&policy.hidden),
            builds: policy.builds,
        };
        let mut refusals = Vec::new();
        for level in policy.requirement.levels() {
            match Supervisor::start(level, confine.clone()) {
                Ok((supervisor, mut missing)) => {
                    refusals.append(&mut missing);
                    return Ok(Self {
                        supervisor: Mutex::new(Arc::new(supervisor)),
                        confine,
                        scratch,
                        level,
                        missing: refusals,
                    });
                }
                Err(Refusal::Level(why)) => {
                    refusals.push(format!("level {level} is not to be had: {why}"));
                }
                Err(Refusal::Failed(error)) => return Err(SandboxError::Supervisor(error)),
            }
        }
        Err(SandboxError::TooWeak(refusals))
    }

    /// The supervisor; a new one if the last program has left something that
    /// the old one could not remove.
    pub(crate) fn supervisor(&self) -> io::Result<Arc<Supervisor>> {
        let mut current = lock(&self.supervisor);
        if !current.clean.load(Ordering::Acquire) {
            let (new, _) = Supervisor::start(self.level, self.confine.clone()).map_err(
                |refusal| match refusal {
                    Refusal::Level(why) => io::Error::other(why),
                    Refusal::Failed(error) => error,
                },
            )?;
            *current = Arc::new(new);
        }
        Ok(Arc::clone(&current))
    }

    /// The folder that every program finds as its working directory.
    pub fn scratch(&self) -> &Path {
        &self.scratch
    }

    /// The level that the system has given.
    pub fn level(&self) -> Level {
        self.level
    }

    /// The promises of the level that this system does not keep, and the
    /// reasons why it is no stronger level; each entry is a phrase.
    pub fn missing(&self) -> &[String] {
        &self.missing
    }
}

fn place(level: Level) -> usize {
    Level::ALL.iter().position(|one| *one == level).unwrap_or(0)
}

/// The supervisors that have not ended, by their numbers.
static SUPERVISORS: Mutex<BTreeMap<u32, Arc<Line>>> = Mutex::new(BTreeMap::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all supervisors, and with each its programs, but waits no longer than
/// `patience`. No more are started once this process is ending.
pub(crate) fn await_end_of_all(patience: Duration) {
    let deadline = Instant::now() + patience;
    let lines: Vec<Arc<Line>> = lock(&SUPERVISORS).values().cloned().collect();
    for line in &lines {
        line.hang_up();
    }
    for line in &lines {
        while !line.has_ended() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// The connection to a supervisor.
#[derive(Debug)]
struct Line {
    socket: OwnedFd,
    /// The process that was started, which at level A waits for the supervisor
    /// itself, its only child.
    child: Mutex<Child>,
}

impl Line {
    /// Tells the supervisor to end.
    fn hang_up(&self) {
        // An error says that it has ended.
        let _ = rustix::net::shutdown(&self.socket, rustix::net::Shutdown::Both);
    }

    /// Returns `true` if the supervisor has ended.
    fn has_ended(&self) -> bool {
        // An error says that it was waited for.
        !matches!(lock(&self.child).try_wait(), Ok(None))
    }
}

/// The process that starts the programs of a sandbox; dropped, it ends.
#[derive(Debug)]
pub(crate) struct Supervisor {
    line: Arc<Line>,
    /// The supervisor's number: all that its programs start descends from it.
    pub(crate) root: i32,
    busy: AtomicBool,
    clean: AtomicBool,
    ticks: AtomicU64,
}

enum Refusal {
    Level(String),
    Failed(io::Error),
}

impl Supervisor {
    fn start(level: Level, confine: Confine) -> Result<(Self, Vec<String>), Refusal> {
        let failed = |error: Errno| Refusal::Failed(error.into());
        let kind = SockType::SeqPacket;
        let (socket, theirs) =
            socketpair(AddressFamily::Unix, kind, None, SockFlag::SOCK_CLOEXEC).map_err(failed)?;
        let mut supervisors = lock(&SUPERVISORS);
        if is_ending() {
            drop(supervisors);
            return Err(Refusal::Failed(lost()));
        }
        let child = Command::new("/proc/self/exe")
            .arg0("sandbox")
            .arg(ARGUMENT)
            .env_clear()
            .current_dir("/")
            .process_group(0)
            .stdin(Stdio::from(theirs))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(Refusal::Failed)?;
        let id = child.id();
        let line = Arc::new(Line {
            socket,
            child: Mutex::new(child),
        });
        supervisors.insert(id, Arc::clone(&line));
        drop(supervisors);
        let pid = id.cast_signed();
        let mut supervisor = Self {
            line,
            root: pid,
            busy: AtomicBool::new(false),
            clean: AtomicBool::new(true),
            ticks: AtomicU64::new(0),
        };
        let confine = Confine {
            level: place(level),
            ..confine
        };
        send(&supervisor, &Request::Confine(confine), &[]).map_err(Refusal::Failed)?;
        match receive(&supervisor).map_err(Refusal::Failed)? {
            Some((Reply::Confined(missing), _)) => {
                if level == Level::A
                    && let [root] = children(pid)[..]
                {
                    supervisor.root = root;
                }
                supervisor.ticks = cpu_ticks(supervisor.root).into();
                Ok((supervisor, missing))
            }
            Some((Reply::NotConfined(why), _)) => Err(Refusal::Level(why)),
            _ => Err(Refusal::Level("its supervisor has ended".to_owned())),
        }
    }

    /// Starts a program with these standard streams. A supervisor has one at a
    /// time.
    pub(crate) fn launch(&self, start: Start, streams: &[OwnedFd; 3]) -> io::Result<()> {
        if self.busy.swap(true, Ordering::Acquire) {
            return Err(Errno::EBUSY.into());
        }
        let launched = self.ask_to_launch(start, streams);
        if launched.is_err() {
            self.busy.store(false, Ordering::Release);
        }
        launched
    }

    fn ask_to_launch(&self, start: Start, streams: &[OwnedFd; 3]) -> io::Result<()> {
        let streams = streams.each_ref().map(AsFd::as_fd);
        send(self, &Request::Start(start), &streams)?;
        match receive(self)? {
            Some((Reply::Started, _)) => Ok(()),
            Some((Reply::NotStarted(number), _)) => Err(io::Error::from_raw_os_error(number)),
            _ => Err(lost()),
        }
    }

    /// The CPU time of the supervisor with that of the programs that have ended,
    /// in ticks of the system's clock.
    pub(crate) fn ticks(&self) -> u64 {
        self.ticks.load(Ordering::Acquire)
    }

    /// Sends `signal` to all processes of the program that runs.
    pub(crate) fn signal(&self, signal: Signal) {
        // An error says that the supervisor is gone, and so are they.
        let _ = send(self, &Request::Signal(signal as i32), &[]);
    }

    /// Stops all processes of the program that runs, and returns when they are
    /// stopped; or how it has ended.
    pub(crate) fn stop(&self) -> Option<io::Result<Status>> {
        let mut end = None;
        let mut reply = send(self, &Request::Stop, &[]).and_then(|()| receive(self));
        while let Ok(Some((Reply::Ended(ended), _))) = reply {
            end = Some(Ok(self.free(&ended)));
            reply = receive(self);
        }
        match reply {
            Ok(Some((Reply::Stopped, _))) => end,
            _ => Some(Err(self.give_up())),
        }
    }

    /// Waits for the end of the program that runs.
    pub(crate) fn ended(&self) -> io::Result<Status> {
        match receive(self) {
            Ok(Some((Reply::Ended(ended), _))) => Ok(self.free(&ended)),
            _ => Err(self.give_up()),
        }
    }

    /// Makes room for the next program.
    fn free(&self, ended: &Ended) -> Status {
        self.ticks.store(ended.ticks, Ordering::Release);
        self.clean.store(ended.clean, Ordering::Release);
        self.busy.store(false, Ordering::Release);
        ended.status
    }

    fn give_up(&self) -> io::Error {
        self.clean.store(false, Ordering::Release);
        self.busy.store(false, Ordering::Release);
        lost()
    }
}

/// The error of a supervisor that is gone. It does not return if this process is
/// ending: the program has not failed.
fn lost() -> io::Error {
    park_if_ending();
    io::Error::other("the sandbox's supervisor has ended")
}

impl AsFd for Supervisor {
    /// Can be read when the program has ended.
    fn as_fd(&self) -> std::os::fd::BorrowedFd<'_> {
        self.line.socket.as_fd()
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        self.line.hang_up();
        let id = lock(&self.line.child).id();
        // Without the lock, so that the end of this process need not wait for it.
        if let Some(pid) = Pid::from_raw(id.cast_signed()) {
            let _ = waitid(
                WaitId::Pid(pid),
                WaitIdOptions::EXITED | WaitIdOptions::NOWAIT,
            );
        }
        // An error says that it was waited for.
        let _ = lock(&self.line.child).wait();
        lock(&SUPERVISORS).remove(&id);
    }
}

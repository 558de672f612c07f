//! A sandbox, and the marker's side of its supervisor.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::sys::socket::{AddressFamily, SockFlag, SockType, socketpair};
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use super::cgroup::{self, Cgroup};
use super::message::{Confine, Ended, Reply, Request, Start, Status, receive, send, try_to_send};
use super::supervisor::ARGUMENT;
use super::tree::{children, descendants};
use super::users::map_users;
use crate::ending::{is_ending, park_if_ending};
use crate::policy::{Level, Policy};
use crate::{HostError, SandboxError, User, lock, readable};

/// A place in which programs run one after the other, each in a scratch folder
/// that it finds without what the last one left there.
#[derive(Debug)]
pub struct Sandbox {
    supervisor: Mutex<Arc<Supervisor>>,
    confine: Confine,
    cgroup: Option<Arc<Cgroup>>,
    missing: Vec<String>,
    /// Claimed as long as its programs may run.
    _user: Option<User>,
}

impl Sandbox {
    /// Makes a sandbox whose programs run in the folder `scratch`, which must
    /// exist and belong to it alone.
    pub fn start(policy: &Policy, scratch: &Path) -> Result<Self, SandboxError> {
        let setup = |error: io::Error| HostError::of("cannot make a sandbox", &error);
        let scratch = std::path::absolute(scratch).map_err(setup)?;
        if let Some(user) = &policy.user {
            user.own(&scratch).map_err(setup)?;
        }
        let secret: Vec<PathBuf> = policy
            .secret
            .iter()
            .filter_map(|path| fs::canonicalize(path).ok())
            .collect();
        let needed = policy.readable.iter().chain(&policy.writable);
        for path in needed.chain([&scratch]) {
            let path = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
            if let Some(reachable) = secret.iter().find(|secret| path.starts_with(secret)) {
                return Err(SandboxError::Reachable(reachable.clone()));
            }
        }
        let mut readable = readable::system();
        readable.extend(policy.readable.iter().cloned());
        let os_strings = |paths: &[PathBuf]| paths.iter().map(|path| path.clone().into()).collect();
        let cgroup = Cgroup::new().map_err(setup)?.map(Arc::new);
        let confine = Confine {
            level: Level::Off,
            readable: os_strings(&readable),
            writable: os_strings(&policy.writable),
            secret: os_strings(&secret),
            scratch: scratch.into(),
            builds: policy.builds,
            counts_memory: cgroup.is_some(),
            user: None,
        };
        let user = policy.user.as_ref().map(User::id);
        let mut refusals = Vec::new();
        for level in policy.requirement.levels() {
            if level == Level::Landlock
                && user.is_some()
                && let Some(folder) = closed(Path::new(&confine.scratch))
            {
                return Err(HostError::Setup(format!(
                    "the users of programs cannot enter {}, in which the temporary folders are: \
                     set TMPDIR to another folder",
                    folder.display()
                ))
                .into());
            }
            let confine = Confine {
                level,
                user: user.filter(|_| User::can_be_at(level)),
                ..confine.clone()
            };
            match Supervisor::start(&confine, cgroup.as_deref()) {
                Ok((supervisor, mut missing)) => {
                    refusals.append(&mut missing);
                    return Ok(Self {
                        supervisor: Mutex::new(Arc::new(supervisor)),
                        confine,
                        cgroup,
                        missing: refusals,
                        _user: policy.user.clone(),
                    });
                }
                Err(Refusal::Level(why)) => {
                    refusals.push(format!("level {level} is not to be had: {why}"));
                }
                Err(Refusal::Failed(error)) => {
                    let what = "cannot start the sandbox's supervisor";
                    return Err(HostError::of(what, &error).into());
                }
            }
        }
        Err(SandboxError::TooWeak(refusals))
    }

    /// The supervisor; a new one if the old one has ended.
    pub(crate) fn supervisor(&self) -> io::Result<Arc<Supervisor>> {
        let mut current = lock(&self.supervisor);
        if current.lost.load(Ordering::Acquire) {
            let started = Supervisor::start(&self.confine, self.cgroup.as_deref());
            let (new, _) = started.map_err(|refusal| match refusal {
                Refusal::Level(why) => io::Error::other(why),
                Refusal::Failed(error) => error,
            })?;
            *current = Arc::new(new);
        }
        Ok(Arc::clone(&current))
    }

    /// The folder that every program finds as its working directory.
    pub fn scratch(&self) -> &Path {
        Path::new(&self.confine.scratch)
    }

    /// The level that the system has given.
    pub fn level(&self) -> Level {
        self.confine.level
    }

    pub(crate) fn cgroup(&self) -> Option<Arc<Cgroup>> {
        self.cgroup.clone()
    }

    /// The folders whose files count as written by a program on a disk; those of
    /// [`Level::Namespaces`] are in memory.
    pub(crate) fn written(&self) -> Vec<PathBuf> {
        let scratch = (self.level() != Level::Namespaces).then_some(&self.confine.scratch);
        let written = scratch.into_iter().chain(&self.confine.writable);
        written.map(PathBuf::from).collect()
    }

    /// The promises of the level that this system does not keep, and the
    /// reasons why it is no stronger level; each entry is a phrase.
    pub fn missing(&self) -> &[String] {
        &self.missing
    }

    /// Returns the phrase of a report on who enforces the limits.
    pub fn limited_by(&self) -> String {
        cgroup::note()
    }
}

/// The first folder around `path` that not everybody may enter.
fn closed(path: &Path) -> Option<&Path> {
    let may_enter = |folder: &Path| {
        fs::metadata(folder).is_ok_and(|data| data.permissions().mode() & 0o001 != 0)
    };
    path.ancestors().skip(1).find(|folder| !may_enter(folder))
}

/// The supervisors that have not ended, by their numbers.
static SUPERVISORS: Mutex<BTreeMap<u32, Arc<Connection>>> = Mutex::new(BTreeMap::new());

/// Ends all supervisors, and with each its programs, but waits no longer than
/// `patience`. No more are started once this process is ending.
pub(crate) fn await_end_of_all(patience: Duration) {
    let deadline = Instant::now() + patience;
    let connections: Vec<Arc<Connection>> = lock(&SUPERVISORS).values().cloned().collect();
    for one in &connections {
        one.hang_up();
    }
    for one in &connections {
        while !one.has_ended() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

#[derive(Debug)]
struct Connection {
    socket: OwnedFd,
    /// The process that was started, which at [`Level::Namespaces`] waits for the
    /// supervisor itself, its only child.
    child: Mutex<Child>,
}

impl Connection {
    /// Tells the supervisor to end.
    fn hang_up(&self) {
        // An error says that it has ended.
        let _ = rustix::net::shutdown(&self.socket, rustix::net::Shutdown::Both);
    }

    fn has_ended(&self) -> bool {
        // An error says that it was waited for.
        !matches!(lock(&self.child).try_wait(), Ok(None))
    }
}

/// The process that starts the programs of a sandbox; dropped, it ends.
#[derive(Debug)]
pub(crate) struct Supervisor {
    connection: Arc<Connection>,
    /// The supervisor's number: all that its programs start descends from it.
    pub(crate) root: i32,
    busy: AtomicBool,
    /// Set if it has ended, or does not answer.
    lost: AtomicBool,
    /// In microseconds.
    cpu: AtomicU64,
}

enum Refusal {
    Level(String),
    Failed(io::Error),
}

/// The end of a program, and the folder with what it has written, if the supervisor
/// has it.
pub(crate) type Ending = (Status, Option<OwnedFd>);

impl Supervisor {
    fn start(confine: &Confine, cgroup: Option<&Cgroup>) -> Result<(Self, Vec<String>), Refusal> {
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
        let connection = Arc::new(Connection {
            socket,
            child: Mutex::new(child),
        });
        supervisors.insert(id, Arc::clone(&connection));
        drop(supervisors);
        let pid = id.cast_signed();
        let mut supervisor = Self {
            connection,
            root: pid,
            busy: AtomicBool::new(false),
            lost: AtomicBool::new(false),
            cpu: AtomicU64::new(0),
        };
        let entrances = cgroup.map_or(Ok(Vec::new()), Cgroup::entrances);
        let entrances = entrances.map_err(Refusal::Failed)?;
        let entrances: Vec<_> = entrances.iter().map(AsFd::as_fd).collect();
        let ask = |request: &Request, files: &[BorrowedFd<'_>]| {
            send(&supervisor, request, files).and_then(|()| receive(&supervisor))
        };
        let mut reply = ask(&Request::Confine(confine.clone()), &entrances);
        if let Ok(Some((Reply::MapUsers, _))) = reply {
            map_users(id, confine)
                .map_err(|error| Refusal::Level(format!("its users cannot be mapped: {error}")))?;
            reply = ask(&Request::Mapped, &[]);
        }
        match reply.map_err(Refusal::Failed)? {
            Some((Reply::Confined(missing), _)) => {
                if confine.level == Level::Namespaces
                    && let [root] = children(pid)[..]
                {
                    supervisor.root = root;
                }
                Ok((supervisor, missing))
            }
            Some((Reply::NotConfined(why), _)) => Err(Refusal::Level(why)),
            _ => Err(Refusal::Level("its supervisor has ended".to_owned())),
        }
    }

    /// Starts a program with these standard streams. A supervisor has one at a
    /// time.
    pub(crate) fn launch(&self, start: Start, streams: &[File; 3]) -> Result<(), Unlaunched> {
        if self.busy.swap(true, Ordering::Acquire) {
            return Err(Unlaunched::Host(Errno::EBUSY.into()));
        }
        let launched = self.ask_to_launch(start, streams);
        if launched.is_err() {
            self.busy.store(false, Ordering::Release);
        }
        launched
    }

    fn ask_to_launch(&self, start: Start, streams: &[File; 3]) -> Result<(), Unlaunched> {
        let streams = streams.each_ref().map(AsFd::as_fd);
        let reply = send(self, &Request::Start(start), &streams).and_then(|()| receive(self));
        match reply {
            Ok(Some((Reply::Started, _))) => Ok(()),
            Ok(Some((Reply::NotStarted(number), _))) => {
                Err(Unlaunched::Program(io::Error::from_raw_os_error(number)))
            }
            Ok(Some((Reply::Failed(number), _))) => {
                Err(Unlaunched::Host(io::Error::from_raw_os_error(number)))
            }
            _ => Err(Unlaunched::Host(self.give_up())),
        }
    }

    /// The CPU time of all processes that the supervisor had reaped when it last replied,
    /// in microseconds.
    pub(crate) fn cpu(&self) -> u64 {
        self.cpu.load(Ordering::Acquire)
    }

    /// Sends `signal` to all processes of the program that runs.
    pub(crate) fn signal(&self, signal: Signal) {
        // An error says that the supervisor is gone, and so are they, or that a program has
        // stopped it, and it has more messages than it reads.
        let _ = try_to_send(self, &Request::Signal(signal as i32));
    }

    /// Sends `request`, and returns when it is done. Returns how the program that runs has
    /// ended, if it has.
    pub(crate) fn ask(&self, request: &Request) -> Option<io::Result<Ending>> {
        let mut end = None;
        let mut reply = send(self, request, &[]).and_then(|()| receive(self));
        while let Ok(Some((Reply::Ended(ended), written))) = reply {
            end = Some(Ok(self.free(&ended, written)));
            reply = receive(self);
        }
        match reply {
            Ok(Some((Reply::Done(cpu), _))) => {
                self.cpu.store(cpu, Ordering::Release);
                end
            }
            _ => Some(Err(self.give_up())),
        }
    }

    pub(crate) fn ended(&self) -> io::Result<Ending> {
        match receive(self) {
            Ok(Some((Reply::Ended(ended), written))) => Ok(self.free(&ended, written)),
            _ => Err(self.give_up()),
        }
    }

    /// Makes room for the next program.
    fn free(&self, ended: &Ended, written: Vec<OwnedFd>) -> Ending {
        self.cpu.store(ended.cpu, Ordering::Release);
        self.busy.store(false, Ordering::Release);
        (ended.status, written.into_iter().next())
    }

    /// Returns the error of a program whose supervisor has ended.
    fn give_up(&self) -> io::Error {
        self.lost.store(true, Ordering::Release);
        lost()
    }

    /// Kills the supervisor, which does not answer: a program may have stopped it.
    pub(crate) fn kill(&self) {
        for pid in descendants(self.root).chain([self.root]) {
            // An error says that it has ended.
            let _ = kill(nix::unistd::Pid::from_raw(pid), Signal::SIGKILL);
        }
        let _ = lock(&self.connection.child).kill();
    }
}

pub(crate) enum Unlaunched {
    /// It cannot be.
    Program(io::Error),
    /// The machine failed.
    Host(io::Error),
}

/// The error of a supervisor that is gone. It does not return if this process is
/// ending: the program has not failed.
fn lost() -> io::Error {
    park_if_ending();
    io::Error::other("the sandbox's supervisor has ended")
}

impl AsFd for Supervisor {
    /// Can be read when the program has ended.
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.connection.socket.as_fd()
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        self.connection.hang_up();
        let id = lock(&self.connection.child).id();
        // Without the lock, so that the end of this process need not wait for it.
        if let Some(pid) = Pid::from_raw(id.cast_signed()) {
            let _ = waitid(
                WaitId::Pid(pid),
                WaitIdOptions::EXITED | WaitIdOptions::NOWAIT,
            );
        }
        // An error says that it was waited for.
        let _ = lock(&self.connection.child).wait();
        lock(&SUPERVISORS).remove(&id);
    }
}

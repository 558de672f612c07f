//! The process that starts sandboxed programs, one after the other, and ends
//! all that each of them started.
//!
//! It is the marker's own executable, run again, with one thread, so that a
//! child may share its memory until it becomes a program. At level A it is the
//! first process of a PID namespace: when it ends, in whatever way, the kernel
//! ends every process in it.

mod landlock;
mod namespaces;
mod program;
mod seccomp;
mod spawn;

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::PathBuf;
use std::process;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::prctl;
use nix::sys::resource::{Usage, UsageWho, getrusage};
use nix::sys::signal::{SigSet, Signal, kill, killpg};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::sys::time::TimeValLike;
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{ForkResult, Pid, close};

use crate::linux::message::{Confine, Ended, Reply, Request, Status, receive, send};
use crate::linux::tree::{children, ticks_per_second};
use crate::policy::Level;

/// The argument that makes the executable a supervisor.
pub(crate) const ARGUMENT: &str = "--sandbox-supervisor";

/// Becomes a supervisor, and does not return, if the command line asks for
/// one. A program that uses this crate calls it before anything else.
pub fn supervise_if_asked() {
    let mut args = std::env::args_os().skip(1);
    if args.next().as_deref() == Some(OsStr::new(ARGUMENT)) {
        close_inherited_files();
        let ended = supervise(io::stdin().as_fd());
        process::exit(i32::from(ended.is_err()));
    }
}

/// Closes every file but the standard streams: programs would inherit those
/// that the marker, or a library of its, has left open.
fn close_inherited_files() {
    let open: Vec<i32> = fs::read_dir("/proc/self/fd")
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .collect();
    for file in open.into_iter().filter(|file| *file > 2) {
        // An error says that it was the folder itself.
        let _ = close(file);
    }
}

/// The files that the programs of a sandbox may reach.
struct Files {
    level: Level,
    readable: Vec<PathBuf>,
    writable: Vec<PathBuf>,
    hidden: Vec<PathBuf>,
    builds: bool,
}

impl From<Confine> for Files {
    fn from(confine: Confine) -> Self {
        let paths = |all: Vec<_>| all.into_iter().map(PathBuf::from).collect();
        Self {
            level: Level::ALL[confine.level],
            readable: paths(confine.readable),
            writable: paths(confine.writable),
            hidden: paths(confine.hidden),
            builds: confine.builds,
        }
    }
}

fn supervise(socket: BorrowedFd<'_>) -> io::Result<()> {
    let Some((Request::Confine(confine), _)) = receive(socket)? else {
        return Ok(());
    };
    let files = Files::from(confine);
    let serve = || Supervisor::confined(socket, &files)?.serve();
    let served = match files.level {
        Level::A => namespaces::enter(&files, serve),
        _ => serve(),
    };
    served.or_else(|error| send(socket, &Reply::NotConfined(error.to_string()), &[]))
}

struct Supervisor<'a> {
    socket: BorrowedFd<'a>,
    files: &'a Files,
    programs: program::Starter,
    /// Can be read when a child has ended.
    ended: SignalFd,
}

impl<'a> Supervisor<'a> {
    /// Confines this process.
    fn confined(socket: BorrowedFd<'a>, files: &'a Files) -> io::Result<Self> {
        // An orphan comes to this process and is ended with the rest.
        prctl::set_child_subreaper(true)?;
        let mut children = SigSet::empty();
        children.add(Signal::SIGCHLD);
        children.thread_block()?;
        let flags = SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK;
        let ended = SignalFd::with_flags(&children, flags)?;
        if files.level != Level::Off {
            // A program would otherwise find the marker's secrets in a memory
            // image, or trace this process.
            prctl::set_dumpable(false)?;
            drop_capabilities()?;
            prctl::set_no_new_privs()?;
            seccomp::apply(files.level, files.builds)?;
        }
        let (rules, missing) = landlock::Rules::new(files)?;
        send(socket, &Reply::Confined(missing), &[])?;
        Ok(Self {
            socket,
            files,
            programs: program::Starter::new(rules),
            ended,
        })
    }

    fn serve(mut self) -> io::Result<()> {
        while let Some((request, streams)) = receive(self.socket)? {
            match request {
                Request::Start(start) => match self.programs.start(start, streams) {
                    Ok(main) => self.run(main)?,
                    Err(error) => {
                        let number = error.raw_os_error().unwrap_or(Errno::EINVAL as i32);
                        send(self.socket, &Reply::NotStarted(number), &[])?;
                    }
                },
                // The program has ended meanwhile.
                Request::Signal(_) => {}
                Request::Stop => send(self.socket, &Reply::Stopped, &[])?,
                Request::Confine(_) => return Err(Errno::EALREADY.into()),
            }
        }
        Ok(())
    }

    /// Sees the program whose main process is `main` to its end.
    fn run(&self, main: Pid) -> io::Result<()> {
        let status = self.status_of(main);
        // Nothing stays if the marker is gone, or was when the program began.
        self.end_all(main);
        let ended = Ended {
            status: status?,
            clean: self.files.level != Level::A || namespaces::clear_temporary(self.files),
            ticks: ticks(),
        };
        send(self.socket, &Reply::Ended(ended), &[])
    }

    /// Does what the marker asks for until `main` has ended, and returns how. An
    /// error says that the marker is gone.
    fn status_of(&self, main: Pid) -> io::Result<Status> {
        send(self.socket, &Reply::Started, &[])?;
        loop {
            let watched = [self.socket, self.ended.as_fd()];
            let mut watched = watched.map(|file| PollFd::new(file, PollFlags::POLLIN));
            match poll(&mut watched, PollTimeout::NONE) {
                Err(Errno::EINTR) => continue,
                ready => ready?,
            };
            let [asked, ended] = watched.map(|file| file.any() == Some(true));
            if ended {
                while self.ended.read_signal()?.is_some() {}
                if let Some(status) = reap(main) {
                    return Ok(status);
                }
            }
            if asked {
                match receive(self.socket) {
                    Ok(Some((Request::Signal(number), _))) => {
                        if let Ok(signal) = Signal::try_from(number) {
                            self.signal_all(main, signal);
                        }
                    }
                    Ok(Some((Request::Stop, _))) => {
                        self.signal_all(main, Signal::SIGSTOP);
                        send(self.socket, &Reply::Stopped, &[])?;
                    }
                    _ => return Err(Errno::EPIPE.into()),
                }
            }
        }
    }

    /// Ends and reaps every process that was started.
    fn end_all(&self, main: Pid) {
        loop {
            self.signal_all(main, Signal::SIGKILL);
            match waitpid(None, None) {
                // A fork bomb leaves thousands, and each signal visits them all.
                Ok(_) => {
                    let _ = reap(main);
                }
                Err(Errno::EINTR) => {}
                Err(_) => return,
            }
        }
    }

    /// Sends `signal` to every process that was started. An error says that
    /// one has ended.
    fn signal_all(&self, main: Pid, signal: Signal) {
        if self.files.level == Level::A {
            // Every process of the namespace but this one.
            let _ = kill(Pid::from_raw(-1), signal);
            return;
        }
        let _ = killpg(main, signal);
        let mut family = children(Pid::this().as_raw());
        while let Some(pid) = family.pop() {
            family.extend(children(pid));
            let _ = kill(Pid::from_raw(pid), signal);
        }
    }
}

/// Forks this process.
#[expect(
    unsafe_code,
    reason = "the first process of a namespace must be a child"
)]
fn fork() -> nix::Result<ForkResult> {
    // SAFETY: A supervisor has one thread, so no other can hold a lock, or have
    // left data half changed, that the child would find so for ever.
    unsafe { nix::unistd::fork() }
}

/// Drops all capabilities for good: as root, or in a user namespace, a process
/// could use them against its own confinement.
fn drop_capabilities() -> io::Result<()> {
    use caps::CapSet;

    // An error says that the set cannot be changed, and so holds nothing, or
    // that what it holds cannot be gained: privileges are never gained here.
    let _ = caps::clear(None, CapSet::Ambient);
    let _ = caps::clear(None, CapSet::Bounding);
    for set in [CapSet::Effective, CapSet::Permitted, CapSet::Inheritable] {
        caps::clear(None, set).map_err(io::Error::other)?;
    }
    Ok(())
}

/// The CPU time of this process and of all that it has reaped, in ticks of the
/// system's clock.
fn ticks() -> u64 {
    let micros = |who| {
        let usage = getrusage(who).ok();
        let micros = |usage: Usage| {
            usage.user_time().num_microseconds() + usage.system_time().num_microseconds()
        };
        usage.map_or(0, micros).cast_unsigned()
    };
    let micros = micros(UsageWho::RUSAGE_SELF) + micros(UsageWho::RUSAGE_CHILDREN);
    micros * ticks_per_second() / 1_000_000
}

/// Reaps the children that have ended, and returns the status of `main` if it
/// was among them.
fn reap(main: Pid) -> Option<Status> {
    let mut status = None;
    loop {
        match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
            Ok(WaitStatus::Exited(pid, code)) if pid == main => {
                status = Some(Status::Exited(code));
            }
            Ok(WaitStatus::Signaled(pid, signal, _)) if pid == main => {
                status = Some(Status::Signalled(signal as i32));
            }
            Ok(WaitStatus::StillAlive) | Err(Errno::ECHILD) => return status,
            Ok(_) | Err(_) => {}
        }
    }
}

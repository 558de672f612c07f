//! The process that starts sandboxed programs, one after the other, and ends everything that each
//! of them started.
//!
//! It is the marker's own executable, run again with one thread, so that it may fork. At
//! [`Level::Namespaces`] it is the first process of a PID namespace: when it ends, the kernel ends
//! every process in it.

mod landlock;
mod namespaces;
mod program;
mod seccomp;

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::process;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::prctl;
use nix::sys::signal::{SigHandler, SigSet, Signal, kill, killpg, signal};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{Pid, close};

use crate::error::is_exhaustion;
use crate::linux::message::{Confine, ProgramStatus, Reply, Request, Start, receive, send};
use crate::linux::tree::descendants;
use crate::policy::Level;

pub(crate) use namespaces::INNER_ID;

pub(crate) const ARGUMENT: &str = "--sandbox-supervisor";

/// Becomes a supervisor, and does not return, if the command line asks for one. Call it first in
/// `main`.
pub fn supervise_if_asked() {
    let mut args = std::env::args_os().skip(1);
    if args.next().as_deref() == Some(OsStr::new(ARGUMENT)) {
        close_inherited_files();
        ignore_no_signal();
        let ended = supervise(io::stdin().as_fd());
        process::exit(i32::from(ended.is_err()));
    }
}

/// Closes every file but the standard streams: programs would inherit files that the marker or one
/// of its libraries has left open.
fn close_inherited_files() {
    let open: Vec<i32> = fs::read_dir("/proc/self/fd")
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .collect();
    for file in open.into_iter().filter(|file| *file > 2) {
        // An error means that it was the folder itself.
        let _ = close(file);
    }
}

/// Gives all signals their default effect. Programs would inherit ignored ones, as under nohup(1).
#[expect(unsafe_code, reason = "a handler could be anything")]
fn ignore_no_signal() {
    for one in Signal::iterator() {
        // SAFETY: The usual effect is no handler. It fails for SIGKILL and SIGSTOP.
        let _ = unsafe { signal(one, SigHandler::SigDfl) };
    }
}

fn supervise(socket: BorrowedFd<'_>) -> io::Result<()> {
    let Some((Request::Confine(confine), entrances)) = receive(socket)? else {
        return Ok(());
    };
    // If memory runs out, the kernel ends a program and not the marker. Set by root before the
    // namespace, it is also the lowest value that a program can set.
    fs::write("/proc/self/oom_score_adj", "1000")?;
    let served = match confine.level {
        Level::Namespaces => namespaces::enter(&confine, socket, |root| {
            Supervisor::confined(socket, &confine, entrances, Some(root))?.serve()
        }),
        _ => Supervisor::confined(socket, &confine, entrances, None).and_then(Supervisor::serve),
    };
    served.or_else(|error| send(socket, &Reply::NotConfined(error.to_string()), &[]))
}

struct Supervisor<'a> {
    socket: BorrowedFd<'a>,
    confinement: program::Confinement,
    root: Option<namespaces::Root>,
    ended: SignalFd,
}

impl<'a> Supervisor<'a> {
    fn confined(
        socket: BorrowedFd<'a>,
        confine: &Confine,
        entrances: Vec<OwnedFd>,
        root: Option<namespaces::Root>,
    ) -> io::Result<Self> {
        // Orphans become children of this process, which ends them with the rest.
        prctl::set_child_subreaper(true)?;
        let mut children = SigSet::empty();
        children.add(Signal::SIGCHLD);
        children.thread_block()?;
        let flags = SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK;
        let ended = SignalFd::with_flags(&children, flags)?;
        if confine.level != Level::Off {
            // Otherwise a program could find the marker's secrets in a core dump, or trace this
            // process.
            prctl::set_dumpable(false)?;
        }
        let filter = seccomp::Filter::of(confine)?;
        let (rules, missing) = match confine.level {
            Level::Landlock => {
                let (rules, missing) = landlock::LandlockRules::new(confine)?;
                (Some(rules), missing)
            }
            _ => (None, Vec::new()),
        };
        send(socket, &Reply::Confined(missing), &[])?;
        Ok(Self {
            socket,
            confinement: program::Confinement {
                rules,
                filter,
                user: match &root {
                    Some(root) => root.user,
                    None => confine.user,
                },
                entrances,
                builds: confine.builds,
            },
            root,
            ended,
        })
    }

    fn serve(mut self) -> io::Result<()> {
        while let Some((request, streams)) = receive(self.socket)? {
            match request {
                Request::Start(start) => match self.start(&start, streams) {
                    Ok(main) => self.run(main)?,
                    Err(reply) => send(self.socket, &reply, &[])?,
                },
                // The program has ended meanwhile.
                Request::Signal(_) => {}
                Request::Stop => send(self.socket, &Reply::Stopped, &[])?,
                Request::Confine(_) | Request::Mapped => return Err(Errno::EALREADY.into()),
            }
        }
        Ok(())
    }

    fn start(&mut self, start: &Start, streams: Vec<OwnedFd>) -> Result<Pid, Reply> {
        let number = |error: &io::Error| error.raw_os_error().unwrap_or(Errno::EINVAL as i32);
        if let Some(root) = &mut self.root {
            root.make_folders(start)
                .map_err(|error| Reply::Failed(number(&error)))?;
            // Each program sees the same process numbers, whatever the last one started. An error
            // means that the kernel cannot set them (CONFIG_CHECKPOINT_RESTORE).
            let _ = fs::write("/proc/sys/kernel/ns_last_pid", "1");
        }
        self.confinement.start(start, streams).map_err(|error| {
            if is_exhaustion(&error) || number(&error) == program::UNCONFINED {
                Reply::Failed(number(&error))
            } else {
                Reply::NotStarted(number(&error))
            }
        })
    }

    fn run(&self, main: Pid) -> io::Result<()> {
        let status = self.status_of(main);
        // Nothing remains if the marker is gone, or was when the program started.
        self.end_all(main);
        let written = self.root.as_ref().and_then(|root| root.written.as_ref());
        let written = written.map(AsFd::as_fd);
        send(self.socket, &Reply::Ended(status?), written.as_slice())
    }

    /// Serves the marker until `main` has ended, and returns its status. An error means that the
    /// marker is gone.
    fn status_of(&self, main: Pid) -> io::Result<ProgramStatus> {
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

    fn end_all(&self, main: Pid) {
        loop {
            self.signal_all(main, Signal::SIGKILL);
            match waitpid(None, None) {
                // A fork bomb leaves many, and each signal visits them all.
                Ok(_) => {
                    let _ = reap(main);
                }
                Err(Errno::EINTR) => {}
                Err(_) => return,
            }
        }
    }

    /// An error means that a process has ended.
    fn signal_all(&self, main: Pid, signal: Signal) {
        if self.root.is_some() {
            // Every process of the namespace but this one.
            let _ = kill(Pid::from_raw(-1), signal);
            return;
        }
        let _ = killpg(main, signal);
        for pid in descendants(Pid::this().as_raw()) {
            let _ = kill(Pid::from_raw(pid), signal);
        }
    }
}

/// Drops all capabilities for good: as root, or in a user namespace, a process could use them
/// against its own confinement.
fn drop_capabilities() -> io::Result<()> {
    use caps::CapSet;

    // An error means that the set cannot be changed, so it is empty, or that no process can gain
    // what it holds: privileges are never gained here.
    let _ = caps::clear(None, CapSet::Ambient);
    let _ = caps::clear(None, CapSet::Bounding);
    for set in [CapSet::Effective, CapSet::Permitted, CapSet::Inheritable] {
        caps::clear(None, set).map_err(io::Error::other)?;
    }
    Ok(())
}

fn reap(main: Pid) -> Option<ProgramStatus> {
    let mut status = None;
    loop {
        match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
            Ok(WaitStatus::Exited(pid, code)) if pid == main => {
                status = Some(ProgramStatus::Exited(code));
            }
            Ok(WaitStatus::Signaled(pid, signal, _)) if pid == main => {
                status = Some(ProgramStatus::Signalled(signal as i32));
            }
            Ok(WaitStatus::StillAlive) | Err(Errno::ECHILD) => return status,
            Ok(_) | Err(_) => {}
        }
    }
}

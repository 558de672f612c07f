//! The marker's side of a supervisor.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::mem;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::sys::socket::{AddressFamily, SockFlag, SockType, socketpair};
use nix::unistd::{getegid, geteuid};
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use super::cgroup::Cgroup;
use super::message::{Confine, Reply, Request, receive, send};
use super::supervisor::{ARGUMENT, INNER_ID};
use super::tree::{children, descendants};
use crate::ending::{is_ending, park_if_ending};
use crate::lock;
use crate::policy::Level;

static CONNECTIONS: Mutex<BTreeMap<u32, OwnedFd>> = Mutex::new(BTreeMap::new());

/// Ends all supervisors with their programs, and waits at most `patience`. No new ones start once
/// this process is ending.
pub(crate) fn await_end_of_all(patience: Duration) {
    let deadline = Instant::now() + patience;
    let all = mem::take(&mut *lock(&CONNECTIONS));
    all.values().for_each(hang_up);
    for id in all.into_keys() {
        while !has_ended(id) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

fn hang_up(socket: &OwnedFd) {
    // An error means that it has ended.
    let _ = rustix::net::shutdown(socket, rustix::net::Shutdown::Both);
}

fn has_ended(id: u32) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    let ended = Pid::from_raw(id.cast_signed()).map(|pid| waitid(WaitId::Pid(pid), options));
    // An error means that it was waited for.
    !matches!(ended, Some(Ok(None)))
}

#[derive(Debug)]
pub(crate) struct Connection {
    socket: OwnedFd,
    /// The started process. At [`Level::Namespaces`] it waits for the supervisor, its only child.
    child: Child,
    pub(crate) root: i32,
}

impl Connection {
    /// Starts a supervisor that has confined itself. Returns it with the promises of the level that
    /// this kernel does not keep, or the reason why the level is not available.
    pub(crate) fn open(
        confine: &Confine,
        cgroup: Option<&Cgroup>,
    ) -> io::Result<Result<(Self, Vec<String>), String>> {
        let kind = SockType::SeqPacket;
        let (socket, theirs) = socketpair(AddressFamily::Unix, kind, None, SockFlag::SOCK_CLOEXEC)?;
        let registered = socket.try_clone()?;
        let mut connections = lock(&CONNECTIONS);
        if is_ending() {
            drop(connections);
            return Err(lost());
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
            .spawn()?;
        let id = child.id();
        connections.insert(id, registered);
        drop(connections);
        let mut opened = Self {
            socket,
            child,
            root: id.cast_signed(),
        };
        let entrances = cgroup.map_or(Ok(Vec::new()), Cgroup::entrances)?;
        let entrances: Vec<_> = entrances.iter().map(AsFd::as_fd).collect();
        send(&opened, &Request::Confine(confine.clone()), &entrances)?;
        let mut reply = receive(&opened)?;
        if let Some((Reply::MapUsers, _)) = reply {
            if let Err(error) = map_users(id, confine) {
                return Ok(Err(format!("its users cannot be mapped: {error}")));
            }
            send(&opened, &Request::Mapped, &[])?;
            reply = receive(&opened)?;
        }
        Ok(match reply {
            Some((Reply::Confined(missing), _)) => {
                if confine.level == Level::Namespaces
                    && let [root] = children(opened.root)[..]
                {
                    opened.root = root;
                }
                Ok((opened, missing))
            }
            Some((Reply::NotConfined(why), _)) => Err(why),
            _ => Err("its supervisor has ended".to_owned()),
        })
    }

    pub(crate) fn ask(
        &self,
        request: &Request,
        files: &[BorrowedFd<'_>],
    ) -> io::Result<(Reply, Vec<OwnedFd>)> {
        send(self, request, files).map_err(|_| lost())?;
        self.reply()
    }

    pub(crate) fn reply(&self) -> io::Result<(Reply, Vec<OwnedFd>)> {
        receive(self).ok().flatten().ok_or_else(lost)
    }

    pub(crate) fn signal(&self, signal: Signal) {
        // An error means that the supervisor and its programs are gone, or that a program has
        // stopped it and its socket is full.
        let request = Request::Signal(signal as i32);
        let _ = send(self, &request, &[]);
    }

    /// Kills a supervisor that does not answer: a program may have stopped it.
    pub(crate) fn kill(&mut self) {
        for pid in descendants(self.root).chain([self.root]) {
            // An error means that it has ended.
            let _ = kill(nix::unistd::Pid::from_raw(pid), Signal::SIGKILL);
        }
        let _ = self.child.kill();
    }
}

/// Maps the users of the namespace of `supervisor`, a child of this process: its own user, and that
/// of its programs. Both are the same if this process has no other user to give.
fn map_users(supervisor: u32, confine: &Confine) -> io::Result<()> {
    let file = |name: &str| format!("/proc/{supervisor}/{name}");
    let map = |own| match confine.user {
        Some(user) => format!("0 {own} 1\n{INNER_ID} {user} 1"),
        None => format!("{INNER_ID} {own} 1"),
    };
    if confine.user.is_none() {
        fs::write(file("setgroups"), "deny")?;
    }
    fs::write(file("uid_map"), map(geteuid().as_raw()))?;
    fs::write(file("gid_map"), map(getegid().as_raw()))
}

/// Returns the error for a supervisor that is gone. Does not return if this process is ending: the
/// program has not failed.
fn lost() -> io::Error {
    park_if_ending();
    io::Error::other("the sandbox's supervisor has ended")
}

impl AsFd for Connection {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        hang_up(&self.socket);
        // An error means that it was waited for.
        let _ = self.child.wait();
        lock(&CONNECTIONS).remove(&self.child.id());
    }
}

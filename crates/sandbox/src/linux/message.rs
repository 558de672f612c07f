//! The messages between a marker and a supervisor: JSON over a socket that preserves message
//! boundaries, with open files beside them.

use std::ffi::OsString;
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;

use rustix::io::Errno;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{Level, Limits};

/// The longest message, in bytes. A socket's buffer holds it.
const LONGEST: usize = 96 << 10;

/// The largest number of files with a message: those for entering a control group.
const FILES: usize = 4;

#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Request {
    Confine(Confine),
    Mapped,
    Start(Start),
    Signal(i32),
    Stop,
}

/// A [`Policy`](crate::Policy) with a level to try. Paths are `OsString`s, which JSON can carry
/// whatever their bytes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Confine {
    pub(crate) level: Level,
    pub(crate) readable: Vec<OsString>,
    pub(crate) writable: Vec<OsString>,
    pub(crate) secret: Vec<OsString>,
    pub(crate) scratch: OsString,
    pub(crate) builds: bool,
    pub(crate) player: bool,
    pub(crate) counts_memory: bool,
    pub(crate) user: Option<u32>,
}

pub(crate) fn paths(all: &[OsString]) -> impl Iterator<Item = &Path> {
    all.iter().map(Path::new)
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Start {
    pub(crate) command: OsString,
    pub(crate) name: OsString,
    pub(crate) args: Vec<OsString>,
    pub(crate) env: Vec<(OsString, OsString)>,
    pub(crate) directory: OsString,
    pub(crate) folder: Option<OsString>,
    pub(crate) writes: Vec<String>,
    pub(crate) limits: Limits,
    /// The number of processes and threads that its user may have.
    pub(crate) processes: u64,
    pub(crate) open_files: u64,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Reply {
    /// Its namespace has users that only the marker may map.
    MapUsers,
    Confined(Vec<String>),
    NotConfined(String),
    Started,
    NotStarted(i32),
    Failed(i32),
    Stopped,
    /// The main process has ended, and everything it started is gone. At [`Level::Namespaces`] the
    /// folder with its files comes with the message.
    Ended(ProgramStatus),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ProgramStatus {
    Exited(i32),
    Signalled(i32),
}

/// Sends a message without waiting: a program may have stopped the supervisor, and every other
/// receiver leaves only a few messages unread.
pub(crate) fn send(
    socket: impl AsFd,
    message: &impl Serialize,
    files: &[BorrowedFd<'_>],
) -> io::Result<()> {
    let bytes = serde_json::to_vec(message)?;
    if bytes.len() > LONGEST {
        return Err(Errno::TOOBIG.into());
    }
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(FILES))];
    let mut beside = SendAncillaryBuffer::new(&mut space);
    if !files.is_empty() {
        beside.push(SendAncillaryMessage::ScmRights(files));
    }
    let bytes = [IoSlice::new(&bytes)];
    let flags = SendFlags::NOSIGNAL | SendFlags::DONTWAIT;
    loop {
        match sendmsg(&socket, &bytes, &mut beside, flags) {
            Err(Errno::INTR) => {}
            sent => return sent.map(drop).map_err(io::Error::from),
        }
    }
}

pub(crate) fn receive<T: DeserializeOwned>(
    socket: impl AsFd,
) -> io::Result<Option<(T, Vec<OwnedFd>)>> {
    let mut bytes = vec![0; LONGEST];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(FILES))];
    let mut beside = RecvAncillaryBuffer::new(&mut space);
    let received = loop {
        let bytes = &mut [IoSliceMut::new(&mut bytes)];
        match recvmsg(&socket, bytes, &mut beside, RecvFlags::CMSG_CLOEXEC) {
            Err(Errno::INTR) => {}
            Err(Errno::CONNRESET) => return Ok(None),
            received => break received?.bytes,
        }
    };
    let files = beside
        .drain()
        .filter_map(|message| match message {
            RecvAncillaryMessage::ScmRights(files) => Some(files),
            _ => None,
        })
        .flatten()
        .collect();
    if received == 0 {
        return Ok(None);
    }
    Ok(Some((serde_json::from_slice(&bytes[..received])?, files)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use nix::sys::socket::{AddressFamily, SockFlag, SockType, socketpair};

    #[test]
    fn a_message_that_is_too_long_is_an_error_and_a_closed_socket_is_none() {
        let kind = SockType::SeqPacket;
        let pair = socketpair(AddressFamily::Unix, kind, None, SockFlag::SOCK_CLOEXEC);
        let (one, two) = pair.expect("a socket");
        let long = Reply::NotConfined("x".repeat(LONGEST));
        assert!(send(&one, &long, &[]).is_err());
        drop(one);
        assert!(receive::<Reply>(&two).expect("no error").is_none());
    }
}

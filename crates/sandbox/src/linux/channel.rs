//! The terminal between a session and its program.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::stat::fstat;
use nix::unistd::{read, write};
use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};

use crate::launched::Launched;
use crate::linux::supervised::{Supervised, await_any_of};
use crate::linux::tree::{Idleness, activity};
use crate::session::{Channel, Streams};
use crate::terminal::{END_OF_INPUT, make_plain};

/// A program counts as waiting for input after it was idle in this many checks in a row, if the
/// system does not report it.
const QUIET: u32 = 150;

const DELIVERY: Duration = Duration::from_secs(2);

/// A pseudo-terminal, and a pipe for standard error.
pub struct Terminal {
    opened: Instant,
    ours: OwnedFd,
    /// The program's side, opened again for us to write to. It is non-blocking, which the program's
    /// own must not be.
    back_door: OwnedFd,
    device: u64,
    errors: Option<OwnedFd>,
    pending: Vec<u8>,
    idleness: Idleness,
}

impl Channel for Terminal {
    type Processes = Supervised;

    const CHECK: Duration = Duration::from_millis(1);

    fn open() -> io::Result<(Self, [File; 3])> {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let ours = openpt(flags)?;
        grantpt(&ours)?;
        unlockpt(&ours)?;
        let theirs = ioctl_tiocgptpeer(&ours, flags)?;
        let back_door = ioctl_tiocgptpeer(&ours, flags)?;
        for side in [&ours, &back_door] {
            fcntl(side, FcntlArg::F_SETFL(OFlag::O_RDWR | OFlag::O_NONBLOCK))?;
        }
        make_plain(&theirs)?;
        let (errors, stderr) = io::pipe()?;
        let terminal = Self {
            opened: Instant::now(),
            device: fstat(&theirs)?.st_rdev,
            ours,
            back_door,
            errors: Some(errors.into()),
            pending: Vec::new(),
            idleness: Idleness::default(),
        };
        let theirs = [theirs.try_clone()?, theirs, stderr.into()];
        Ok((terminal, theirs.map(File::from)))
    }

    fn send(&mut self, bytes: &[u8], _: &Streams) {
        self.pending.extend_from_slice(bytes);
        self.idleness.end();
        self.hand_over();
    }

    fn end_input(&mut self, streams: &Streams) {
        self.send(&[END_OF_INPUT], streams);
    }

    fn input_left(&self) -> usize {
        self.pending.len()
    }

    fn read(&mut self, patience: Duration, streams: &mut Streams) -> bool {
        self.hand_over();
        let mut buffer = [0; 4096];
        let mut descriptors = vec![PollFd::new(self.ours.as_fd(), PollFlags::POLLIN)];
        if let Some(errors) = &self.errors {
            descriptors.push(PollFd::new(errors.as_fd(), PollFlags::POLLIN));
        }
        if await_any_of(&mut descriptors, patience).is_err() {
            return false;
        }
        let ready: Vec<bool> = descriptors
            .iter()
            .map(|descriptor| descriptor.any() == Some(true))
            .collect();
        let mut any = false;
        if ready[0]
            && let Ok(count @ 1..) = read(&self.ours, &mut buffer)
        {
            streams.stdout.push(&buffer[..count]);
            any = true;
        }
        if ready.get(1) == Some(&true) {
            match self.errors.as_ref().map(|errors| read(errors, &mut buffer)) {
                Some(Ok(count @ 1..)) => {
                    streams.push_error(&buffer[..count]);
                    any = true;
                }
                _ => self.errors = None,
            }
        }
        if any {
            self.idleness.end();
        }
        any
    }

    fn read_rest(&mut self, streams: &mut Streams) {
        self.fence(streams);
        while !streams.is_over() && self.read(Duration::ZERO, streams) {}
    }

    fn awaits_input(&mut self, launched: &mut Launched<Supervised>, streams: &mut Streams) -> bool {
        // Check the unread input first: a thread that reads after everything was taken waits for
        // more.
        if !self.pending.is_empty() || self.has_unread() {
            return false;
        }
        let activity = activity(launched.processes.root, self.device);
        let is_quiet = self.idleness.after(&activity) >= QUIET;
        (activity.reads || activity.may_read && is_quiet) && self.fence(streams)
    }
}

impl Terminal {
    fn hand_over(&mut self) {
        while !self.pending.is_empty() {
            match write(&self.ours, &self.pending) {
                Ok(count) if count > 0 => {
                    self.pending.drain(..count);
                }
                _ => return,
            }
        }
    }

    /// Returns `true` if the terminal holds a line that the program has not read. Polling the
    /// program's side makes the system deliver pending input.
    fn has_unread(&self) -> bool {
        let mut side = [PollFd::new(self.back_door.as_fd(), PollFlags::POLLIN)];
        matches!(poll(&mut side, PollTimeout::ZERO), Ok(1..))
    }

    /// Reads everything that the program has printed so far. A terminal delivers late but in order,
    /// so a mark that is written now comes out last. Returns `false` if the mark does not come.
    fn fence(&mut self, streams: &mut Streams) -> bool {
        // Bytes that no program prints.
        let mut mark = *b"\0\xffmark\0\xff--------";
        let moment = u64::try_from(self.opened.elapsed().as_nanos()).unwrap_or(u64::MAX);
        mark[8..].copy_from_slice(&moment.to_be_bytes());
        if write(&self.back_door, &mark) != Ok(mark.len()) {
            return false;
        }
        let from = streams.stdout.bytes.len();
        let deadline = Instant::now() + DELIVERY;
        while !streams.is_over() && Instant::now() < deadline {
            self.read(Duration::from_millis(20), streams);
            if streams.stdout.remove(from, &mark) {
                return true;
            }
        }
        false
    }
}

//! A terminal that changes nothing of what goes through it.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::{Mutex, OnceLock, PoisonError, mpsc};
use std::thread;

use nix::fcntl::{FcntlArg, FdFlag, OFlag, fcntl, open};
use nix::libc::_POSIX_VDISABLE;
use nix::pty::{OpenptyResult, openpty};
use nix::sys::stat::{Mode, fstat};
use nix::sys::termios::{
    ControlFlags, InputFlags, LocalFlags, OutputFlags, SetArg, SpecialCharacterIndices, tcgetattr,
    tcsetattr,
};
use nix::unistd::ttyname;

use crate::running::without_starts;

/// The character that ends the input.
pub(crate) const END_OF_INPUT: u8 = 4;

/// A pseudo-terminal.
pub(crate) struct Terminal {
    /// Our side. It does not block.
    pub(crate) ours: OwnedFd,
    /// The program's side.
    pub(crate) theirs: OwnedFd,
    /// The program's side once more, for us to write to. It does not block,
    /// which must not be seen on `theirs`.
    pub(crate) back_door: OwnedFd,
    /// The number of the program's side among the system's devices.
    pub(crate) device: u64,
}

type Answer = mpsc::Sender<io::Result<Terminal>>;

/// Starts the thread that opens terminals: one that is confined may not, and
/// the rule that would allow it would let programs write to the terminal of
/// whoever marks them.
pub(crate) fn start() {
    requests();
}

fn requests() -> &'static Mutex<mpsc::Sender<Answer>> {
    static REQUESTS: OnceLock<Mutex<mpsc::Sender<Answer>>> = OnceLock::new();
    REQUESTS.get_or_init(|| {
        let (sender, receiver) = mpsc::channel::<Answer>();
        thread::Builder::new()
            .name("terminals".to_owned())
            .spawn(move || {
                for answer in receiver {
                    // Whoever asked may be gone.
                    let _ = answer.send(without_starts(make));
                }
            })
            .expect("a system that starts programs can start a thread");
        Mutex::new(sender)
    })
}

/// Opens a terminal.
pub(crate) fn terminal() -> io::Result<Terminal> {
    let (answer, terminal) = mpsc::channel();
    let gone = || io::Error::other("the thread that opens terminals is gone");
    let requests = requests().lock().unwrap_or_else(PoisonError::into_inner);
    requests.send(answer).map_err(|_| gone())?;
    drop(requests);
    terminal.recv().map_err(|_| gone())?
}

fn make() -> io::Result<Terminal> {
    let OpenptyResult { master, slave } = openpty(None, None)?;
    for side in [&master, &slave] {
        fcntl(side, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC))?;
    }
    fcntl(&master, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
    make_plain(&slave)?;
    let back_door = open(
        &ttyname(slave.as_fd())?,
        OFlag::O_RDWR | OFlag::O_NOCTTY | OFlag::O_NONBLOCK | OFlag::O_CLOEXEC,
        Mode::empty(),
    )?;
    Ok(Terminal {
        device: fstat(&slave)?.st_rdev,
        ours: master,
        theirs: slave,
        back_door,
    })
}

/// No echo, no translation, no signals, no editing. Lines are still handed
/// over one at a time, because only then can the end of input be said to a
/// program that goes on to print: hanging up would take its output too.
fn make_plain(terminal: &OwnedFd) -> io::Result<()> {
    let mut settings = tcgetattr(terminal)?;
    settings.input_flags = InputFlags::empty();
    settings.output_flags = OutputFlags::empty();
    settings.local_flags = LocalFlags::ICANON;
    settings.control_flags = ControlFlags::CS8 | ControlFlags::CREAD;
    settings.control_chars.fill(_POSIX_VDISABLE);
    settings.control_chars[SpecialCharacterIndices::VEOF as usize] = END_OF_INPUT;
    tcsetattr(terminal, SetArg::TCSANOW, &settings)?;
    Ok(())
}

//! A pseudo-terminal that passes all bytes through unchanged.

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
    /// Our side, non-blocking.
    pub(crate) ours: OwnedFd,
    /// The program's side.
    pub(crate) theirs: OwnedFd,
    /// The program's side opened once more, for us to write to. It is
    /// non-blocking, which `theirs` must not be.
    pub(crate) back_door: OwnedFd,
    /// The device number of the program's side.
    pub(crate) device: u64,
}

type Answer = mpsc::Sender<io::Result<Terminal>>;

/// Starts the thread that opens terminals. A confined thread may not open one,
/// and a rule that allowed it would let programs write to the user's terminal.
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
                    // The thread that asked may have ended.
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
    let gone = || io::Error::other("the thread that opens terminals has ended");
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

/// Turns off echo, translation, signals and editing. Lines are still delivered
/// one at a time: only in that mode can the input end while the program goes on
/// printing; hanging up would lose its output.
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

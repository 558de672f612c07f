//! A pseudo-terminal that passes all bytes through unchanged.

use std::io;
use std::os::fd::OwnedFd;

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::libc::_POSIX_VDISABLE;
use nix::sys::stat::fstat;
use nix::sys::termios::{
    ControlFlags, InputFlags, LocalFlags, OutputFlags, SetArg, SpecialCharacterIndices, tcgetattr,
    tcsetattr,
};
use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};

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

/// Opens a terminal.
pub(crate) fn terminal() -> io::Result<Terminal> {
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
    Ok(Terminal {
        device: fstat(&theirs)?.st_rdev,
        ours,
        theirs,
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

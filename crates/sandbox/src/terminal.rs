//! Terminals that pass all bytes through unchanged.

use std::io;
use std::os::fd::AsFd;

use nix::libc::_POSIX_VDISABLE;
use nix::sys::termios::{
    ControlFlags, InputFlags, LocalFlags, OutputFlags, SetArg, SpecialCharacterIndices, tcgetattr,
    tcsetattr,
};

pub(crate) const END_OF_INPUT: u8 = 4;

/// Turns off echo, translation, signals and editing. Lines are still delivered one at a time: only
/// in that mode can the input end while the program still prints; hanging up would lose its output.
pub(crate) fn make_plain(terminal: impl AsFd) -> io::Result<()> {
    let mut settings = tcgetattr(&terminal)?;
    settings.input_flags = InputFlags::empty();
    settings.output_flags = OutputFlags::empty();
    settings.local_flags = LocalFlags::ICANON;
    settings.control_flags = ControlFlags::CS8 | ControlFlags::CREAD;
    settings.control_chars.fill(_POSIX_VDISABLE);
    settings.control_chars[SpecialCharacterIndices::VEOF as usize] = END_OF_INPUT;
    tcsetattr(terminal, SetArg::TCSANOW, &settings)?;
    Ok(())
}

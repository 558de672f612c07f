//! The permissions of copied and unpacked files: readable, writable, and executable if they
//! were. No other bit is kept.

use std::fs::{File, Metadata};
use std::io;

#[cfg(unix)]
pub(crate) fn is_executable(data: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    data.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
pub(crate) fn is_executable(_: &Metadata) -> bool {
    false
}

#[cfg(unix)]
pub(crate) fn set(file: &File, executable: bool) -> io::Result<()> {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;
    let mode = if executable { 0o755 } else { 0o644 };
    file.set_permissions(Permissions::from_mode(mode))
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "other systems may refuse it")]
pub(crate) fn set(_: &File, _: bool) -> io::Result<()> {
    Ok(())
}

//! The command: its arguments and exit statuses.

mod batch;
mod cli;
mod exported;
mod guide;
mod levels;
mod package;
mod scenarios;
mod signals;
mod watch;

/// A supervisor is this executable, run again: it must become one before the test harness reads
/// its arguments.
#[ctor::ctor(unsafe)]
fn become_supervisor() {
    sandbox::supervise_if_asked();
}

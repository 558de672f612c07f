//! The command: its arguments and exit statuses.

mod batch;
mod cases;
mod cli;
mod early;
mod exports;
mod give_up;
mod guide;
mod isolation;
mod levels;
mod package;
mod project;
mod signals;
mod submission;

/// A supervisor is this very executable, run again: it must become one before
/// the test harness reads its arguments.
#[ctor::ctor(unsafe)]
fn become_supervisor() {
    sandbox::supervise_if_asked();
}

//! Standard output, and a progress bar on standard error.

use std::env;
use std::io::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use indicatif::{ProgressBar, ProgressStyle};
use marking::report::{Host, plain};

use super::failure::Failure;

/// The progress bar that is shown.
fn shown() -> MutexGuard<'static, Option<ProgressBar>> {
    static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A progress bar on standard error, if that is a terminal.
pub(super) fn progress(length: usize) -> ProgressBar {
    let bar = ProgressBar::new(u64::try_from(length).unwrap_or(u64::MAX));
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed}");
    let bar = bar.with_style(style.expect("the template is well formed"));
    *shown() = Some(bar.clone());
    bar
}

/// Removes the progress bar, if one is shown.
pub(super) fn leave_terminal() {
    if let Some(bar) = shown().take() {
        bar.finish_and_clear();
    }
}

/// Prints a note for whoever runs the command. Reports, which students read, do not
/// have it.
pub(super) fn note(text: &str) {
    // Where standard error is closed, a note is lost.
    let _ = writeln!(anstream::stderr(), "note: {}", plain(text));
}

pub(super) fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = anstream::stdout().lock();
    stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
        .map_err(Failure::Output)
}

/// Calls `render` with this machine.
pub(super) fn with_host(render: impl FnOnce(&Host<'_>) -> String) -> String {
    render(&Host {
        variable: &|name| env::var(name).ok(),
        time: SystemTime::now(),
    })
}

//! Runs something again whenever a folder changes.

use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use notify::{RecursiveMode, Watcher};

use crate::failure::Failure;
use crate::progress::report;

/// A submission arrives in several steps. So long after the last one, it is complete.
const SETTLED: Duration = Duration::from_secs(2);

/// Calls `run` now, and again after each change in `folder`, until a signal ends the
/// process or standard output is closed. Between two calls it waits for the system.
pub(crate) fn whenever_changed(
    folder: &Path,
    run: impl Fn() -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (sender, changes) = mpsc::channel();
    let failed =
        |error: notify::Error| Failure::host(format!("watch {}", folder.display()), &error);
    // The receiver lives as long as the watcher.
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let is_read = event.as_ref().is_ok_and(|event| event.kind.is_access());
        if !is_read {
            let _ = sender.send(());
        }
    })
    .map_err(failed)?;
    watcher
        .watch(folder, RecursiveMode::Recursive)
        .map_err(failed)?;
    loop {
        match run() {
            Err(failure @ Failure::Output(_)) => return Err(failure),
            // The next change may mend it.
            Err(failure) => report(&format!("error: {failure}")),
            Ok(()) => {}
        }
        report("waiting for a change of the submissions; Ctrl-C ends");
        if changes.recv().is_err() {
            return Ok(());
        }
        while changes.recv_timeout(SETTLED).is_ok() {}
    }
}

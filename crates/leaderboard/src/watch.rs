//! Runs something again whenever a folder changes.

use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use notify::{Event, RecursiveMode, Watcher};
use submission::is_clutter;

use crate::failure::Failure;
use crate::progress::report;
use crate::version::GIT_LOG;

/// A submission arrives in several steps. It counts as complete after this time without changes.
const SETTLED: Duration = Duration::from_secs(2);

/// Calls `run` now, and again after each change in `folder`, until a signal ends the process or
/// standard output is closed. It sleeps between calls.
pub(crate) fn whenever_changed(
    folder: &Path,
    run: impl Fn() -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (sender, changes) = mpsc::channel();
    let failed =
        |error: notify::Error| Failure::host(format!("watch {}", folder.display()), &error);
    let watched = folder.to_owned();
    // The receiver lives as long as the watcher.
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        if event.map_or(true, |event| is_change(&event, &watched)) {
            let _ = sender.send(());
        }
    })
    .map_err(failed)?;
    // The folder may be replaced by another one.
    if let Some(parent) = folder.parent() {
        let mode = RecursiveMode::NonRecursive;
        watcher.watch(parent, mode).map_err(failed)?;
    }
    loop {
        let _ = watcher.unwatch(folder);
        let watching = watcher.watch(folder, RecursiveMode::Recursive);
        // Otherwise `run` fails, and the watch on the parent reports its return.
        if folder.exists() {
            watching.map_err(failed)?;
        }
        match run() {
            Err(failure @ Failure::Output(_)) => return Err(failure),
            // The next change may fix it.
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

/// Returns `false` for reads, for files outside `folder`, and for those outside the digest of a
/// submission, except Git's log of commits: a pull without one writes elsewhere in `.git`. An event
/// without a path means that others were lost.
fn is_change(event: &Event, folder: &Path) -> bool {
    let counts = |path: &Path| path.ends_with(GIT_LOG) || !path.iter().any(is_clutter);
    let mut paths = event.paths.iter();
    let is_own = paths.any(|path| path.strip_prefix(folder).is_ok_and(counts));
    !event.kind.is_access() && (event.paths.is_empty() || is_own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pull_without_a_commit_is_no_change() {
        let folder = Path::new("s");
        let event = Event::new(notify::EventKind::Any);
        assert!(is_change(&event, folder));
        let mut fetched = event.add_path("s/ann/.git/FETCH_HEAD".into());
        fetched = fetched.add_path("table.txt".into());
        assert!(!is_change(&fetched, folder));
        for own in ["s", "s/ann/part2.c", "s/ann/.git/logs/HEAD"] {
            assert!(is_change(&fetched.clone().add_path(own.into()), folder));
        }
    }
}

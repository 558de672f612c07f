//! Marks again whenever a file is saved.

use std::collections::BTreeMap;
use std::env;
use std::fs::File;
use std::io::{IsTerminal, Read, stdout};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use notify::{RecursiveMode, Watcher};
use sha2::{Digest, Sha256};

use super::failure::Failure;
use super::output::{print, report};
use super::single;
use crate::cli::SingleArgs;

/// An editor saves in several steps. It is done this long after the last one.
const SAVED: Duration = Duration::from_millis(100);

const LONGEST: u64 = 1 << 20;

/// Clears the screen and its scrollback, and moves to the corner.
const CLEAR: &str = "\u{1b}[2J\u{1b}[3J\u{1b}[H";

pub(super) fn run(args: &SingleArgs) -> Result<bool, Failure> {
    let folder = env::current_dir().map_err(Failure::file("find", Path::new(".")))?;
    let (sender, changes) = mpsc::channel();
    // The receiver outlives the watcher.
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let is_read = event.as_ref().is_ok_and(|event| event.kind.is_access());
        if !is_read {
            let _ = sender.send(());
        }
    })
    .map_err(Failure::Watch)?;
    watcher
        .watch(&folder, RecursiveMode::Recursive)
        .map_err(Failure::Watch)?;
    loop {
        // Anything saved from here on counts. Files that a build writes are the same after the
        // next build.
        let before = snapshot(&folder);
        if stdout().is_terminal() {
            print(CLEAR)?;
        }
        let all_ok = match single::run(args) {
            Ok(all_ok) => all_ok,
            Err(failure @ Failure::Output(_)) => return Err(failure),
            // The next change may fix it.
            Err(failure) => {
                report(&failure);
                false
            }
        };
        print("waiting for a file to be saved; Ctrl-C ends\n")?;
        if await_change(&changes, &folder, &before).is_none() {
            return Ok(all_ok);
        }
    }
}

fn await_change(
    changes: &Receiver<()>,
    folder: &Path,
    before: &BTreeMap<PathBuf, Vec<u8>>,
) -> Option<()> {
    loop {
        changes.recv().ok()?;
        while changes.recv_timeout(SAVED).is_ok() {}
        if snapshot(folder) != *before {
            return Some(());
        }
    }
}

/// Returns the digest of the beginning of each source file. An unreadable file counts as empty.
fn snapshot(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let digest = |path: PathBuf| {
        let mut bytes = Vec::new();
        // A longer file was not written by hand.
        let read = File::open(&path).and_then(|file| file.take(LONGEST).read_to_end(&mut bytes));
        if read.is_err() {
            bytes.clear();
        }
        (path, Sha256::digest(bytes).to_vec())
    };
    submission::sources(folder)
        .into_iter()
        .map(digest)
        .collect()
}

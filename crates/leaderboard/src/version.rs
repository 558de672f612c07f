//! The version of a submission.

use std::fs::{self, Metadata};
use std::path::Path;
use std::time::UNIX_EPOCH;

use chrono::DateTime;
use submission::is_clutter;
use walkdir::WalkDir;

/// Git's log of the commits that were checked out in a clone.
pub(crate) const GIT_LOG: &str = ".git/logs/HEAD";

/// The number of digits shown of a commit or digest.
const DIGITS: usize = 10;

/// Returns the version of the submission at `path`, whose digest is `key`: the commit of a clone,
/// or else the time of the last change to a file, in UTC, and the digest.
pub(crate) fn of(path: &Path, key: &str) -> String {
    let digits = |text: &str| text.chars().take(DIGITS).collect::<String>();
    match commit(path) {
        Some(commit) => format!("commit {}", digits(&commit)),
        None => changed(path).unwrap_or_default() + &digits(key),
    }
}

/// Returns the commit that is checked out in `folder`, from Git's log. Git itself would also read
/// the clone's settings, which may name programs.
fn commit(folder: &Path) -> Option<String> {
    let log = folder.join(GIT_LOG);
    let is_file = fs::symlink_metadata(&log).is_ok_and(|data| data.is_file());
    let log = is_file.then(|| fs::read(log).ok())??;
    let log = String::from_utf8_lossy(&log);
    let commit = log.lines().last()?.split(' ').nth(1)?;
    let is_commit = commit.bytes().all(|one| one.is_ascii_hexdigit());
    is_commit.then(|| commit.to_owned())
}

fn changed(path: &Path) -> Option<String> {
    let entries = WalkDir::new(path).into_iter();
    let own = entries.filter_entry(|entry| entry.depth() == 0 || !is_clutter(entry.file_name()));
    let files = own.flatten().filter_map(|entry| entry.metadata().ok());
    let times = files
        .filter(Metadata::is_file)
        .flat_map(|data| data.modified());
    let seconds = times.max()?.duration_since(UNIX_EPOCH).ok()?.as_secs();
    let time = DateTime::from_timestamp(seconds.try_into().ok()?, 0)?;
    Some(time.format("%Y-%m-%d %H:%M ").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clone_has_a_commit_and_other_files_a_time() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let file = fs::File::create(folder.path().join("part2.c"));
        let time = UNIX_EPOCH + std::time::Duration::from_secs(86_400);
        let dated = file.and_then(|file| file.set_modified(time));
        dated.expect("a file can be written");
        let of = |log: &str| {
            let logs = folder.path().join(".git/logs");
            let written =
                fs::create_dir_all(&logs).and_then(|()| fs::write(logs.join("HEAD"), log));
            written.expect("a file can be written");
            super::of(folder.path(), "0123456789abcdef")
        };
        let [none, one, two] = ["0", "1", "2"].map(|digit| digit.repeat(40));
        let cloned = format!("{none} {one} staff <> 1 +0000\tclone: from x\n");
        assert_eq!(of(&cloned), "commit 1111111111");
        let pulled = format!("{cloned}{one} {two} staff <> 2 +0000\tpull: Fast-forward\n");
        assert_eq!(of(&pulled), "commit 2222222222");
        for other in ["", "a word", "no <b>commit</b>"] {
            assert_eq!(of(other), "1970-01-02 00:00 0123456789");
        }
    }
}

//! The digest of a submission's files.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};
use walkdir::{DirEntry, WalkDir};

use crate::clutter::is_clutter;
use crate::copy::LARGEST;
use crate::export::Submission;
use crate::mode;

/// Returns the SHA-256 digest of the names, contents and executable bits of a submission's
/// files, in hexadecimal. It ignores links and what systems add, as a working copy does, and
/// fails if the submission is too large to copy.
pub fn digest(submission: &Submission) -> io::Result<String> {
    let mut all = Sha256::new();
    let mut left = LARGEST;
    if let Some(problem) = submission.problem.as_ref().or(submission.unclear.as_ref()) {
        // Nothing else matters then, and some files may not exist.
        field(&mut all, problem.as_bytes());
        return Ok(format!("{:x}", all.finalize()));
    }
    for part in &submission.parts {
        field(&mut all, part.name.as_bytes());
        let entries = WalkDir::new(&part.path).sort_by_file_name().into_iter();
        let is_copied = |entry: &DirEntry| entry.depth() == 0 || !is_clutter(entry.file_name());
        for entry in entries.filter_entry(is_copied) {
            let entry = entry?;
            let is_part = entry.depth() == 0;
            // A part may be a link that the user created.
            if entry.path_is_symlink() && !is_part {
                continue;
            }
            let data = fs::metadata(entry.path())?;
            let below = entry.path().strip_prefix(&part.path);
            let below = below.unwrap_or(Path::new("")).as_os_str();
            field(&mut all, below.as_encoded_bytes());
            field(&mut all, kind(&data));
            if data.is_file() {
                left = left
                    .checked_sub(data.len())
                    .ok_or_else(|| io::Error::from(io::ErrorKind::FileTooLarge))?;
                let file = File::open(entry.path())?.take(data.len());
                field(&mut all, &contents(file)?);
            }
        }
    }
    Ok(format!("{:x}", all.finalize()))
}

/// Begins with the length, so that no two lists of fields have the same bytes.
fn field(digest: &mut Sha256, bytes: &[u8]) {
    digest.update(bytes.len().to_le_bytes());
    digest.update(bytes);
}

fn contents(mut file: impl Read) -> io::Result<[u8; 32]> {
    let mut digest = Sha256::new();
    io::copy(&mut file, &mut digest)?;
    Ok(digest.finalize().into())
}

fn kind(data: &Metadata) -> &'static [u8] {
    if data.is_dir() {
        b"folder"
    } else if !data.is_file() {
        b"special"
    } else if mode::is_executable(data) {
        b"executable"
    } else {
        b"file"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &Path) -> String {
        digest(&Submission::of(path)).expect("it can be read")
    }

    #[test]
    fn every_change_that_can_matter_changes_the_digest() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = |name: &str| folder.path().join(name);
        let write = |name: &str, text: &str| {
            fs::write(path(name), text).expect("a file can be written");
        };
        let mut seen = vec![of(folder.path())];
        let mut changed = |what: &str| {
            let digest = of(folder.path());
            assert!(!seen.contains(&digest), "{what}");
            seen.push(digest);
        };
        write("a.c", "1");
        changed("a new file");
        write("a.c", "2");
        changed("other contents");
        fs::rename(path("a.c"), path("b.c")).expect("it can be renamed");
        changed("another name");
        fs::create_dir(path("c")).expect("a folder can be made");
        changed("a folder");
        fs::rename(path("b.c"), path("c/b.c")).expect("it can be moved");
        changed("another folder");
        write("d", "bc");
        changed("a name and its contents");
        fs::rename(path("d"), path("db")).expect("it can be renamed");
        write("db", "c");
        changed("a letter that moved from the contents to the name");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::Permissions::from_mode(0o755);
            fs::set_permissions(path("c/b.c"), mode).expect("a mode can be set");
            changed("an executable file");
        }
        let before = of(folder.path());
        #[cfg(unix)]
        std::os::unix::fs::symlink("/etc", path("link")).expect("a link can be made");
        write(".DS_Store", "");
        assert_eq!(of(folder.path()), before, "a link, and what a system adds");
        assert_ne!(of(&path("db")), of(&path("c/b.c")));
    }

    #[test]
    fn a_submission_that_is_too_large_or_gone_has_none() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let large = folder.path().join("large");
        let file = File::create(&large).expect("a file can be written");
        file.set_len(LARGEST + 1).expect("a file can be long");
        for path in [large, folder.path().join("gone")] {
            let submission = Submission::of(&path);
            assert!(digest(&submission).is_err());
            let refused = |reason: &str| {
                let problem = Some(reason.to_owned());
                let submission = submission.clone();
                digest(&Submission {
                    problem,
                    ..submission
                })
                .expect("nothing is read")
            };
            assert_ne!(refused("encrypted"), refused("damaged"));
        }
    }
}

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

/// Returns the SHA-256 digest of the names, contents and executable bits of a
/// submission's files, in hexadecimal. Links and what systems add are left out, as in a working
/// copy.
/// A submission that is too large to be copied has no digest.
pub fn digest(submission: &Submission) -> io::Result<String> {
    let mut all = Sha256::new();
    let mut left = LARGEST;
    if let Some(problem) = &submission.problem {
        // Then nothing else matters, and some files may not exist.
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
            // A part itself may be a link: the user put it there.
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

/// The length comes first, so that no two lists of fields have the same bytes.
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
    use crate::export::Part;

    fn of(path: &Path, name: &str) -> String {
        let submission = Submission {
            parts: vec![Part {
                path: path.to_owned(),
                name: name.to_owned(),
            }],
            ..Submission::default()
        };
        digest(&submission).expect("it can be read")
    }

    #[test]
    fn every_change_that_can_matter_changes_the_digest() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = |name: &str| folder.path().join(name);
        let write = |name: &str, text: &str| {
            fs::write(path(name), text).expect("a file can be written");
        };
        let now = || of(folder.path(), "alice");
        let mut seen = vec![now()];
        let mut changed = |what: &str| {
            let digest = now();
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
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::Permissions::from_mode(0o755);
            fs::set_permissions(path("c/b.c"), mode).expect("a mode can be set");
            changed("an executable file");
            let before = now();
            std::os::unix::fs::symlink("/etc", path("link")).expect("a link can be made");
            assert_eq!(now(), before, "a link");
        }
        let before = now();
        write(".DS_Store", "");
        assert_eq!(now(), before, "what a system adds");
        assert_eq!(now(), now());
    }

    #[test]
    fn the_bounds_between_names_and_contents_count() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let two = |one: (&str, &str), other: (&str, &str)| {
            let folder = tempfile::tempdir_in(folder.path()).expect("a folder can be made");
            for (name, text) in [one, other] {
                fs::write(folder.path().join(name), text).expect("a file can be written");
            }
            of(folder.path(), "alice")
        };
        assert_ne!(two(("a", "bc"), ("d", "")), two(("a", "b"), ("cd", "")));
        assert_ne!(two(("a", "b"), ("c", "d")), two(("a", "d"), ("c", "b")));
        let file = folder.path().join("file");
        fs::write(&file, "").expect("a file can be written");
        assert_ne!(of(&file, "a.c"), of(&file, "b.c"));
    }

    #[test]
    fn a_submission_that_is_too_large_or_gone_has_none() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let large = folder.path().join("large");
        let file = File::create(&large).expect("a file can be written");
        file.set_len(LARGEST + 1).expect("a file can be long");
        for path in [large, folder.path().join("gone")] {
            let submission = Submission {
                parts: vec![Part {
                    path,
                    name: "a".to_owned(),
                }],
                ..Submission::default()
            };
            assert!(digest(&submission).is_err());
            let refused = |reason: &str| {
                let problem = Some(reason.to_owned());
                let submission = Submission {
                    problem,
                    ..submission.clone()
                };
                digest(&submission).expect("nothing is read")
            };
            assert_ne!(refused("encrypted"), refused("damaged"));
        }
    }
}

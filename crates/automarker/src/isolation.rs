//! The files, variables and level that marked programs are confined to.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use sandbox::{Policy, Program, Requirement};
use submission::installed;

/// Commands of this project that play or mark by themselves: a submission that
/// called one would get full marks.
const REFERENCES: [&str; 3] = ["automarker", "leaderboard", "reversi-engine"];

/// The confinement of marked programs.
#[derive(Clone, Debug, Default)]
pub struct Isolation {
    /// The level that is asked for.
    pub requirement: Requirement,
    /// Environment variables that programs and builds get.
    pub env: Vec<(OsString, OsString)>,
    /// Files and folders with answers, as absolute paths: the cases, other
    /// submissions, references.
    pub secret: Vec<PathBuf>,
}

impl Isolation {
    /// Returns the isolation at the level `requirement`, with this project's
    /// commands as secrets.
    pub fn new(requirement: Requirement) -> Self {
        Self {
            requirement,
            env: Vec::new(),
            secret: installed(
                courses::ALL
                    .iter()
                    .map(|course| course.name)
                    .chain(REFERENCES),
            ),
        }
    }

    /// Adds a secret; nothing if there is no such file or folder.
    pub fn keep_secret(&mut self, path: &Path) {
        self.secret.extend(fs::canonicalize(path).ok());
    }

    /// Returns the policy of a sandbox for `program`.
    ///
    /// The program itself is no secret, nor is a folder around its own, which it needs.
    pub fn policy(&self, program: &Program) -> Policy {
        let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let folder = real(&program.folder);
        let itself = real(&folder.join(&program.command));
        let is_hidden = |secret: &&PathBuf| **secret != itself && !folder.starts_with(secret);
        let secret = self.secret.iter().filter(is_hidden).cloned().collect();
        let mut readable = program.readable.clone();
        readable.extend([program.folder.clone(), folder]);
        Policy {
            requirement: self.requirement,
            readable,
            secret,
            ..Policy::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_needs_is_no_secret() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = |name: &str| {
            let path = fs::canonicalize(folder.path())
                .expect("it is there")
                .join(name);
            fs::create_dir_all(&path).expect("a folder can be made");
            path
        };
        let (cases, others, itself) = (path("alice/tests"), path("bob"), path("alice/part1"));
        let mut isolation = Isolation::default();
        for secret in [
            &cases,
            &others,
            &itself,
            &folder.path().to_owned(),
            &PathBuf::from("/gone"),
        ] {
            isolation.keep_secret(secret);
        }
        let policy = isolation.policy(&Program {
            command: "./part1".into(),
            folder: path("alice"),
            ..Program::default()
        });
        assert_eq!(policy.secret, [cases, others]);
    }
}

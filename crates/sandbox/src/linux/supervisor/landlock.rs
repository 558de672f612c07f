//! The Landlock domain of each program. Each has its own, so that it can trace neither the
//! supervisor nor another program.
//!
//! See <https://docs.kernel.org/userspace-api/landlock.html>.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::thread;

use landlock::{
    ABI, Access, AccessFs, AccessNet, LandlockStatus, Ruleset, RulesetAttr, RulesetCreated,
    RulesetCreatedAttr, RulesetError, Scope, path_beneath_rules,
};

use super::namespaces::DEVICES;
use crate::linux::message::{Confine, paths};

/// The newest ABI whose rights are known not to disturb ordinary programs.
const NEWEST: ABI = ABI::V6;

const SINCE: [(ABI, &str); 4] = [
    (
        ABI::V3,
        "files that a program may not write can be truncated (until Linux 6.2)",
    ),
    // seccomp refuses sockets.
    (ABI::V5, "devices can be controlled (until Linux 6.10)"),
    (
        ABI::V6,
        "signals to other processes are allowed (until Linux 6.12)",
    ),
    (
        ABI::V6,
        "abstract Unix sockets of others can be reached (until Linux 6.12)",
    ),
];

pub(super) struct LandlockRules(RulesetCreated);

impl LandlockRules {
    pub(super) fn new(confine: &Confine) -> io::Result<(Self, Vec<String>)> {
        let rules = build(confine).map_err(io::Error::other)?;
        // Landlock reports its version only to a thread that it restricts.
        let tried = thread::scope(|scope| scope.spawn(|| restrict_thread(&rules)).join());
        let abi = tried.map_err(|_| io::Error::other("a thread has failed"))??;
        let missing = SINCE.iter().filter(|(since, _)| abi < *since);
        let missing = missing.map(|(_, what)| (*what).to_owned()).collect();
        Ok((Self(rules), missing))
    }

    pub(super) fn try_clone(&self) -> io::Result<Self> {
        self.0.try_clone().map(Self)
    }

    pub(super) fn restrict(&self) -> io::Result<()> {
        restrict_thread(&self.0).map(drop)
    }
}

fn restrict_thread(rules: &RulesetCreated) -> io::Result<ABI> {
    let status = rules
        .try_clone()?
        .restrict_self()
        .map_err(io::Error::other)?;
    match status.landlock {
        LandlockStatus::Available { effective_abi, .. } => Ok(effective_abi),
        LandlockStatus::NotEnabled => {
            Err(io::Error::other("Landlock is switched off in this kernel"))
        }
        LandlockStatus::NotImplemented => Err(io::Error::other(
            "the kernel has no Landlock (it came with Linux 5.13)",
        )),
    }
}

fn build(confine: &Confine) -> Result<RulesetCreated, RulesetError> {
    let device = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::IoctlDev | AccessFs::Truncate;
    let (read, all) = (AccessFs::from_read(NEWEST), AccessFs::from_all(NEWEST));
    let secret: Vec<PathBuf> = paths(&confine.secret).map(PathBuf::from).collect();
    let parts = |folders| without(paths(folders).map(PathBuf::from).collect(), &secret);
    Ruleset::default()
        .handle_access(all)?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .add_rules(path_beneath_rules(parts(&confine.readable), read))?
        .add_rules(path_beneath_rules(parts(&confine.writable), all))?
        .add_rules(path_beneath_rules([&confine.scratch], all))?
        .add_rules(path_beneath_rules(DEVICES, device))
}

/// Returns the parts of `paths` that are not `secret`. Landlock can only add rights, so a folder
/// with something secret below it is split into its entries.
///
/// Links among `paths` are resolved first: a rule for a link applies to its target.
fn without(paths: Vec<PathBuf>, secret: &[PathBuf]) -> Vec<PathBuf> {
    let mut left = paths;
    let mut seen = BTreeSet::new();
    let mut parts = Vec::new();
    while let Some(path) = left.pop() {
        let Ok(path) = fs::canonicalize(path) else {
            continue;
        };
        let is_secret = secret.iter().any(|secret| path.starts_with(secret));
        if is_secret || !seen.insert(path.clone()) {
            continue;
        }
        if secret.iter().any(|secret| secret.starts_with(&path)) {
            // A link in it may lead outside.
            let entries = fs::read_dir(&path).into_iter().flatten().flatten();
            let entries = entries.map(|entry| entry.path());
            left.extend(entries.filter(|path| !path.is_symlink()));
        } else {
            parts.push(path);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_with_something_secret_is_taken_apart() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = |name: &str| folder.path().join(name);
        for name in ["a", "b/c", "b/d", "e/f"] {
            let file = path(name);
            fs::create_dir_all(file.parent().expect("it is in a folder")).expect("it can be made");
            fs::write(file, "").expect("it can be written");
        }
        std::os::unix::fs::symlink(".", path("self")).expect("a link can be made");
        std::os::unix::fs::symlink("b/c", path("link")).expect("a link can be made");
        let mut parts = without(vec![folder.path().to_owned()], &[path("b/c")]);
        parts.sort();
        assert_eq!(parts, [path("a"), path("b/d"), path("e")]);
        assert_eq!(without(vec![path("b")], &[path("b")]), [] as [PathBuf; 0]);
        assert_eq!(without(vec![path("b")], &[path("a")]), [path("b")]);
    }
}

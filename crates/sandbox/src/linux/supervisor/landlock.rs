//! The Landlock domain of each program: one of its own, so that from it
//! neither the supervisor nor another program can be traced.
//!
//! See <https://docs.kernel.org/userspace-api/landlock.html>.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::thread;

use landlock::{
    ABI, Access, AccessFs, AccessNet, LandlockStatus, Ruleset, RulesetAttr, RulesetCreated,
    RulesetCreatedAttr, RulesetError, Scope, path_beneath_rules,
};

use super::Files;
use super::namespaces::{DEVICES, TEMPORARY};
use crate::linux::paths::without_hidden;
use crate::policy::Level;

/// The newest whose rights are known to leave ordinary programs alone.
const NEWEST: ABI = ABI::V6;

/// The gaps, at level B, of a kernel before each of these versions of Landlock.
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

/// The rules of every program's domain.
pub(super) struct Rules(Option<OwnedFd>);

impl Rules {
    /// Makes the rules that `files` asks for; and says what they lack on this
    /// kernel.
    pub(super) fn new(files: &Files) -> io::Result<(Self, Vec<String>)> {
        if files.level > Level::B {
            return Ok((Self(None), Vec::new()));
        }
        let rules = build(files).map_err(io::Error::other)?;
        // Landlock reports its version only to a thread that it restricts.
        let tried = thread::scope(|scope| scope.spawn(|| restrict_thread(&rules)).join());
        let abi = tried.map_err(|_| io::Error::other("a thread has failed"))??;
        let missing = SINCE
            .iter()
            .filter(|(since, _)| files.level == Level::B && abi < *since);
        let missing = missing.map(|(_, what)| (*what).to_owned()).collect();
        Ok((Self(rules.into()), missing))
    }

    /// The rules, for `landlock_restrict_self(2)`; `None` if there are none.
    pub(super) fn file(&self) -> Option<BorrowedFd<'_>> {
        self.0.as_ref().map(AsFd::as_fd)
    }
}

/// Restricts this thread for good, and returns what of the rules the kernel
/// knows.
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

fn build(files: &Files) -> Result<RulesetCreated, RulesetError> {
    let device = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::IoctlDev | AccessFs::Truncate;
    let (read, all) = (AccessFs::from_read(NEWEST), AccessFs::from_all(NEWEST));
    let rules = Ruleset::default()
        .handle_access(all)?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?;
    // At level A what is hidden is mounted over.
    let writable = if files.level == Level::A {
        files.writable.clone()
    } else {
        without_hidden(&files.writable, &files.hidden)
    };
    let rules = if files.level == Level::A {
        // All that is there may be read.
        rules
            .add_rules(path_beneath_rules(["/"], read))?
            .add_rules(path_beneath_rules(TEMPORARY, all))?
    } else {
        rules.add_rules(path_beneath_rules(
            without_hidden(&files.readable, &files.hidden),
            read,
        ))?
    };
    rules
        .add_rules(path_beneath_rules(writable, all))?
        .add_rules(path_beneath_rules(DEVICES, device))
}

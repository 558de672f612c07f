//! A sandbox: what its programs may reach, and the supervisor that starts them.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::cgroup::{self, Cgroup};
use super::connection::Connection;
use super::message::Confine;
use crate::policy::{Level, Policy};
use crate::{HostError, SandboxError, User, lock, readable};

/// A place that runs one program at a time, each in a scratch folder without the files of the last
/// one.
#[derive(Debug)]
pub struct Sandbox {
    idle: Idle,
    pub(crate) confine: Confine,
    pub(crate) cgroup: Option<Arc<Cgroup>>,
    missing: Vec<String>,
    _user: Option<User>,
}

/// The supervisor of a sandbox while no program runs; `None` also after a supervisor has ended or
/// does not answer.
pub(crate) type Idle = Arc<Mutex<Option<Connection>>>;

impl Sandbox {
    /// Makes a sandbox in the existing folder `scratch`, which must belong to it alone.
    pub fn start(policy: &Policy, scratch: &Path) -> Result<Self, SandboxError> {
        let setup = |error: io::Error| HostError::of("cannot make a sandbox", &error);
        let scratch = std::path::absolute(scratch).map_err(setup)?;
        if let Some(user) = &policy.user {
            user.own(&scratch).map_err(setup)?;
        }
        let secret = secret_paths(policy, &scratch)?;
        let mut readable = readable::system_files();
        readable.extend(policy.readable.iter().cloned());
        let os_strings = |paths: &[PathBuf]| paths.iter().map(|path| path.clone().into()).collect();
        let cgroup = Cgroup::new(policy.builds).map_err(setup)?.map(Arc::new);
        let mut confine = Confine {
            level: Level::Off,
            readable: os_strings(&readable),
            writable: os_strings(&policy.writable),
            secret: os_strings(&secret),
            scratch: scratch.into(),
            builds: policy.builds,
            player: policy.player,
            counts_memory: cgroup.is_some(),
            user: None,
        };
        let user = policy.user.as_ref().map(User::id);
        let mut refusals = Vec::new();
        for level in policy.requirement.levels() {
            if level == Level::Landlock
                && user.is_some()
                && let Some(folder) = closed(Path::new(&confine.scratch))
            {
                return Err(HostError::Setup(format!(
                    "the users of programs cannot enter {}, in which the temporary folders are: \
                     set TMPDIR to another folder",
                    folder.display()
                ))
                .into());
            }
            confine.level = level;
            confine.user = user.filter(|_| level.confines());
            let opened = Connection::open(&confine, cgroup.as_deref())
                .map_err(|error| HostError::of("cannot start the sandbox's supervisor", &error))?;
            match opened {
                Ok((supervisor, mut missing)) => {
                    refusals.append(&mut missing);
                    return Ok(Self {
                        idle: Arc::new(Mutex::new(Some(supervisor))),
                        confine,
                        cgroup,
                        missing: refusals,
                        _user: policy.user.clone(),
                    });
                }
                Err(why) => refusals.push(format!("level {level} is not available: {why}")),
            }
        }
        Err(SandboxError::TooWeak(refusals))
    }

    pub(crate) fn supervisor(&self) -> io::Result<(Connection, Idle)> {
        let idle = self.idle.clone();
        let known = lock(&idle).take();
        if let Some(supervisor) = known {
            return Ok((supervisor, idle));
        }
        let opened = Connection::open(&self.confine, self.cgroup.as_deref())?;
        let (supervisor, _) = opened.map_err(io::Error::other)?;
        Ok((supervisor, idle))
    }

    /// The folder that every program gets as its working directory.
    pub fn scratch(&self) -> &Path {
        Path::new(&self.confine.scratch)
    }

    /// The level that was reached.
    pub fn level(&self) -> Level {
        self.confine.level
    }

    /// The folders whose files count as written to a disk; those of [`Level::Namespaces`] are in
    /// memory.
    pub(crate) fn written(&self) -> Vec<PathBuf> {
        let scratch = (self.level() != Level::Namespaces).then_some(&self.confine.scratch);
        let written = scratch.into_iter().chain(&self.confine.writable);
        written.map(PathBuf::from).collect()
    }

    /// The promises of the level that this system does not keep, and the reasons why the level is
    /// not stronger; each entry is a phrase.
    pub fn missing(&self) -> &[String] {
        &self.missing
    }

    /// Returns who enforces the limits, as a phrase for a report.
    pub fn limited_by(&self) -> String {
        cgroup::note()
    }
}

/// Returns the secret paths under all their names; an error if a program needs one of them.
fn secret_paths(policy: &Policy, scratch: &PathBuf) -> Result<Vec<PathBuf>, SandboxError> {
    let mut secret: Vec<PathBuf> = policy
        .secret
        .iter()
        .filter_map(|path| fs::canonicalize(path).ok())
        .collect();
    let needed = policy.readable.iter().chain(&policy.writable);
    let mut aliases = Vec::new();
    for path in needed.chain([scratch]) {
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
        if let Some(reachable) = secret.iter().find(|secret| real.starts_with(secret)) {
            return Err(SandboxError::Reachable(reachable.clone()));
        }
        // If a link leads to the folder, a secret file in it has a second name.
        let below = secret.iter().filter_map(|it| it.strip_prefix(&real).ok());
        aliases.extend(
            below
                .map(|below| path.join(below))
                .filter(|_| *path != real),
        );
    }
    secret.append(&mut aliases);
    Ok(secret)
}

fn closed(path: &Path) -> Option<&Path> {
    let may_enter = |folder: &Path| {
        fs::metadata(folder).is_ok_and(|data| data.permissions().mode() & 0o001 != 0)
    };
    path.ancestors().skip(1).find(|folder| !may_enter(folder))
}

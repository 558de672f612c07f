//! The origin of a plan or a record: the tool, the compilers, the machine and
//! the time.

use std::fmt;
use std::process::Command;
use std::time::SystemTime;

use chrono::{DateTime, SecondsFormat, Utc};
use sandbox::{Level, Policy, Requirement, Sandbox, TemporaryFolder};
use serde::{Deserialize, Serialize};
use sysinfo::{CpuRefreshKind, RefreshKind, System};

use crate::failure::Failure;

/// The programs that played a game. Results of different versions must not be
/// mixed without thought: a player may move differently, and the clock may
/// measure differently.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Versions {
    /// The version of this tool.
    pub version: String,
    /// The commit that it was built from, as `git describe` names it, with
    /// `-dirty` after it if the sources had changed; `unknown` if it was built
    /// without git.
    pub commit: String,
    /// The version of the compiler that built it.
    pub rustc: String,
    /// The version of the compiler of submissions in C; none if the machine has
    /// none.
    pub gcc: Option<String>,
}

impl Versions {
    /// Returns the versions of this program and of this machine's gcc.
    pub fn here() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: env!("LEADERBOARD_COMMIT").to_owned(),
            rustc: env!("LEADERBOARD_RUSTC").to_owned(),
            gcc: gcc(),
        }
    }
}

impl fmt::Display for Versions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gcc = self.gcc.as_deref().unwrap_or("no gcc");
        write!(
            f,
            "leaderboard {} (commit {}), {}, {gcc}",
            self.version, self.commit, self.rustc
        )
    }
}

/// Returns the first line of `gcc --version`, of the gcc that compiles
/// submissions.
fn gcc() -> Option<String> {
    let output = Command::new("gcc")
        .arg("--version")
        .env("PATH", sandbox::search_path(&[]))
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().next()?.trim();
    (output.status.success() && !line.is_empty()).then(|| crate::name::plain(line))
}

/// The origin of a plan or a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The programs.
    #[serde(flatten)]
    pub versions: Versions,
    /// The name of the machine.
    pub host: String,
    /// The name of its processor.
    pub processor: String,
    /// The number of games played at once; in a plan, the default on the machine
    /// that planned.
    pub jobs: usize,
    /// The level of the sandbox: of a game the weakest of its players', of a plan
    /// the strongest of the machine that planned.
    pub sandbox: String,
    /// The time at which the game or the plan was begun, in RFC 3339, in UTC.
    pub started: String,
}

impl Provenance {
    /// Returns the origin of what this process does now, on this machine.
    pub fn here(jobs: usize, sandbox: Level) -> Self {
        let unknown = || "unknown".to_owned();
        let cpus = RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing());
        let system = System::new_with_specifics(cpus).ok();
        let cpu = system.as_ref().and_then(|system| system.cpus().first());
        let processor = cpu
            .map(|cpu| cpu.brand().trim())
            .filter(|brand| !brand.is_empty());
        Self {
            versions: Versions::here(),
            host: System::host_name().ok().unwrap_or_else(unknown),
            processor: processor.map_or_else(unknown, str::to_owned),
            jobs,
            sandbox: sandbox.name().to_owned(),
            started: now(),
        }
    }

    /// Returns the origin of a game that begins now in sandboxes of `levels`.
    pub(crate) fn of_game(&self, levels: impl IntoIterator<Item = Level>) -> Self {
        let weakest = levels.into_iter().max();
        Self {
            sandbox: weakest.map_or_else(|| self.sandbox.clone(), |level| level.name().to_owned()),
            started: now(),
            ..self.clone()
        }
    }
}

/// Returns the level of the sandbox that this machine gives on `requirement`.
pub(crate) fn level(requirement: Requirement) -> Result<Level, Failure> {
    let host = |why: String| Failure::Host {
        action: "start a sandbox".to_owned(),
        why,
    };
    let scratch = TemporaryFolder::new().map_err(|error| host(error.to_string()))?;
    let policy = Policy {
        requirement,
        ..Policy::default()
    };
    let sandbox =
        Sandbox::start(&policy, scratch.path()).map_err(|error| host(error.to_string()))?;
    Ok(sandbox.level())
}

/// Returns the current time, as in `2026-11-22T23:37:53.123Z`.
fn now() -> String {
    let now: DateTime<Utc> = SystemTime::now().into();
    now.to_rfc3339_opts(SecondsFormat::Millis, true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::origin;

    #[test]
    fn a_game_has_the_level_of_its_weakest_sandbox() {
        let here = origin();
        assert_eq!(here.of_game([]).sandbox, "namespaces");
        assert_eq!(
            here.of_game([Level::Namespaces, Level::Landlock]).sandbox,
            "landlock"
        );
    }
}

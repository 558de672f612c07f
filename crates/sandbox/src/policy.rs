//! The policy of a sandbox: its level, its user, and the files that programs reach.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use crate::User;

/// The strength of a sandbox, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(target_os = "linux", derive(serde::Serialize, serde::Deserialize))]
pub enum Level {
    /// Linux namespaces and seccomp: a program sees its own files and processes, and no network.
    /// All its processes end when the marker ends, however that ends.
    Namespaces,
    /// Landlock and seccomp: a program opens its own files, and no socket.
    Landlock,
    /// A job object of Windows: all processes end when the marker ends, however that ends, and
    /// reach neither the clipboard nor the windows of other programs.
    Job,
    /// Resource limits.
    Off,
}

impl Level {
    /// The levels of this system, strongest first.
    pub const ALL: &[Self] = if cfg!(target_os = "linux") {
        &[Self::Namespaces, Self::Landlock, Self::Off]
    } else if cfg!(windows) {
        &[Self::Job, Self::Off]
    } else {
        &[Self::Off]
    };

    /// The name on a command line and in a report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Namespaces => "namespaces",
            Self::Landlock => "landlock",
            Self::Job => "job",
            Self::Off => "off",
        }
    }

    /// Returns the promise of the level, as a phrase.
    pub const fn promise(self) -> &'static str {
        match self {
            Self::Namespaces => {
                "programs see no files but their own and the system's, no other process and no \
                 network, and end when the marker ends"
            }
            Self::Landlock => {
                "programs open no files but their own and the system's, and no socket; they can \
                 find out which other files and processes exist"
            }
            Self::Job => {
                "limits are enforced, and programs end when the marker ends; they read and write \
                 what their user may, and can use the network"
            }
            Self::Off => {
                "only limits are enforced; programs read and write what their user \
                 may, and can use the network"
            }
        }
    }

    /// Returns what the level denies to honest programs.
    pub const fn lacks(self) -> &'static [Lack] {
        match self {
            Self::Landlock => &[
                Lack {
                    what: "the leak check of `-fsanitize=address` and `-fsanitize=leak`, which needs `/proc`",
                    signs: &["LeakSanitizer has encountered a fatal error"],
                },
                Lack {
                    what: "Python's `multiprocessing` and shared memory, which need `/dev/shm`",
                    signs: &["_multiprocessing.SemLock(", "_posixshmem.shm_open("],
                },
                Lack {
                    what: "temporary files in `/tmp` instead of `$TMPDIR`",
                    signs: &["AccessDeniedException: /tmp/", "Permission denied: '/tmp/"],
                },
            ],
            _ => &[],
        }
    }

    /// Returns `true` if programs open only their own files and cannot use the network. Only then
    /// can they be another user.
    pub const fn confines(self) -> bool {
        matches!(self, Self::Namespaces | Self::Landlock)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Something that a [`Level`] denies to honest programs. A program that fails because of it gets no
/// verdict.
#[derive(Clone, Copy, Debug)]
pub struct Lack {
    /// The missing thing, as a phrase.
    pub what: &'static str,
    /// If a program fails with one of these on its standard error, this was the reason.
    signs: &'static [&'static str],
}

impl Lack {
    pub(crate) fn explains(&self, stderr: &[u8]) -> bool {
        let stderr = String::from_utf8_lossy(stderr);
        self.signs.iter().any(|sign| stderr.contains(sign))
    }
}

/// The level that a caller asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// The strongest level that the system has, but none weaker than this.
    AtLeast(Level),
    /// This level, even where the system has a stronger one.
    Exactly(Level),
}

impl Default for Requirement {
    fn default() -> Self {
        Self::AtLeast(Level::Off)
    }
}

impl Requirement {
    /// The names on a command line; a level may have a `=` before it.
    pub const NAMES: &str = "best|namespaces|landlock|job|off";

    /// The levels of this system to try, in this order.
    pub fn levels(self) -> impl Iterator<Item = Level> {
        Level::ALL.iter().copied().filter(move |level| match self {
            Self::AtLeast(least) => *level <= least,
            Self::Exactly(one) => *level == one,
        })
    }
}

impl FromStr for Requirement {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let level = |name| match name {
            "namespaces" => Ok(Level::Namespaces),
            "landlock" => Ok(Level::Landlock),
            "job" => Ok(Level::Job),
            _ => Err(format!(
                "{name:?} is not one of best, off, namespaces, landlock, job, or `=` and one of \
                 the last three"
            )),
        };
        match (name, name.strip_prefix('=')) {
            ("best", _) => Ok(Self::default()),
            ("off", _) => Ok(Self::Exactly(Level::Off)),
            (_, Some(name)) => level(name).map(Self::Exactly),
            (name, None) => level(name).map(Self::AtLeast),
        }
    }
}

/// The user of programs, and the files that they may reach in addition to those of the system.
/// Paths are absolute.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    /// The level to use.
    pub requirement: Requirement,
    /// Files and folders that may be read and executed.
    pub readable: Vec<PathBuf>,
    /// Folders that may also be written.
    pub writable: Vec<PathBuf>,
    /// Files and folders that no program may read, such as a reference. They are hidden in readable
    /// folders.
    pub secret: Vec<PathBuf>,
    /// Set for compilers, which change modes and times of files, and write more.
    pub builds: bool,
    /// Set for players of a tournament, who are paused and whose processor time is measured. They
    /// have no timers that send chosen signals, and start no processes unless a control group
    /// counts the time of those that have ended.
    pub player: bool,
    /// The user of the programs; `None` is the marker's own.
    pub user: Option<User>,
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_manual_names_what_a_level_lacks() {
        let manual = include_str!("../README.md");
        for lack in Level::ALL.iter().flat_map(|level| level.lacks()) {
            assert!(
                manual.contains(&format!("- {}\n", lack.what)),
                "{}",
                lack.what
            );
        }
    }

    #[test]
    fn a_requirement_names_the_levels_to_try() {
        let levels = |name: &str| -> Vec<Level> {
            let requirement: Requirement = name.parse().expect("it is a requirement");
            requirement.levels().collect()
        };
        assert_eq!(levels("best"), Level::ALL);
        assert_eq!(levels("namespaces"), [Level::Namespaces]);
        assert_eq!(levels("landlock"), [Level::Namespaces, Level::Landlock]);
        assert_eq!(levels("=landlock"), [Level::Landlock]);
        assert_eq!(levels("off"), [Level::Off]);
        assert_eq!(levels("=job"), []);
        assert!("Namespaces".parse::<Requirement>().is_err());
    }
}

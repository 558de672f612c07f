//! The policy of a sandbox: its level, and the files that programs reach.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// The strength of a sandbox, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Linux namespaces, Landlock and seccomp: a program sees its own files and
    /// processes, and no network. All its processes end with the marker,
    /// however that ends.
    A,
    /// Landlock and seccomp: a program opens its own files, and no socket.
    B,
    /// seccomp and resource limits: a program opens no socket, but whatever
    /// file its user may.
    C,
    /// macOS's `sandbox-exec`: a program opens no socket, and not the files that
    /// the policy hides or forbids.
    MacOs,
    /// A job object of Windows: all processes end with the marker, however that
    /// ends, and reach neither the clipboard nor the windows of other programs.
    WindowsJob,
    /// Resource limits.
    Off,
}

impl Level {
    /// The levels of this system, the strongest first.
    pub const ALL: &[Self] = if cfg!(target_os = "linux") {
        &[Self::A, Self::B, Self::C, Self::Off]
    } else if cfg!(windows) {
        &[Self::WindowsJob, Self::Off]
    } else {
        &[Self::MacOs, Self::Off]
    };

    /// The name on a command line and in a report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::C => "C",
            Self::MacOs => "macos",
            Self::WindowsJob => "windows-job",
            Self::Off => "off",
        }
    }

    /// Returns the promise of the level, as a phrase.
    pub const fn promise(self) -> &'static str {
        match self {
            Self::A => {
                "programs see no files but their own and the system's, no other process and no \
                 network, and end with the marker"
            }
            Self::B => {
                "programs open no files but their own and the system's, and no socket; they see \
                 the names of other processes"
            }
            Self::C => "programs open no socket; they read and write what their user may",
            Self::MacOs => {
                "programs open no socket and none of the marker's secret files; they read and \
                 write what else their user may, and see other processes"
            }
            Self::WindowsJob => {
                "programs are held to their limits and end with the marker; they read and write \
                 what their user may, and can use the network"
            }
            Self::Off => "programs are held to their limits only",
        }
    }

    /// Returns `true` if programs cannot use the network.
    pub const fn refuses_network(self) -> bool {
        !matches!(self, Self::WindowsJob | Self::Off)
    }
}

/// Its name.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Which level a caller asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Requirement {
    /// The strongest that the system has.
    #[default]
    Best,
    /// This level or a stronger one.
    AtLeast(Level),
    /// This level, even where the system has a stronger one.
    Exactly(Level),
    /// [`Level::Off`], whatever the system has.
    Off,
}

impl Requirement {
    /// The levels of this system to try, in this order.
    pub fn levels(self) -> impl Iterator<Item = Level> {
        Level::ALL.iter().copied().filter(move |level| match self {
            Self::Best => true,
            Self::AtLeast(least) => *level <= least,
            Self::Exactly(one) => *level == one,
            Self::Off => *level == Level::Off,
        })
    }
}

impl FromStr for Requirement {
    type Err = UnknownLevel;

    fn from_str(name: &str) -> Result<Self, UnknownLevel> {
        let level = |name| match name {
            "A" => Ok(Level::A),
            "B" => Ok(Level::B),
            "C" => Ok(Level::C),
            "macos" => Ok(Level::MacOs),
            "windows-job" => Ok(Level::WindowsJob),
            _ => Err(UnknownLevel(name.to_owned())),
        };
        match name {
            "best" => Ok(Self::Best),
            "off" => Ok(Self::Off),
            _ => match name.strip_prefix('=') {
                Some(name) => level(name).map(Self::Exactly),
                None => level(name).map(Self::AtLeast),
            },
        }
    }
}

/// A name that no [`Requirement`] has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevel(String);

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is not one of best, off, A, B, C, macos, windows-job, or `=` and one of the last five",
            self.0
        )
    }
}

impl std::error::Error for UnknownLevel {}

/// The files that a program may reach beside those of the system. Paths are
/// absolute.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    /// The level that is asked for.
    pub requirement: Requirement,
    /// Files and folders that may be read and executed.
    pub readable: Vec<PathBuf>,
    /// Folders that may be written too.
    pub writable: Vec<PathBuf>,
    /// Files and folders below these that may not be read.
    pub hidden: Vec<PathBuf>,
    /// Files and folders that no program may read, such as a reference. Where
    /// one lies in a readable folder and is not hidden, there is no sandbox.
    pub forbidden: Vec<PathBuf>,
    /// Set for compilers, which change modes and times of files.
    pub builds: bool,
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_requirement_names_the_levels_to_try() {
        let levels = |name: &str| -> Vec<Level> {
            let requirement: Requirement = name.parse().expect("it is a requirement");
            requirement.levels().collect()
        };
        assert_eq!(levels("best"), Level::ALL);
        assert_eq!(levels("A"), [Level::A]);
        assert_eq!(levels("C"), [Level::A, Level::B, Level::C]);
        assert_eq!(levels("=B"), [Level::B]);
        assert_eq!(levels("off"), [Level::Off]);
        assert_eq!(levels("=macos"), []);
        assert_eq!(levels("windows-job"), [Level::A, Level::B, Level::C]);
        assert!("a".parse::<Requirement>().is_err());
    }
}

//! The settings of builds, and the sandbox policies of builds and programs.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sandbox::{HostError, Limits, Policy, Requirement, Sandbox, TemporaryFolder, User};

use crate::failed::Failed;
#[cfg(target_os = "linux")]
use crate::installed::marked;
use crate::toolchain::{Toolchain, fill_cargo_home};

/// The usual limits of a build: a compiler needs more than a student's program.
pub const BUILD_LIMITS: Limits = Limits {
    wall: Duration::from_secs(120),
    cpu: Duration::from_secs(240),
    memory: 4 << 30,
    // This also limits the files that it makes.
    output: 256 << 20,
    processes: 1024,
    disk: 2 << 30,
    files: 200_000,
};

/// The settings of builds and of the programs that they make, the same for all submissions.
#[derive(Clone, Debug)]
pub struct Building {
    /// The limits of one build.
    pub limits: Limits,
    /// The level of the sandboxes.
    pub requirement: Requirement,
    /// The compilers and interpreters that builds and programs may use.
    pub toolchain: Toolchain,
    /// Files and folders that a build may read in addition to its toolchain.
    pub readable: Vec<PathBuf>,
    /// Files and folders that no build and no program may read: cases, other submissions,
    /// references.
    pub secret: Vec<PathBuf>,
    /// Environment variables added to the small fixed set.
    pub env: Vec<(OsString, OsString)>,
    /// Parts of the file names that the course asks for, such as `part1` and `.c`. They decide
    /// between several programs.
    pub prefers: Vec<String>,
}

impl Default for Building {
    fn default() -> Self {
        Self {
            limits: BUILD_LIMITS,
            requirement: Requirement::default(),
            toolchain: Toolchain::of_builds().clone(),
            readable: Vec::new(),
            secret: Vec::new(),
            env: Vec::new(),
            prefers: Vec::new(),
        }
    }
}

impl Building {
    /// Adds a secret, if that file or folder exists.
    pub fn deny_read(&mut self, path: &Path) {
        self.secret.extend(fs::canonicalize(path).ok());
    }

    /// Hides this project's programs, whatever their names, wherever builds and programs may
    /// read.
    #[cfg(target_os = "linux")]
    pub fn hide_own_programs(&mut self) {
        let mut folders = sandbox::system_files();
        folders.extend_from_slice(&self.toolchain.readable);
        folders.extend_from_slice(&self.readable);
        self.secret.extend(marked(folders));
    }

    /// Does nothing on this system.
    #[cfg(not(target_os = "linux"))]
    pub fn hide_own_programs(&mut self) {}

    /// Returns the policy of a sandbox for programs in `folder`.
    pub fn run_policy(&self, folder: &Path) -> Policy {
        let mut readable = self.toolchain.readable.clone();
        readable.push(folder.to_owned());
        readable.extend(fs::canonicalize(folder).ok());
        Policy {
            requirement: self.requirement,
            readable,
            secret: self.secret.clone(),
            ..Policy::default()
        }
    }

    /// Calls `work` with a site in `folder`, which belongs to the user and is not cleaned
    /// afterwards.
    pub fn in_folder<T>(
        &self,
        folder: &Path,
        work: impl FnOnce(Site<'_>) -> Result<T, Failed>,
    ) -> Result<T, Failed> {
        let temporary = temporary_folder()?;
        self.at(folder, None, None, &temporary, work)
    }

    pub(crate) fn at<T>(
        &self,
        folder: &Path,
        copy: Option<&Path>,
        user: Option<&User>,
        temporary: &TemporaryFolder,
        work: impl FnOnce(Site<'_>) -> Result<T, Failed>,
    ) -> Result<T, Failed> {
        let [scratch, cargo_home] = ["scratch", "cargo"].map(|name| temporary.path().join(name));
        for folder in [&scratch, &cargo_home] {
            fs::create_dir(folder).map_err(|error| cannot_create(&error))?;
        }
        fill_cargo_home(&cargo_home).map_err(|error| cannot_create(&error))?;
        if let Some(user) = user {
            let owned = user.own(&cargo_home);
            owned.map_err(|error| HostError::of("cannot give a folder to its user", &error))?;
        }
        let policy = Policy {
            readable: [&self.toolchain.readable[..], &self.readable].concat(),
            writable: vec![folder.to_owned(), cargo_home.clone()],
            builds: true,
            user: user.cloned(),
            ..self.run_policy(folder)
        };
        let sandbox = Sandbox::start(&policy, &scratch)?;
        work(Site {
            folder,
            copy,
            cargo_home: &cargo_home,
            sandbox: &sandbox,
            building: self,
        })
    }
}

/// The place of a build.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    /// The folder of the sources, and of the program that is built.
    pub folder: &'a Path,
    /// The copy of a submission that contains `folder`, unless the folder belongs to the user.
    /// After every command it contains only regular files and folders, and the submission's
    /// programs are found nowhere else.
    pub(crate) copy: Option<&'a Path>,
    pub(crate) cargo_home: &'a Path,
    pub(crate) sandbox: &'a Sandbox,
    pub(crate) building: &'a Building,
}

impl Site<'_> {
    /// The folder in which a command line is typed.
    pub(crate) fn is_root(&self) -> bool {
        self.copy.is_none_or(|copy| copy == self.folder)
    }
}

pub(crate) fn temporary_folder() -> Result<TemporaryFolder, HostError> {
    TemporaryFolder::new().map_err(|error| cannot_create(&error))
}

pub(crate) fn cannot_create(error: &std::io::Error) -> HostError {
    HostError::of("cannot create a temporary folder", error)
}

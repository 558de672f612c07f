//! The files that compilers and interpreters need in addition to those of the system.
//!
//! A sandboxed program sees neither the home folder nor the environment of the user. So this
//! module finds the toolchains that are installed there (by rustup, pyenv or hand), behind the
//! shims that start them.

use std::env::{self, consts::EXE_SUFFIX};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use regex_lite::escape;
use sandbox::{HostError, is_system_file, search_path};

use crate::pattern::pattern;

const BUILDERS: [&str; 13] = [
    "cargo", "rustc", "gcc", "g++", "cc", "clang", "make", "javac", "java", "python3", "node",
    "go", "dotnet",
];

/// The files of one or several toolchains.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Toolchain {
    /// Files and folders that must be readable.
    pub readable: Vec<PathBuf>,
    /// Folders that come first in `PATH`.
    pub path: Vec<PathBuf>,
}

impl Toolchain {
    /// Returns the toolchain of `command`, a path or a name to find in `PATH`. It is empty for
    /// a command of the system and for one that does not exist.
    pub fn of(command: &OsStr) -> Self {
        if cfg!(not(target_os = "linux")) {
            return Self::default();
        }
        let path = Path::new(command);
        let mut toolchain = if path.components().count() > 1 {
            Self {
                // `PATH` does not matter for a path.
                path: Vec::new(),
                ..Self::at(&resolve(path))
            }
        } else {
            find(command).map_or_else(Self::default, |found| Self::at(&resolve(&found)))
        };
        if let Some(interpreter) = interpreter(path) {
            toolchain.add(Self::of(&interpreter));
        }
        toolchain
    }

    /// Returns the toolchains of all commands that builds run.
    pub fn of_builds() -> &'static Self {
        static ALL: OnceLock<Toolchain> = OnceLock::new();
        ALL.get_or_init(|| {
            let mut all = Self::default();
            for command in BUILDERS {
                all.add(Self::of(command.as_ref()));
            }
            let home = cargo_home();
            let shared = CARGO_SHARED.iter().map(|name| home.join(name));
            all.readable.extend(shared.filter(|path| path.exists()));
            all
        })
    }

    /// Adds the toolchain of `command`, which the user has typed. A relative path begins in
    /// `folder`; without a folder, it begins in each submission and has no toolchain.
    pub fn add_command(&mut self, command: &OsStr, folder: Option<&Path>) {
        let path = Path::new(command);
        if path.components().count() == 1 || path.is_absolute() {
            self.add(Self::of(command));
        } else if let Some(folder) = folder {
            self.add(Self::of(folder.join(path).as_os_str()));
        }
    }

    pub(crate) fn check(&self, command: &str) -> Result<(), HostError> {
        let name = format!("{command}{EXE_SUFFIX}");
        // On Linux, the needed folders were found, and the others may be unreadable.
        let own = env::var_os("PATH").filter(|_| cfg!(not(target_os = "linux")));
        let own = own.unwrap_or_default();
        let folders = [search_path(&self.path), own];
        let folders = folders.iter().flat_map(env::split_paths);
        let mut files = folders.map(|folder| folder.join(&name));
        // On Linux, a shim does not work: the folder that it leads to comes first.
        let is_of_use = |file: PathBuf| cfg!(not(target_os = "linux")) || manager(&file).is_none();
        if files.find(|file| file.is_file()).is_some_and(is_of_use) {
            return Ok(());
        }
        Err(HostError::Setup(format!(
            "submissions need {command}, which is not installed or which they cannot access"
        )))
    }

    /// Fails if the `output` of a build names a compiler or interpreter that this machine
    /// lacks.
    pub fn check_named(&self, output: &str) -> Result<(), HostError> {
        let names = BUILDERS.map(escape).join("|");
        let named =
            format!("(?m)(?:^|[ `'])({names})['`]?:? (?:(?:command )?not found|No such file)");
        let named = pattern(&named);
        let mut names = named.captures_iter(output);
        names.try_for_each(|found| self.check(&found[1]))
    }

    /// Removes files that other users cannot read, and returns them.
    #[cfg(unix)]
    pub fn remove_private(&mut self) -> Vec<PathBuf> {
        let (open, private) = std::mem::take(&mut self.readable)
            .into_iter()
            .partition(|path| is_open_to_all(path));
        self.readable = open;
        self.path.retain(|path| is_open_to_all(path));
        private
    }

    /// Removes nothing: programs run as the same user here.
    #[cfg(not(unix))]
    pub fn remove_private(&mut self) -> Vec<PathBuf> {
        Vec::new()
    }

    pub(crate) fn env(&self) -> Vec<(OsString, OsString)> {
        if self.path.is_empty() {
            return Vec::new();
        }
        vec![("PATH".into(), search_path(&self.path))]
    }

    fn add(&mut self, other: Self) {
        for (all, new) in [
            (&mut self.readable, other.readable),
            (&mut self.path, other.path),
        ] {
            for path in new {
                if !all.contains(&path) {
                    all.push(path);
                }
            }
        }
    }

    fn at(command: &Path) -> Self {
        let mut toolchain = Self::default();
        let mut steps = steps(command);
        if let (Some(home), Some(name)) = (home(command), command.file_name()) {
            steps.extend(self::steps(&home.join(name)));
        }
        for path in steps {
            if is_system_file(&path) {
                continue;
            }
            let folder = path.parent().unwrap_or(Path::new("/")).to_owned();
            let installation = folder
                .parent()
                .filter(|parent| is_installation(&folder, parent));
            toolchain.add(Self {
                readable: vec![installation.map_or(path, Path::to_owned)],
                path: vec![folder],
            });
        }
        toolchain
    }
}

#[cfg(unix)]
fn is_open_to_all(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;

    let Ok(path) = fs::canonicalize(path) else {
        return false;
    };
    let has = |path: &Path, bits| {
        fs::metadata(path).is_ok_and(|data| data.permissions().mode() & bits == bits)
    };
    has(&path, 0o005) && path.ancestors().skip(1).all(|folder| has(folder, 0o001))
}

/// Returns `true` if `parent` contains a single installation: it is not a home folder, nor a
/// folder for all programs, which may contain a reference.
fn is_installation(folder: &Path, parent: &Path) -> bool {
    let home = env::home_dir().unwrap_or_default();
    let shared = [".local", ".cargo"].map(|name| home.join(name));
    folder.file_name() == Some(OsStr::new("bin"))
        && parent.join("lib").is_dir()
        && parent != home
        && parent.components().count() > 2
        && !shared.iter().any(|shared| shared == parent)
        && parent != Path::new("/usr/local")
}

/// Returns `command`, and each file on the way if it is a link. A virtual environment links to
/// its original interpreter, often through several links.
fn steps(command: &Path) -> Vec<PathBuf> {
    const LINKS: usize = 40;
    let mut steps = Vec::new();
    let mut at = command.to_owned();
    for _ in 0..LINKS {
        let folder = at.parent().unwrap_or(Path::new("")).to_owned();
        // The folder may be a link, too.
        let real = fs::canonicalize(&folder).ok();
        steps.extend(real.and_then(|real| Some(real.join(at.file_name()?))));
        let target = fs::read_link(&at);
        if !at.components().any(|part| part == Component::ParentDir) {
            steps.push(at);
        }
        match target {
            Ok(target) => at = folder.join(target),
            Err(_) => break,
        }
    }
    steps
}

/// Returns the folder of the interpreter from which the virtual environment of `command` was
/// made.
fn home(command: &Path) -> Option<PathBuf> {
    let settings = command.parent()?.parent()?.join("pyvenv.cfg");
    let settings = fs::read_to_string(settings).ok()?;
    let mut lines = settings.lines().filter_map(|line| line.split_once('='));
    let (_, home) = lines.find(|(name, _)| name.trim() == "home")?;
    Some(PathBuf::from(home.trim()))
}

fn find(command: &OsStr) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|folder| folder.join(command))
        .find(|file| file.is_file())
}

/// Returns the file that is finally executed if `found` is a shim of rustup or pyenv.
pub(crate) fn resolve(found: &Path) -> PathBuf {
    let Some(manager) = manager(found) else {
        return found.to_owned();
    };
    let name = found.file_name().unwrap_or_default();
    let which = Command::new(manager).arg("which").arg(name).output();
    let path = which
        .ok()
        .filter(|output| output.status.success())
        .and_then(|output| String::from_utf8(output.stdout).ok());
    path.map_or_else(|| found.to_owned(), |path| PathBuf::from(path.trim_end()))
}

/// Returns the command that prints the target of the shim `found`; `None` if it is no shim.
fn manager(found: &Path) -> Option<&'static str> {
    let target = fs::canonicalize(found).unwrap_or_default();
    if target.file_name() == Some(OsStr::new("rustup")) {
        return Some("rustup");
    }
    let folder = found.parent().and_then(Path::file_name);
    (folder == Some(OsStr::new("shims"))).then_some("pyenv")
}

fn interpreter(script: &Path) -> Option<OsString> {
    let mut line = Vec::new();
    File::open(script)
        .ok()?
        .take(256)
        .read_to_end(&mut line)
        .ok()?;
    let line = line.strip_prefix(b"#!")?;
    let line = String::from_utf8_lossy(line.split(|&byte| byte == b'\n').next()?).into_owned();
    let mut words = line.split_whitespace();
    let first = words.next()?;
    let by_env = Path::new(first).file_name() == Some(OsStr::new("env"));
    let name = if by_env {
        words.find(|word| !word.starts_with('-'))?
    } else {
        first
    };
    Some(name.into())
}

/// The parts of Cargo's folder that builds share: crates, but no credentials.
const CARGO_SHARED: [&str; 2] = ["registry", "git"];

fn cargo_home() -> PathBuf {
    env::var_os("CARGO_HOME").map_or_else(
        || env::home_dir().unwrap_or_default().join(".cargo"),
        PathBuf::from,
    )
}

#[cfg(unix)]
pub(crate) fn fill_cargo_home(folder: &Path) -> io::Result<()> {
    for name in CARGO_SHARED {
        let to = cargo_home().join(name);
        if to.exists() {
            std::os::unix::fs::symlink(to, folder.join(name))?;
        }
    }
    Ok(())
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "other systems may refuse it")]
pub(crate) fn fill_cargo_home(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_only_its_owner_reads_is_private() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().expect("a folder can be made");
        let mode = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("it is ours");
        };
        let inner = folder.path().join("python");
        fs::create_dir(&inner).expect("a folder can be made");
        mode(folder.path(), 0o700);
        mode(&inner, 0o755);
        let usr = PathBuf::from("/usr/bin");
        let private = |inner: &Path| {
            let mut toolchain = Toolchain {
                readable: vec![inner.to_owned(), usr.clone()],
                path: vec![inner.to_owned()],
            };
            let private = toolchain.remove_private();
            (private, toolchain.path.len())
        };
        assert_eq!(private(&inner), (vec![inner.clone()], 0));
        mode(folder.path(), 0o711);
        assert_eq!(private(&inner), (Vec::new(), 1));
        mode(&inner, 0o750);
        assert_eq!(private(&inner), (vec![inner.clone()], 0));
    }

    #[test]
    fn a_command_that_is_missing_is_the_machines_failure() {
        let toolchain = Toolchain::of_builds();
        assert_eq!(toolchain.check("sh"), Ok(()));
        assert_eq!(toolchain.check("cargo"), Ok(()));
        let failed = toolchain.check("no-such-compiler");
        assert!(matches!(failed, Err(HostError::Setup(_))), "{failed:?}");
        // A rustup shim without a toolchain.
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("rustup"), "").expect("a file can be written");
        std::os::unix::fs::symlink("rustup", path("cargo")).expect("a link can be made");
        let toolchain = Toolchain {
            path: vec![folder.path().to_owned()],
            ..Toolchain::default()
        };
        assert!(toolchain.check("cargo").is_err());
        for (output, names_it) in [
            ("make: cargo: No such file or directory\n", true),
            ("x\nsh: 1: cargo: not found\n", true),
            ("a: line 2: cargo: command not found", true),
            ("error: linker `cargo` not found", true),
            ("env: 'cargo': No such file or directory", true),
            ("make: sh: No such file or directory", false),
            ("a.c:1: cargo.h: No such file or directory", false),
            ("no/cargo: not found", false),
        ] {
            assert_eq!(toolchain.check_named(output).is_err(), names_it, "{output}");
        }
    }

    #[test]
    fn cargo_is_found_past_the_shims_and_without_credentials() {
        let toolchain = Toolchain::of("cargo".as_ref());
        let has_rustc = |folder: &PathBuf| folder.join("rustc").is_file();
        let in_system = find("cargo".as_ref()).is_some_and(|path| path.starts_with("/usr/bin"));
        assert!(
            in_system || toolchain.path.iter().any(has_rustc),
            "{toolchain:?}"
        );
        let credentials = cargo_home().join("credentials.toml");
        let all = Toolchain::of_builds();
        assert!(
            !all.readable
                .iter()
                .any(|path| credentials.starts_with(path)),
            "{all:?}"
        );
    }

    #[test]
    fn a_home_folder_is_no_installation() {
        let home = env::home_dir().expect("there is one");
        for folder in [
            home.join("bin"),
            home.join(".local/bin"),
            home.join(".cargo/bin"),
        ] {
            let parent = folder.parent().expect("it has one");
            assert!(!is_installation(&folder, parent), "{}", folder.display());
        }
        assert!(!is_installation(
            Path::new("/usr/local/bin"),
            Path::new("/usr/local")
        ));
        let other = tempfile::tempdir().expect("a folder can be made");
        fs::create_dir_all(other.path().join("python/lib")).expect("a folder can be made");
        let parent = other.path().join("python");
        assert!(is_installation(&parent.join("bin"), &parent));
    }

    #[test]
    fn the_first_line_of_a_script_names_its_interpreter() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let script = folder.path().join("script");
        for (line, name) in [
            ("#!/usr/bin/env python3\n", Some("python3")),
            ("#!/usr/bin/env -S python3 -u\n", Some("python3")),
            ("#! /bin/sh -e\nx", Some("/bin/sh")),
            ("\x7fELF", None),
            ("", None),
        ] {
            fs::write(&script, line).expect("a file can be written");
            assert_eq!(
                interpreter(&script).as_deref(),
                name.map(OsStr::new),
                "{line:?}"
            );
        }
    }
}

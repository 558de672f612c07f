//! Programs for a target whose bytes depend only on the commit and the compiler.

use std::borrow::Cow;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use escargot::CommandMessages;
use escargot::format::Message;
use memchr::memmem;

use crate::Result;
use crate::archive::{self, ArchiveEntry};
use crate::programs::PROGRAMS;
use crate::target::{System, Target};

/// The compiler, and the local folders whose names it may write into programs.
pub(crate) struct Compiler {
    host: String,
    commit: String,
    sysroot: PathBuf,
    workspace: PathBuf,
    cargo_home: Option<PathBuf>,
}

impl Compiler {
    pub(crate) fn find() -> Result<Self> {
        let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let ask = |arguments: &[&str]| -> Result<String> {
            let output = Command::new(&rustc).args(arguments).output();
            let output = output.map_err(|error| format!("cannot run rustc: {error}"))?;
            Ok(String::from_utf8(output.stdout)?)
        };
        let version = ask(&["-vV"])?;
        let line = |name: &str| -> Result<String> {
            let line = version.lines().find_map(|line| line.strip_prefix(name));
            Ok(line
                .ok_or_else(|| format!("`rustc -vV` prints no line `{name}`"))?
                .to_owned())
        };
        let home = env::home_dir().map(|home| home.join(".cargo"));
        Ok(Self {
            host: line("host: ")?,
            commit: line("commit-hash: ")?,
            sysroot: ask(&["--print", "sysroot"])?.trim_end().into(),
            workspace: fs::canonicalize(course_tests::workspace())?,
            cargo_home: env::var_os("CARGO_HOME").map(PathBuf::from).or(home),
        })
    }

    pub(crate) fn build(&self, target: &Target, time: u32) -> Result<Vec<ArchiveEntry>> {
        let mut flags = target.flags()?;
        flags.push("-Cstrip=symbols".to_owned());
        flags.extend(self.remapped()?);
        let mut options = vec!["--release", "--locked", "--target", target.triple];
        for (name, _) in PROGRAMS {
            options.extend(["--package", name, "--bin", name]);
        }
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.current_dir(&self.workspace);
        cargo.args(["build", "--message-format=json-render-diagnostics"]);
        cargo.args(options);
        // This overrides RUSTFLAGS and the user's configuration.
        cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
        cargo.env("CARGO_INCREMENTAL", "0");
        cargo.env("SOURCE_DATE_EPOCH", time.to_string());
        let mut built = Vec::new();
        for message in CommandMessages::with_command(cargo)? {
            if let Message::CompilerArtifact(artifact) = message?.decode()? {
                built.extend(artifact.executable.map(Cow::into_owned));
            }
        }
        let mut entries = Vec::new();
        for (name, _) in PROGRAMS {
            let name = format!("{name}{}", target.suffix());
            let path = built.iter().find(|path| path.ends_with(&name));
            let path = path.ok_or_else(|| format!("cargo has built no {name}"))?;
            let entry = read(path, name)?;
            self.check(&entry)?;
            entries.push(entry);
        }
        Ok(entries)
    }

    pub(crate) fn build_extras(&self, target: &Target) -> Result<Vec<ArchiveEntry>> {
        let folder = tempfile::tempdir()?;
        let chore = |name: &str, arguments: &[&str]| -> Result<()> {
            let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
            cargo.current_dir(&self.workspace);
            cargo.args(["xtask", name]).args(arguments);
            cargo.arg(folder.path().join(name));
            cargo.env("CARGO_ENCODED_RUSTFLAGS", self.remapped()?.join("\x1f"));
            if cargo.stdout(Stdio::null()).status()?.success() {
                return Ok(());
            }
            Err(format!("cargo xtask {name} failed").into())
        };
        chore("playground", &["--output"])?;
        let architecture = |triple: &str| triple.split('-').next().map(str::to_owned);
        let is_own = architecture(target.triple) == architecture(&self.host);
        if target.system == System::Linux && cfg!(target_os = "linux") && is_own {
            chore("c-library", &[])?;
        }
        let extras = read_extras(folder.path())?;
        extras.iter().try_for_each(|entry| self.check(entry))?;
        Ok(extras)
    }

    fn remapped(&self) -> Result<Vec<String>> {
        let option = |(from, to): (PathBuf, String)| {
            let from = from.to_str().ok_or("a folder's name is not Unicode")?;
            Ok(format!("--remap-path-prefix={from}={to}"))
        };
        self.replaced().into_iter().map(option).collect()
    }

    fn replaced(&self) -> Vec<(PathBuf, String)> {
        // If its sources are installed, the compiler finds them there.
        let sources = self.sysroot.join("lib/rustlib/src/rust");
        let home = self
            .cargo_home
            .clone()
            .map(|home| (home, "/cargo".to_owned()));
        // The compiler takes the last match.
        home.into_iter()
            .chain([
                (self.workspace.clone(), "/reversi".to_owned()),
                (sources, format!("/rustc/{}", self.commit)),
            ])
            .collect()
    }

    /// Refuses a program that contains the name of a local folder: it would differ elsewhere.
    fn check(&self, program: &ArchiveEntry) -> Result<()> {
        for (folder, _) in self.replaced() {
            let folder = folder.to_string_lossy();
            if memmem::find(&program.content, folder.as_bytes()).is_some() {
                return Err(format!(
                    "{} has the name of a folder of this machine in it, `{folder}`",
                    program.path
                )
                .into());
            }
        }
        Ok(())
    }
}

pub(crate) fn read_all(folder: &Path, target: &Target) -> Result<Vec<ArchiveEntry>> {
    let read = |(name, _)| {
        let name = format!("{name}{}", target.suffix());
        read(&folder.join(&name), name)
    };
    PROGRAMS.into_iter().map(read).collect()
}

/// Reads the playground's page and the library for programs in C from `folder`, if they exist.
pub(crate) fn read_extras(folder: &Path) -> Result<Vec<ArchiveEntry>> {
    let mut extras = Vec::new();
    let page = folder.join("playground/playground.html");
    if page.is_file() {
        extras.push(ArchiveEntry::file("playground.html", fs::read(page)?));
    }
    let library = folder.join("c-library");
    if library.is_dir() {
        extras.extend(archive::files(&library, "c-library", &[])?);
    }
    Ok(extras)
}

fn read(path: &Path, name: String) -> Result<ArchiveEntry> {
    Ok(ArchiveEntry {
        executable: true,
        ..archive::read(path, name)?
    })
}

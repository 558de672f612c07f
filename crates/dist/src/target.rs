//! The systems that archives are made for, and what linking for them needs.

use std::env;
use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::Result;
use crate::archive::Format;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    LinuxX86,
    LinuxArm,
    WindowsGnu,
    WindowsMsvc,
    MacX86,
    MacArm,
}

impl ValueEnum for Target {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.triple()))
    }
}

impl Target {
    const ALL: [Self; 6] = [
        Self::LinuxX86,
        Self::LinuxArm,
        Self::WindowsGnu,
        Self::WindowsMsvc,
        Self::MacX86,
        Self::MacArm,
    ];

    /// Returns the targets that an archive is made for by default: those that
    /// this system's releases are for.
    pub(crate) fn usual() -> &'static [Self] {
        if cfg!(windows) {
            &[Self::WindowsMsvc]
        } else if cfg!(target_os = "macos") {
            &[Self::MacArm, Self::MacX86]
        } else {
            &[Self::LinuxX86, Self::LinuxArm, Self::WindowsGnu]
        }
    }

    /// Returns its name in Rust.
    pub(crate) fn triple(self) -> &'static str {
        match self {
            Self::LinuxX86 => "x86_64-unknown-linux-musl",
            Self::LinuxArm => "aarch64-unknown-linux-musl",
            Self::WindowsGnu => "x86_64-pc-windows-gnu",
            Self::WindowsMsvc => "x86_64-pc-windows-msvc",
            Self::MacX86 => "x86_64-apple-darwin",
            Self::MacArm => "aarch64-apple-darwin",
        }
    }

    pub(crate) fn format(self) -> Format {
        if self.is_windows() {
            Format::Zip
        } else {
            Format::Tgz
        }
    }

    /// Returns the end of the names of its programs.
    pub(crate) fn suffix(self) -> &'static str {
        if self.is_windows() { ".exe" } else { "" }
    }

    fn is_windows(self) -> bool {
        matches!(self, Self::WindowsGnu | Self::WindowsMsvc)
    }

    /// Returns the flags of the compiler that make programs for this target
    /// static and without times. Returns an error that names what is missing, and
    /// the package that has it.
    pub(crate) fn flags(self, sysroot: &Path, host: &str) -> Result<Vec<String>> {
        let triple = self.triple();
        let flags: &[&str] = match self {
            // Rust's own linker and C library need nothing else, and the programs
            // do not depend on the version of a C compiler.
            //
            // The C library's allocator is fast enough. CPU time in seconds, static
            // and dynamic, the least of several runs in turn: `automarker --version`
            // 0.001 and 0.002, 18 cases of utoronto-a1 0.051 and 0.051, 40 submissions
            // of cmsc201 5.3 and 6.0, a search to depth 23 1.91 and 2.05. Only
            // `reversi-engine bench` is slower, 0.66 and 0.47: it makes a table for
            // every position, which glibc makes of memory that it has kept.
            Self::LinuxX86 | Self::LinuxArm => {
                let tools = sysroot.join("lib/rustlib").join(host).join("bin");
                let linker = tools.join(format!("rust-lld{EXE_SUFFIX}"));
                if !linker.is_file() {
                    return Err(format!(
                        "cannot link for {triple}: there is no `{}`, which is part of the \
                         toolchains of rustup (https://rustup.rs)",
                        linker.display()
                    )
                    .into());
                }
                &["linker=rust-lld", "target-feature=+crt-static"]
            }
            Self::WindowsGnu => {
                let linker = "x86_64-w64-mingw32-gcc";
                if in_path(linker).is_none() {
                    return Err(format!(
                        "cannot link for {triple}: there is no `{linker}` in the PATH; it is in \
                         the package gcc-mingw-w64-x86-64 of Debian and Ubuntu, and in \
                         mingw-w64 of Homebrew"
                    )
                    .into());
                }
                &["link-arg=-Wl,--no-insert-timestamp"]
            }
            Self::WindowsMsvc if !cfg!(windows) => {
                return Err(only(triple, "Windows").into());
            }
            // Windows does not come with the C library that is linked otherwise.
            Self::WindowsMsvc => &["target-feature=+crt-static", "link-arg=/Brepro"],
            Self::MacX86 | Self::MacArm if !cfg!(target_os = "macos") => {
                return Err(only(triple, "macOS").into());
            }
            Self::MacX86 | Self::MacArm => &[],
        };
        if !sysroot
            .join("lib/rustlib")
            .join(triple)
            .join("lib")
            .is_dir()
        {
            return Err(format!(
                "cannot compile for {triple}: Rust's standard library for it is missing; \
                 install it with `rustup target add {triple}`"
            )
            .into());
        }
        Ok(flags.iter().map(|flag| format!("-C{flag}")).collect())
    }
}

fn only(triple: &str, system: &str) -> String {
    format!("cannot link for {triple}: its linker and libraries are on {system} only")
}

/// Returns the path of `program`.
fn in_path(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|folder| folder.join(format!("{program}{EXE_SUFFIX}")))
        .find(|file| file.is_file())
}

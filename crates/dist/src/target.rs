//! The systems for which packages are made, and their linker options.

use automarker::toolchains::is_in_path;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::Result;

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) triple: &'static str,
    pub(crate) system: System,
    /// The platform tags of a wheel
    /// (<https://packaging.python.org/en/latest/specifications/platform-compatibility-tags/>).
    /// Static programs run with both of Linux's C libraries, so there are two.
    pub(crate) wheel: &'static [&'static str],
    pub(crate) node: [&'static str; 2],
    pub(crate) debian: Option<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum System {
    Linux,
    Windows,
    Mac,
}

pub(crate) static ALL: [Target; 5] = [
    Target {
        triple: "x86_64-unknown-linux-musl",
        system: System::Linux,
        wheel: &["manylinux_2_17_x86_64", "musllinux_1_1_x86_64"],
        node: ["linux", "x64"],
        debian: Some("amd64"),
    },
    Target {
        triple: "aarch64-unknown-linux-musl",
        system: System::Linux,
        wheel: &["manylinux_2_17_aarch64", "musllinux_1_1_aarch64"],
        node: ["linux", "arm64"],
        debian: Some("arm64"),
    },
    Target {
        triple: "x86_64-pc-windows-gnu",
        system: System::Windows,
        wheel: &["win_amd64"],
        node: ["win32", "x64"],
        debian: None,
    },
    Target {
        triple: "x86_64-apple-darwin",
        system: System::Mac,
        wheel: &["macosx_10_12_x86_64"],
        node: ["darwin", "x64"],
        debian: None,
    },
    Target {
        triple: "aarch64-apple-darwin",
        system: System::Mac,
        wheel: &["macosx_11_0_arm64"],
        node: ["darwin", "arm64"],
        debian: None,
    },
];

impl Target {
    pub(crate) fn parser() -> impl TypedValueParser<Value = &'static Self> {
        let triples = PossibleValuesParser::new(ALL.iter().map(|target| target.triple));
        triples.map(|triple| {
            let mut all = ALL.iter();
            let found = all.find(|target| target.triple == triple);
            found.expect("only these are possible")
        })
    }

    pub(crate) fn usual() -> Vec<&'static Self> {
        let is_usual = |target: &&Self| (target.system == System::Mac) == cfg!(target_os = "macos");
        ALL.iter().filter(is_usual).collect()
    }

    pub(crate) fn suffix(&self) -> &'static str {
        if self.system == System::Windows {
            ".exe"
        } else {
            ""
        }
    }

    /// Returns the compiler flags for static programs without times. Fails early if a tool is
    /// missing: the compiler would notice only at the end.
    pub(crate) fn flags(&self) -> Result<Vec<String>> {
        let triple = self.triple;
        let flags: &[&str] = match self.system {
            // Rust's own linker and C library need no other tools, and the programs do not
            // depend on a C compiler's version.
            //
            // The C library's allocator is fast enough. CPU time in seconds, static and
            // dynamic, the least of several alternating runs: `automarker --version` 0.001 and
            // 0.002, 18 cases of utoronto-a1 0.051 and 0.051, 40 submissions of cmsc201 5.3 and
            // 6.0, a search to depth 23 1.91 and 2.05. Only `reversi-engine bench` is slower,
            // 0.66 and 0.47: it allocates a table for every position, and glibc reuses memory
            // for that.
            System::Linux => &["linker=rust-lld", "target-feature=+crt-static"],
            System::Windows => {
                let linker = "x86_64-w64-mingw32-gcc";
                if !is_in_path(linker.as_ref()) {
                    return Err(format!(
                        "cannot link for {triple}: there is no `{linker}` in the PATH; it is in \
                         the package gcc-mingw-w64-x86-64 of Debian and Ubuntu, and in \
                         mingw-w64 of Homebrew"
                    )
                    .into());
                }
                &["link-arg=-Wl,--no-insert-timestamp"]
            }
            System::Mac if !cfg!(target_os = "macos") => {
                return Err(format!(
                    "cannot link for {triple}: its linker and libraries are on macOS only"
                )
                .into());
            }
            System::Mac => &[],
        };
        Ok(flags.iter().map(|flag| format!("-C{flag}")).collect())
    }
}

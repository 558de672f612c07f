//! The programs of the archives, and the files generated from their arguments.

use clap::{Command, ValueEnum};
use clap_complete::{Generator, Shell};

use crate::Result;
use crate::archive::{self, ArchiveEntry};

type PackagedProgram = (&'static str, fn() -> Command);

/// All programs. The first one names the archives.
pub(crate) const PROGRAMS: [PackagedProgram; 8] = [
    (NAME, automarker::cli::command),
    ("leaderboard", leaderboard::cli::command),
    ("reversi-engine", reversi_engine::cli::command),
    ("cmsc201", cmsc201::cli::command),
    ("comp10050", comp10050::cli::command),
    ("utoronto-a1", utoronto_a1::cli::command),
    ("aps105-lab8", aps105_lab8::cli::command),
    ("revergo", revergo::cli::command),
];

/// The first part of the archives' names. `cargo binstall automarker` and the other packages'
/// manifests expect it.
pub(crate) const NAME: &str = "automarker";

pub(crate) fn documents() -> Result<Vec<ArchiveEntry>> {
    let mut entries = Vec::new();
    for (name, command) in PROGRAMS {
        for &shell in Shell::value_variants() {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command(), name, &mut script);
            let path = format!("completions/{}", shell.file_name(name));
            entries.push(ArchiveEntry::file(path, script));
        }
    }
    let pages = tempfile::tempdir()?;
    for (_, command) in PROGRAMS {
        clap_mangen::generate_to(command(), pages.path())?;
    }
    entries.extend(archive::files(pages.path(), "man/man1", &[])?);
    Ok(entries)
}

//! A program and how to start it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A program and how to start it.
///
/// Its working directory is a scratch folder with links to everything in
/// `folder`: `./part1`, `proj2.py` and `-cp .` mean what they mean in `folder`,
/// but the files that the program writes stay in the scratch folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The command: a name that is looked for in `PATH`, or a path.
    pub command: OsString,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// The folder that the command is meant to be run in.
    pub folder: PathBuf,
    /// The names in `folder` of files that the program writes. They are not
    /// linked, so it starts without them.
    pub writes: Vec<String>,
    /// Environment variables beside the small fixed set that every program has.
    pub env: Vec<(OsString, OsString)>,
    /// If set, it runs in `folder` itself and the files that it writes there
    /// stay, as a build needs. The scratch folder is then for temporary files.
    pub at_home: bool,
}

impl Program {
    pub(crate) fn environment(
        &self,
        scratch: &Path,
        system: impl IntoIterator<Item = (&'static str, OsString)>,
    ) -> Vec<(OsString, OsString)> {
        let every = [
            ("TMPDIR", scratch.into()),
            ("TERM", "dumb".into()),
            ("NO_COLOR", "1".into()),
            ("PYTHONDONTWRITEBYTECODE", "1".into()),
        ];
        let all = system.into_iter().chain(every);
        let mut all: Vec<_> = all.map(|(name, value)| (name.into(), value)).collect();
        for (name, value) in &self.env {
            all.retain(|(known, _): &(OsString, OsString)| {
                if cfg!(windows) {
                    !known.eq_ignore_ascii_case(name)
                } else {
                    known != name
                }
            });
            all.push((name.clone(), value.clone()));
        }
        all
    }
}

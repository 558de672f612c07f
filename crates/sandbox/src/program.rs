use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A program and how to start it.
///
/// Its working directory is a scratch folder with links to everything in `folder`: `./part1`,
/// `proj2.py` and `-cp .` mean the same as in `folder`, but files that the program writes stay in
/// the scratch folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// A path, or a name to search for in `PATH`.
    pub command: OsString,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// The folder in which the command is meant to run.
    pub folder: PathBuf,
    /// The names of files in `folder` that the program writes. They are not linked, so it starts
    /// without them.
    pub writes: Vec<String>,
    /// Environment variables in addition to the small fixed set that every program has.
    pub env: Vec<(OsString, OsString)>,
    /// If set, it runs in `folder` itself and the files that it writes there remain, as a build
    /// needs. The scratch folder is then for temporary files.
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

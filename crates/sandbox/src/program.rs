//! A program and how to start it.

use std::ffi::OsString;
use std::path::PathBuf;

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

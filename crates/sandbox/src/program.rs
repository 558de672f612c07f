//! What is run.

use std::ffi::OsString;
use std::path::PathBuf;

/// What is run.
///
/// Its working directory is a scratch folder that holds links to all that is
/// in `folder`, so that `./part1`, `proj2.py` and `-cp .` mean what they mean
/// in `folder`, while what the program writes stays apart from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The command: a name to be looked for in `PATH`, or a path.
    pub command: OsString,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// Where it is at home.
    pub folder: PathBuf,
    /// The names in `folder` that the program writes. They are not linked, so
    /// it starts without them.
    pub writes: Vec<String>,
    /// Variables that it finds in its environment beside those of the caller.
    pub env: Vec<(OsString, OsString)>,
    /// Whether it runs in `folder` itself and what it writes there stays, as a
    /// build's work should. The scratch folder is then for what it needs for a
    /// moment only.
    pub at_home: bool,
}

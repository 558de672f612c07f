//! From a command to a file.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::system::executable;
use crate::Program;
use crate::scratch::Scratch;

/// Returns the file of a program's command: a name without a folder is looked for in
/// `PATH`; on Windows first in the working directory, as `cmd` does.
pub(super) fn resolve(
    program: &Program,
    scratch: &Scratch,
    env: &[(OsString, OsString)],
) -> Result<PathBuf, String> {
    let command = Path::new(&program.command);
    let text = program.command.to_string_lossy();
    if command.components().count() > 1 || text.contains('/') {
        let places = [&scratch.working, &program.folder].map(|folder| folder.join(command));
        let found = places.iter().find_map(|path| executable(path));
        return found.ok_or_else(|| match places.iter().find(|path| path.exists()) {
            Some(path) if path.is_dir() => format!("{text} is a folder"),
            Some(_) => format!("{text} is not executable"),
            None => format!("there is no {text} in {}", program.folder.display()),
        });
    }
    let path = env
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case("PATH"));
    let path = path.map(|(_, value)| value.clone()).unwrap_or_default();
    let first = cfg!(windows).then(|| scratch.working.clone());
    let mut folders = first.into_iter().chain(env::split_paths(&path));
    folders
        .find_map(|folder| executable(&folder.join(command)))
        .ok_or_else(|| format!("there is no command {text}"))
}

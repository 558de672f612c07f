//! From a command to a file.

use std::env;
use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::Program;
use crate::scratch::Scratch;

/// Returns the file of a program's command: a name without a folder is looked for in
/// `PATH`.
pub(in crate::fallback) fn resolve(
    program: &Program,
    scratch: &Scratch,
    env: &[(OsString, OsString)],
) -> Result<PathBuf, String> {
    let command = Path::new(&program.command);
    let text = program.command.to_string_lossy();
    if command.components().count() > 1 || text.contains('/') {
        let folders = [&scratch.working, &program.folder];
        let mut paths = folders.iter().map(|folder| folder.join(command));
        return match paths.find(|path| path.exists()) {
            Some(path) if path.is_dir() => Err(format!("{text} is a folder")),
            Some(path) if !is_executable(&path) => Err(format!("{text} is not executable")),
            Some(path) => Ok(path),
            None => Err(format!(
                "there is no {text} in {}",
                program.folder.display()
            )),
        };
    }
    let path = env
        .iter()
        .find_map(|(name, value)| (name == "PATH").then_some(value.clone()))
        .unwrap_or_default();
    env::split_paths(&path)
        .map(|folder| folder.join(command))
        .find(|path| is_executable(path))
        .ok_or_else(|| format!("there is no command {text}"))
}

fn is_executable(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

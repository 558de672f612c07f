use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::system::{INHERITED, executable};
use crate::error::is_exhaustion;
use crate::scratch::Scratch;
use crate::{HostError, NotStarted, Program, Sandbox};

pub(super) struct LaunchRequest {
    pub(super) command: PathBuf,
    pub(super) env: Vec<(OsString, OsString)>,
    pub(super) scratch: Scratch,
}

impl LaunchRequest {
    pub(super) fn of(
        program: &Program,
        sandbox: &Sandbox,
        is_session: bool,
    ) -> Result<Self, NotStarted> {
        let scratch = Scratch::prepare(program, sandbox.scratch()).map_err(|error| {
            let what = format_args!("cannot start {}", program.command.to_string_lossy());
            NotStarted::Host(HostError::of(what, &error))
        })?;
        // Of the marker's environment only what compilers and interpreters need to find themselves.
        let inherited = INHERITED
            .iter()
            .filter_map(|name| Some((*name, env::var_os(name)?)));
        let folders = ["TMP", "TEMP"].map(|name| (name, scratch.path.clone().into()));
        // Otherwise Python buffers what it prints into a pipe until it exits.
        let unbuffered = is_session.then(|| ("PYTHONUNBUFFERED", "1".into()));
        let env = program.environment(&scratch.path, inherited.chain(folders).chain(unbuffered));
        let command = resolve(program, &scratch, &env).map_err(NotStarted::Program)?;
        Ok(Self {
            command,
            env,
            scratch,
        })
    }
}

pub(super) fn not_started(program: &Program, error: &std::io::Error) -> NotStarted {
    let name = program.command.to_string_lossy();
    if is_exhaustion(error) {
        NotStarted::Host(HostError::of(format_args!("cannot start {name}"), error))
    } else {
        NotStarted::Program(format!("{name}: {error}"))
    }
}

/// Returns the file of a command: a name without a folder is searched for in `PATH`; on Windows
/// first in the working directory, as `cmd` does.
fn resolve(
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

//! Starting a program.

use std::ffi::OsString;
use std::path::PathBuf;

use super::command::resolve;
use super::sandbox::Sandbox;
use super::system::INHERITED;
use crate::error::is_exhaustion;
use crate::scratch::Scratch;
use crate::{HostError, NotStarted, Program};

/// The command, as an absolute path, and the environment of a program.
pub(super) struct Start {
    pub(super) command: PathBuf,
    pub(super) env: Vec<(OsString, OsString)>,
    pub(super) scratch: Scratch,
}

impl Start {
    pub(super) fn of(
        program: &Program,
        sandbox: &Sandbox,
        is_session: bool,
    ) -> Result<Self, NotStarted> {
        let scratch = Scratch::prepare(program, sandbox.scratch()).map_err(|error| {
            let what = format_args!("cannot start {}", program.command.to_string_lossy());
            NotStarted::Host(HostError::of(what, &error))
        })?;
        // Of the marker's own only what compilers and interpreters need to find themselves.
        let inherited = INHERITED
            .iter()
            .filter_map(|name| Some((*name, std::env::var_os(name)?)));
        let folders = ["TMP", "TEMP"].map(|name| (name, scratch.path.clone().into()));
        // Python keeps what it prints into a pipe until its end.
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

/// Returns the reason why the system has not started `program`.
pub(super) fn not_started(program: &Program, error: &std::io::Error) -> NotStarted {
    let name = program.command.to_string_lossy();
    if is_exhaustion(error) {
        NotStarted::Host(HostError::of(format_args!("cannot start {name}"), error))
    } else {
        NotStarted::Program(format!("{name}: {error}"))
    }
}

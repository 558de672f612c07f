//! Starting a program.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::message::{Rlimits, Start};
use super::monitor;
use super::running::Running;
use super::sandbox::Unlaunched;
use super::tree::tasks;
use crate::run::{Launch, Unstarted};
use crate::scratch::{Scratch, gathered};
use crate::{End, HostError, Level, Limits, Program, Sandbox, readable};

/// The number of files that each process of a program may have open; without a control
/// group, which counts what waits in pipes, fewer.
const OPEN_FILES: u64 = 4096;
const FEW_OPEN_FILES: u64 = 256;

/// The number of processes and threads above the limit that the kernel allows, so that the
/// monitor sees that there are too many before a program notices.
const SPARE: u64 = 512;

/// A file that a program writes may have this length at least, in bytes.
const FILE: u64 = 64 << 20;

/// A program that was started. Dropping it kills the program.
pub struct Launched {
    pub(crate) running: Arc<Running>,
    pub(crate) scratch: Scratch,
}

impl Launch for Launched {
    type Sandbox = Sandbox;

    fn start(
        sandbox: &Sandbox,
        program: &Program,
        limits: &Limits,
        streams: [File; 3],
        _: bool,
    ) -> Result<Self, Unstarted> {
        let host = |error: io::Error| {
            Unstarted::Host(HostError::of(
                format_args!("cannot start {}", program.command.to_string_lossy()),
                &error,
            ))
        };
        let is_overlaid = sandbox.level() == Level::Namespaces && !program.at_home;
        let scratch = if is_overlaid {
            Scratch::elsewhere(program, sandbox.scratch())
        } else {
            Scratch::prepare(program, sandbox.scratch())
        };
        let scratch = scratch.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
                Unstarted::Program(format!("there is no folder {}", program.folder.display()))
            }
            _ => host(error),
        })?;
        // A relative path like `../a` names another file from the scratch folder.
        let path = Path::new(&program.command);
        let is_there = || {
            let folder = if is_overlaid {
                &scratch.folder
            } else {
                &scratch.working
            };
            !path.starts_with("..") && folder.join(path).exists()
        };
        let command = if path.components().count() < 2 || is_there() {
            program.command.clone()
        } else {
            program.folder.join(path).into_os_string()
        };
        let processes = match sandbox.level() {
            // Each namespace counts its own.
            Level::Namespaces => 0,
            _ => tasks(),
        };
        // Nothing of the marker's own.
        let env = program.environment(
            &scratch.path,
            [
                ("PATH", readable::search_path(&[])),
                ("HOME", scratch.path.clone().into()),
                ("PWD", scratch.working.clone().into()),
                ("LANG", "C.UTF-8".into()),
            ],
        );
        let start = Start {
            command,
            name: program.command.clone(),
            args: program.args.clone(),
            env,
            directory: scratch.working.clone().into(),
            folder: is_overlaid.then(|| scratch.folder.clone().into()),
            writes: program.writes.clone(),
            rlimits: Rlimits {
                // The monitor sees to the whole tree, and sooner; this is for a
                // process that outruns it.
                cpu: limits.cpu.as_secs() + 1,
                // Longer than it may be, so that output is seen to be too long.
                file_size: FILE.max(limits.output as u64 + 1),
                processes: processes + limits.processes as u64 + SPARE,
                open_files: match sandbox.cgroup() {
                    None if !program.at_home => FEW_OPEN_FILES,
                    _ => OPEN_FILES,
                },
            },
            disk: limits.disk,
            files: limits.files,
        };
        match Running::start(sandbox, start, &streams, limits) {
            Ok(running) => {
                monitor::wake();
                Ok(Self { running, scratch })
            }
            Err(Unlaunched::Program(error)) => Err(Unstarted::Program(reason(program, &error))),
            Err(Unlaunched::Host(error)) => Err(host(error)),
        }
    }

    fn ends_within(&mut self, patience: Duration) -> bool {
        self.running.ends_within(patience)
    }

    fn finish(&mut self) -> Result<End, HostError> {
        self.running.finish()
    }

    fn kill_for(&mut self, cause: End) {
        self.running.kill_for(cause);
    }

    fn pause(&self) {
        self.running.pause();
    }

    fn resume(&self) {
        self.running.resume();
    }

    fn processor_time(&mut self) -> Result<Duration, HostError> {
        self.running.processor_time()
    }

    fn cpu(&self) -> Option<Duration> {
        Some(self.running.cpu())
    }

    fn collect(&self) -> BTreeMap<String, Vec<u8>> {
        match self.running.take_written() {
            // Only through the descriptor can the folder be reached.
            Some(folder) => gathered(&format!("/proc/self/fd/{}", folder.as_raw_fd())),
            None => self.scratch.collect(),
        }
    }
}

impl Drop for Launched {
    fn drop(&mut self) {
        if !self.running.ends_within(Duration::ZERO) {
            self.running.kill_for(End::WallTime);
            let _ = self.running.finish();
        }
    }
}

fn reason(program: &Program, error: &io::Error) -> String {
    let command = program.command.to_string_lossy();
    let path = program.folder.join(&program.command);
    match error.kind() {
        io::ErrorKind::NotFound if command.contains('/') && path.exists() => {
            format!("the interpreter that {command} names does not exist")
        }
        io::ErrorKind::NotFound if command.contains('/') => {
            format!("there is no {command} in {}", program.folder.display())
        }
        io::ErrorKind::NotFound => format!("there is no command {command}"),
        io::ErrorKind::PermissionDenied if path.is_dir() => format!("{command} is a folder"),
        io::ErrorKind::PermissionDenied => format!("{command} is not executable"),
        _ => format!("{command}: {error}"),
    }
}

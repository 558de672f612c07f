//! From a request to a process.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use nix::sys::prctl;
use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::{SigSet, Signal};
use nix::unistd::{ForkResult, Pid, pipe2, setsid};

use super::fork;
use super::landlock::Rules;
use crate::message::Start;

/// Starts the program with `streams` as its standard streams.
pub(super) fn start(start: &Start, streams: Vec<OwnedFd>, rules: &Rules) -> io::Result<Pid> {
    let Ok([stdin, stdout, stderr]) = <[OwnedFd; 3]>::try_from(streams) else {
        return Err(io::Error::from(io::ErrorKind::InvalidInput));
    };
    let (failed, failure) = pipe2(nix::fcntl::OFlag::O_CLOEXEC)?;
    match fork()? {
        ForkResult::Child => {
            let error = become_program(start, [stdin, stdout, stderr], rules);
            let number = error.raw_os_error().unwrap_or(nix::libc::EINVAL);
            // Nobody is left to tell.
            let _ = File::from(failure).write_all(&number.to_ne_bytes());
            std::process::exit(127);
        }
        ForkResult::Parent { child } => {
            drop(failure);
            let mut number = [0; 4];
            // An exec closes the pipe before anything was written.
            if File::from(failed).read_exact(&mut number).is_err() {
                return Ok(child);
            }
            nix::sys::wait::waitpid(child, None)?;
            Err(io::Error::from_raw_os_error(i32::from_ne_bytes(number)))
        }
    }
}

/// Turns this process into the program. It returns only if that fails.
fn become_program(start: &Start, streams: [OwnedFd; 3], rules: &Rules) -> io::Error {
    let prepare = || -> io::Result<()> {
        prctl::set_pdeathsig(Signal::SIGKILL)?;
        setsid()?;
        SigSet::empty().thread_set_mask()?;
        for (resource, soft, hard) in [
            (Resource::RLIMIT_CPU, start.cpu, start.cpu + 1),
            (Resource::RLIMIT_CORE, 0, 0),
            (Resource::RLIMIT_FSIZE, start.file_size, start.file_size),
        ] {
            // It fails where a lower limit is in force.
            let _ = setrlimit(resource, soft, hard);
        }
        rules.restrict_self().map(drop)
    };
    if let Err(error) = prepare() {
        return error;
    }
    let [stdin, stdout, stderr] = streams.map(Stdio::from);
    Command::new(&start.command)
        .arg0(&start.name)
        .args(&start.args)
        .env_clear()
        .envs(start.env.iter().map(|(name, value)| (name, value)))
        .current_dir(&start.directory)
        .stdin(stdin)
        .stdout(stdout)
        .stderr(stderr)
        .exec()
}

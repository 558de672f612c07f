//! From a request to a process.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use nix::errno::Errno;
use nix::sys::prctl;
use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::{SigSet, SigmaskHow, Signal, sigprocmask};
use nix::sys::stat::{Mode, umask};
use nix::unistd::{Gid, Pid, Uid, setgroups, setresgid, setresuid, setsid};

use super::landlock::LandlockRules;
use super::{drop_capabilities, seccomp};
use crate::Limits;
use crate::error::is_exhaustion;
use crate::linux::message::Start;

pub(super) const UNCONFINED: i32 = Errno::ENOTRECOVERABLE as i32;

pub(super) struct Confinement {
    pub(super) rules: Option<LandlockRules>,
    pub(super) filter: Option<seccomp::Filter>,
    pub(super) user: Option<u32>,
    pub(super) entrances: Vec<OwnedFd>,
    pub(super) builds: bool,
}

impl Confinement {
    pub(super) fn start(&self, start: &Start, streams: Vec<OwnedFd>) -> io::Result<Pid> {
        let Ok(streams) = <[OwnedFd; 3]>::try_from(streams) else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        let mut command = Command::new(&start.command);
        command.arg0(&start.name).args(&start.args);
        match self.spawn(command, start, &streams) {
            // As execvp(3) of the GNU C library does with a script without an interpreter line.
            Err(error) if error.raw_os_error() == Some(Errno::ENOEXEC as i32) => {
                let mut command = Command::new("/bin/sh");
                command.arg(&start.command).args(&start.args);
                self.spawn(command, start, &streams)
            }
            spawned => spawned,
        }
    }

    #[expect(
        unsafe_code,
        reason = "the child confines itself before it is the program"
    )]
    fn spawn(
        &self,
        mut command: Command,
        start: &Start,
        streams: &[OwnedFd; 3],
    ) -> io::Result<Pid> {
        let [stdin, stdout, stderr] = streams.each_ref().map(OwnedFd::try_clone);
        command
            .env_clear()
            .envs(start.env.iter().map(|(name, value)| (name, value)))
            .current_dir(&start.directory)
            .stdin(Stdio::from(stdin?))
            .stdout(Stdio::from(stdout?))
            .stderr(Stdio::from(stderr?));
        let (limits, processes, open_files) = (start.limits, start.processes, start.open_files);
        let entrances = self.entrances.iter().map(OwnedFd::try_clone);
        let mut entrances: Vec<File> = entrances
            .map(|one| one.map(File::from))
            .collect::<io::Result<_>>()?;
        let rules = self
            .rules
            .as_ref()
            .map(LandlockRules::try_clone)
            .transpose()?;
        let (filter, user, builds) = (self.filter.clone(), self.user, self.builds);
        let mut confine = move || {
            for entrance in &mut entrances {
                entrance.write_all(b"0")?;
            }
            begin(&limits, processes, open_files)?;
            if builds {
                give_way();
            }
            if let Some(user) = user {
                become_user(user)?;
            }
            // After the change of user, which clears it.
            prctl::set_pdeathsig(Signal::SIGKILL)?;
            let Some(filter) = &filter else {
                return Ok(());
            };
            drop_capabilities()?;
            prctl::set_no_new_privs()?;
            if let Some(rules) = &rules {
                rules.restrict()?;
            }
            filter.apply()
        };
        let confine = move || confine().map_err(unconfined);
        // SAFETY: A supervisor has one thread, so no other can hold a lock, or have left
        // data half changed, that the child would find so for ever.
        unsafe { command.pre_exec(confine) };
        // It is reaped with everything it starts.
        Ok(Pid::from_raw(command.spawn()?.id().cast_signed()))
    }
}

/// Only the number of an error reaches the supervisor, which must not take it for that of a file
/// that cannot be executed.
fn unconfined(error: io::Error) -> io::Error {
    if is_exhaustion(&error) {
        error
    } else {
        io::Error::from_raw_os_error(UNCONFINED)
    }
}

fn begin(limits: &Limits, processes: u64, open_files: u64) -> io::Result<()> {
    setsid()?;
    umask(Mode::from_bits_truncate(0o022));
    sigprocmask(SigmaskHow::SIG_SETMASK, Some(&SigSet::empty()), None)?;
    // The checks cover the whole tree, and act sooner; this is for a process that outruns them.
    let cpu = limits.cpu.as_secs() + 1;
    for (resource, soft, hard) in [
        (Resource::RLIMIT_CPU, cpu, cpu + 1),
        (Resource::RLIMIT_CORE, 0, 0),
        (
            Resource::RLIMIT_FSIZE,
            limits.file_size(),
            limits.file_size(),
        ),
        (Resource::RLIMIT_NPROC, processes, processes),
        (Resource::RLIMIT_NOFILE, open_files, open_files),
    ] {
        // It fails if a lower one is in force.
        let _ = setrlimit(resource, soft, hard);
    }
    Ok(())
}

/// Lets runs go first, as [`Cgroup::new`](crate::linux::cgroup::Cgroup::new) does. An error means
/// that the kernel has no such priority.
fn give_way() {
    let _ = rustix::process::nice(19);
    // If the kernel shares out the processors between sessions, the session's priority counts. It
    // can be set ten times per second, and only by root while a process is not dumpable.
    let _ = prctl::set_dumpable(true);
    for _ in 0..100 {
        match fs::write("/proc/self/autogroup", "5") {
            Err(error) if is_exhaustion(&error) => thread::sleep(Duration::from_millis(5)),
            _ => break,
        }
    }
    let _ = prctl::set_dumpable(false);
}

fn become_user(user: u32) -> io::Result<()> {
    let (user, group) = (Uid::from_raw(user), Gid::from_raw(user));
    // An error means that the namespace allows no other groups at all.
    let _ = setgroups(&[]);
    setresgid(group, group, group)?;
    setresuid(user, user, user)?;
    Ok(())
}

//! Markers that a signal ends while a program runs: neither the program nor a folder remains.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::fcntl::OFlag;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, kill};
use nix::sys::stat::Mode;
use nix::unistd::{Pid, mkfifo};
use sandbox::TemporaryFolder;
use sandbox::{Level, Limits, Policy, Program, Requirement, Sandbox, end_on_signals};
use tempfile::TempDir;

use super::{LEVELS, run};

/// The variables that make a test's executable a marker: the level, the folder of the program, its
/// script, and, if set, a handler that never ends.
const LEVEL: &str = "SANDBOX_TEST_LEVEL";
const FOLDER: &str = "SANDBOX_TEST_FOLDER";
const SCRIPT: &str = "SANDBOX_TEST_SCRIPT";
const STUCK: &str = "SANDBOX_TEST_STUCK";

const LONG: Duration = Duration::from_secs(60);

/// A script whose processes all hold the pipe `alive`: one in the foreground, one in the
/// background, and one in its own session.
const HOLD: &str = "
    hold='exec 3> $AT/alive; echo x >&3; exec sleep 600'
    sh -c \"$hold\" & setsid sh -c \"$hold\" & eval \"$hold\"";
const HOLDERS: usize = 3;

pub(super) fn become_marker() {
    let Some(level) = env::var_os(LEVEL) else {
        return;
    };
    let is_named = |one: &&Level| *level == *one.name();
    let level = LEVELS.iter().find(is_named).expect("a level");
    let is_stuck = env::var_os(STUCK).is_some();
    let leave_terminal = move || {
        if is_stuck {
            loop {
                thread::park();
            }
        }
    };
    end_on_signals(leave_terminal).expect("signals can be handled");
    let script = env::var_os(SCRIPT).expect("it is set");
    let folder = PathBuf::from(env::var_os(FOLDER).expect("it is set"));
    let scratch = TemporaryFolder::new().expect("a folder can be made");
    let policy = Policy {
        requirement: Requirement::Exactly(*level),
        writable: vec![folder.clone()],
        ..Policy::default()
    };
    let sandbox = Sandbox::start(&policy, scratch.path()).expect("the level is available");
    let program = Program {
        command: "sh".into(),
        args: vec!["-c".into(), script],
        // In its scratch folder, the pipe would be another one.
        env: vec![("AT".into(), folder.clone().into())],
        folder,
        ..Program::default()
    };
    let limits = Limits {
        wall: LONG,
        ..Limits::default()
    };
    let run = run(&sandbox, &program, b"", &limits);
    drop(sandbox);
    drop(scratch);
    write!(io::stdout(), "{:?}", run.end).expect("the test reads it");
    std::process::exit(0);
}

struct Victim {
    folder: TempDir,
    temporary: TempDir,
    alive: File,
}

impl Victim {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let pipe = folder.path().join("alive");
        mkfifo(&pipe, Mode::S_IRWXU).expect("a pipe can be made");
        let alive = File::options()
            .read(true)
            .custom_flags(OFlag::O_NONBLOCK.bits())
            .open(pipe)
            .expect("it is there");
        Self {
            folder,
            temporary: tempfile::tempdir().expect("a folder can be made"),
            alive,
        }
    }

    fn command(&self, level: Level, script: &str) -> Command {
        let mut command = Command::new(env::current_exe().expect("it has a path"));
        command
            .env(LEVEL, level.name())
            .env(FOLDER, self.folder.path())
            .env(SCRIPT, OsString::from(script))
            .env("TMPDIR", self.temporary.path())
            .stdout(Stdio::piped());
        command
    }

    fn await_holders(&mut self, count: usize) {
        // Each writes a line of two bytes.
        let mut missing = 2 * count;
        while missing > 0 {
            assert!(self.has_changed(), "no program holds the pipe");
            let read = self.alive.read(&mut [0; 16]).expect("it is ready");
            missing -= read;
        }
    }

    fn has_changed(&self) -> bool {
        let mut alive = [PollFd::new(self.alive.as_fd(), PollFlags::POLLIN)];
        let patience = PollTimeout::try_from(LONG).expect("it is short enough");
        poll(&mut alive, patience).expect("it can be polled") == 1
    }

    fn is_alone(&mut self) -> bool {
        // A reader without writers sees the end, one with writers an error.
        matches!(self.alive.read(&mut [0]), Ok(0))
    }

    fn folders(&self) -> usize {
        let entries = fs::read_dir(self.temporary.path()).expect("it is there");
        entries.count()
    }
}

fn signal(marker: &Child, signal: Signal) {
    let pid = Pid::from_raw(marker.id().cast_signed());
    kill(pid, signal).expect("it is a child");
}

fn end_of(marker: Child) -> (Option<i32>, String) {
    let output = marker.wait_with_output().expect("it is a child");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.signal(), printed)
}

#[test]
fn a_signal_ends_all_programs_and_removes_all_folders() {
    for level in LEVELS {
        for number in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
            let mut victim = Victim::new();
            let marker = victim.command(level, HOLD).spawn().expect("it can start");
            victim.await_holders(HOLDERS);
            assert_ne!(victim.folders(), 0);
            signal(&marker, number);
            // The run does not return, so nobody can take it for the program's result.
            assert_eq!(
                end_of(marker),
                (Some(number as i32), String::new()),
                "{level}"
            );
            assert!(victim.is_alone(), "{level}, {number}");
            assert_eq!(victim.folders(), 0, "{level}, {number}");
        }
    }
}

#[test]
fn nothing_outlives_a_marker_that_is_killed() {
    for level in LEVELS {
        let mut victim = Victim::new();
        let marker = victim.command(level, HOLD).spawn().expect("it can start");
        victim.await_holders(HOLDERS);
        signal(&marker, Signal::SIGKILL);
        assert_eq!(end_of(marker).0, Some(Signal::SIGKILL as i32));
        assert!(victim.has_changed() && victim.is_alone(), "{level}");
        assert_ne!(victim.folders(), 0);
        let next = victim.command(level, "true").spawn().expect("it can start");
        assert_eq!(end_of(next), (None, "Exited(0)".to_owned()));
        assert_eq!(victim.folders(), 0, "{level}");
    }
}

#[test]
fn a_second_signal_ends_a_marker_at_once() {
    let mut victim = Victim::new();
    let mut command = victim.command(Level::Namespaces, HOLD);
    let mut marker = command.env(STUCK, "").spawn().expect("it can start");
    victim.await_holders(HOLDERS);
    let begun = Instant::now();
    // Signals that come soon after the first count as the same one.
    while marker.try_wait().expect("it is a child").is_none() {
        signal(&marker, Signal::SIGINT);
        assert!(begun.elapsed() < LONG);
        thread::yield_now();
    }
    assert_eq!(end_of(marker).0, Some(Signal::SIGINT as i32));
    assert!(victim.has_changed() && victim.is_alone());
}

#[test]
fn a_signal_that_is_ignored_ends_nothing() {
    let mut victim = Victim::new();
    let go = victim.folder.path().join("go");
    mkfifo(&go, Mode::S_IRWXU).expect("a pipe can be made");
    let itself = victim.command(
        Level::Namespaces,
        "exec 3> $AT/alive; echo x >&3; read line < $AT/go; kill -HUP $$",
    );
    let mut nohup = Command::new("sh");
    nohup
        .args(["-c", "trap '' HUP; exec \"$0\""])
        .arg(itself.get_program())
        .envs(
            itself
                .get_envs()
                .filter_map(|(key, value)| Some((key, value?))),
        )
        .stdout(Stdio::piped());
    let marker = nohup.spawn().expect("it can start");
    victim.await_holders(1);
    signal(&marker, Signal::SIGHUP);
    fs::write(go, "\n").expect("the program reads it");
    // The program does not inherit that.
    assert_eq!(end_of(marker), (None, "Signalled(1)".to_owned()));
}

//! Untrusted programs: each must end in the given way and leave no process.
#![cfg(target_os = "linux")]

mod attacks;
mod confined;
mod ending;
mod honest;
mod hostile;
mod plain;
mod session;

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use sandbox::{
    End, Level, Limits, NotStarted, Policy, Program, Requirement, Run, Sandbox, Session, User,
};
use tempfile::TempDir;

/// A supervisor is this executable, run again, and so is a marker that a test ends: it must become
/// one before the test harness reads its arguments.
#[ctor::ctor(unsafe)]
fn become_supervisor() {
    sandbox::supervise_if_asked();
    ending::become_marker();
}

const LEVELS: [Level; 3] = [Level::Namespaces, Level::Landlock, Level::Off];

struct Bench {
    folder: TempDir,
    scratch: TempDir,
    mark: String,
    user: Option<User>,
}

fn run(sandbox: &Sandbox, program: &Program, input: &[u8], limits: &Limits) -> Run {
    sandbox::run(sandbox, program, input, limits).expect("the machine has room")
}

fn run_plain(sandbox: &Sandbox, program: &Program) -> Run {
    run(sandbox, program, b"", &Limits::default())
}

impl Bench {
    fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let folder = || tempfile::tempdir().expect("a folder can be made");
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        Self {
            folder: folder(),
            scratch: folder(),
            mark: format!("marked-{}-{next}.", std::process::id()),
            user: User::claim().expect("there are some"),
        }
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.path().join(name);
        fs::write(&path, text).expect("a file can be written");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it is ours");
    }

    fn scratch(&self) -> &Path {
        self.scratch.path()
    }

    fn program(&self, command: &str, args: &[&str]) -> Program {
        Program {
            command: command.into(),
            args: args
                .iter()
                .map(OsString::from)
                .chain([OsString::from(&self.mark)])
                .collect(),
            folder: self.folder.path().to_owned(),
            ..Program::default()
        }
    }

    fn sh(&self, script: &str) -> Program {
        self.program("sh", &["-c", script, "sh"])
    }

    fn python(&self, script: &str) -> Program {
        require("python3");
        self.program("python3", &["-c", script])
    }

    fn c(&self, source: &str) -> Program {
        require("gcc");
        self.write("part1.c", source);
        let status = Command::new("gcc")
            .args(["-o", "part1", "part1.c"])
            .current_dir(self.folder.path())
            .status();
        assert!(status.is_ok_and(|status| status.success()), "gcc failed");
        self.program("./part1", &[])
    }

    fn sandbox(&self, level: Level) -> Sandbox {
        self.sandbox_with(level, Policy::default())
    }

    fn sandbox_with(&self, level: Level, policy: Policy) -> Sandbox {
        let mut readable = policy.readable;
        readable.push(self.folder.path().to_owned());
        if let Some(user) = &self.user {
            user.own(self.folder.path()).expect("it is there");
        }
        let policy = Policy {
            requirement: Requirement::Exactly(level),
            readable,
            user: self.user.clone(),
            ..policy
        };
        Sandbox::start(&policy, self.scratch())
            .expect("these tests need Landlock and unprivileged user namespaces")
    }

    fn run(&self, program: &Program, input: &[u8], limits: &Limits) -> Run {
        self.run_at(Level::Namespaces, program, input, limits)
    }

    fn run_at(&self, level: Level, program: &Program, input: &[u8], limits: &Limits) -> Run {
        let sandbox = self.sandbox(level);
        let run = run(&sandbox, program, input, limits);
        self.assert_nothing_is_left();
        run
    }

    fn printed(&self, policy: &Policy, program: &Program) -> String {
        let [one, other] = [Level::Namespaces, Level::Landlock].map(|level| {
            let sandbox = self.sandbox_with(level, policy.clone());
            let run = run(&sandbox, program, b"", &Limits::default());
            assert_eq!(run.end, End::Exited(0), "{level}: {run:?}");
            String::from_utf8_lossy(&run.stdout).into_owned()
        });
        assert_eq!(one, other);
        one
    }

    fn run_at_every_level(&self, program: &Program, input: &[u8], limits: &Limits) -> Run {
        let runs = LEVELS.map(|level| self.run_at(level, program, input, limits));
        let [one, others @ ..] = runs;
        for (other, level) in others.iter().zip(&LEVELS[1..]) {
            assert_eq!(
                (&other.end, &other.stdout),
                (&one.end, &one.stdout),
                "{level}"
            );
        }
        one
    }

    fn session(&self, program: &Program, limits: &Limits) -> Result<Session, NotStarted> {
        Session::start(&self.sandbox(Level::Namespaces), program, limits)
    }

    /// Every process of the program has the mark among its arguments.
    fn assert_nothing_is_left(&self) {
        assert_eq!(self.left(), 0);
    }

    fn left(&self) -> usize {
        fs::read_dir("/proc")
            .expect("there is a /proc")
            .filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok())
            .filter(|line| String::from_utf8_lossy(line).contains(&self.mark))
            .count()
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        if !thread::panicking() {
            self.assert_nothing_is_left();
        }
    }
}

fn source(name: &str) -> String {
    // Tests run in the folder of their package.
    let folder = Path::new("tests/it/programs");
    fs::read_to_string(folder.join(name)).expect("it is there")
}

fn require(command: &str) {
    let found = Command::new(command).arg("--version").output();
    assert!(
        found.is_ok(),
        "this test needs {command}: please install it"
    );
}

fn short() -> Limits {
    with(|limits| limits.wall = Duration::from_millis(500))
}

fn with(change: impl FnOnce(&mut Limits)) -> Limits {
    let mut limits = Limits::default();
    change(&mut limits);
    limits
}

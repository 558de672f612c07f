//! The fallback, on whatever Unix system the tests run.

use std::fs;
use std::time::Duration;

use sysinfo::{Pid, ProcessStatus, ProcessesToUpdate, System};
use tempfile::TempDir;

use crate::fallback::{Processes, Terminal};
use crate::run::run_in;
use crate::session::SessionOver;
use crate::{End, Level, Limits, Policy, Program, Requirement, Run, Sandbox, State};

/// A supervisor is this executable, run again. On Linux the sandbox has one.
#[ctor::ctor(unsafe)]
fn become_supervisor() {
    crate::supervise_if_asked();
}

struct Bench {
    folder: TempDir,
    scratch: TempDir,
}

impl Bench {
    fn new() -> Self {
        let folder = || tempfile::tempdir().expect("a folder can be made");
        Self {
            folder: folder(),
            scratch: folder(),
        }
    }

    fn sandbox(&self) -> Sandbox {
        let policy = Policy {
            requirement: Requirement::Exactly(Level::Off),
            ..Policy::default()
        };
        Sandbox::start(&policy, self.scratch.path()).expect("it needs nothing")
    }

    fn sh(&self, script: &str) -> Program {
        Program {
            command: "sh".into(),
            args: vec!["-c".into(), script.into()],
            folder: self.folder.path().to_owned(),
            ..Program::default()
        }
    }

    fn session(&self, script: &str) -> SessionOver<Terminal> {
        SessionOver::start(&self.sandbox(), &self.sh(script), &long(|_| {})).expect("it starts")
    }

    fn run(&self, program: &Program, input: &[u8], limits: &Limits) -> Run {
        run_in::<Processes>(&self.sandbox(), program, input, limits, |_| false)
            .expect("the machine has room")
    }
}

fn long(change: impl FnOnce(&mut Limits)) -> Limits {
    let mut limits = Limits {
        wall: Duration::from_secs(600),
        cpu: Duration::from_secs(600),
        ..Limits::default()
    };
    change(&mut limits);
    limits
}

#[test]
fn input_output_errors_files_and_status_go_through() {
    // Nothing of the marker's environment is there but what compilers need.
    let script = "tr a-z A-Z; echo \"$CARGO_PKG_NAME,$TERM\"; test -n \"$PATH\" || exit 1
        echo oops >&2; echo new > file; exit 3";
    let bench = Bench::new();
    let run = bench.run(&bench.sh(script), b"flip\r\n\xff", &long(|_| {}));
    assert_eq!(run.end, End::Exited(3));
    assert_eq!(run.stdout, b"FLIP\r\n\xff,dumb\n");
    assert_eq!(run.stderr, b"oops\n");
    assert_eq!(run.files["file"], b"new\n");
    assert_eq!(run.input_left, 0);
}

#[test]
fn each_limit_ends_a_program() {
    let bench = Bench::new();
    let brief = Duration::from_millis(300);
    let many = "for i in 1 2 3 4 5 6 7 8; do sleep 600 & done; wait";
    let eats = "x=xxxxxxxxxxxxxxxx; while :; do x=$x$x; done";
    let wall = long(|limits| limits.wall = brief);
    let cpu = long(|limits| limits.cpu = brief);
    let output = long(|limits| limits.output = 10_000);
    let memory = long(|limits| limits.memory = 64 << 20);
    let processes = long(|limits| limits.processes = 4);
    for (script, limits, end) in [
        ("sleep 600", wall, End::WallTime),
        ("while :; do :; done", cpu, End::CpuTime),
        ("while :; do echo line; done", output, End::OutputLimit),
        (eats, memory, End::MemoryLimit),
        (many, processes, End::ProcessLimit),
    ] {
        let run = bench.run(&bench.sh(script), b"", &limits);
        assert_eq!(run.end, end, "{script}");
        assert!(run.stdout.len() <= limits.output, "{script}");
    }
}

fn is_alive(run: &Run) -> bool {
    let text = String::from_utf8_lossy(&run.stdout);
    let pid = text.lines().next().and_then(|line| line.parse().ok());
    let pid = Pid::from_u32(pid.expect("it prints a number"));
    let mut system = System::new().expect("processes can be listed");
    system.refresh_processes(ProcessesToUpdate::Some(&[pid]), true);
    // Its parent may not have waited for it yet.
    let process = system.process(pid);
    process.is_some_and(|process| process.status() != ProcessStatus::Zombie)
}

#[test]
fn what_is_left_in_the_background_is_ended() {
    let bench = Bench::new();
    let run = bench.run(&bench.sh("sleep 600 & echo $!; exit 0"), b"", &long(|_| {}));
    assert_eq!(run.end, End::Exited(0));
    assert!(!is_alive(&run));
}

#[test]
fn why_a_program_cannot_start_is_said() {
    let bench = Bench::new();
    let folder = bench.folder.path();
    fs::write(folder.join("text"), "not a program").expect("a file can be written");
    let missing = format!("there is no ./missing in {}", folder.display());
    for (command, why) in [
        ("./missing", &*missing),
        ("no-such-command", "there is no command no-such-command"),
        ("./text", "./text is not executable"),
    ] {
        let program = Program {
            command: command.into(),
            ..bench.sh("")
        };
        let run = bench.run(&program, b"x", &long(|_| {}));
        assert_eq!(run.end, End::CouldNotStart(why.to_owned()));
    }
}

#[test]
fn a_program_is_talked_to_line_by_line() {
    let bench = Bench::new();
    let script = "printf 'first: '; while read -r line; do echo \"<$line>\"; printf 'next: '; done
        echo; echo bye; exit 5";
    let mut session = bench.session(script);
    let mut expected = String::from("first: ");
    for line in ["d3", "c5", "é"] {
        assert_eq!(session.wait(), State::Waiting);
        assert_eq!(String::from_utf8_lossy(session.output()), expected);
        session.send(format!("{line}\n").as_bytes());
        expected.extend(["<", line, ">\nnext: "]);
    }
    let run = session.finish().expect("the machine has room");
    assert_eq!(run.end, End::Exited(5));
    assert_eq!(
        String::from_utf8_lossy(&run.stdout),
        format!("{expected}\nbye\n")
    );
}

#[test]
fn a_program_that_works_is_not_taken_for_one_that_waits() {
    let bench = Bench::new();
    let script = "read -r line; i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done; echo $i";
    let mut session = bench.session(script);
    session.send(b"go\n");
    assert_eq!(session.wait(), State::Ended);
    assert_eq!(
        session.finish().expect("the machine has room").stdout,
        b"300000\n"
    );
}

//! Running a program with the means of the standard library alone: wall time
//! and output are held to their limits, nothing else is.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// What is run: found as the shell would from `folder`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The program.
    pub command: OsString,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// Where it, and files among its arguments, are looked for.
    pub folder: PathBuf,
}

/// What a program may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Wall time.
    pub wall: Duration,
    /// CPU time.
    pub cpu: Duration,
    /// Memory of the whole tree of processes, in bytes.
    pub memory: u64,
    /// Standard output, in bytes; standard error the same.
    pub output: usize,
    /// Processes at once.
    pub processes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            wall: Duration::from_secs(10),
            cpu: Duration::from_secs(10),
            memory: 1 << 30,
            output: 8 << 20,
            processes: 64,
        }
    }
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, with this status.
    Exited(i32),
    /// By this signal.
    Signalled(i32),
    /// Its wall time was up.
    WallTime,
    /// Its CPU time was up.
    CpuTime,
    /// It printed too much.
    OutputLimit,
    /// It took too much memory.
    MemoryLimit,
    /// It started too many processes.
    ProcessLimit,
    /// It never started, for this reason.
    CouldNotStart(String),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited(status) => write!(f, "exit status {status}"),
            Self::Signalled(signal) => write!(f, "killed by signal {signal}"),
            Self::WallTime => f.write_str("the wall time was up"),
            Self::CpuTime => f.write_str("the CPU time was up"),
            Self::OutputLimit => f.write_str("it printed too much"),
            Self::MemoryLimit => f.write_str("it took too much memory"),
            Self::ProcessLimit => f.write_str("it started too many processes"),
            Self::CouldNotStart(reason) => write!(f, "could not start: {reason}"),
        }
    }
}

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// The end of standard error.
    pub stderr: Vec<u8>,
    /// The files left in the scratch folder.
    pub files: BTreeMap<String, Vec<u8>>,
    /// How long it took.
    pub wall: Duration,
}

/// How well a thread is confined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confinement {
    /// Wholly.
    Full,
    /// In part; the text says what is missing.
    Partial(String),
    /// Not at all; the text says why.
    None(String),
}

/// Confines nothing, and says so.
pub fn confine_this_thread(_scratch: &Path) -> Confinement {
    Confinement::None("this build of the marker has none".to_owned())
}

/// Runs `program` in `scratch` with `input`.
pub fn run(program: &Program, input: &[u8], limits: &Limits, scratch: &Path) -> Run {
    let began = Instant::now();
    let here = |word: &OsString| match program.folder.join(word) {
        path if path.is_file() => path.into_os_string(),
        _ => word.clone(),
    };
    let spawned = Command::new(here(&program.command))
        .args(program.args.iter().map(here))
        .current_dir(scratch)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut run = Run {
        end: End::WallTime,
        stdout: Vec::new(),
        stderr: Vec::new(),
        files: BTreeMap::new(),
        wall: Duration::ZERO,
    };
    let mut child = match spawned {
        Ok(child) => child,
        Err(error) => {
            run.end = End::CouldNotStart(error.to_string());
            return run;
        }
    };
    let (mut stdin, input) = (child.stdin.take().expect("it is piped"), input.to_vec());
    thread::spawn(move || stdin.write_all(&input));
    let stdout = reader(child.stdout.take().expect("it is piped"), limits.output);
    let stderr = reader(child.stderr.take().expect("it is piped"), limits.output);
    run.stdout = stdout.recv_timeout(limits.wall).unwrap_or_default();
    while began.elapsed() < limits.wall {
        if let Ok(Some(status)) = child.try_wait() {
            run.end = status.code().map_or(End::Signalled(0), End::Exited);
            break;
        }
        if run.stdout.len() > limits.output {
            break;
        }
        thread::sleep(Duration::from_millis(1));
    }
    let _ = child.kill();
    let _ = child.wait();
    run.stderr = stderr.recv_timeout(limits.wall).unwrap_or_default();
    run.stderr.drain(..run.stderr.len().saturating_sub(4096));
    if run.stdout.len() > limits.output {
        run.end = End::OutputLimit;
        run.stdout.truncate(limits.output);
    }
    for entry in fs::read_dir(scratch).into_iter().flatten().flatten() {
        if let (Ok(bytes), Ok(name)) = (fs::read(entry.path()), entry.file_name().into_string()) {
            run.files.insert(name, bytes);
        }
    }
    run.wall = began.elapsed();
    run
}

fn reader(pipe: impl Read + Send + 'static, most: usize) -> mpsc::Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let most = u64::try_from(most).unwrap_or(u64::MAX);
        let _ = pipe.take(most.saturating_add(1)).read_to_end(&mut bytes);
        let _ = sender.send(bytes);
    });
    receiver
}

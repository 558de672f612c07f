//! Running a program on systems other than Linux: only wall-clock time and output
//! are limited.

use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use crate::ending::{is_ending, park_if_ending};
use crate::scratch::Scratch;
use crate::{Awaited, End, Level, Limits, Policy, Program, Progress, Run, SandboxError, State};

/// The time between two looks at a program.
const TICK: Duration = Duration::from_millis(2);

/// A folder in which programs run one after the other. Nothing is confined.
#[derive(Debug)]
pub struct Sandbox {
    scratch: PathBuf,
    missing: Vec<String>,
}

impl Sandbox {
    /// Returns the sandbox of the folder `scratch`, which must exist and belong
    /// to it alone.
    pub fn start(policy: &Policy, scratch: &Path) -> Result<Self, SandboxError> {
        let why = "a sandbox needs Linux".to_owned();
        if policy.requirement.levels().all(|level| level != Level::Off) {
            return Err(SandboxError::TooWeak(vec![why]));
        }
        Ok(Self {
            scratch: scratch.to_owned(),
            missing: vec![why],
        })
    }

    /// The folder that every program finds as its working directory.
    pub fn scratch(&self) -> &Path {
        &self.scratch
    }

    /// Returns [`Level::Off`].
    pub fn level(&self) -> Level {
        Level::Off
    }

    /// The reason why it is no stronger level.
    pub fn missing(&self) -> &[String] {
        &self.missing
    }
}

/// Does nothing: there are no supervisors.
pub fn supervise_if_asked() {}

/// Runs `program` on `input` in `sandbox`. Only wall-clock time and output are
/// limited, and processes that the program started may outlive it.
pub fn run(sandbox: &Sandbox, program: &Program, input: &[u8], limits: &Limits) -> Run {
    run_watched(sandbox, program, input, limits, |_| false)
}

/// Runs `program` as [`run`] does, and stops it once `is_enough` returns `true`.
/// `is_enough` is called every few milliseconds.
pub fn run_watched(
    sandbox: &Sandbox,
    program: &Program,
    input: &[u8],
    limits: &Limits,
    is_enough: impl FnMut(Progress<'_>) -> bool,
) -> Run {
    *running() += 1;
    let run = start(sandbox, program, input, limits, is_enough)
        .unwrap_or_else(|error| Run::not_started(error.to_string(), input.len()));
    *running() -= 1;
    park_if_ending();
    run
}

/// The number of programs that run now.
fn running() -> MutexGuard<'static, usize> {
    static RUNNING: Mutex<usize> = Mutex::new(0);
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until all programs have ended, but no longer than `patience`. The
/// threads that run them see that this process is ending.
pub(crate) fn await_end_of_all(patience: Duration) {
    let begun = Instant::now();
    while *running() > 0 && begun.elapsed() < patience {
        thread::sleep(TICK);
    }
}

fn start(
    sandbox: &Sandbox,
    program: &Program,
    input: &[u8],
    limits: &Limits,
    mut is_enough: impl FnMut(Progress<'_>) -> bool,
) -> std::io::Result<Run> {
    let begun = Instant::now();
    let scratch = Scratch::prepare(program, &sandbox.scratch)?;
    let mut file = tempfile::tempfile_in(&scratch.path)?;
    file.write_all(input)?;
    file.rewind()?;
    let mut given = file.try_clone()?;
    let mut input_left = || {
        let read = given.stream_position().unwrap_or(0);
        input
            .len()
            .saturating_sub(usize::try_from(read).unwrap_or(usize::MAX))
    };
    let mut command = Command::new(&program.command);
    command
        .args(&program.args)
        .current_dir(&scratch.working)
        .env("TMPDIR", &scratch.path)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("TERM", "dumb")
        .env("NO_COLOR", "1")
        .envs(program.env.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::from(file))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn()?;
    let group = child.id();
    let stdout = read(child.stdout.take(), limits.output);
    let stderr = read(child.stderr.take(), limits.output);
    let mut cause = None;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if begun.elapsed() > limits.wall || is_ending() {
            cause = Some(End::WallTime);
            child.kill()?;
        } else if cause.is_none() {
            let output = stdout.bytes();
            if is_enough(Progress {
                output: &output[..output.len().min(limits.output)],
                input_left: input_left(),
            }) {
                cause = Some(End::Stopped);
                child.kill()?;
            }
        }
        thread::sleep(TICK);
    };
    end_group(group);
    let patience = Duration::from_millis(200);
    let stdout = stdout.end(patience);
    let mut stderr = stderr.end(patience);
    if stdout.len() > limits.output || stderr.len() > limits.output {
        cause = Some(End::OutputLimit);
    }
    stderr.drain(..stderr.len().saturating_sub(4 << 10));
    Ok(Run {
        end: cause.unwrap_or_else(|| ended(status)),
        stdout: stdout.into_iter().take(limits.output).collect(),
        stderr,
        files: scratch.collect(),
        wall: begun.elapsed(),
        cpu: None,
        input_left: input_left(),
    })
}

#[cfg(unix)]
fn ended(status: ExitStatus) -> End {
    use std::os::unix::process::ExitStatusExt;

    match status.signal() {
        Some(signal) => End::Signalled(signal),
        None => End::Exited(status.code().unwrap_or_default()),
    }
}

#[cfg(not(unix))]
fn ended(status: ExitStatus) -> End {
    End::Exited(status.code().unwrap_or_default())
}

/// Kills what is left of a process group.
#[cfg(unix)]
fn end_group(group: u32) {
    use nix::sys::signal::{Signal, killpg};

    // An error means that nothing is left.
    let _ = killpg(
        nix::unistd::Pid::from_raw(group.cast_signed()),
        Signal::SIGKILL,
    );
}

#[cfg(not(unix))]
fn end_group(_: u32) {}

/// A stream that a thread reads.
struct Stream {
    bytes: Arc<Mutex<Vec<u8>>>,
    end: mpsc::Receiver<()>,
}

impl Stream {
    /// The bytes that were read until now.
    fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the end of the stream, but for no longer than `patience`, and
    /// returns what was read.
    fn end(self, patience: Duration) -> Vec<u8> {
        // A process in the background may keep it open.
        let _ = self.end.recv_timeout(patience);
        std::mem::take(&mut *self.bytes())
    }
}

/// Reads at most one byte more than `limit`, and then closes the stream.
fn read(stream: Option<impl Read + Send + 'static>, limit: usize) -> Stream {
    let bytes = Arc::new(Mutex::new(Vec::new()));
    let (sender, end) = mpsc::channel();
    let read = Arc::clone(&bytes);
    thread::spawn(move || {
        let mut stream = stream.map(|stream| stream.take(limit as u64 + 1));
        let mut buffer = [0; 16 << 10];
        // What was read before an error counts.
        while let Some(count @ 1..) = stream.as_mut().and_then(|it| it.read(&mut buffer).ok()) {
            let mut read = read.lock().unwrap_or_else(PoisonError::into_inner);
            read.extend_from_slice(&buffer[..count]);
        }
        // The receiver may no longer wait.
        let _ = sender.send(());
    });
    Stream { bytes, end }
}

/// An interactive session, which needs Linux.
pub struct Session(std::convert::Infallible);

impl Session {
    /// Returns the run of a program that could not be started.
    pub fn start(_: &Sandbox, _: &Program, _: &Limits) -> Result<Self, Box<Run>> {
        let why = "an interactive session needs Linux";
        Err(Box::new(Run::not_started(why.to_owned(), 0)))
    }

    /// Sends `bytes` to the program.
    pub fn send(&mut self, _: &[u8]) {
        match self.0 {}
    }

    /// Waits until the program waits for input or has ended.
    pub fn wait(&mut self) -> State {
        match self.0 {}
    }

    /// The same, but for no longer than `patience`.
    pub fn wait_for_at_most(&mut self, _: Duration) -> Option<State> {
        match self.0 {}
    }

    /// The same, but only until the program has printed so many bytes.
    pub fn wait_for_part(&mut self, _: Duration, _: usize) -> Option<State> {
        match self.0 {}
    }

    /// Signals the end of the input.
    pub fn end_input(&mut self) {
        match self.0 {}
    }

    /// Waits until the program has printed an answer.
    pub fn wait_for_answer(&mut self, _: Duration, _: impl FnMut(&[u8]) -> bool) -> Awaited {
        match self.0 {}
    }

    /// Pauses the program.
    pub fn pause(&self) {
        match self.0 {}
    }

    /// Resumes a program that was paused.
    pub fn resume(&self) {
        match self.0 {}
    }

    /// Everything that the program has printed so far.
    pub fn output(&self) -> &[u8] {
        match self.0 {}
    }

    /// Waits for the end.
    pub fn finish(self) -> Run {
        match self.0 {}
    }
}

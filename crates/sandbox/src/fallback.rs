//! Running a program on a system other than Linux: held to its wall time and
//! its output.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::scratch::Scratch;
use crate::{Awaited, End, Limits, Program, Run, State};

/// Runs `program` on `input`, in the folder `scratch`, which must be there and
/// is for this run alone. Only its wall time and its output are limited here,
/// and what it started may outlive it.
pub fn run(program: &Program, input: &[u8], limits: &Limits, scratch: &Path) -> Run {
    start(program, input, limits, scratch)
        .unwrap_or_else(|error| Run::not_started(error.to_string(), input.len()))
}

fn start(program: &Program, input: &[u8], limits: &Limits, scratch: &Path) -> std::io::Result<Run> {
    let begun = Instant::now();
    let scratch = Scratch::prepare(program, scratch)?;
    let mut file = tempfile::tempfile_in(&scratch.path)?;
    file.write_all(input)?;
    std::io::Seek::rewind(&mut file)?;
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
        if begun.elapsed() > limits.wall {
            cause = Some(End::WallTime);
            child.kill()?;
        }
        thread::sleep(Duration::from_millis(2));
    };
    end_group(group);
    // A process left in the background may hold the streams open.
    let patience = Duration::from_millis(200);
    let stdout = stdout.recv_timeout(patience).unwrap_or_default();
    let mut stderr = stderr.recv_timeout(patience).unwrap_or_default();
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
        input_left: 0,
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

/// Kills what is left of a group whose first process has ended.
#[cfg(unix)]
fn end_group(group: u32) {
    use nix::sys::signal::{Signal, killpg};

    // An error says that nobody is left.
    let _ = killpg(
        nix::unistd::Pid::from_raw(group.cast_signed()),
        Signal::SIGKILL,
    );
}

#[cfg(not(unix))]
fn end_group(_: u32) {}

/// Reads at most one byte more than `limit`, and then closes the stream.
fn read(stream: Option<impl Read + Send + 'static>, limit: usize) -> mpsc::Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(stream) = stream {
            // What came before an error is what there is.
            let _ = stream.take(limit as u64 + 1).read_to_end(&mut bytes);
        }
        // Whoever asked may have lost patience.
        let _ = sender.send(bytes);
    });
    receiver
}

/// A talk with a program is known on Linux only.
pub struct Session(std::convert::Infallible);

impl Session {
    /// The run that came of not being able to start.
    pub fn start(_: &Program, _: &Limits, _: &Path) -> Result<Self, Run> {
        let why = "a talk move by move works on Linux only";
        Err(Run::not_started(why.to_owned(), 0))
    }

    /// Gives the program `bytes` to read.
    pub fn send(&mut self, _: &[u8]) {
        match self.0 {}
    }

    /// Waits until the program awaits input or has ended.
    pub fn wait(&mut self) -> State {
        match self.0 {}
    }

    /// The same, but for no longer than `patience`.
    pub fn wait_for_at_most(&mut self, _: Duration) -> Option<State> {
        match self.0 {}
    }

    /// Waits until what the program has printed holds an answer.
    pub fn wait_for_answer(&mut self, _: Duration, _: impl FnMut(&[u8]) -> bool) -> Awaited {
        match self.0 {}
    }

    /// Stops the program where it is.
    pub fn pause(&self) {
        match self.0 {}
    }

    /// Lets a program that was stopped go on.
    pub fn resume(&self) {
        match self.0 {}
    }

    /// All that the program has printed so far.
    pub fn output(&self) -> &[u8] {
        match self.0 {}
    }

    /// Waits for the end.
    pub fn finish(self) -> Run {
        match self.0 {}
    }
}

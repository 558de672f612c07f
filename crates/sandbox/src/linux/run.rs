//! Running a program with its whole input.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::memfd::{MFdFlags, memfd_create};

use crate::capture::Capture;
use crate::ending::park_if_ending;
use crate::linux::launch::{Launched, Unstarted};
use crate::linux::monitor::TICK;
use crate::{End, HostError, Limits, Program, Progress, Run, Sandbox};

/// The time before the first look at a program, which doubles up to [`TICK`].
/// Most programs end sooner.
const FIRST_LOOK: Duration = Duration::from_millis(1);

/// More bytes than a pipe can hold, unless a privileged user has enlarged it.
const PIPE: usize = 1 << 20;

/// Runs `program` on `input` in `sandbox`.
///
/// An error is the machine's; what the program does wrong is its [`End`]. It returns soon after the
/// main process has ended, at the latest shortly after the wall-clock limit. A
/// process that is left in the background does not delay it, and is killed.
///
/// Standard input and output are files, as with `program < input > output`, so
/// input that is not read and output that is flushed often cost nothing. A
/// program that opens its standard output again can notice: `> /dev/stdout`
/// truncates a file but not a pipe; `>> /dev/stdout` appends to both.
///
/// It does not return once a signal ends this process, see
/// [`end_on_signals`](crate::end_on_signals).
pub fn run(
    sandbox: &Sandbox,
    program: &Program,
    input: &[u8],
    limits: &Limits,
) -> Result<Run, HostError> {
    run_watched(sandbox, program, input, limits, |_| false)
}

/// Runs `program` as [`run`] does, and stops it once `is_enough` returns `true`.
///
/// `is_enough` is called every few milliseconds, in longer and longer intervals
/// of up to 20 ms. A program that stops at about the same time may have printed
/// more than it saw.
pub fn run_watched(
    sandbox: &Sandbox,
    program: &Program,
    input: &[u8],
    limits: &Limits,
    is_enough: impl FnMut(Progress<'_>) -> bool,
) -> Result<Run, HostError> {
    let run = run_through(sandbox, program, input, limits, is_enough);
    park_if_ending();
    run
}

fn run_through(
    sandbox: &Sandbox,
    program: &Program,
    input: &[u8],
    limits: &Limits,
    is_enough: impl FnMut(Progress<'_>) -> bool,
) -> Result<Run, HostError> {
    let begun = Instant::now();
    let prepared = memory_file(input)
        .and_then(|input| Ok((input.try_clone()?, input)))
        .and_then(|input| appended_file().map(|output| (input, output)))
        .and_then(|(input, output)| Ok((input, (output.try_clone()?, output))));
    let ((stdin, input_file), (stdout, mut output_file)) = prepared.map_err(|error| {
        HostError::of("cannot prepare the input and output of a program", &error)
    })?;
    let streams = [stdin, stdout].map(OwnedFd::from);
    let (launched, errors) = match Launched::start(sandbox, program, limits, streams) {
        Ok(launched) => launched,
        Err(Unstarted::Program(why)) => return Ok(Run::not_started(why, input.len())),
        Err(Unstarted::Host(error)) => return Err(error),
    };
    let mut stderr = Capture::tail(limits.output);
    let mut watch = Watch {
        output: &output_file,
        printed: Vec::new(),
        input: &input_file,
        length: input.len(),
        is_enough,
    };
    let errors = follow(&launched, &mut watch, Some(errors), &mut stderr);
    let end = launched.finish()?;
    if let Some(errors) = errors {
        read_rest(&errors, &mut stderr);
    }
    let is_over = length(&output_file) > limits.output as u64 || stderr.is_over();
    Ok(Run {
        end: if is_over { End::OutputLimit } else { end },
        stdout: beginning(&mut output_file, limits.output),
        stderr: stderr.into_bytes(),
        files: launched.collect(),
        wall: begun.elapsed(),
        cpu: Some(launched.running.cpu()),
        input_left: input_left(&input_file, input.len()),
    })
}

/// The number of bytes of an input of this `length` that were not read.
fn input_left(mut input: &File, length: usize) -> usize {
    input.stream_position().map_or(0, |read| {
        let read = usize::try_from(read).unwrap_or(usize::MAX);
        length.saturating_sub(read)
    })
}

/// Looks at a program that runs.
struct Watch<'a, F> {
    output: &'a File,
    /// The part of the output that was read until now.
    printed: Vec<u8>,
    input: &'a File,
    length: usize,
    is_enough: F,
}

impl<F: FnMut(Progress<'_>) -> bool> Watch<'_, F> {
    /// Returns `true` if the program is to be stopped. Of its output only the
    /// first `limit` bytes are read.
    fn has_enough(&mut self, limit: usize) -> bool {
        let there = usize::try_from(length(self.output)).unwrap_or(usize::MAX);
        let known = self.printed.len();
        self.printed.resize(there.min(limit), 0);
        if let Some(new) = self.printed.get_mut(known..) {
            // Less comes if the program shortens the file meanwhile.
            let count = self.output.read_at(new, known as u64).unwrap_or(0);
            self.printed.truncate(known + count);
        }
        (self.is_enough)(Progress {
            output: &self.printed,
            input_left: input_left(self.input, self.length),
        })
    }
}

/// Waits until the program ends, has written more than its limit, or was watched
/// for long enough. Returns standard error if more of it may be left to read.
fn follow(
    launched: &Launched,
    watch: &mut Watch<'_, impl FnMut(Progress<'_>) -> bool>,
    mut errors: Option<OwnedFd>,
    stderr: &mut Capture,
) -> Option<OwnedFd> {
    let limit = launched.running.limits.output;
    let mut buffer = vec![0; 16 << 10];
    let mut interval = FIRST_LOOK;
    let mut looked = Instant::now();
    loop {
        let patience = interval.saturating_sub(looked.elapsed());
        let (ended, readable) = launched.running.await_end_or(errors.as_ref(), patience);
        if readable && let Some(pipe) = &errors {
            match nix::unistd::read(pipe, &mut buffer) {
                Ok(0) => errors = None,
                Ok(count) => stderr.push(&buffer[..count]),
                // An interrupted call is repeated; any other error ends the
                // stream.
                Err(nix::errno::Errno::EINTR) => {}
                Err(_) => errors = None,
            }
        }
        if ended {
            return errors;
        }
        if stderr.is_over() || length(watch.output) > limit as u64 {
            launched.running.kill_for(End::OutputLimit);
            return None;
        }
        if looked.elapsed() >= interval {
            if watch.has_enough(limit) {
                launched.running.kill_for(End::Stopped);
                return errors;
            }
            looked = Instant::now();
            interval = TICK.min(2 * interval);
        }
    }
}

fn length(file: &File) -> u64 {
    file.metadata().map_or(0, |data| data.len())
}

fn beginning(file: &mut File, limit: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    // A program may have closed or truncated its output; it has printed what is
    // in the file now. A file in memory can always be read.
    let read = file
        .seek(SeekFrom::Start(0))
        .and_then(|_| file.take(limit as u64).read_to_end(&mut bytes));
    read.map_or_else(|_| Vec::new(), |_| bytes)
}

/// A file in memory that holds `bytes`, positioned at its beginning.
fn memory_file(bytes: &[u8]) -> io::Result<File> {
    let mut file = File::from(memfd_create(c"", MFdFlags::MFD_CLOEXEC)?);
    file.write_all(bytes)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

/// An empty file in memory that is always appended to: as with a pipe, two
/// writers do not overwrite each other.
fn appended_file() -> io::Result<File> {
    let file = memory_file(b"")?;
    fcntl(&file, FcntlArg::F_SETFL(OFlag::O_APPEND))?;
    Ok(file)
}

/// Reads what is left in a pipe whose writers have ended.
pub(crate) fn read_rest(pipe: &OwnedFd, capture: &mut Capture) {
    let mut buffer = [0; 4096];
    let mut total = 0;
    while total < PIPE {
        let mut descriptor = [PollFd::new(pipe.as_fd(), PollFlags::POLLIN)];
        if !matches!(poll(&mut descriptor, PollTimeout::ZERO), Ok(1..)) {
            return;
        }
        match nix::unistd::read(pipe, &mut buffer) {
            Ok(0) | Err(_) => return,
            Ok(count) => {
                capture.push(&buffer[..count]);
                total += count;
            }
        }
    }
}

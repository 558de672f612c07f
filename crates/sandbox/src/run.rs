//! A program with its whole input.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;
use std::process::Stdio;
use std::time::Instant;

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::memfd::{MFdFlags, memfd_create};

use crate::capture::Capture;
use crate::launch::Launched;
use crate::monitor::TICK;
use crate::{End, Limits, Program, Run};

/// More than a pipe can hold, unless it was made larger than the system
/// allows an ordinary user.
const PIPE: usize = 1 << 20;

/// Runs `program` on `input`, in the folder `scratch`, which must be there and
/// is this run's as long as it lasts.
///
/// It never fails: what went wrong is in the [`End`]. It comes back soon after
/// the main process ended, at the latest a moment after the wall time; a
/// process left in the background does not delay it, and is killed.
///
/// Standard input and output are files, as with `program < input > output`:
/// input costs nothing if it is not read, and a program that flushes every
/// line wakes nobody by it. A program that opens its
/// standard output anew sees that it is a file: `> /dev/stdout` empties it,
/// where a pipe would go on; `>> /dev/stdout` does not.
pub fn run(program: &Program, input: &[u8], limits: &Limits, scratch: &Path) -> Run {
    let begun = Instant::now();
    let prepared = memory_file(input)
        .and_then(|input| Ok((input.try_clone()?, input)))
        .and_then(|input| appended_file().map(|output| (input, output)))
        .and_then(|(input, output)| Ok((input, (output.try_clone()?, output))));
    let ((stdin, mut input_file), (stdout, mut output_file)) = match prepared {
        Ok(files) => files,
        Err(error) => {
            let why = format!("its input and output cannot be laid ready: {error}");
            return Run::not_started(why, input.len());
        }
    };
    let streams = (Stdio::from(stdin), Stdio::from(stdout), Stdio::piped());
    let mut launched = match Launched::start(program, limits, scratch, streams) {
        Ok(launched) => launched,
        Err(why) => return Run::not_started(why, input.len()),
    };
    let mut stderr = Capture::tail(limits.output);
    let errors = launched.errors();
    let errors = follow(&launched, &output_file, errors, &mut stderr, limits.output);
    let end = launched.finish();
    if let Some(errors) = errors {
        read_rest(&errors, &mut stderr);
    }
    let is_over = length(&output_file) > limits.output as u64 || stderr.is_over();
    Run {
        end: if is_over { End::OutputLimit } else { end },
        stdout: beginning(&mut output_file, limits.output),
        stderr: stderr.into_bytes(),
        files: launched.scratch.collect(),
        wall: begun.elapsed(),
        input_left: input_file.stream_position().map_or(0, |read| {
            let read = usize::try_from(read).unwrap_or(usize::MAX);
            input.len().saturating_sub(read)
        }),
    }
}

/// Follows the program to its end, or until it has written more than `limit`;
/// standard error comes back if somebody may still have written to it.
fn follow(
    launched: &Launched,
    output: &File,
    mut errors: Option<OwnedFd>,
    stderr: &mut Capture,
    limit: usize,
) -> Option<OwnedFd> {
    let mut buffer = vec![0; 16 << 10];
    loop {
        let (ended, told) = launched.running.await_end_or(errors.as_ref(), TICK);
        if told && let Some(pipe) = &errors {
            match nix::unistd::read(pipe, &mut buffer) {
                Ok(0) => errors = None,
                Ok(count) => stderr.push(&buffer[..count]),
                // An interrupted call is made again, and any other error is
                // the end of the stream.
                Err(nix::errno::Errno::EINTR) => {}
                Err(_) => errors = None,
            }
        }
        if ended {
            return errors;
        }
        if stderr.is_over() || length(output) > limit as u64 {
            launched.running.kill_for(End::OutputLimit);
            return None;
        }
    }
}

fn length(file: &File) -> u64 {
    file.metadata().map_or(0, |data| data.len())
}

fn beginning(file: &mut File, limit: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    // A file in memory can be read; a program that has closed or truncated its
    // output has printed what is in the file now.
    let read = file
        .seek(SeekFrom::Start(0))
        .and_then(|_| file.take(limit as u64).read_to_end(&mut bytes));
    read.map_or_else(|_| Vec::new(), |_| bytes)
}

/// A file without a name that holds `bytes`, at its beginning.
fn memory_file(bytes: &[u8]) -> io::Result<File> {
    let mut file = File::from(memfd_create(c"", MFdFlags::MFD_CLOEXEC)?);
    file.write_all(bytes)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

/// An empty file without a name. All is written at its end: what two who have
/// opened it print does not overwrite each other, as in a pipe.
fn appended_file() -> io::Result<File> {
    let file = memory_file(b"")?;
    fcntl(&file, FcntlArg::F_SETFL(OFlag::O_APPEND))?;
    Ok(file)
}

/// What is left in a pipe whose writers are gone.
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

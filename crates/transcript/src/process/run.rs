//! A program with its whole input.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::memfd::{MFdFlags, memfd_create};

use super::capture::Capture;
use super::launch::Launched;
use super::watch::TICK;
use super::{End, Limits, Program, Run};

/// More than a pipe can hold, unless it was made larger than the system
/// allows an ordinary user.
const PIPE: usize = 1 << 20;

/// Runs `program` on `input`, in the folder `scratch`, which must be there and
/// is for this run alone.
///
/// It never fails: what went wrong is in the [`End`]. It comes back soon after
/// the main process ended, at the latest a moment after the wall time; a
/// process left in the background delays it no more than that, and is killed.
///
/// Standard input is a file, as with `program < input`, so that it costs
/// nothing if it is not read.
pub fn run(program: &Program, input: &[u8], limits: &Limits, scratch: &Path) -> Run {
    let begun = Instant::now();
    let prepared = file_of(input).and_then(|file| Ok((file.try_clone()?, file)));
    let (stdin, mut input_file) = match prepared {
        Ok(files) => files,
        Err(error) => {
            let why = format!("its input cannot be laid ready: {error}");
            return Run::not_started(why, input.len());
        }
    };
    let streams = (Stdio::from(stdin), Stdio::piped(), Stdio::piped());
    let mut launched = match Launched::start(program, limits, scratch, streams) {
        Ok(launched) => launched,
        Err(why) => return Run::not_started(why, input.len()),
    };
    let mut stdout = Capture::head(limits.output);
    let mut stderr = Capture::tail(limits.output);
    let (out, err) = launched.pipes();
    read(
        &launched,
        [
            (out.map(OwnedFd::from), &mut stdout),
            (err.map(OwnedFd::from), &mut stderr),
        ],
    );
    let is_over = stdout.is_over() || stderr.is_over();
    let end = launched.finish();
    Run {
        end: if is_over { End::OutputLimit } else { end },
        stdout: stdout.into_bytes(),
        stderr: stderr.into_bytes(),
        files: launched.scratch.collect(),
        wall: begun.elapsed(),
        input_left: input_file.stream_position().map_or(0, |read| {
            let read = usize::try_from(read).unwrap_or(usize::MAX);
            input.len().saturating_sub(read)
        }),
    }
}

/// Reads both streams to their ends, or until one is over its limit, or the
/// main process has ended and what it wrote is read.
fn read(launched: &Launched, mut streams: [(Option<OwnedFd>, &mut Capture); 2]) {
    let mut buffer = vec![0; 64 << 10];
    let mut looked = Instant::now();
    while streams.iter().any(|(pipe, _)| pipe.is_some()) {
        read_once(&mut streams, &mut buffer, TICK);
        if streams.iter().any(|(_, capture)| capture.is_over()) {
            launched.running.kill_for(End::OutputLimit);
            return;
        }
        if looked.elapsed() >= TICK {
            looked = Instant::now();
            if launched.running.has_ended() {
                // Whoever holds the pipes now was left in the background.
                launched.running.end_group();
                let mut read = 0;
                while read < PIPE {
                    match read_once(&mut streams, &mut buffer, Duration::ZERO) {
                        0 => return,
                        some => read += some,
                    }
                }
                return;
            }
        }
    }
}

/// Reads what there is, waiting for up to `patience`; a stream that has ended
/// becomes `None`. The number of bytes.
fn read_once(
    streams: &mut [(Option<OwnedFd>, &mut Capture); 2],
    buffer: &mut [u8],
    patience: Duration,
) -> usize {
    let mut ready = [false; 2];
    {
        let mut polled: Vec<(usize, PollFd)> = Vec::with_capacity(2);
        for (index, (pipe, _)) in streams.iter().enumerate() {
            if let Some(pipe) = pipe {
                polled.push((index, PollFd::new(pipe.as_fd(), PollFlags::POLLIN)));
            }
        }
        let (indices, mut descriptors): (Vec<usize>, Vec<PollFd>) = polled.into_iter().unzip();
        let patience = PollTimeout::try_from(patience).unwrap_or(PollTimeout::MAX);
        if poll(&mut descriptors, patience).is_err() {
            return 0;
        }
        for (index, descriptor) in indices.into_iter().zip(&descriptors) {
            ready[index] = descriptor.any() == Some(true);
        }
    }
    let mut total = 0;
    for ((pipe, capture), _) in streams.iter_mut().zip(ready).filter(|(_, ready)| *ready) {
        match pipe.as_ref().map(|pipe| nix::unistd::read(pipe, buffer)) {
            Some(Ok(0)) | None => *pipe = None,
            Some(Ok(count)) => {
                capture.push(&buffer[..count]);
                total += count;
            }
            Some(Err(Errno::EINTR)) => {}
            Some(Err(_)) => *pipe = None,
        }
    }
    total
}

/// A file without a name that holds `input`, at its beginning.
fn file_of(input: &[u8]) -> io::Result<File> {
    let mut file = File::from(memfd_create(c"input", MFdFlags::MFD_CLOEXEC)?);
    file.write_all(input)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

/// What is left in a pipe whose writers are gone.
pub(super) fn read_rest(pipe: &OwnedFd, capture: &mut Capture) {
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

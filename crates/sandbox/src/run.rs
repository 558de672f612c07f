//! Running a program with its whole input.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::time::{Duration, Instant};

use crate::capture::ends;
use crate::ending::park_if_ending;
use crate::launched::{Launched, Processes};
use crate::{End, HostError, Limits, NotStarted, Program, Progress, Run, Sandbox};

/// The intervals between checks of a program start at the first value and double up to the second.
/// Most programs end soon.
const INTERVALS: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(20)];

/// Runs `program` on `input` in `sandbox`.
///
/// An error is the machine's fault; a fault of the program is in its [`End`]. The function returns
/// soon after the main process has ended, at the latest shortly after the wall-clock limit. A
/// process that is left in the background does not delay it, and is killed.
///
/// The standard streams are files, as with `program < input > output 2> errors`, so unread input
/// and frequent flushing cost nothing. A program that opens its standard output again can notice:
/// `> /dev/stdout` truncates a file but not a pipe; `>> /dev/stdout` appends to both.
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
/// `is_enough` is called every few milliseconds, in growing intervals of up to 20 ms. The program
/// may have printed more since the last call.
pub fn run_watched(
    sandbox: &Sandbox,
    program: &Program,
    input: &[u8],
    limits: &Limits,
    is_enough: impl FnMut(Progress<'_>) -> bool,
) -> Result<Run, HostError> {
    run_in::<crate::system::Processes>(sandbox, program, input, limits, is_enough)
}

pub(crate) fn run_in<P: Processes>(
    sandbox: &Sandbox,
    program: &Program,
    input: &[u8],
    limits: &Limits,
    is_enough: impl FnMut(Progress<'_>) -> bool,
) -> Result<Run, HostError> {
    let begun = Instant::now();
    let what = "cannot prepare the input and output of a program";
    let (streams, theirs) = StreamFiles::new(input).map_err(|error| HostError::of(what, &error))?;
    let mut launched = match Launched::<P>::start(sandbox, program, limits, theirs, false) {
        Ok(launched) => launched,
        Err(not_started) => {
            park_if_ending();
            return match not_started {
                NotStarted::Program(why) => Ok(Run::not_started(why, input.len())),
                NotStarted::Host(error) => Err(error),
            };
        }
    };
    let limit = limits.output as u64;
    streams.watch(&mut launched, limit, is_enough);
    let run = launched.finish().and_then(|end| {
        let printed = length(&streams.output);
        let errors = length(&streams.errors);
        let is_over = printed > limit || errors > limit;
        let run = Run {
            end: if is_over { End::OutputLimit } else { end },
            stdout: part(&streams.output, 0, printed.min(limit)),
            stderr: ends(part(&streams.errors, 0, errors.min(limit))),
            prompts: 0,
            files: launched.collect(),
            wall: begun.elapsed(),
            cpu: launched.cpu(),
            input_left: streams.input_left(),
        };
        run.at(launched.level)
    });
    park_if_ending();
    run
}

struct StreamFiles {
    input: File,
    input_length: usize,
    output: File,
    errors: File,
}

impl StreamFiles {
    fn new(bytes: &[u8]) -> io::Result<(Self, [File; 3])> {
        let mut input = unnamed()?;
        input.write_all(bytes)?;
        input.rewind()?;
        let stdin = input.try_clone()?;
        let (output, stdout) = appended()?;
        let (errors, stderr) = appended()?;
        let ours = Self {
            input,
            input_length: bytes.len(),
            output,
            errors,
        };
        Ok((ours, [stdin, stdout, stderr]))
    }

    fn input_left(&self) -> usize {
        let read = (&self.input).stream_position().unwrap_or(0);
        let read = usize::try_from(read).unwrap_or(usize::MAX);
        self.input_length.saturating_sub(read)
    }

    fn watch(
        &self,
        launched: &mut Launched<impl Processes>,
        limit: u64,
        mut is_enough: impl FnMut(Progress<'_>) -> bool,
    ) {
        let mut seen = Vec::new();
        let [mut interval, longest] = INTERVALS;
        while !launched.ends_within(interval) {
            let printed = length(&self.output);
            if printed > limit || length(&self.errors) > limit {
                return launched.kill_for(End::OutputLimit);
            }
            seen.append(&mut part(&self.output, seen.len() as u64, printed));
            let progress = Progress {
                output: &seen,
                input_left: self.input_left(),
            };
            if is_enough(progress) {
                return launched.kill_for(End::Stopped);
            }
            interval = longest.min(2 * interval);
        }
    }
}

fn length(file: &File) -> u64 {
    file.metadata().map_or(0, |data| data.len())
}

/// Returns the bytes of `file` between two offsets; fewer if a program has truncated it.
fn part(file: &File, from: u64, to: u64) -> Vec<u8> {
    let length = to.saturating_sub(from);
    let mut bytes = vec![0; usize::try_from(length).unwrap_or(0)];
    let mut count = 0;
    while let Ok(more @ 1..) = read_at(file, &mut bytes[count..], from + count as u64) {
        count += more;
    }
    bytes.truncate(count);
    bytes
}

/// Reads without changing the position, which a program may share.
#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
}

/// Makes an empty file without a name, on Linux in memory.
#[cfg(target_os = "linux")]
fn unnamed() -> io::Result<File> {
    use rustix::fs::{MemfdFlags, memfd_create};

    Ok(memfd_create("", MemfdFlags::CLOEXEC)?.into())
}

#[cfg(not(target_os = "linux"))]
fn unnamed() -> io::Result<File> {
    tempfile::tempfile()
}

/// Makes an empty file without a name for us and for a program, which always appends: as with a
/// pipe, two writers do not overwrite each other.
#[cfg(target_os = "linux")]
fn appended() -> io::Result<(File, File)> {
    let file = unnamed()?;
    rustix::fs::fcntl_setfl(&file, rustix::fs::OFlags::APPEND)?;
    Ok((file.try_clone()?, file))
}

#[cfg(not(target_os = "linux"))]
fn appended() -> io::Result<(File, File)> {
    let (ours, path) = tempfile::NamedTempFile::new()?.into_parts();
    let theirs = File::options().read(true).append(true).open(&path)?;
    Ok((ours, theirs))
}

//! Running a program with its whole input.

use std::io::{self, Seek, Write};
use std::time::{Duration, Instant};

use super::launch::{Launched, Unstarted};
use super::output::Output;
use super::sandbox::Sandbox;
use crate::ending::park_if_ending;
use crate::{End, HostError, Limits, Program, Progress, Run};

/// The time between two looks at a program.
const LOOK: Duration = Duration::from_millis(2);

/// Runs `program` on `input` in `sandbox`.
///
/// An error is the machine's; what the program does wrong is its [`End`]. It does not return once a
/// signal ends this process, see [`end_on_signals`](crate::end_on_signals).
pub fn run(
    sandbox: &Sandbox,
    program: &Program,
    input: &[u8],
    limits: &Limits,
) -> Result<Run, HostError> {
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
) -> Result<Run, HostError> {
    let run = match run_through(sandbox, program, input, limits, is_enough) {
        Err(Unstarted::Program(why)) => Ok(Run::not_started(why, input.len())),
        Err(Unstarted::Host(error)) => Err(error),
        Ok(run) => Ok(run),
    };
    park_if_ending();
    run
}

fn run_through(
    sandbox: &Sandbox,
    program: &Program,
    input: &[u8],
    limits: &Limits,
    mut is_enough: impl FnMut(Progress<'_>) -> bool,
) -> Result<Run, Unstarted> {
    let begun = Instant::now();
    let unprepared = |error: io::Error| {
        let what = "cannot prepare the input and output of a program";
        Unstarted::Host(HostError::of(what, &error))
    };
    let mut given = tempfile::tempfile().map_err(unprepared)?;
    given.write_all(input).map_err(unprepared)?;
    given.rewind().map_err(unprepared)?;
    let stdin = given.try_clone().map_err(unprepared)?;
    let (printed, stdout) = io::pipe().map_err(unprepared)?;
    let (errors, stderr) = io::pipe().map_err(unprepared)?;
    let mut input_left = || {
        let read = given.stream_position().unwrap_or(0);
        let read = usize::try_from(read).unwrap_or(usize::MAX);
        input.len().saturating_sub(read)
    };
    let streams = [stdin.into(), stdout.into(), stderr.into()];
    let mut launched = Launched::start(sandbox, program, limits, streams, false)?;
    let mut output = Output::read_from(limits.output, printed, errors, false);
    let end = loop {
        output.read(LOOK);
        if output.is_over() {
            launched.kill_for(End::OutputLimit);
        }
        if let Some(end) = launched.ended() {
            break end;
        }
        let progress = Progress {
            output: output.stdout.bytes(),
            input_left: input_left(),
        };
        if is_enough(progress) {
            launched.kill_for(End::Stopped);
        }
    };
    output.read_rest();
    let is_over = output.is_over();
    Ok(Run {
        end: if is_over { End::OutputLimit } else { end },
        stdout: output.stdout.into_bytes(),
        stderr: output.stderr.into_bytes(),
        files: launched.scratch.collect(),
        wall: begun.elapsed(),
        cpu: launched.cpu(),
        input_left: input_left(),
    })
}

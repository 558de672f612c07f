use std::fs::File;
use std::io;
use std::time::{Duration, Instant};

use crate::capture::{Capture, ends};
use crate::ending::park_if_ending;
use crate::launched::{Launched, Processes};
use crate::{Awaited, End, HostError, Limits, NotStarted, Program, Run, Sandbox, State};

/// The interval of the checks that a program still runs while an answer is expected. The answer
/// itself is read at once.
const CHECK: Duration = Duration::from_millis(5);

/// The terminal or the pipes between a session and its program.
pub trait Channel: Sized {
    type Processes: Processes;

    const CHECK: Duration;

    fn open() -> io::Result<(Self, [File; 3])>;

    /// Sends input to the program that has printed `streams`. It does not block.
    fn send(&mut self, bytes: &[u8], streams: &Streams);

    fn end_input(&mut self, streams: &Streams);

    fn input_left(&self) -> usize;

    fn read(&mut self, patience: Duration, streams: &mut Streams) -> bool;

    fn read_rest(&mut self, streams: &mut Streams);

    /// Returns `true` if the program waits for input, has received everything that was sent, and
    /// all its output was read.
    fn awaits_input(
        &mut self,
        launched: &mut Launched<Self::Processes>,
        streams: &mut Streams,
    ) -> bool;
}

/// The part of the output of a session that is kept.
pub struct Streams {
    pub(crate) stdout: Capture,
    pub(crate) stderr: Capture,
    prompt: Vec<u8>,
}

impl Streams {
    pub(crate) fn push_error(&mut self, bytes: &[u8]) {
        self.stderr.push(bytes);
        self.prompt.extend_from_slice(bytes);
    }

    pub(crate) fn is_over(&self) -> bool {
        self.stdout.is_over || self.stderr.is_over
    }
}

/// An interactive session with a program.
///
/// The program shows each prompt before it reads: its standard input and output are a terminal,
/// which neither echoes nor translates; on Windows they are pipes that the C library takes for one,
/// and CRLF in the output becomes LF, as on a terminal. A line of input must not be longer than
/// 4095 bytes (on macOS 1023), nor contain the byte 4, which ends the input.
///
/// When the program waits for input, its standard error so far counts as output, as for a person at
/// a terminal: Python's `input` writes its prompt there.
///
/// Dropping a session kills its program.
pub type Session = SessionOver<crate::system::Terminal>;

/// A [`Session`] on one of several systems.
pub struct SessionOver<C: Channel> {
    launched: Launched<C::Processes>,
    channel: C,
    begun: Instant,
    streams: Streams,
    sent: bool,
    waiting: bool,
}

impl<C: Channel> SessionOver<C> {
    /// Starts `program` in `sandbox`. The wall-clock limit is for the whole session. If the system
    /// does not report that a program waits, the time in which it did is left out.
    pub fn start(
        sandbox: &Sandbox,
        program: &Program,
        limits: &Limits,
    ) -> Result<Self, NotStarted> {
        let begun = Instant::now();
        let (channel, theirs) = C::open()
            .map_err(|error| NotStarted::Host(HostError::of("cannot open a terminal", &error)))?;
        let launched = Launched::start(sandbox, program, limits, theirs, true)
            .inspect_err(|_| park_if_ending())?;
        Ok(Self {
            launched,
            channel,
            begun,
            streams: Streams {
                stdout: Capture::new(limits.output),
                stderr: Capture::new(limits.output),
                prompt: Vec::new(),
            },
            sent: false,
            waiting: false,
        })
    }

    /// Sends `bytes` to the program. It does not block and never fails;
    /// [`wait`](Self::wait) reports a program that has ended.
    pub fn send(&mut self, bytes: &[u8]) {
        self.sent = true;
        self.channel.send(bytes, &self.streams);
    }

    /// Signals the end of the input to the present or next read; on Windows to all further ones.
    pub fn end_input(&mut self) {
        self.sent = true;
        self.channel.end_input(&self.streams);
    }

    /// Waits until the program waits for input or has ended.
    ///
    /// On Linux a program waits for input when one of its threads is blocked reading the terminal
    /// and the terminal holds no line. If it waits for several things at once, or the system does
    /// not report it, the program counts as waiting after it has printed nothing and was never seen
    /// working for at least 150 ms.
    ///
    /// No other system reports that a program reads. There it counts as waiting when it has taken
    /// all input, and has printed nothing and used no CPU time for a while.
    pub fn wait(&mut self) -> State {
        loop {
            if let Some(state) = self.wait_for_at_most(Duration::MAX) {
                return state;
            }
        }
    }

    /// Like [`wait`](Self::wait), but returns `None` if the program still works after `patience`.
    /// The call can be repeated.
    pub fn wait_for_at_most(&mut self, patience: Duration) -> Option<State> {
        self.wait_for_part(patience, usize::MAX)
    }

    /// Like [`wait_for_at_most`](Self::wait_for_at_most), but also returns `None` as soon as the
    /// program has printed `part` more bytes.
    pub fn wait_for_part(&mut self, patience: Duration, part: usize) -> Option<State> {
        if self.waiting && !self.sent {
            return Some(if self.launched.ends_within(Duration::ZERO) {
                State::Ended
            } else {
                State::Waiting
            });
        }
        self.waiting = false;
        let begun = Instant::now();
        let enough = self.output().len().saturating_add(part);
        while begun.elapsed() <= patience {
            let any = self.channel.read(C::CHECK, &mut self.streams);
            if self.has_ended(any) {
                return Some(State::Ended);
            }
            if any && self.output().len() >= enough {
                return None;
            }
            if !any
                && self
                    .channel
                    .awaits_input(&mut self.launched, &mut self.streams)
            {
                let prompt = std::mem::take(&mut self.streams.prompt);
                self.streams.stdout.push(&prompt);
                self.sent = false;
                self.waiting = true;
                return Some(State::Waiting);
            }
        }
        None
    }

    /// Reads until `is_answer` finds an answer in the whole output so far, at most for `patience`.
    ///
    /// Unlike [`wait`](Self::wait) it returns as soon as the answer is there, so only the program's
    /// own time counts. Standard error is not searched.
    pub fn wait_for_answer(
        &mut self,
        patience: Duration,
        mut is_answer: impl FnMut(&[u8]) -> bool,
    ) -> Awaited {
        let begun = Instant::now();
        self.waiting = false;
        if is_answer(self.output()) {
            return Awaited::Answer;
        }
        loop {
            let left = patience.saturating_sub(begun.elapsed());
            let any = self.channel.read(left.min(CHECK), &mut self.streams);
            let has_ended = self.has_ended(any);
            if (any || has_ended) && is_answer(self.output()) {
                return Awaited::Answer;
            }
            if has_ended {
                return Awaited::End;
            }
            if left.is_zero() {
                return Awaited::Nothing;
            }
        }
    }

    /// Pauses the program, which gets no CPU time until [`resume`](Self::resume). Does nothing on
    /// Windows.
    pub fn pause(&mut self) {
        self.launched.pause();
    }

    /// Resumes a paused program.
    pub fn resume(&mut self) {
        self.launched.resume();
    }

    /// Returns the processor time, user and system, of all processes of the program so far,
    /// including those that have ended. It never decreases.
    ///
    /// On Linux a control group counts it in microseconds. Without one it is counted in ticks of 10
    /// ms, and children whose end a process ignores (`SIGCHLD`) do not count. On macOS a process
    /// counts from the first check that finds it to the last; there is a check every 20 ms.
    pub fn processor_time(&mut self) -> Result<Duration, HostError> {
        self.launched.processor_time()
    }

    /// Returns the wall-clock time of the program so far, without the time in which nobody waited
    /// for it and, if the system shows that, without its waits for a processor.
    pub fn wall_time(&self) -> Duration {
        self.launched.wall_time()
    }

    /// Everything that the program has printed so far.
    pub fn output(&self) -> &[u8] {
        &self.streams.stdout.bytes
    }

    /// Returns the standard error of the program so far.
    pub fn errors(&mut self) -> &[u8] {
        while !self.streams.is_over() && self.channel.read(Duration::ZERO, &mut self.streams) {}
        &self.streams.stderr.bytes
    }

    /// Signals the end of input whenever the program reads, waits for its end within the limits,
    /// and kills everything that it started.
    pub fn finish(mut self) -> Result<Run, HostError> {
        self.resume();
        while self.wait() == State::Waiting {
            self.end_input();
        }
        let end = self.launched.finish()?;
        let files = self.launched.collect();
        park_if_ending();
        let is_over = self.streams.is_over();
        let rest = self.streams.prompt.len();
        let stderr = ends(self.streams.stderr.bytes);
        let run = Run {
            end: if is_over { End::OutputLimit } else { end },
            stdout: self.streams.stdout.bytes,
            prompts: stderr.len().saturating_sub(rest),
            stderr,
            files,
            wall: self.begun.elapsed(),
            cpu: self.launched.cpu(),
            input_left: self.channel.input_left(),
        };
        run.at(self.launched.level)
    }

    /// Returns `true` if the program has ended, and all its output was read; `any` is set if there
    /// was some just now. Ends a program that has printed too much.
    fn has_ended(&mut self, any: bool) -> bool {
        if self.streams.is_over() {
            self.launched.kill_for(End::OutputLimit);
            return true;
        }
        // This enforces the limits.
        let has_ended = self.launched.ends_within(Duration::ZERO) && !any;
        if has_ended {
            self.channel.read_rest(&mut self.streams);
        }
        has_ended
    }
}

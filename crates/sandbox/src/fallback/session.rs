//! An interactive session with a program.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::launch::Launched;
use super::output::Output;
use super::sandbox::Sandbox;
use super::system::{Channel, END_OF_INPUT};
use crate::ending::park_if_ending;
use crate::run::{Launch as _, Unstarted};
use crate::{Awaited, End, HostError, Limits, NotStarted, Program, Run, State};

/// The time between two checks of a program that prints nothing.
const LOOK: Duration = Duration::from_millis(5);

/// The silences, without any CPU time used, after which a program is considered to be
/// waiting for input: after what looks like a prompt; after anything
/// else; without an answer to the last input; and before its first output, while the
/// system starts it. On a busy machine, a program that works may be quiet, too.
const AFTER_PROMPT: Duration = Duration::from_millis(100);
const AFTER_OTHER: Duration = Duration::from_millis(400);
const WITHOUT_ANSWER: Duration = Duration::from_secs(1);
const AT_START: Duration = Duration::from_secs(2);

/// An interactive session with a program.
///
/// The program shows each prompt before it reads: on macOS its standard input and
/// output are a terminal, on Windows they are pipes that the C library takes for
/// one. A line of input must not be longer than 1023 bytes, nor contain the byte 4,
/// which ends the input on macOS.
///
/// On Windows, CRLF in the output becomes LF, as a terminal shows it.
///
/// What the program has written to standard error when it waits for input counts
/// as output, as for a person at a terminal: Python's `input` writes its prompt
/// there.
///
/// Dropping a session kills its program.
pub struct Session {
    launched: Launched,
    begun: Instant,
    /// Input for the thread that writes it; `None` after its end.
    input: Option<Sender<Vec<u8>>>,
    /// The bytes of input that were not written yet.
    pending: Arc<AtomicUsize>,
    output: Output,
    /// The time since which it prints nothing, and its CPU time then.
    quiet: (Instant, Duration),
    /// The length of the output when input was last sent.
    answered: usize,
    /// If set, input was sent since the program last waited.
    sent: bool,
    waiting: bool,
}

impl Session {
    /// Starts `program` in `sandbox`. The wall-clock limit is that of the whole session,
    /// without the time in which the program waits.
    pub fn start(
        sandbox: &Sandbox,
        program: &Program,
        limits: &Limits,
    ) -> Result<Self, NotStarted> {
        let begun = Instant::now();
        let channel = Channel::open()
            .map_err(|error| NotStarted::Host(HostError::of("cannot open a terminal", &error)))?;
        let started = Launched::start(sandbox, program, limits, channel.theirs, true);
        let launched = started.map_err(|unstarted| {
            park_if_ending();
            match unstarted {
                Unstarted::Program(why) => NotStarted::Program(Box::new(Run::not_started(why, 0))),
                Unstarted::Host(error) => NotStarted::Host(error),
            }
        })?;
        let pending = Arc::new(AtomicUsize::new(0));
        Ok(Self {
            launched,
            begun,
            input: Some(write_to(channel.input, Arc::clone(&pending))),
            pending,
            output: Output::read_from(limits.output, channel.output, channel.errors, cfg!(windows)),
            quiet: (begun, Duration::ZERO),
            answered: 0,
            sent: false,
            waiting: false,
        })
    }

    /// Sends `bytes` to the program. It does not block and never fails;
    /// [`Session::wait`] reports a program that has ended.
    pub fn send(&mut self, bytes: &[u8]) {
        self.sent = true;
        self.answered = self.output().len();
        self.restart_pause();
        if let Some(input) = &self.input {
            self.pending.fetch_add(bytes.len(), Ordering::SeqCst);
            // An error means that the program has closed its input.
            let _ = input.send(bytes.to_vec());
        }
    }

    /// Signals the end of the input to the read that the program waits in, or to
    /// its next one; on Windows to all further ones.
    pub fn end_input(&mut self) {
        if let Some(byte) = END_OF_INPUT {
            self.send(&[byte]);
        } else {
            self.sent = true;
            self.input = None;
        }
    }

    /// Waits until the program waits for input or has ended.
    ///
    /// No system but Linux reports that a program reads. It counts as waiting when
    /// all input was taken, and it has printed nothing and used no CPU time for a
    /// while.
    pub fn wait(&mut self) -> State {
        loop {
            if let Some(state) = self.wait_for_at_most(Duration::MAX) {
                return state;
            }
        }
    }

    /// As [`Session::wait`], but for no longer than `patience`. Returns `None` if
    /// the program still works then; it can be waited for again.
    pub fn wait_for_at_most(&mut self, patience: Duration) -> Option<State> {
        self.wait_for_part(patience, usize::MAX)
    }

    /// As [`Session::wait_for_at_most`], but returns `None` also as soon as the
    /// program has printed `part` bytes more.
    pub fn wait_for_part(&mut self, patience: Duration, part: usize) -> Option<State> {
        if self.waiting && !self.sent {
            return Some(match self.launched.ended() {
                Some(_) => State::Ended,
                None => State::Waiting,
            });
        }
        self.waiting = false;
        let begun = Instant::now();
        let enough = self.output().len().saturating_add(part);
        while begun.elapsed() <= patience {
            if self.read(LOOK) {
                if self.output().len() >= enough {
                    return None;
                }
            } else if self.launched.ended().is_some() {
                self.output.read_rest();
                return Some(State::Ended);
            } else if self.awaits_input() {
                self.launched.excuse(self.quiet.0.elapsed());
                self.output.take_prompt();
                self.sent = false;
                self.waiting = true;
                return Some(State::Waiting);
            }
        }
        None
    }

    /// Reads until `is_answer` finds an answer in everything that the program has
    /// printed so far, but for no longer than `patience`. Standard error is not
    /// searched.
    pub fn wait_for_answer(
        &mut self,
        patience: Duration,
        mut is_answer: impl FnMut(&[u8]) -> bool,
    ) -> Awaited {
        let begun = Instant::now();
        self.waiting = false;
        loop {
            if is_answer(self.output()) {
                return Awaited::Answer;
            }
            let left = patience.saturating_sub(begun.elapsed());
            if self.read(left.min(LOOK)) {
                continue;
            }
            if self.launched.ended().is_some() {
                self.output.read_rest();
                return if is_answer(self.output()) {
                    Awaited::Answer
                } else {
                    Awaited::End
                };
            }
            if left.is_zero() {
                return Awaited::Nothing;
            }
        }
    }

    /// Pauses the program until [`Session::resume`]. On Windows it does nothing.
    pub fn pause(&self) {
        self.launched.pause();
    }

    /// Resumes a program that was paused.
    pub fn resume(&self) {
        self.launched.resume();
    }

    /// Returns the processor time, user and system, of all processes of the program until
    /// now, with those that have ended. It never decreases. On macOS a process counts from
    /// the first check that finds it to the last, one every 20 ms.
    #[cfg_attr(target_os = "linux", expect(clippy::unnecessary_wraps))]
    pub fn processor_time(&mut self) -> Result<Duration, HostError> {
        Ok(self.launched.processor_time())
    }

    /// Everything that the program has printed so far.
    pub fn output(&self) -> &[u8] {
        self.output.stdout.bytes()
    }

    /// Signals the end of input as often as the program asks for more, waits for
    /// its end within the limits, and kills everything that it started.
    #[cfg_attr(target_os = "linux", expect(clippy::unnecessary_wraps))]
    pub fn finish(mut self) -> Result<Run, HostError> {
        self.resume();
        let end = loop {
            match self.wait() {
                State::Waiting => self.end_input(),
                State::Ended => {
                    if let Some(end) = self.launched.ended() {
                        break end;
                    }
                }
            }
        };
        park_if_ending();
        let is_over = self.output.is_over();
        Ok(Run {
            end: if is_over { End::OutputLimit } else { end },
            stdout: self.output.stdout.into_bytes(),
            stderr: self.output.stderr.into_bytes(),
            files: self.launched.scratch.collect(),
            wall: self.begun.elapsed(),
            cpu: self.launched.cpu(),
            input_left: self.pending.load(Ordering::SeqCst),
        })
    }

    /// Reads what was printed, waiting for up to `patience`. Returns `true` if
    /// there was anything.
    fn read(&mut self, patience: Duration) -> bool {
        let any = self.output.read(patience);
        if any {
            self.restart_pause();
        }
        if self.output.is_over() {
            self.launched.kill_for(End::OutputLimit);
        } else if any {
            // One that prints without end is held to its other limits, too.
            self.launched.ended();
        }
        any
    }

    fn restart_pause(&mut self) {
        self.quiet = (Instant::now(), self.launched.cpu_so_far());
    }

    /// Returns `true` if the program seems to wait for input, and all input that was
    /// sent has reached it. After the end of the input no read waits.
    fn awaits_input(&mut self) -> bool {
        let used = self.launched.cpu_so_far();
        if used > self.quiet.1 || self.pending.load(Ordering::SeqCst) > 0 {
            self.restart_pause();
        }
        let output = self.output();
        let pause = if output.is_empty() && self.quiet.0.duration_since(self.begun) < AT_START {
            AT_START
        } else if output.len() == self.answered {
            WITHOUT_ANSWER
        } else if output.trim_ascii_end().ends_with(b":") && !output.ends_with(b"\n") {
            AFTER_PROMPT
        } else {
            AFTER_OTHER
        };
        self.input.is_some() && self.quiet.0.elapsed() >= pause
    }
}

/// Starts a thread that writes what it receives, and closes `stream` at the end.
fn write_to(mut stream: impl Write + Send + 'static, pending: Arc<AtomicUsize>) -> Sender<Vec<u8>> {
    let (sender, pieces) = mpsc::channel::<Vec<u8>>();
    thread::spawn(move || {
        for piece in pieces {
            // A program that has closed its input leaves the rest unread.
            if stream.write_all(&piece).is_err() {
                return;
            }
            pending.fetch_sub(piece.len(), Ordering::SeqCst);
        }
    });
    sender
}

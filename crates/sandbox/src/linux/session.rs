//! An interactive session with a program.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::unistd::{read, write};

use crate::capture::Capture;
use crate::ending::park_if_ending;
use crate::linux::launch::Launched;
use crate::linux::running::await_any_of;
use crate::linux::terminal::{END_OF_INPUT, terminal};
use crate::linux::tree::{Idleness, look};
use crate::run::{Launch as _, Unstarted};
use crate::{Awaited, End, HostError, Limits, NotStarted, Program, Run, Sandbox, State};

/// The time between two checks of a program that prints nothing.
const LOOK: Duration = Duration::from_millis(1);

/// The number of checks in a row at which a program must be idle to be considered
/// waiting for input, if the system does not report it.
const QUIET: u32 = 150;

/// The time between two checks that a program from which an answer is expected
/// still runs. The answer itself is read at once.
const GLANCE: Duration = Duration::from_millis(5);

/// More bytes than a pipe can hold, unless a privileged user has enlarged it.
const PIPE: usize = 1 << 20;

/// How long to wait for a mark, which the system always delivers.
const DELIVERY: Duration = Duration::from_secs(2);

/// An interactive session with a program.
///
/// Its standard input and output are a terminal, so that it shows each prompt
/// before it reads. The terminal neither echoes nor translates. A line of input
/// must not be longer than 4095 bytes, nor contain the byte 4, which ends the
/// input.
///
/// What the program has written to standard error when it waits for input counts
/// as output, as for a person at a terminal: Python's `input` writes its prompt
/// there.
///
/// Dropping a session kills its program.
pub struct Session {
    launched: Launched,
    begun: Instant,
    ours: OwnedFd,
    back_door: OwnedFd,
    device: u64,
    errors: Option<OwnedFd>,
    stdout: Capture,
    stderr: Capture,
    /// The part of standard error that is not yet in `stdout`.
    aside: Capture,
    /// Input that the terminal has not taken yet.
    pending: Vec<u8>,
    /// If set, input was sent since the program last waited.
    sent: bool,
    idleness: Idleness,
    waiting: bool,
    over: bool,
}

impl Session {
    /// Starts `program` in `sandbox`. The wall-clock limit is that of the whole session.
    pub fn start(
        sandbox: &Sandbox,
        program: &Program,
        limits: &Limits,
    ) -> Result<Self, NotStarted> {
        let begun = Instant::now();
        let host =
            |error: io::Error| NotStarted::Host(HostError::of("cannot open a terminal", &error));
        let terminal = terminal().map_err(host)?;
        let stdin = terminal.theirs.try_clone().map_err(host)?;
        let (errors, stderr) = io::pipe().map_err(host)?;
        let streams = [
            stdin.into(),
            terminal.theirs.into(),
            OwnedFd::from(stderr).into(),
        ];
        let started = Launched::start(sandbox, program, limits, streams, true);
        let launched = started.map_err(|unstarted| {
            park_if_ending();
            match unstarted {
                Unstarted::Program(why) => NotStarted::Program(Box::new(Run::not_started(why, 0))),
                Unstarted::Host(error) => NotStarted::Host(error),
            }
        })?;
        Ok(Self {
            launched,
            begun,
            ours: terminal.ours,
            back_door: terminal.back_door,
            device: terminal.device,
            errors: Some(errors.into()),
            stdout: Capture::head(limits.output),
            stderr: Capture::tail(limits.output),
            aside: Capture::head(limits.output),
            pending: Vec::new(),
            sent: false,
            idleness: Idleness::default(),
            waiting: false,
            over: false,
        })
    }

    /// Sends `bytes` to the program. It does not block and never fails;
    /// [`Session::wait`] reports a program that has ended.
    pub fn send(&mut self, bytes: &[u8]) {
        self.pending.extend_from_slice(bytes);
        self.sent = true;
        self.idleness.end();
        self.hand_over();
    }

    /// Signals the end of the input to the read that the program waits in, or to
    /// its next one.
    pub fn end_input(&mut self) {
        self.send(&[END_OF_INPUT]);
    }

    /// Waits until the program waits for input or has ended.
    ///
    /// A program waits for input when one of its threads is blocked reading the
    /// terminal and no line is left there. If it waits for several things at
    /// once, or the system does not report it, the program counts as waiting
    /// after it has printed nothing and was never seen working for 150 ms or
    /// longer.
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
        self.idleness.end();
        self.wait_for_part(patience, usize::MAX)
    }

    /// As [`Session::wait_for_at_most`], but returns `None` also as soon as the
    /// program has printed `part` bytes more.
    pub fn wait_for_part(&mut self, patience: Duration, part: usize) -> Option<State> {
        if self.waiting && !self.sent {
            return Some(self.state());
        }
        self.waiting = false;
        let begun = Instant::now();
        let enough = self.stdout.bytes().len().saturating_add(part);
        while begun.elapsed() <= patience {
            self.hand_over();
            if self.read(LOOK) {
                self.idleness.end();
                if self.over {
                    self.launched.running.kill_for(End::OutputLimit);
                    return Some(State::Ended);
                }
                if self.stdout.bytes().len() >= enough {
                    return None;
                }
                continue;
            }
            if self.launched.running.ends_within(Duration::ZERO) {
                return Some(State::Ended);
            }
            if self.awaits_input() && self.fence() {
                self.take_prompt();
                self.sent = false;
                self.waiting = true;
                return Some(State::Waiting);
            }
        }
        None
    }

    /// Reads until `is_answer` finds an answer in everything that the program has
    /// printed so far, but for no longer than `patience`.
    ///
    /// Unlike [`Session::wait`] it returns as soon as the answer is there,
    /// whatever the program does next, so that only the program's own time
    /// counts. Standard error is not searched.
    pub fn wait_for_answer(
        &mut self,
        patience: Duration,
        mut is_answer: impl FnMut(&[u8]) -> bool,
    ) -> Awaited {
        let begun = Instant::now();
        self.waiting = false;
        if is_answer(self.stdout.bytes()) {
            return Awaited::Answer;
        }
        loop {
            self.hand_over();
            let left = patience.saturating_sub(begun.elapsed());
            if self.read(left.min(GLANCE)) {
                if self.over {
                    self.launched.running.kill_for(End::OutputLimit);
                    return Awaited::End;
                }
                if is_answer(self.stdout.bytes()) {
                    return Awaited::Answer;
                }
            } else if self.launched.running.ends_within(Duration::ZERO) {
                self.fence();
                return if is_answer(self.stdout.bytes()) {
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

    /// Pauses the program: it gets no CPU time until [`Session::resume`].
    pub fn pause(&self) {
        self.launched.running.pause();
    }

    /// Resumes a program that was paused.
    pub fn resume(&self) {
        self.launched.running.resume();
    }

    /// Returns the processor time, user and system, of all processes of the program until
    /// now, with those that have ended. It never decreases.
    ///
    /// A control group counts it to the microsecond. Without one it is as exact for
    /// processes that live and for those whose parents have ended; the children for which a
    /// living process has waited count in ticks of 10 ms, and those whose end it ignores
    /// (`SIGCHLD`) not at all.
    pub fn processor_time(&self) -> Result<Duration, HostError> {
        self.launched.running.processor_time()
    }

    fn state(&self) -> State {
        if self.launched.running.ends_within(Duration::ZERO) {
            State::Ended
        } else {
            State::Waiting
        }
    }

    /// Everything that the program has printed so far.
    pub fn output(&self) -> &[u8] {
        self.stdout.bytes()
    }

    /// Signals the end of input as often as the program asks for more, waits for
    /// its end within the limits, and kills everything that it started.
    pub fn finish(mut self) -> Result<Run, HostError> {
        self.resume();
        while self.wait() == State::Waiting {
            self.end_input();
        }
        let end = self.launched.finish()?;
        if !self.over {
            self.fence();
        }
        if let Some(errors) = &self.errors {
            read_rest(errors, &mut self.stderr);
        }
        let over = self.over || self.stdout.is_over();
        let files = self.launched.collect();
        park_if_ending();
        Ok(Run {
            end: if over { End::OutputLimit } else { end },
            stdout: self.stdout.into_bytes(),
            stderr: self.stderr.into_bytes(),
            files,
            wall: self.begun.elapsed(),
            cpu: Some(self.launched.running.cpu()),
            input_left: self.pending.len(),
        })
    }

    /// Writes as much of the pending input as the terminal takes.
    fn hand_over(&mut self) {
        while !self.pending.is_empty() {
            match write(&self.ours, &self.pending) {
                Ok(count) if count > 0 => {
                    self.pending.drain(..count);
                }
                _ => return,
            }
        }
    }

    /// Reads what was printed, waiting for up to `patience`. Returns `true` if
    /// there was anything.
    fn read(&mut self, patience: Duration) -> bool {
        let mut buffer = [0; 4096];
        let mut descriptors = vec![PollFd::new(self.ours.as_fd(), PollFlags::POLLIN)];
        if let Some(errors) = &self.errors {
            descriptors.push(PollFd::new(errors.as_fd(), PollFlags::POLLIN));
        }
        if await_any_of(&mut descriptors, patience).is_err() {
            return false;
        }
        let ready: Vec<bool> = descriptors
            .iter()
            .map(|descriptor| descriptor.any() == Some(true))
            .collect();
        let mut any = false;
        if ready[0]
            && let Ok(count @ 1..) = read(&self.ours, &mut buffer)
        {
            self.stdout.push(&buffer[..count]);
            any = true;
        }
        if ready.get(1) == Some(&true) {
            match self.errors.as_ref().map(|errors| read(errors, &mut buffer)) {
                Some(Ok(count @ 1..)) => {
                    self.stderr.push(&buffer[..count]);
                    self.aside.push(&buffer[..count]);
                    any = true;
                }
                _ => self.errors = None,
            }
        }
        self.over = self.stdout.is_over() || self.stderr.is_over();
        any
    }

    /// Returns `true` if the program waits for input, and all input that was sent
    /// has reached it.
    fn awaits_input(&mut self) -> bool {
        // The unread input must be checked first: a thread that is seen reading
        // after all was taken waits for more.
        if !self.pending.is_empty() || self.has_unread() {
            return false;
        }
        let look = look(self.launched.running.root(), self.device);
        let is_quiet = self.idleness.after(&look) >= QUIET;
        look.reads || look.may_read && is_quiet
    }

    /// Returns `true` if the terminal holds a line that the program has not read.
    /// Polling the program's side makes the system deliver what it still has.
    fn has_unread(&self) -> bool {
        let mut side = [PollFd::new(self.back_door.as_fd(), PollFlags::POLLIN)];
        matches!(poll(&mut side, PollTimeout::ZERO), Ok(1..))
    }

    /// Reads everything that the program has printed until now. A terminal
    /// delivers late but in order, so a mark that is written now comes out after
    /// it. Returns `false` if the mark does not come.
    fn fence(&mut self) -> bool {
        let mark = Mark::new(self.begun);
        if write(&self.back_door, &mark.0) != Ok(mark.0.len()) {
            return false;
        }
        let from = self.stdout.bytes().len();
        let deadline = Instant::now() + DELIVERY;
        while !self.over && Instant::now() < deadline {
            self.read(Duration::from_millis(20));
            if self.stdout.remove(from, &mark.0) {
                return true;
            }
        }
        false
    }

    /// Counts what was written to standard error as output.
    fn take_prompt(&mut self) {
        self.stdout.push(self.aside.bytes());
        self.aside = Capture::head(self.launched.running.limits.output);
    }
}

/// Reads what is left in a pipe whose writers have ended.
fn read_rest(pipe: &OwnedFd, capture: &mut Capture) {
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

/// Bytes that no program prints.
struct Mark([u8; 16]);

impl Mark {
    fn new(begun: Instant) -> Self {
        let mut bytes = *b"\0\xffmark\0\xff--------";
        let moment = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        bytes[8..].copy_from_slice(&moment.to_be_bytes());
        Self(bytes)
    }
}

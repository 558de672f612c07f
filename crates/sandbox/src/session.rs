//! A talk with a program.

use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::Signal;
use nix::unistd::{read, write};

use crate::capture::Capture;
use crate::launch::Launched;
use crate::run::read_rest;
use crate::terminal::{END_OF_INPUT, terminal};
use crate::tree::{Idleness, look};
use crate::{Awaited, End, Limits, Program, Run, State};

/// The time between two looks at a program that prints nothing.
const LOOK: Duration = Duration::from_millis(1);

/// At how many looks on end a program must do nothing to be thought to wait
/// for input, where the system does not tell.
const QUIET: u32 = 150;

/// The time between two looks at whether a program that owes an answer is still
/// there. An answer is seen as it comes.
const GLANCE: Duration = Duration::from_millis(5);

/// How long a mark is waited for that the system always delivers.
const DELIVERY: Duration = Duration::from_secs(2);

/// A talk with a program, move by move.
///
/// Its standard input and output are a terminal, so that it shows each prompt
/// before it reads; but one without echo or translation. A line of input must
/// not be longer than 4095 bytes, and must not hold the byte 4, which ends the
/// input.
///
/// What the program has written to standard error when it awaits input counts
/// as output, as it does for a person at a terminal: that is where Python's
/// `input` puts its prompt.
///
/// A session that is dropped kills its program.
pub struct Session {
    launched: Launched,
    begun: Instant,
    ours: OwnedFd,
    back_door: OwnedFd,
    device: u64,
    errors: Option<OwnedFd>,
    stdout: Capture,
    stderr: Capture,
    /// Of standard error, what no prompt has been made of yet.
    aside: Capture,
    /// Input that the terminal has not taken yet.
    pending: Vec<u8>,
    /// Whether there was input since the program last waited.
    sent: bool,
    idleness: Idleness,
    waiting: bool,
    over: bool,
}

impl Session {
    /// Starts `program` in the folder `scratch`; the run that came of it if it
    /// cannot be started. The wall time is that of the whole session.
    pub fn start(program: &Program, limits: &Limits, scratch: &Path) -> Result<Self, Run> {
        let begun = Instant::now();
        let not_started = |why| Run::not_started(why, 0);
        let terminal = terminal()
            .map_err(|error| not_started(format!("no terminal can be opened: {error}")))?;
        let stdout = terminal
            .theirs
            .try_clone()
            .map_err(|error| not_started(format!("no terminal can be opened: {error}")))?;
        let streams = (
            Stdio::from(terminal.theirs),
            Stdio::from(stdout),
            Stdio::piped(),
        );
        let mut launched =
            Launched::start(program, limits, scratch, streams).map_err(not_started)?;
        let errors = launched.errors();
        Ok(Self {
            launched,
            begun,
            ours: terminal.ours,
            back_door: terminal.back_door,
            device: terminal.device,
            errors,
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

    /// Gives the program `bytes` to read. It takes no time and never fails;
    /// that the program has ended is seen by [`Session::wait`].
    pub fn send(&mut self, bytes: &[u8]) {
        self.pending.extend_from_slice(bytes);
        self.sent = true;
        self.hand_over();
    }

    /// Waits until the program awaits input or has ended.
    ///
    /// On Linux that is known: a thread of the program is blocked reading the
    /// terminal, and no line is left there to be read. Where it awaits several
    /// things at once, or the system does not tell, a program is thought to
    /// wait when for a while, 150 ms or longer, it has printed nothing and was
    /// never seen to work.
    pub fn wait(&mut self) -> State {
        loop {
            if let Some(state) = self.wait_for_at_most(Duration::MAX) {
                return state;
            }
        }
    }

    /// As [`Session::wait`], but for no longer than `patience`: `None` if the
    /// program still works then. It goes on, and can be waited for again.
    pub fn wait_for_at_most(&mut self, patience: Duration) -> Option<State> {
        if self.waiting && !self.sent {
            return Some(self.state());
        }
        self.waiting = false;
        self.idleness.end();
        let begun = Instant::now();
        while begun.elapsed() <= patience {
            self.hand_over();
            if self.read(LOOK) {
                self.idleness.end();
                if self.over {
                    self.launched.running.kill_for(End::OutputLimit);
                    return Some(State::Ended);
                }
                continue;
            }
            if self.launched.running.has_ended() {
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

    /// Reads until `is_answer` says that all the program has printed so far
    /// holds the answer one awaits, but for no longer than `patience`.
    ///
    /// Unlike [`Session::wait`] it comes back as soon as the answer is there,
    /// whatever the program does next, so that the time it takes is the
    /// program's own. What is written to standard error is no answer.
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
            } else if self.launched.running.has_ended() {
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

    /// Stops the program where it is: it gets no processor time until
    /// [`Session::resume`]. A process of it that has left its group goes on.
    pub fn pause(&self) {
        self.launched.running.send(Signal::SIGSTOP);
    }

    /// Lets a program that was stopped go on.
    pub fn resume(&self) {
        self.launched.running.send(Signal::SIGCONT);
    }

    fn state(&self) -> State {
        if self.launched.running.has_ended() {
            State::Ended
        } else {
            State::Waiting
        }
    }

    /// All that the program has printed so far.
    pub fn output(&self) -> &[u8] {
        self.stdout.bytes()
    }

    /// Ends the input, as often as the program asks for more, waits for its end
    /// within the limits, and ends all it has started.
    pub fn finish(mut self) -> Run {
        self.resume();
        while self.wait() == State::Waiting {
            self.send(&[END_OF_INPUT]);
        }
        let end = self.launched.finish();
        if !self.over {
            self.fence();
        }
        if let Some(errors) = &self.errors {
            read_rest(errors, &mut self.stderr);
        }
        let over = self.over || self.stdout.is_over();
        Run {
            end: if over { End::OutputLimit } else { end },
            stdout: self.stdout.into_bytes(),
            stderr: self.stderr.into_bytes(),
            files: self.launched.scratch.collect(),
            wall: self.begun.elapsed(),
            input_left: self.pending.len(),
        }
    }

    /// Gives the terminal as much of the pending input as it takes.
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

    /// Reads what there is, waiting for up to `patience`, and says whether
    /// there was anything.
    fn read(&mut self, patience: Duration) -> bool {
        let mut buffer = [0; 4096];
        let patience = PollTimeout::try_from(patience).unwrap_or(PollTimeout::MAX);
        let mut descriptors = vec![PollFd::new(self.ours.as_fd(), PollFlags::POLLIN)];
        if let Some(errors) = &self.errors {
            descriptors.push(PollFd::new(errors.as_fd(), PollFlags::POLLIN));
        }
        if poll(&mut descriptors, patience).is_err() {
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

    /// Whether the program awaits input, and not only because what was sent
    /// has not reached it yet.
    fn awaits_input(&mut self) -> bool {
        // What there is to read must be asked first: a thread that is seen
        // reading after all was taken awaits more.
        if !self.pending.is_empty() || self.has_unread() {
            return false;
        }
        let look = look(self.launched.running.number(), self.device);
        let is_quiet = self.idleness.after(&look) >= QUIET;
        look.reads || look.may_read && is_quiet
    }

    /// Whether the terminal holds a line that the program has not read. To ask
    /// the program's side makes the system deliver what it still has.
    fn has_unread(&self) -> bool {
        let mut side = [PollFd::new(self.back_door.as_fd(), PollFlags::POLLIN)];
        matches!(poll(&mut side, PollTimeout::ZERO), Ok(1..))
    }

    /// Reads all that the program has printed until now. A terminal delivers
    /// late but in order, so a mark printed after the program comes out after
    /// all that the program printed. `false` if it does not come.
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

    /// Makes output of what standard error holds while the program waits.
    fn take_prompt(&mut self) {
        self.stdout.push(self.aside.bytes());
        self.aside = Capture::head(self.launched.running.limits.output);
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

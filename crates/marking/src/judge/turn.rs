//! Plays with a program, turn by turn.

use crate::read::pauses::asks_for_enter;

/// The bytes of one turn that are read: more than any board needs. A program that
/// prints more before it asks for a move is not waited for. The sentence of
/// [`PrintsOn`](crate::diagnose::Mistake::PrintsOn) has the number, too.
const LONGEST_TURN: usize = 256 << 10;
const MOST_PAUSES: usize = 4;
const MOST_ENDS: usize = 16;
const MOST_LOOKS: u32 = 8;
/// In bytes.
const LAST_LINES: usize = 1 << 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It awaits input, and all that it has printed so far is known.
    AwaitsInput,
    /// It works, and may have printed a part of its answer.
    Works,
    Ended,
    Stopped,
}

pub trait Interactive {
    /// If the program has ended, the next [`wait`](Self::wait) reports that.
    fn send(&mut self, bytes: &[u8]);
    /// Signals the end of the input to the read that it waits in.
    fn end_input(&mut self);
    /// May return [`Status::Works`] at any time: the result does not depend on when and how often.
    fn wait(&mut self) -> Status;
    fn output(&self) -> &[u8];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pause {
    Asks,
    Ended,
    Stopped,
    /// It has printed more than is read of one turn.
    PrintsOn,
}

pub(super) struct TurnReader<'a> {
    program: &'a mut dyn Interactive,
    /// The text that a person at a terminal would see: the output, and a new line after each
    /// Enter at a pause. Of a turn that is too long it has the beginning.
    text: Vec<u8>,
    taken: usize,
    turn: usize,
    /// The number of looks at the unfinished turn, and its length at the last one.
    looks: (u32, usize),
    pauses: usize,
}

impl<'a> TurnReader<'a> {
    pub(super) fn new(program: &'a mut dyn Interactive) -> Self {
        Self {
            program,
            text: Vec::new(),
            taken: 0,
            turn: 0,
            looks: (0, 0),
            pauses: 0,
        }
    }

    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    pub(super) fn of_turn(&self) -> &[u8] {
        &self.text[self.turn..]
    }

    pub(super) fn taken(&self) -> usize {
        self.taken
    }

    /// Without the newline of the last: what follows it is no line yet, not even an empty one.
    pub(super) fn whole_lines(&self) -> &[u8] {
        let end = self.text.iter().rposition(|&byte| byte == b'\n');
        &self.text[..end.unwrap_or(0)]
    }

    pub(super) fn send(&mut self, line: &[u8]) {
        self.program.send(line);
        self.begin_turn();
    }

    pub(super) fn finish_turn(&mut self) -> Pause {
        loop {
            if let Some(pause) = self.poll_turn() {
                return pause;
            }
        }
    }

    /// `None` if the turn is not over, and enough is new to be worth a look.
    pub(super) fn poll_turn(&mut self) -> Option<Pause> {
        loop {
            let status = self.program.wait();
            self.take();
            let turn = &self.text[self.turn..];
            if turn.len() >= LONGEST_TURN {
                return Some(Pause::PrintsOn);
            }
            match status {
                Status::AwaitsInput => {
                    let end = &turn[turn.len().saturating_sub(LAST_LINES)..];
                    if self.pauses == MOST_PAUSES || !asks_for_enter(end) {
                        return Some(Pause::Asks);
                    }
                    self.press_enter();
                }
                Status::Ended => return Some(Pause::Ended),
                Status::Stopped => return Some(Pause::Stopped),
                Status::Works => {
                    let (looks, length) = self.looks;
                    // From then on only at double the length, so that the time for
                    // all looks together is linear.
                    let least = if looks < MOST_LOOKS {
                        length
                    } else {
                        2 * length
                    };
                    if turn.len() > least {
                        self.looks = (looks + 1, turn.len());
                        return None;
                    }
                }
            }
        }
    }

    pub(super) fn may_press_enter(&self) -> bool {
        self.pauses < MOST_PAUSES
    }

    pub(super) fn press_enter(&mut self) {
        self.pauses += 1;
        self.text.push(b'\n');
        self.program.send(b"\n");
    }

    pub(super) fn end(&mut self) -> Pause {
        self.begin_turn();
        for _ in 0..MOST_ENDS {
            self.program.end_input();
            let pause = self.finish_turn();
            if pause != Pause::Asks {
                return pause;
            }
        }
        Pause::Asks
    }

    fn begin_turn(&mut self) {
        self.turn = self.text.len();
        self.looks = (0, 0);
        self.pauses = 0;
    }

    fn take(&mut self) {
        let new = self.program.output().get(self.taken..).unwrap_or_default();
        self.taken += new.len();
        let room = (self.turn + LONGEST_TURN).saturating_sub(self.text.len());
        self.text.extend_from_slice(&new[..new.len().min(room)]);
    }
}

//! The process of a player: the processor time that it is charged, and how it ends.

use std::time::Duration;

use sandbox::{Awaited, End, NotStarted, Program, Sandbox, Session, State};
use transcript::encode;

use super::{Answer, Fault, READY, player_limits};
use crate::record::Ending;
use crate::settings::GameSettings;

const STDERR_BYTES: usize = 600;

/// The wall-clock time per game that moves may take beyond their limit: a player may wait for a
/// disk, or for this process to read its output.
const SLACK: Duration = Duration::from_secs(1);

/// The shortest interval between two checks of a player's processor time.
const SHORTEST: Duration = Duration::from_millis(10);

pub(super) struct ProcessPlayer {
    /// `None` after its end.
    session: Option<Session>,
    /// Declared after `session`: fields drop in order.
    _sandbox: Sandbox,
    settings: GameSettings,
    /// The part of [`SLACK`] that is left.
    slack: Duration,
    read: usize,
    /// The processor time that was charged or free so far.
    charged: Duration,
}

impl ProcessPlayer {
    pub(super) fn start(
        program: &Program,
        settings: GameSettings,
        sandbox: Sandbox,
    ) -> Result<Self, Fault> {
        let session = Session::start(&sandbox, program, &player_limits(settings));
        let session = session.map_err(|error| match error {
            NotStarted::Program(why) => Fault::ended(&End::CouldNotStart(why)),
            NotStarted::Host(error) => Fault::of_host(&error),
        })?;
        Ok(Self {
            session: Some(session),
            _sandbox: sandbox,
            settings,
            slack: SLACK,
            read: 0,
            charged: Duration::ZERO,
        })
    }

    /// The wait is free for the player.
    pub(super) fn wait_for_prompt(&mut self) -> Result<(), Fault> {
        let state = loop {
            let session = self.session.as_mut();
            let state = session.and_then(|one| one.wait_for_at_most(READY));
            if state.is_some() || self.wall_time() >= READY {
                break state;
            }
        };
        match state {
            Some(State::Waiting) => self.used().map(drop),
            Some(State::Ended) => Err(self.ended()),
            None => Err(self.not_ready()),
        }
    }

    /// The wait is free for the player.
    pub(super) fn wait_for_line(&mut self) -> Result<(), Fault> {
        let whole = |text: &[u8]| text.iter().position(|&byte| byte == b'\n');
        loop {
            match self.wait_for(READY, |text| whole(text).map(|end| (end + 1, ()))) {
                Waited::Answer(()) => return self.used().map(drop),
                Waited::End => return Err(self.ended()),
                Waited::Nothing if self.wall_time() < READY => {}
                Waited::Nothing => return Err(self.not_ready()),
            }
        }
    }

    fn not_ready(&mut self) -> Fault {
        let why = format!("it was not ready within {} s", READY.as_secs());
        Fault {
            stderr: self.stderr(),
            ..Fault::new(Ending::Time, why)
        }
    }

    pub(super) fn stderr(&mut self) -> String {
        let session = self.session.as_mut();
        session.map_or(String::new(), |one| tail(one.errors()))
    }

    /// Without waits for a processor.
    fn wall_time(&self) -> Duration {
        let session = self.session.as_ref();
        session.map_or(Duration::MAX, Session::wall_time)
    }

    pub(super) fn send(&mut self, text: &str) {
        if let Some(session) = &mut self.session {
            session.send(text.as_bytes());
        }
    }

    /// Stops all processes of the player, so that it cannot think in its opponent's time.
    pub(super) fn pause(&mut self) {
        if let Some(session) = &mut self.session {
            session.pause();
        }
    }

    fn used(&mut self) -> Result<Duration, Fault> {
        let Some(session) = &mut self.session else {
            return Ok(Duration::ZERO);
        };
        let now = session.processor_time();
        let now = now.map_err(|error| Fault::of_host(&error))?;
        let used = now.saturating_sub(self.charged);
        self.charged = now;
        Ok(used)
    }

    /// Sends `text` and waits for the move that `find` finds in the answer, together with the
    /// length of its text. The time starts at the last answer: it includes what the player uses
    /// until it is stopped, and in spite of that.
    pub(super) fn ask<T>(
        &mut self,
        text: &str,
        find: impl Fn(&[u8]) -> Option<(usize, Result<T, Fault>)>,
    ) -> Answer<T> {
        let mut time = Duration::ZERO;
        let answer = self.answer(text, find, &mut time);
        let requested = answer.and_then(|requested| {
            self.pause();
            time += self.used()?;
            Ok(requested)
        });
        Answer { time, requested }
    }

    /// Adds the player's processor time to `time`, starting with the time used in its opponent's
    /// turn.
    fn answer<T>(
        &mut self,
        text: &str,
        find: impl Fn(&[u8]) -> Option<(usize, Result<T, Fault>)>,
        time: &mut Duration,
    ) -> Result<T, Fault> {
        *time += self.used()?;
        if let Some(session) = &mut self.session {
            session.resume();
        }
        self.send(text);
        let (limit, begun) = (self.settings.move_time(), self.wall_time());
        let patience = limit + self.slack;
        loop {
            // A player with one thread cannot have used all its processor time earlier.
            let least = limit.saturating_sub(*time).max(SHORTEST);
            let waited = self.wait_for(least, &find);
            *time += self.used()?;
            let wall = self.wall_time().saturating_sub(begun);
            match waited {
                Waited::Nothing if *time <= limit && wall < patience => {}
                Waited::Nothing => {
                    let limit = limit.as_secs_f64();
                    let why = format!("it gave no answer within {limit} s of wall-clock time");
                    return Err(Fault::new(Ending::Time, why));
                }
                Waited::Answer(requested) => {
                    self.slack = patience.saturating_sub(wall).min(self.slack);
                    return requested;
                }
                Waited::End => return Err(self.ended()),
            }
        }
    }

    fn wait_for<T>(
        &mut self,
        limit: Duration,
        find: impl Fn(&[u8]) -> Option<(usize, T)>,
    ) -> Waited<T> {
        let Some(session) = &mut self.session else {
            return Waited::End;
        };
        let mut found = None;
        let from = self.read;
        let awaited = session.wait_for_answer(limit, |output| {
            found = find(output.get(from..).unwrap_or_default());
            found.is_some()
        });
        match (awaited, found) {
            (_, Some((length, answer))) => {
                self.read += length;
                Waited::Answer(answer)
            }
            (Awaited::End, None) => Waited::End,
            (_, None) => Waited::Nothing,
        }
    }

    /// Returns the reason why the player ended, with the last line that it printed since its last
    /// answer.
    fn ended(&mut self) -> Fault {
        let Some(mut session) = self.session.take() else {
            let why = "its process had already ended".to_owned();
            return Fault::new(Ending::Crash, why);
        };
        session.resume();
        let run = match session.finish() {
            Ok(run) => run,
            Err(error) => return Fault::of_host(&error),
        };
        let mut fault = Fault::ended(&run.end);
        fault.stderr = tail(&run.stderr);
        if let End::Exited(_) = run.end {
            fault.why += &self.last_line(&run.stdout);
        }
        fault
    }

    /// Returns words for the last line that the player printed since its last answer, if any.
    pub(super) fn last_line_so_far(&self) -> String {
        let session = self.session.as_ref();
        session.map_or(String::new(), |one| self.last_line(one.output()))
    }

    fn last_line(&self, output: &[u8]) -> String {
        let unread = output.get(self.read..).unwrap_or_default();
        match unread.trim_ascii_end().rsplit(|&byte| byte == b'\n').next() {
            None | Some([]) => String::new(),
            Some(last) => format!("; the last line of its output: {}", tail(last).trim()),
        }
    }
}

enum Waited<T> {
    Answer(T),
    End,
    Nothing,
}

/// Returns the end of `bytes` as text in which control characters other than line ends are visible.
fn tail(bytes: &[u8]) -> String {
    let end = &bytes[bytes.len().saturating_sub(STDERR_BYTES)..];
    let shown = encode(end).replace("␊\n", "\n");
    shown.trim_end().trim_end_matches('␄').trim_end().to_owned()
}

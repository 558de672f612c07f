//! A program at a board: its clock, and its end.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use sandbox::{Awaited, End, Program, Run, Session, State};
use transcript::encode;

use super::{Answer, Fault};
use crate::contestant::{READY, player_limits};
use crate::record::Ending;
use crate::settings::Settings;

/// How much is kept of what a player at fault wrote to standard error.
const STDERR: usize = 600;

pub(super) struct Talk {
    program: Program,
    settings: Settings,
    scratch: PathBuf,
    session: Option<Session>,
    /// How much of its output has been read.
    read: usize,
}

impl Talk {
    pub(super) fn new(program: Program, settings: Settings, scratch: PathBuf) -> Self {
        Self {
            program,
            settings,
            scratch,
            session: None,
            read: 0,
        }
    }

    /// Starts the program with `args` after its own.
    pub(super) fn start(&mut self, args: &[String]) -> Result<(), Fault> {
        let mut program = self.program.clone();
        program.args.extend(args.iter().map(Into::into));
        let limits = player_limits(&self.settings);
        let session = Session::start(&program, &limits, &self.scratch)
            .map_err(|run| Fault::ended(&run.end))?;
        self.session = Some(session);
        Ok(())
    }

    /// Waits, off the clock, until it asks for input.
    pub(super) fn until_it_asks(&mut self) -> Result<(), Fault> {
        match self
            .session
            .as_mut()
            .and_then(|one| one.wait_for_at_most(READY))
        {
            Some(State::Waiting) => Ok(()),
            Some(State::Ended) => Err(self.ended()),
            None => Err(not_ready()),
        }
    }

    /// Waits, off the clock, for an answer that `find` finds in what it has
    /// printed and that was not read yet.
    pub(super) fn until_it_says(
        &mut self,
        find: impl Fn(&[u8]) -> Option<usize>,
    ) -> Result<(), Fault> {
        match self.hear(READY, |text| find(text).map(|length| (length, ()))) {
            Heard::Answer(()) => {
                self.pause();
                Ok(())
            }
            Heard::End => Err(self.ended()),
            Heard::Nothing => Err(not_ready()),
        }
    }

    pub(super) fn send(&mut self, text: &str) {
        if let Some(session) = &mut self.session {
            session.send(text.as_bytes());
        }
    }

    /// Nobody thinks in the opponent's time: it stands still until it is asked
    /// again.
    pub(super) fn pause(&self) {
        if let Some(session) = &self.session {
            session.pause();
        }
    }

    /// Sends `text` and waits for the move that `find` finds in the answer,
    /// with how much of the output it takes up.
    pub(super) fn ask<T>(
        &mut self,
        text: &str,
        find: impl Fn(&[u8]) -> Option<(usize, Result<T, Fault>)>,
    ) -> Answer<T> {
        let limit = self.settings.move_time();
        if let Some(session) = &self.session {
            session.resume();
        }
        let begun = Instant::now();
        self.send(text);
        let heard = self.hear(limit, find);
        let time = begun.elapsed();
        self.pause();
        let square = match heard {
            _ if time > limit => Err(too_slow(limit)),
            Heard::Answer(square) => square,
            Heard::End => Err(self.ended()),
            Heard::Nothing => Err(too_slow(limit)),
        };
        Answer { time, square }
    }

    fn hear<T>(
        &mut self,
        patience: Duration,
        find: impl Fn(&[u8]) -> Option<(usize, T)>,
    ) -> Heard<T> {
        let Some(session) = &mut self.session else {
            return Heard::End;
        };
        let mut found = None;
        let from = self.read;
        let awaited = session.wait_for_answer(patience, |output| {
            found = find(output.get(from..).unwrap_or_default());
            found.is_some()
        });
        match (awaited, found) {
            (_, Some((length, answer))) => {
                self.read += length;
                Heard::Answer(answer)
            }
            (Awaited::End, None) => Heard::End,
            (_, None) => Heard::Nothing,
        }
    }

    /// How it ended, with its last words.
    fn ended(&mut self) -> Fault {
        let Some(session) = self.session.take() else {
            let why = "it had ended before".to_owned();
            return Fault::new(Ending::Crash, why);
        };
        let Run {
            end,
            stdout,
            stderr,
            ..
        } = session.finish();
        let mut fault = Fault::ended(&end);
        fault.stderr = tail(&stderr);
        let last = stdout.trim_ascii_end().rsplit(|&byte| byte == b'\n').next();
        if let (End::Exited(_), Some(last @ [_, ..])) = (&end, last) {
            let last = tail(last);
            fault.why = format!("{}; its last words: {}", fault.why, last.trim());
        }
        fault
    }

    /// The same for a move that was ended by `end` in a process of its own,
    /// while the program lives on.
    pub(super) fn fault(&mut self, end: &End) -> Fault {
        let mut fault = Fault::ended(end);
        if let Some(session) = self.session.take() {
            session.resume();
            fault.stderr = tail(&session.finish().stderr);
        }
        fault
    }
}

enum Heard<T> {
    Answer(T),
    End,
    Nothing,
}

fn not_ready() -> Fault {
    let why = format!("it was not ready within {} s", READY.as_secs());
    Fault::new(Ending::Time, why)
}

fn too_slow(limit: Duration) -> Fault {
    Fault::new(
        Ending::Time,
        format!("it took longer than {} s", limit.as_secs_f64()),
    )
}

/// The end of `bytes` as text in which nothing is invisible but line ends.
fn tail(bytes: &[u8]) -> String {
    let end = &bytes[bytes.len().saturating_sub(STDERR)..];
    let shown = encode(end).replace("␊\n", "\n");
    shown.trim_end().trim_end_matches('␄').trim_end().to_owned()
}

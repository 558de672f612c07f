//! Reads lines of commands while the engine searches.

use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use crate::ReadError;

/// The greatest length of a line in bytes, without its line end. Longer lines are
/// skipped.
const LONGEST_LINE: usize = 1 << 16;

/// The number of lines that are read ahead.
const AHEAD: usize = 1024;

/// A line without its end, in which invalid UTF-8 is replaced; an error if it is longer
/// than [`LONGEST_LINE`].
pub(crate) type InputLine = Result<String, ReadError>;

/// Reads the next line of `input`; returns `None` at its end.
pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let cap = LONGEST_LINE as u64 + 1;
    let mut line = Vec::new();
    input.by_ref().take(cap).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.pop_if(|last| *last == b'\n').is_none() && line.len() > LONGEST_LINE {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(ReadError::new(
            LONGEST_LINE,
            "the line is too long",
        ))));
    }
    line.pop_if(|last| *last == b'\r');
    Ok(Some(Ok(String::from_utf8_lossy(&line).into_owned())))
}

/// The lines of the input. A separate thread reads them, so that a line can stop a
/// search. The thread is detached when this is dropped, since a blocked read cannot
/// be cancelled.
#[derive(Debug)]
pub(crate) struct InputLines {
    receiver: Receiver<(io::Result<InputLine>, bool)>,
    urgent: Arc<Urgent>,
}

/// The urgent lines, which stop a search, and the end of the input, which does too.
#[derive(Debug)]
pub(crate) struct Urgent {
    waiting: AtomicUsize,
    has_ended: AtomicBool,
    stop: Arc<AtomicBool>,
}

impl Urgent {
    /// Stops the running search if an urgent line is waiting, and returns `true` if
    /// so. An engine clears its stop flag when a search starts, and the line may
    /// have arrived just before, so this is called during the search too.
    pub(crate) fn check(&self) -> bool {
        let is_waiting = self.waiting.load(Ordering::SeqCst) > 0;
        if is_waiting {
            self.stop();
        }
        is_waiting
    }

    /// Returns `true` if all lines were read, and the search that was running then
    /// has been stopped.
    pub(crate) fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::SeqCst)
    }

    /// Stops the running search.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }
}

impl InputLines {
    /// Starts to read `input`. A line for which `is_urgent` returns `true` sets
    /// `stop`.
    pub(crate) fn read(
        input: impl BufRead + Send + 'static,
        is_urgent: fn(&str) -> bool,
        stop: Arc<AtomicBool>,
    ) -> Self {
        let (sender, receiver) = sync_channel(AHEAD);
        let urgent = Arc::new(Urgent {
            waiting: AtomicUsize::new(0),
            has_ended: AtomicBool::new(false),
            stop,
        });
        let shared = Arc::clone(&urgent);
        thread::spawn(move || read_all(input, is_urgent, &shared, &sender));
        Self { receiver, urgent }
    }

    /// Returns the state of the urgent lines.
    pub(crate) fn urgent(&self) -> Arc<Urgent> {
        Arc::clone(&self.urgent)
    }
}

fn read_all(
    mut input: impl BufRead,
    is_urgent: fn(&str) -> bool,
    urgent: &Urgent,
    sender: &SyncSender<(io::Result<InputLine>, bool)>,
) {
    while let Some(line) = next_line(&mut input).transpose() {
        let failed = line.is_err();
        let urgent_line = matches!(&line, Ok(Ok(text)) if is_urgent(text));
        if urgent_line {
            urgent.waiting.fetch_add(1, Ordering::SeqCst);
            urgent.stop();
        }
        if sender.send((line, urgent_line)).is_err() || failed {
            break;
        }
    }
    // In this order, a search that begins when this is set is not stopped.
    urgent.stop();
    urgent.has_ended.store(true, Ordering::SeqCst);
}

impl Iterator for InputLines {
    type Item = io::Result<InputLine>;

    fn next(&mut self) -> Option<Self::Item> {
        let (line, urgent_line) = self.receiver.recv().ok()?;
        if urgent_line {
            self.urgent.waiting.fetch_sub(1, Ordering::SeqCst);
        }
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Cursor, repeat};

    /// Returns a line, or the message of the error.
    fn text(line: InputLine) -> String {
        line.unwrap_or_else(|error| error.message)
    }

    fn all_lines(mut input: impl BufRead) -> Vec<String> {
        let next = || next_line(&mut input).expect("memory can be read");
        std::iter::from_fn(next).map(text).collect()
    }

    #[test]
    fn lines_end_with_lf_crlf_or_the_end_of_input() {
        assert_eq!(all_lines(&b"a\nb\r\n\nc"[..]), ["a", "b", "", "c"]);
        assert_eq!(all_lines(&b""[..]), [""; 0]);
        assert_eq!(all_lines(&b"\xff\n"[..]), ["\u{fffd}"]);
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped() {
        let longest = "x".repeat(LONGEST_LINE);
        let input = format!("{longest}\n{longest}x\n{longest}");
        let read = all_lines(input.as_bytes());
        assert_eq!(read, [&longest, "the line is too long", &longest]);
        let endless = BufReader::new(repeat(b'x').take(1 << 28));
        assert_eq!(all_lines(endless), ["the line is too long"]);
    }

    #[test]
    fn an_urgent_line_stops_the_search_until_it_is_handled() {
        let stop = Arc::new(AtomicBool::new(false));
        let input = Cursor::new("go\nping 1\ngo\n");
        let mut lines = InputLines::read(input, |line| line.starts_with("ping"), Arc::clone(&stop));
        let urgent = lines.urgent();
        // The flag shows that the thread has read the urgent line.
        let mut next = || Some(text(lines.next()?.expect("memory can be read")));
        assert_eq!(next().as_deref(), Some("go"));
        while !stop.load(Ordering::SeqCst) {
            std::hint::spin_loop();
        }
        // A search that starts now clears the flag, and it is set again.
        stop.store(false, Ordering::SeqCst);
        assert!(urgent.check());
        assert!(stop.load(Ordering::SeqCst));
        assert_eq!(next().as_deref(), Some("ping 1"));
        assert!(!urgent.check());
        assert_eq!(next().as_deref(), Some("go"));
        assert_eq!(next(), None);
        // The channel is closed after the end of the input is recorded.
        assert!(urgent.has_ended());
        assert!(stop.load(Ordering::SeqCst));
    }
}

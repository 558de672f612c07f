//! Reading commands while the engine thinks.

use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// The longest line, in bytes without its line end, that is read as text. A
/// longer one is skipped without being kept.
pub(crate) const LONGEST_LINE: usize = 1 << 16;

/// How many lines are read ahead.
const AHEAD: usize = 1024;

/// A line without its end. What is not UTF-8 in it is replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// What it says.
    Text(String),
    /// It was longer than [`LONGEST_LINE`].
    TooLong,
}

/// The next line of `input`; `None` at its end.
pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<Entry>> {
    let cap = LONGEST_LINE as u64 + 1;
    let mut line = Vec::new();
    input.by_ref().take(cap).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.pop_if(|last| *last == b'\n').is_none() && line.len() > LONGEST_LINE {
        input.skip_until(b'\n')?;
        return Ok(Some(Entry::TooLong));
    }
    line.pop_if(|last| *last == b'\r');
    let text = String::from_utf8_lossy(&line).into_owned();
    Ok(Some(Entry::Text(text)))
}

/// Lines that a thread of their own reads, so that one of them can end a
/// search. The thread is left behind when the lines are dropped: a read that
/// waits cannot be ended.
#[derive(Debug)]
pub(crate) struct Lines {
    receiver: Receiver<(io::Result<Entry>, bool)>,
    urgent: Arc<Urgent>,
}

/// Whether a line has come that must not wait for a search.
#[derive(Debug)]
pub(crate) struct Urgent {
    waiting: AtomicUsize,
    stop: Arc<AtomicBool>,
}

impl Urgent {
    /// Ends the search that runs if such a line waits. An engine takes its
    /// flag down when a search begins, and the line may have come just before:
    /// so this is asked again while it searches.
    pub(crate) fn check(&self) -> bool {
        let waits = self.waiting.load(Ordering::SeqCst) > 0;
        if waits {
            self.stop();
        }
        waits
    }

    /// Ends the search that runs.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }
}

impl Lines {
    /// Begins to read `input`. A line of which `is_urgent` holds sets `stop`.
    pub(crate) fn read(
        input: impl BufRead + Send + 'static,
        is_urgent: fn(&str) -> bool,
        stop: Arc<AtomicBool>,
    ) -> Self {
        let (sender, receiver) = sync_channel(AHEAD);
        let urgent = Arc::new(Urgent {
            waiting: AtomicUsize::new(0),
            stop,
        });
        let shared = Arc::clone(&urgent);
        thread::spawn(move || read_all(input, is_urgent, &shared, &sender));
        Self { receiver, urgent }
    }

    /// Whether a line waits that a search must not outlast.
    pub(crate) fn urgent(&self) -> Arc<Urgent> {
        Arc::clone(&self.urgent)
    }
}

fn read_all(
    mut input: impl BufRead,
    is_urgent: fn(&str) -> bool,
    urgent: &Urgent,
    sender: &SyncSender<(io::Result<Entry>, bool)>,
) {
    while let Some(entry) = next_line(&mut input).transpose() {
        let failed = entry.is_err();
        let hurry = matches!(&entry, Ok(Entry::Text(text)) if is_urgent(text));
        if hurry {
            urgent.waiting.fetch_add(1, Ordering::SeqCst);
            urgent.stop();
        }
        if sender.send((entry, hurry)).is_err() || failed {
            break;
        }
    }
}

impl Iterator for Lines {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        let (entry, hurry) = self.receiver.recv().ok()?;
        if hurry {
            self.urgent.waiting.fetch_sub(1, Ordering::SeqCst);
        }
        Some(entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Cursor, repeat};

    fn entries(mut input: impl BufRead) -> Vec<Entry> {
        let next = || next_line(&mut input).expect("memory can be read");
        std::iter::from_fn(next).collect()
    }

    fn text(text: &str) -> Entry {
        Entry::Text(text.to_owned())
    }

    #[test]
    fn lines_end_in_lf_crlf_or_the_end_of_input() {
        let read = entries(Cursor::new("a\nb\r\n\nc"));
        assert_eq!(read, [text("a"), text("b"), text(""), text("c")]);
        assert_eq!(entries(Cursor::new("")), []);
        assert_eq!(entries(Cursor::new(b"\xff\n")), [text("\u{fffd}")]);
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped() {
        let longest = "x".repeat(LONGEST_LINE);
        let input = format!("{longest}\n{longest}x\n{longest}");
        let read = entries(Cursor::new(input));
        assert_eq!(read, [text(&longest), Entry::TooLong, text(&longest)]);
        let endless = BufReader::new(repeat(b'x').take(1 << 28));
        assert_eq!(entries(endless), [Entry::TooLong]);
    }

    #[test]
    fn an_urgent_line_stops_the_search_until_it_is_handled() {
        let stop = Arc::new(AtomicBool::new(false));
        let input = Cursor::new("go\nping 1\ngo\n");
        let mut lines = Lines::read(input, |line| line.starts_with("ping"), Arc::clone(&stop));
        let urgent = lines.urgent();
        // The line after it shows that the thread has met the urgent one.
        let mut next = || lines.next().map(|entry| entry.expect("memory can be read"));
        assert_eq!(next(), Some(text("go")));
        while !stop.load(Ordering::SeqCst) {
            std::hint::spin_loop();
        }
        // A search that begins now takes the flag down, and it goes up again.
        stop.store(false, Ordering::SeqCst);
        assert!(urgent.check());
        assert!(stop.load(Ordering::SeqCst));
        assert_eq!(next(), Some(text("ping 1")));
        assert!(!urgent.check());
        assert_eq!(next(), Some(text("go")));
        assert_eq!(next(), None);
    }
}

//! An engine whose searches stop when an urgent line arrives.

use std::io::{self, BufRead};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::Settings;
use crate::book::Book;
use crate::input::{InputLine, next_line};
use crate::{Engine, Line, Position, SearchLimits};

const AHEAD: usize = 1024;

/// An engine and its input. A separate thread reads the lines, so that a line can stop a search.
/// The thread is detached when this is dropped, since a blocked read cannot be cancelled.
pub(crate) struct Thinker {
    pub(crate) engine: Engine,
    book: Option<Arc<Book>>,
    lines: Receiver<(io::Result<InputLine>, bool)>,
    urgent: Arc<Urgent>,
}

impl Thinker {
    /// Starts reading `input`. A line for which `is_urgent` returns `true` stops a search.
    pub(crate) fn start(
        settings: &Settings,
        input: impl BufRead + Send + 'static,
        is_urgent: fn(&str) -> bool,
    ) -> Self {
        let engine = Engine::new(settings.options.clone());
        let urgent = Arc::new(Urgent {
            waiting: Mutex::new(0),
            stop: engine.stop_flag(),
        });
        let (sender, lines) = sync_channel(AHEAD);
        let shared = Arc::clone(&urgent);
        thread::spawn(move || read_all(input, is_urgent, &shared, &sender));
        Self {
            engine,
            book: settings.book.clone(),
            lines,
            urgent,
        }
    }

    pub(crate) fn next_line(&mut self) -> io::Result<Option<InputLine>> {
        self.next_line_within(Duration::MAX)
    }

    /// Returns the next line of the input; `None` at its end, or if no line arrives in time.
    pub(crate) fn next_line_within(&mut self, limit: Duration) -> io::Result<Option<InputLine>> {
        let Ok((line, is_urgent)) = self.lines.recv_timeout(limit) else {
            return Ok(None);
        };
        if is_urgent {
            self.urgent.count(-1);
        }
        line.map(Some)
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        self.urgent.stop.load(Ordering::Relaxed)
    }

    /// Returns the move to play in `position`, from the book if it has one. Calls `report` after
    /// every iteration; the search stops at its first error.
    pub(crate) fn choose(
        &mut self,
        position: Position,
        limits: &SearchLimits,
        mut report: impl FnMut(&Line) -> io::Result<()>,
    ) -> io::Result<Line> {
        if let Some(line) = self.book.as_ref().and_then(|book| book.probe(position)) {
            return Ok(line);
        }
        self.run(|engine, watch| engine.search(position, limits, &mut |line| watch(report(line))))
    }

    /// Calls `report` after every iteration; the search stops at its first error.
    pub(crate) fn hint(
        &mut self,
        position: Position,
        count: usize,
        limits: &SearchLimits,
        mut report: impl FnMut(&[Line]) -> io::Result<()>,
    ) -> io::Result<Vec<Line>> {
        self.run(|engine, watch| {
            engine.hint(position, count, limits, &mut |lines| watch(report(lines)))
        })
    }

    /// Runs a search, which calls its second argument with each result of a report. The end of the
    /// input does not stop it, because all lines of a pipe are read within moments.
    fn run<T>(
        &mut self,
        search: impl FnOnce(&mut Engine, &mut dyn FnMut(io::Result<()>)) -> T,
    ) -> io::Result<T> {
        let mut reported = Ok(());
        let urgent = &self.urgent;
        let found = search(&mut self.engine, &mut |result| {
            if result.is_err() {
                urgent.stop.store(true, Ordering::Relaxed);
            }
            if reported.is_ok() {
                reported = result;
            }
        });
        reported.map(|()| found)
    }
}

/// The urgent lines: while one waits, searches stop.
struct Urgent {
    waiting: Mutex<isize>,
    stop: Arc<AtomicBool>,
}

impl Urgent {
    /// Counts a line that arrives (1) or is handled (-1).
    fn count(&self, change: isize) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        *waiting += change;
        self.stop.store(*waiting > 0, Ordering::Relaxed);
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
            urgent.count(1);
        }
        if sender.send((line, urgent_line)).is_err() || failed {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Depth;
    use crate::testing::settings;
    use std::io::Cursor;

    #[test]
    fn an_urgent_line_stops_the_search_until_it_is_handled() {
        let input = Cursor::new("go\nping 1\ngo\n");
        let is_urgent = |line: &str| line.starts_with("ping");
        let mut thinker = Thinker::start(&settings(1), input, is_urgent);
        let next = |thinker: &mut Thinker| thinker.next_line().expect("memory can be read");
        assert_eq!(next(&mut thinker), Some(Ok("go".to_owned())));
        while !thinker.is_interrupted() {
            std::hint::spin_loop();
        }
        // A search that starts now ends with its first step, and so does the next one.
        for _ in 0..2 {
            let found = thinker.choose(Position::START, &SearchLimits::default(), |_| Ok(()));
            assert_eq!(
                found.expect("nothing is written").depth,
                Depth::Plies(1, 100)
            );
        }
        assert_eq!(next(&mut thinker), Some(Ok("ping 1".to_owned())));
        assert!(!thinker.is_interrupted());
        assert_eq!(next(&mut thinker), Some(Ok("go".to_owned())));
        assert_eq!(next(&mut thinker), None);
    }
}

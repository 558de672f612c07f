//! Checking a course file: by random games, and by a sample session of its handout.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, Read, Write};
use std::rc::Rc;

use course::{Console, Course, Message, Program as _};
use transcript::{Difference, Location};

use crate::compile::Loaded;
use crate::typist::random_game;
use crate::words::Event;

/// The games of the smallest boards that are played.
const SMALLEST: usize = 20;

/// The result of playing random games.
#[derive(Debug, Default)]
pub struct Checked {
    /// The number of times that each event has happened.
    pub events: BTreeMap<Event, usize>,
    /// The messages that are not read back as what they are.
    pub misread: BTreeSet<String>,
}

impl Loaded {
    /// Plays `games` random games.
    pub fn check(self, games: u64) -> Checked {
        let mut checked = Checked::default();
        let mut starts = self.program.starts();
        // Small boards are soon full, and have more draws.
        starts.sort_by_key(|start| start.rules.size.area());
        starts.truncate(SMALLEST);
        for (seed, start) in (0..games).zip(starts.iter().cycle()) {
            random_game(self.course, start, seed, |input, observer| {
                let mut output = io::sink();
                let mut environment = self.course.environment().observed_by(observer);
                let mut seen = |event, text: &str| self.see(event, text, start, &mut checked);
                // Where the lines end, the game does.
                let mut console = Console::new(input, &mut output);
                let _ = self.program.play(&mut console, &mut environment, &mut seen);
            });
        }
        checked
    }

    fn see(self, event: Event, text: &str, start: &course::Setup, checked: &mut Checked) {
        *checked.events.entry(event).or_default() += 1;
        let words = &self.program.words;
        let is_right = |message: &Message| match event {
            Event::Refused => *message == Message::Refusal,
            Event::Computer => matches!(message, Message::ComputerMove(_)),
            Event::Passed => *message == Message::Pass,
            Event::Turn => matches!(message, Message::Asks(_)),
            _ => true,
        };
        let read = |line| words.read(line, start.rules.size);
        let wrong = text
            .lines()
            .filter(|line| read(line).is_some_and(|it| !is_right(&it)));
        let event = event.name();
        checked
            .misread
            .extend(wrong.map(|line| format!("{event}: {line:?}")));
    }
}

/// The first difference between a sample session and what the file prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleDifference {
    /// The line of the sample, from 1.
    pub line: usize,
    /// The rest of the sample's text there, to the end of its line.
    pub sample: String,
    /// The rest of the output there, to the end of its line.
    pub printed: String,
}

impl From<Difference<'_>> for SampleDifference {
    fn from(difference: Difference<'_>) -> Self {
        let line = |at: Location<'_>| {
            let line = at.rest().split(|&byte| byte == b'\n').next();
            String::from_utf8_lossy(line.unwrap_or_default()).into_owned()
        };
        Self {
            line: difference.line(),
            sample: line(difference.expected),
            printed: line(difference.got),
        }
    }
}

struct Sample<'a> {
    text: &'a [u8],
    /// The bytes of `text` that were printed and typed.
    at: usize,
    printed: Rc<RefCell<Vec<u8>>>,
    seen: usize,
    line: Vec<u8>,
    taken: usize,
}

impl Sample<'_> {
    /// Follows what was printed; `false` if it differs.
    fn follow(&mut self) -> bool {
        let printed = self.printed.borrow();
        let same = self.text[self.at..].iter().zip(&printed[self.seen..]);
        let same = same.take_while(|(one, other)| one == other).count();
        self.at += same;
        self.seen += same;
        self.seen == printed.len()
    }

    /// The typed text is what the sample has where the program reads.
    fn type_line(&mut self) {
        if self.taken < self.line.len() || !self.follow() {
            return;
        }
        let rest = &self.text[self.at..];
        let end = rest.iter().position(|&byte| byte == b'\n');
        let end = end.map_or(rest.len(), |newline| newline + 1);
        self.line = rest[..end].to_vec();
        self.taken = 0;
        self.at += end;
    }
}

impl Read for Sample<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Sample<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.type_line();
        Ok(&self.line[self.taken..])
    }

    fn consume(&mut self, amount: usize) {
        self.taken += amount;
    }
}

struct Shared(Rc<RefCell<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the first difference between `sample`, a session with the typed text in it, and what
/// the program of `course` prints for that text.
pub fn sample_difference(course: &Course, sample: &[u8]) -> Option<SampleDifference> {
    let printed = Rc::new(RefCell::new(Vec::new()));
    let mut session = Sample {
        text: sample,
        at: 0,
        printed: Rc::clone(&printed),
        seen: 0,
        line: Vec::new(),
        taken: 0,
    };
    let mut output = Shared(Rc::clone(&printed));
    let mut console = Console::new(&mut session, &mut output);
    let _ = course.program.run(&mut console, &mut course.environment());
    let is_same = session.follow();
    // A line end at the end of a file may be an editor's.
    let is_all = sample[session.at..].trim_ascii_end().is_empty();
    let printed = printed.borrow();
    (!is_same || !is_all).then(|| {
        SampleDifference::from(Difference {
            expected: Location::new(sample, session.at),
            got: Location::new(&printed, session.seen),
        })
    })
}

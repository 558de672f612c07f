//! Checks a course file with random games, and with a sample session from its handout.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::rc::Rc;

use course::{Computer, Console};
use transcript::{Location, Strictness};

use crate::compile::Loaded;
use crate::typist::random_game;
use crate::words::{GameEvent, Now};

const SMALLEST: usize = 20;

/// The result of playing random games.
#[derive(Debug, Default)]
pub struct Checked {
    /// The number of times that each event happened.
    pub events: BTreeMap<GameEvent, usize>,
    /// The events with a text that never happened.
    pub never: Vec<GameEvent>,
    /// The messages that were read back as something else.
    pub misread: BTreeSet<String>,
}

impl Loaded {
    pub fn check(self, games: u64) -> Checked {
        let mut checked = Checked::default();
        let mut starts = self.program.starts.clone();
        // Small boards fill up sooner, and have more draws.
        starts.sort_by_key(|start| start.rules.size.area());
        starts.truncate(SMALLEST);
        for (seed, start) in (0..games).zip(starts.iter().cycle()) {
            random_game(self.course, start, seed, |input, observer| {
                let mut output = io::sink();
                let mut environment = self.course.environment().observed_by(observer);
                let mut seen = |event, now: &Now<'_>, text: &str| {
                    *checked.events.entry(event).or_default() += 1;
                    let wrong = self.program.words.misread(event, now, text);
                    let event = event.name();
                    let wrong = wrong.map(|(line, _)| format!("{event}: {line:?}"));
                    checked.misread.extend(wrong);
                };
                // The game ends where the lines do.
                let mut console = Console::new(input, &mut output);
                let _ = self.program.play(&mut console, &mut environment, &mut seen);
            });
        }
        let has_computer = !matches!(self.course.computer, Computer::None);
        let words = self.program.words.texts.iter();
        let mut never: Vec<GameEvent> = words.map(|(event, _)| *event).collect();
        never.retain(|event| {
            let happens = *event != GameEvent::Computer || has_computer;
            happens && !checked.events.contains_key(event)
        });
        checked.never = never;
        checked
    }
}

/// The first difference between a sample session and the file's program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleDifference {
    /// The line of the sample, from 1.
    pub line: usize,
    pub sample: String,
    pub printed: String,
    /// The reason why the program stopped there, unless the game or the sample ended.
    pub stopped: Option<String>,
}

#[derive(Default)]
struct SessionScreen(Rc<RefCell<Vec<u8>>>);

impl Write for SessionScreen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Types the sample's text wherever the program reads, as long as the screen shows the sample.
struct SampleTypist<'a> {
    sample: &'a [u8],
    screen: Rc<RefCell<Vec<u8>>>,
}

impl Read for SampleTypist<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut screen = self.screen.borrow_mut();
        let rest = self.sample.strip_prefix(screen.as_slice());
        let mut lines = rest
            .unwrap_or_default()
            .split_inclusive(|&byte| byte == b'\n');
        let length = lines.next().unwrap_or_default().read(buffer)?;
        screen.extend(&buffer[..length]);
        Ok(length)
    }
}

impl Loaded {
    /// Returns the first difference between `sample`, a session with the typed text in it, and
    /// the program's session with that text. If `typed` has the text, the sample does not
    /// contain it.
    pub fn sample_difference(
        self,
        sample: &[u8],
        typed: Option<&[u8]>,
    ) -> Option<SampleDifference> {
        let mut screen = SessionScreen::default();
        let shown = Rc::clone(&screen.0);
        let mut from_sample = BufReader::new(SampleTypist {
            sample,
            screen: Rc::clone(&shown),
        });
        let mut typed = typed;
        let input: &mut dyn BufRead = match &mut typed {
            Some(typed) => typed,
            None => &mut from_sample,
        };
        let mut console = Console::new(input, &mut screen);
        let mut environment = self.course.environment();
        let stopped = course::Program::run(self.program, &mut console, &mut environment).err();
        let shown = shown.borrow();
        let difference = Strictness::FinalNewline.first_difference(sample, &shown)?;
        let line = |at: Location<'_>| String::from_utf8_lossy(at.line()).into_owned();
        let stopped = stopped.filter(|it| !matches!(it, course::Error::InputEnded));
        Some(SampleDifference {
            line: difference.line(),
            sample: line(difference.expected),
            printed: line(difference.got),
            stopped: stopped.map(|it| it.to_string()),
        })
    }
}

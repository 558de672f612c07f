//! Stops a program whose verdict is known.

use std::time::{Duration, Instant};

use marking::judge::text::Expectation;
use sandbox::Progress;
use transcript::PrefixMatch;

/// The output and the time that a program still gets after a difference: the report shows some
/// of that output.
const MORE_OUTPUT: usize = 64 << 10;
const MORE_TIME: Duration = Duration::from_millis(100);

pub(super) struct Watch<'a> {
    expectation: &'a Expectation,
    /// If set, files count too, and the program may write them at any time.
    writes_files: bool,
    judged: Option<(usize, PrefixMatch)>,
    differed: Option<(Instant, usize)>,
    grew: Instant,
}

impl<'a> Watch<'a> {
    pub(super) fn new(expectation: &'a Expectation, writes_files: bool) -> Self {
        Self {
            expectation,
            writes_files,
            judged: None,
            differed: None,
            grew: Instant::now(),
        }
    }

    pub(super) fn quiet(&self) -> Duration {
        self.grew.elapsed()
    }

    pub(super) fn is_enough(&mut self, progress: Progress<'_>) -> bool {
        let length = progress.output.len();
        let prefix_match = match self.judged {
            Some((judged, prefix_match)) if judged == length => prefix_match,
            _ => self.expectation.prefix_match(progress.output),
        };
        if self.judged.is_none_or(|(judged, _)| judged < length) {
            self.grew = Instant::now();
        }
        self.judged = Some((length, prefix_match));
        match prefix_match {
            PrefixMatch::Open => false,
            PrefixMatch::Matches => progress.input_left == 0 && !self.writes_files,
            PrefixMatch::Differs => {
                let (since, before) = *self.differed.get_or_insert((Instant::now(), length));
                length >= before + MORE_OUTPUT || since.elapsed() >= MORE_TIME
            }
        }
    }
}

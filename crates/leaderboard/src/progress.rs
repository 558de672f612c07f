//! The progress of a run on standard error.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Where no progress bar is shown, a line is printed at most so often.
const INTERVAL: Duration = Duration::from_secs(10);

/// A part of the run, whose progress is shown.
enum Shown {
    Bar(ProgressBar),
    Lines(Lines),
}

/// The progress of a part in lines, for a log.
struct Lines {
    part: String,
    steps: usize,
    finished: usize,
    begun: (Instant, usize),
    last: Instant,
}

impl Lines {
    fn new(part: &str, steps: usize, finished: usize, now: Instant) -> Self {
        Self {
            part: part.to_owned(),
            steps,
            finished,
            begun: (now, finished),
            last: now,
        }
    }

    /// Counts a step, and returns a line if the last one is long enough ago.
    fn step(&mut self, now: Instant) -> Option<String> {
        self.finished += 1;
        if now.saturating_duration_since(self.last) < INTERVAL {
            return None;
        }
        self.last = now;
        let (begin, before) = self.begun;
        let done = u32::try_from(self.finished - before).ok()?;
        let left = u32::try_from(self.steps.saturating_sub(self.finished)).ok()?;
        let left = now.saturating_duration_since(begin) / done * left;
        Some(format!("{self} (left: {})", HumanDuration(left)))
    }
}

impl Display for Lines {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        let (part, finished, steps) = (&self.part, self.finished, self.steps);
        write!(to, "{part}: {finished} of {steps} are finished")
    }
}

/// Begins a part of the run, such as `finals`, with this number of steps: shows a progress bar
/// where standard error is a terminal, and elsewhere prints lines.
pub(crate) fn begin(part: &str, steps: usize, finished: usize) {
    let target = ProgressDrawTarget::stderr();
    if target.is_hidden() {
        let lines = Lines::new(part, steps, finished, Instant::now());
        report(&lines.to_string());
        *shown() = Some(Shown::Lines(lines));
        return;
    }
    let bar = ProgressBar::with_draw_target(Some(steps as u64), target);
    let style = "{prefix} {bar:40} {pos}/{len} {elapsed} (left: {eta}) {wide_msg}";
    bar.set_style(ProgressStyle::with_template(style).expect("the template is well formed"));
    bar.set_prefix(part.to_owned());
    bar.set_position(finished as u64);
    bar.reset_eta();
    *shown() = Some(Shown::Bar(bar));
}

pub(crate) fn step(message: &str) {
    match &mut *shown() {
        Some(Shown::Bar(bar)) => {
            bar.set_message(message.to_owned());
            bar.inc(1);
        }
        Some(Shown::Lines(lines)) => {
            if let Some(line) = lines.step(Instant::now()) {
                report(&line);
            }
        }
        None => {}
    }
}

pub(crate) fn note(note: &str) {
    static NOTES: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let mut notes = NOTES.lock().unwrap_or_else(PoisonError::into_inner);
    if notes.insert(note.to_owned()) {
        match &*shown() {
            Some(Shown::Bar(bar)) => bar.suspend(|| report(note)),
            _ => report(note),
        }
    }
}

fn shown() -> MutexGuard<'static, Option<Shown>> {
    static SHOWN: Mutex<Option<Shown>> = Mutex::new(None);
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The part has ended, or the process ends: removes the progress bar, if one is shown.
pub(crate) fn end() {
    if let Some(Shown::Bar(bar)) = shown().take() {
        bar.finish_and_clear();
    }
}

pub(crate) fn report(text: &str) {
    use std::io::Write;

    // If standard error is closed, the line has no other place to go.
    let _ = writeln!(anstream::stderr(), "{text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_has_a_line_every_ten_seconds_with_the_time_left() {
        let begin = Instant::now();
        let mut lines = Lines::new("finals", 100, 40, begin);
        let at = (1..=7).map(|step| begin + Duration::from_secs(4 * step));
        let printed: Vec<_> = at.filter_map(|now| lines.step(now)).collect();
        let expected = [
            "finals: 43 of 100 are finished (left: 4 minutes)",
            "finals: 46 of 100 are finished (left: 4 minutes)",
        ];
        assert_eq!(printed, expected);
    }
}

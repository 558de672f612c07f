//! The progress of a run on standard error.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Outside a terminal, at most one line is printed per interval.
const INTERVAL: Duration = Duration::from_secs(10);

/// A progress bar, hidden outside a terminal, and the time of the last line printed instead.
struct ProgressLine(ProgressBar, Instant);

impl ProgressLine {
    fn new(part: &str, steps: usize, finished: usize, now: Instant) -> Self {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::stderr());
        let style = "{prefix} {bar:40} {pos}/{len} {elapsed} (left: {eta}) {wide_msg}";
        bar.set_style(ProgressStyle::with_template(style).expect("the template is well formed"));
        bar.set_prefix(part.to_owned());
        bar.set_position(finished as u64);
        bar.reset_eta();
        Self(bar, now)
    }

    /// Counts a step, and returns a line if the last one is old enough.
    fn step(&mut self, now: Instant) -> Option<String> {
        self.0.inc(1);
        if !self.0.is_hidden() || now.saturating_duration_since(self.1) < INTERVAL {
            return None;
        }
        self.1 = now;
        let left = HumanDuration(self.0.eta());
        Some(format!("{} (left: {left})", self.line()))
    }

    fn line(&self) -> String {
        let (bar, steps) = (&self.0, self.0.length().unwrap_or_default());
        let (part, finished) = (bar.prefix(), bar.position());
        format!("{part}: {finished} of {steps} done")
    }
}

/// Begins a part of the run, such as `finals`: shows a progress bar if standard error is a
/// terminal, and otherwise prints lines.
pub(crate) fn begin(part: &str, steps: usize, finished: usize) {
    let begun = ProgressLine::new(part, steps, finished, Instant::now());
    if begun.0.is_hidden() {
        report(&begun.line());
    }
    *shown() = Some(begun);
}

pub(crate) fn step(message: &str) {
    if let Some(shown) = &mut *shown() {
        shown.0.set_message(message.to_owned());
        if let Some(line) = shown.step(Instant::now()) {
            report(&line);
        }
    }
}

pub(crate) fn note(note: &str) {
    static NOTES: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let mut notes = NOTES.lock().unwrap_or_else(PoisonError::into_inner);
    if notes.insert(note.to_owned()) {
        match &*shown() {
            Some(ProgressLine(bar, _)) => bar.suspend(|| report(note)),
            None => report(note),
        }
    }
}

fn shown() -> MutexGuard<'static, Option<ProgressLine>> {
    static SHOWN: Mutex<Option<ProgressLine>> = Mutex::new(None);
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn end() {
    if let Some(ProgressLine(bar, _)) = shown().take() {
        bar.finish_and_clear();
    }
}

pub(crate) fn report(text: &str) {
    use std::io::Write;

    // If standard error is closed, there is no other place for the line.
    let _ = writeln!(anstream::stderr(), "{text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_has_a_line_every_ten_seconds() {
        let begin = Instant::now();
        let mut shown = ProgressLine::new("finals", 100, 40, begin);
        shown.0.set_draw_target(ProgressDrawTarget::hidden());
        let times = (1..=7).map(|step| begin + Duration::from_secs(4 * step));
        let lines: Vec<_> = times.filter_map(|now| shown.step(now)).collect();
        assert_eq!(lines.len(), 2);
        let start = "finals: 46 of 100 done (left: ";
        assert!(lines[1].starts_with(start), "{lines:?}");
    }
}

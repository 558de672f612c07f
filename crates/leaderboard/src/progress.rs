//! The progress of a run on standard error.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Begins a part of the run, such as `finals`, with this number of steps: shows a progress bar
/// where standard error is a terminal, and elsewhere prints a line.
pub(crate) fn begin(part: &str, steps: usize, finished: usize) {
    let target = ProgressDrawTarget::stderr();
    if target.is_hidden() {
        report(&format!("{part}: {finished} of {steps} are finished"));
        return;
    }
    let bar = ProgressBar::with_draw_target(Some(steps as u64), target);
    let style = "{prefix} {bar:40} {pos}/{len} {elapsed} (left: {eta}) {wide_msg}";
    bar.set_style(ProgressStyle::with_template(style).expect("the template is well formed"));
    bar.set_prefix(part.to_owned());
    bar.set_position(finished as u64);
    bar.reset_eta();
    *shown() = Some(bar);
}

pub(crate) fn step(message: &str) {
    if let Some(bar) = &*shown() {
        bar.set_message(message.to_owned());
        bar.inc(1);
    }
}

pub(crate) fn note(note: &str) {
    static NOTES: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let mut notes = NOTES.lock().unwrap_or_else(PoisonError::into_inner);
    if notes.insert(note.to_owned()) {
        match &*shown() {
            Some(bar) => bar.suspend(|| report(note)),
            None => report(note),
        }
    }
}

fn shown() -> MutexGuard<'static, Option<ProgressBar>> {
    static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The part has ended, or the process ends: removes the progress bar, if one is shown.
pub(crate) fn end() {
    if let Some(bar) = shown().take() {
        bar.finish_and_clear();
    }
}

pub(crate) fn report(text: &str) {
    use std::io::Write;

    // If standard error is closed, the line has no other place to go.
    let _ = writeln!(anstream::stderr(), "{text}");
}

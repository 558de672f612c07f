//! The progress of a run on standard error.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::pairing::{Pairing, Stage};
use crate::record::Record;
use crate::run::Monitor;

/// A progress bar where standard error is a terminal; elsewhere a line at the
/// start and at the end of each stage.
#[derive(Default)]
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    notes: BTreeSet<String>,
    stage: Option<Stage>,
    /// The games of the stage.
    games: usize,
    is_waiting: bool,
}

impl Progress {
    fn note(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| report(text)),
            None => report(text),
        }
    }
}

impl Monitor for Progress {
    fn stage_started(&mut self, stage: Stage, games: usize, finished: usize) {
        self.stage = Some(stage);
        self.games = games;
        self.is_waiting = false;
        let target = ProgressDrawTarget::stderr();
        if target.is_hidden() {
            report(&format!(
                "{stage}: {finished} of {games} games are finished"
            ));
            return;
        }
        let length = u64::try_from(games).unwrap_or(u64::MAX);
        let bar = ProgressBar::with_draw_target(Some(length), target);
        let style = "{prefix} {bar:40} {pos}/{len} {elapsed} (left: {eta}) {wide_msg}";
        bar.set_style(ProgressStyle::with_template(style).expect("the template is well formed"));
        bar.set_prefix(stage.to_string());
        bar.set_position(finished as u64);
        bar.reset_eta();
        *shown() = Some(bar.clone());
        self.bar = Some(bar);
    }

    fn player_built(&mut self, player: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(format!("built: {player}"));
        }
    }

    fn game_finished(&mut self, record: &Record) {
        if let Some(bar) = &self.bar {
            let (black, white, result) = (&record.black, &record.white, record.result);
            bar.set_message(format!("{black} – {white}: {result}"));
            bar.inc(1);
        }
    }

    fn result_discarded(&mut self, game: Pairing) {
        self.note(&format!(
            "note: another process finished {game} first; the result of this one is discarded"
        ));
    }

    fn waiting(&mut self, games: usize) {
        if let Some(bar) = &self.bar {
            bar.set_position(bar.length().unwrap_or(0).saturating_sub(games as u64));
        }
        if !self.is_waiting {
            self.is_waiting = true;
            let words = match games {
                1 => "1 game".to_owned(),
                games => format!("{games} games"),
            };
            self.note(&format!("waiting for {words} of other processes"));
        }
    }

    fn sandbox_note(&mut self, note: &str) {
        if self.notes.insert(note.to_owned()) {
            self.note(&format!("note: sandbox: {note}"));
        }
    }

    fn stage_ended(&mut self, is_complete: bool) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        } else if let (true, Some(stage)) = (is_complete, self.stage) {
            report(&format!("{stage}: all {} games are finished", self.games));
        }
    }
}

/// The progress bar that is shown.
fn shown() -> MutexGuard<'static, Option<ProgressBar>> {
    static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the progress bar, if one is shown.
pub(crate) fn leave_terminal() {
    if let Some(bar) = shown().take() {
        bar.finish_and_clear();
    }
}

/// Prints a line on standard error.
pub(crate) fn report(text: &str) {
    use std::io::Write;

    // If standard error is closed, the line has no other place to go.
    let _ = writeln!(anstream::stderr(), "{text}");
}

//! Holding what came of a case against its snapshot.

use std::cell::Cell;
use std::error::Error;
use std::fmt;
use std::fs;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::Once;

use transcript::Outcome;

/// How a case was held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// The outcome is that of the snapshot.
    Same,
    /// It was not, but insta was told to accept it (`INSTA_UPDATE=always`).
    Accepted,
}

/// The outcome of a case is not that of its snapshot, and in what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch(String);

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Mismatch {}

/// Has insta hold `outcome` against the snapshot `name` in `folder`. Insta
/// leaves a new snapshot for review beside one that differs, as its
/// `INSTA_UPDATE` says.
pub fn check(folder: &Path, name: &str, outcome: &Outcome) -> Result<Held, Mismatch> {
    let before = snapshot(&folder.join(format!("{name}.snap")));
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let report = outcome.report();
    let assertion = || settings.bind(|| insta::assert_snapshot!(name, report));
    match (quietly(assertion), before) {
        (true, Ok(expected)) if expected == *outcome => Ok(Held::Same),
        (true, _) => Ok(Held::Accepted),
        (false, Ok(expected)) => {
            Err(Mismatch(expected.explain(outcome).unwrap_or_else(|| {
                "insta sees a difference that we do not".to_owned()
            })))
        }
        (false, Err(reason)) => Err(Mismatch(reason)),
    }
}

/// The outcome in the snapshot at `path`: what follows insta's header.
fn snapshot(path: &Path) -> Result<Outcome, String> {
    let snapshot = fs::read(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => format!("there is no snapshot yet at {}", path.display()),
        _ => format!("{}: {error}", path.display()),
    })?;
    Outcome::from_snapshot(&snapshot).map_err(|error| format!("{}: {error}", path.display()))
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Whether `assertion` returns. That it panics is how insta fails; the message
/// is held back, because ours says more.
fn quietly(assertion: impl FnOnce()) -> bool {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let told = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                told(panic);
            }
        }));
    });
    QUIET.set(true);
    let returned = panic::catch_unwind(AssertUnwindSafe(assertion)).is_ok();
    QUIET.set(false);
    returned
}

//! Comparing the outcome of a case with its snapshot.

use std::error::Error;
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use insta::{Comparator, DefaultComparator, Snapshot};
use transcript::Outcome;

/// The first difference of an outcome from its snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch(String);

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Mismatch {}

/// Compares `outcome` with the snapshot `name` in `folder`, by means of insta. If they
/// differ, insta writes a new snapshot for review beside the old one, unless its
/// variable `INSTA_UPDATE` is set otherwise.
pub fn check(folder: &Path, name: &str, outcome: &Outcome) -> Result<(), Mismatch> {
    let compared = Arc::new(OnceLock::new());
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_comparator(Box::new(Explaining {
        outcome: outcome.clone(),
        compared: compared.clone(),
    }));
    settings.bind(|| insta::assert_snapshot!(name, outcome.report()));
    // Insta compares nothing if there is no snapshot.
    compared.get().cloned().unwrap_or_else(|| {
        let path = folder.join(format!("{name}.snap"));
        Err(Mismatch(format!(
            "no snapshot at {}; to make it what the program prints: cargo xtask \
             test-transcripts --accept",
            path.display()
        )))
    })
}

/// Insta's comparator, which also reports the first difference.
#[derive(Clone)]
struct Explaining {
    outcome: Outcome,
    compared: Arc<OnceLock<Result<(), Mismatch>>>,
}

impl Explaining {
    fn difference(&self, snapshot: &Snapshot) -> Mismatch {
        let report = snapshot.as_text().map(ToString::to_string);
        let difference = match Outcome::from_report(&report.unwrap_or_default()) {
            Ok(expected) => expected.explain(&self.outcome),
            Err(error) => Some(error.to_string()),
        };
        Mismatch(difference.unwrap_or_else(|| "only the snapshot's text differs".to_owned()))
    }
}

impl Comparator for Explaining {
    fn matches(&self, snapshot: &Snapshot, new: &Snapshot) -> bool {
        let same = DefaultComparator.matches(snapshot, new);
        let result = || {
            if same {
                Ok(())
            } else {
                Err(self.difference(snapshot))
            }
        };
        self.compared.get_or_init(result);
        same
    }

    fn dyn_clone(&self) -> Box<dyn Comparator> {
        Box::new(self.clone())
    }
}

/// Makes `outcome` the snapshot `name` in `folder`. Insta accepts snapshots only if
/// an environment variable is set at its start, so this function writes the same file
/// as insta would.
pub fn accept(folder: &Path, name: &str, outcome: &Outcome) -> io::Result<()> {
    let source = file!().replace('\\', "/");
    let snapshot = format!("---\nsource: {source}\n---\n{}", outcome.report());
    fs::write(folder.join(format!("{name}.snap")), snapshot)
}

#[cfg(test)]
mod tests;

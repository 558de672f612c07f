//! Comparing the outcome of a case with its snapshot.

use std::fs;
use std::io;
use std::path::Path;

use transcript::Outcome;

/// Returns the first difference of each part of `outcome` from the snapshot `name` in
/// `folder`; `None` if there is none. A new snapshot is written beside one that differs, for
/// `cargo insta review`.
pub fn difference(folder: &Path, name: &str, outcome: &Outcome) -> io::Result<Option<String>> {
    let path = folder.join(format!("{name}.snap"));
    let difference = match fs::read(&path).map(|snapshot| Outcome::from_snapshot(&snapshot)) {
        Ok(Ok(expected)) => expected.explain(outcome),
        Ok(Err(error)) => Some(error.to_string()),
        Err(error) => Some(format!("no snapshot at {}: {error}", path.display())),
    };
    let new = path.with_extension("snap.new");
    if difference.is_some() {
        fs::write(new, snapshot(outcome))?;
    } else if new.exists() {
        fs::remove_file(new)?;
    }
    Ok(difference)
}

/// Makes `outcome` the snapshot `name` in `folder`.
pub fn accept(folder: &Path, name: &str, outcome: &Outcome) -> io::Result<()> {
    fs::write(folder.join(format!("{name}.snap")), snapshot(outcome))
}

/// Returns a snapshot as insta writes it.
fn snapshot(outcome: &Outcome) -> String {
    let source = file!().replace('\\', "/");
    format!("---\nsource: {source}\n---\n{}", outcome.report())
}

#[cfg(test)]
mod tests;

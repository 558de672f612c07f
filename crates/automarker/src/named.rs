//! Finds courses by name, or by the path of a course file.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use course::Course;
use course_file::Loaded;
use courses::by_name;

pub(crate) const PACKAGED: &str = "automarker-course.toml";

/// A course is never freed, so each file is read once.
static READ: Mutex<Vec<Loaded>> = Mutex::new(Vec::new());

/// Returns the course that `word` names; `None` if it is neither a course nor the path of a
/// course file.
pub(crate) fn named(word: &OsStr) -> Option<Result<&'static Course, String>> {
    if let Some(course) = word.to_str().and_then(by_name) {
        return Some(Ok(course));
    }
    let is_file = Path::new(word).extension().is_some_and(|it| it == "toml");
    is_file.then(|| read(Path::new(word)).map(|loaded| loaded.course))
}

/// The error message contains the path.
pub(crate) fn read(path: &Path) -> Result<Loaded, String> {
    let name = path.to_string_lossy();
    if let Some(loaded) = file_named(&name) {
        return Ok(loaded);
    }
    let place = place(path);
    // A file that is one byte longer is an error, too.
    let text = fs::File::open(&place).and_then(|file| io::read_to_string(file.take(1 << 20)));
    let text = text.map_err(|error| format!("cannot read {}: {error}", place.display()))?;
    let loaded = course_file::read(&name, &text).map_err(|error| format!("{name}: {error}"))?;
    let mut all = READ.lock().unwrap_or_else(PoisonError::into_inner);
    all.push(loaded);
    Ok(loaded)
}

/// Returns the path of a course file. A package's file is beside its marker, out of the
/// submission's reach.
fn place(path: &Path) -> PathBuf {
    let program = env::current_exe()
        .ok()
        .filter(|_| path == Path::new(PACKAGED));
    let folder = program.as_deref().and_then(Path::parent);
    folder.map_or_else(|| path.to_owned(), |folder| folder.join(path))
}

pub(crate) fn file_of(course: &Course) -> Option<Loaded> {
    file_named(course.name)
}

/// Returns the name of a course in a report. The path of a file says where its staff keep it, so
/// students read its title.
pub(crate) fn in_reports(course: &Course) -> &'static str {
    file_of(course).map_or(course.name, |loaded| loaded.course.title)
}

fn file_named(name: &str) -> Option<Loaded> {
    let all = READ.lock().unwrap_or_else(PoisonError::into_inner);
    all.iter()
        .copied()
        .find(|loaded| loaded.course.name == name)
}

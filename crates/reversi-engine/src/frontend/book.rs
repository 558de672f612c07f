//! `book`: learns an opening book.

use std::io::{self, Write};
use std::path::Path;

use super::Settings;
use super::batch::{self, BatchProgress};
use crate::Engine;
use crate::book::{Book, MOVES};
use crate::format::obf;

/// Extends the book in the file `path`, if it exists, to this number of positions. Each is written
/// as soon as it has been searched.
pub fn learn(
    path: &Path,
    positions: usize,
    errors: impl Write,
    settings: &Settings,
) -> io::Result<()> {
    let (mut file, old) = batch::open(path)?;
    // An incomplete line may follow the last complete one.
    let end = old.rfind('\n').map_or(0, |end| end + 1);
    let mut book = Book::read(&old.as_bytes()[..end])?;
    if book.len() > 0 {
        book.check_start()?;
    }
    batch::cut(&mut file, end)?;
    let mut engine = Engine::new(settings.options.clone());
    let mut progress = BatchProgress::new(positions, "positions", errors);
    progress.skip(book.len());
    while book.len() < positions
        && let Some(position) = book.next()
    {
        let lines = engine.hint(position, MOVES, &settings.move_limits(), &mut |_| {});
        let scores = lines
            .iter()
            .map(|it| format!(" {}:{:+};", it.moves[0], it.score));
        let line = format!("{position};{}", scores.collect::<String>());
        progress.done(&mut file, &(line.clone() + "\n"))?;
        book.add(
            obf::read(&line)
                .expect("it is OBF")
                .expect("it has a position"),
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::testing::settings;

    #[test]
    fn an_interrupted_book_is_completed_and_a_damaged_one_refused() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("it");
        let learned = || learn(&path, 9, io::sink(), &settings(2));
        let text = || fs::read_to_string(&path).expect("it is text");
        learned().expect("a file can be written");
        let whole = text();
        for end in (0..=whole.len()).step_by(61) {
            fs::write(&path, &whole[..end]).expect("a file can be written");
            learned().expect("it is its own file");
            let lines = whole[..end].rfind('\n').map_or(0, |end| end + 1);
            assert!(text().starts_with(&whole[..lines]) && text().lines().count() == 9);
        }
        for (other, message) in [
            (format!("{whole}f5x\n"), "line 10, column 3: move 2: "),
            ("f5d6c3\n".to_owned(), "not a book: the initial position"),
        ] {
            fs::write(&path, &other).expect("a file can be written");
            let error = learned().expect_err("it is no book").to_string();
            assert!(error.starts_with(message) && text() == other, "{error}");
        }
    }
}

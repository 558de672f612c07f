//! The file of scores: a text with one line per position.
//!
//! The first line begins with `#` and says how the table was made. Each other line
//! has the number of the position, the position, the scores at depths 0, 1, 2 … for
//! the side to move in hundredths of a disc, and if it was solved, `end` and the
//! score to the end of the game, separated by spaces.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use reversi_engine::Position;

use crate::Result;

/// The first line of a table, without the `#`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header(pub(crate) String);

impl Header {
    /// The hash of the weights.
    pub(crate) fn weights(&self) -> &str {
        let mut words = self.0.split(' ');
        words
            .find_map(|word| word.strip_prefix("weights="))
            .unwrap_or("unknown")
    }
}

/// The scores of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scores {
    /// By depth, from 0 on.
    pub(crate) plies: Vec<i32>,
    /// To the end of the game.
    pub(crate) end: Option<i32>,
}

/// A line of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) number: usize,
    pub(crate) position: Position,
    pub(crate) scores: Scores,
}

impl Row {
    fn line(&self) -> String {
        let mut words = vec![self.number.to_string(), self.position.to_string()];
        words.extend(self.scores.plies.iter().map(i32::to_string));
        if let Some(end) = self.scores.end {
            words.extend(["end".to_owned(), end.to_string()]);
        }
        words.join(" ") + "\n"
    }

    fn read(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let number = words.next()?.parse().ok()?;
        let position = words.next()?.parse().ok()?;
        let mut scores = Scores {
            plies: Vec::new(),
            end: None,
        };
        let score = |word: &str| {
            let score = word.parse().ok();
            score.filter(|score| (-6400..=6400).contains(score))
        };
        while let Some(word) = words.next() {
            if word == "end" {
                scores.end = Some(score(words.next()?)?);
                return words.next().is_none().then_some(Self {
                    number,
                    position,
                    scores,
                });
            }
            scores.plies.push(score(word)?);
        }
        Some(Self {
            number,
            position,
            scores,
        })
    }
}

/// A table that rows are appended to.
pub(super) struct Table {
    file: File,
    path: PathBuf,
}

impl Table {
    /// Opens the table at its end, without an incomplete line there. Returns the
    /// number of the next position. A new table gets the header; a table with
    /// another header is an error.
    pub(super) fn resume(path: &Path, header: &Header) -> Result<(Self, usize)> {
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(failed(error).into()),
        };
        let first = format!("# {}\n", header.0);
        let is_new = first.as_bytes().starts_with(&bytes);
        let end = bytes.iter().rposition(|&byte| byte == b'\n');
        let end = if is_new {
            0
        } else {
            end.map_or(0, |end| end + 1)
        };
        let mut next = 0;
        if !is_new {
            let (found, rows) = read(&bytes[..end], &path.display().to_string())?;
            if found != *header {
                return Err(format!(
                    "{}: another table: `{}`, expected `{}`",
                    path.display(),
                    found.0,
                    header.0
                )
                .into());
            }
            next = rows.last().map_or(0, |row| row.number + 1);
        }
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .map_err(failed)?;
        file.set_len(end as u64).map_err(failed)?;
        if is_new {
            file.write_all(first.as_bytes()).map_err(failed)?;
        }
        let path = path.to_owned();
        Ok((Self { file, path }, next))
    }

    pub(super) fn append(&mut self, row: &Row) -> Result<()> {
        self.file
            .write_all(row.line().as_bytes())
            .map_err(|error| format!("{}: {error}", self.path.display()).into())
    }
}

/// Reads the contents of a table. An error names the line. `name` is the file's name
/// in it.
pub(crate) fn read(bytes: &[u8], name: &str) -> Result<(Header, Vec<Row>)> {
    let text = str::from_utf8(bytes).map_err(|_| format!("{name}: not UTF-8"))?;
    let mut lines = (1..).zip(text.lines());
    let header = lines
        .next()
        .and_then(|(_, line)| line.strip_prefix("# errors 1 "))
        .ok_or_else(|| format!("{name} line 1: expected `# errors 1` and the settings"))?;
    let header = Header(format!("errors 1 {header}"));
    let rows: std::result::Result<Vec<Row>, String> = lines
        .map(|(number, line)| {
            Row::read(line).ok_or_else(|| {
                format!("{name} line {number}: expected a number, a position and scores")
            })
        })
        .collect();
    Ok((header, rows?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const POSITION: &str = "---------------------------OX------XO---------------------------";

    fn row(number: usize) -> Row {
        Row {
            number,
            position: POSITION.parse().expect("it is a position"),
            scores: Scores {
                plies: vec![0, 300, -250],
                end: (number == 1).then_some(-200),
            },
        }
    }

    #[test]
    fn a_table_is_read_back_and_continued_after_any_interruption() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("x.table");
        let header = Header("errors 1 seed=1".into());
        let write = || {
            let (mut table, next) = Table::resume(&path, &header).expect("it is valid");
            for number in next..3 {
                table.append(&row(number)).expect("it can be written");
            }
        };
        write();
        let whole = fs::read(&path).expect("it is there");
        let (found, rows) = read(&whole, "x").expect("it is valid");
        assert_eq!(
            (found, rows),
            (header.clone(), vec![row(0), row(1), row(2)])
        );
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).expect("it can be written");
            write();
            assert_eq!(fs::read(&path).expect("it is there"), whole, "{length}");
        }
        let other = Header("errors 1 seed=2".into());
        let error = Table::resume(&path, &other).err().expect("it is another");
        assert!(error.to_string().contains("another table"), "{error}");
        assert_eq!(fs::read(&path).expect("it is there"), whole);
    }

    #[test]
    fn invalid_tables_are_errors_with_the_line() {
        let row = format!("# errors 1 x\n0 {POSITION} 1 2 end 4\n");
        assert!(read(row.as_bytes(), "x").is_ok());
        for (wrong, message) in [
            (String::new(), "x line 1: expected `# errors 1`"),
            (
                row.replace("errors 1", "games 1"),
                "x line 1: expected `# errors 1`",
            ),
            (row.replace("0 -", "a -"), "x line 2: expected"),
            (row.replace("OX", "OY"), "x line 2: expected"),
            (row.replace(" 2", " 6401"), "x line 2: expected"),
            (row.replace(" 4", ""), "x line 2: expected"),
            (row.replace(" 4", " 4 5"), "x line 2: expected"),
        ] {
            let error = read(wrong.as_bytes(), "x").expect_err("it is wrong");
            assert!(error.to_string().starts_with(message), "{error}");
        }
    }
}

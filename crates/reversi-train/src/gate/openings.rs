//! The openings of a match.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use reversi_core::{Size, Turn};
use reversi_engine::openings::{self, Opening};

use super::notation;
use crate::Result;
use crate::weights::FileHash;

/// The number of random moves of a generated opening on 8×8: two more than in training.
///
/// There are so few balanced positions after eight moves that different seeds do not
/// hold them out: 46,400 training games begin with 26,112 different ones. The same
/// games contain 22 of the first 1,000 openings with ten moves.
const PLIES: u32 = 10;

/// Generated openings have seeds in which this bit is set, those of training games
/// never.
const HELD_OUT: u64 = 1 << 63;

/// The openings of a match, in order. No two of them are equal by symmetry.
pub(super) struct Openings {
    source: Source,
    known: HashSet<Vec<Option<bool>>>,
}

enum Source {
    Generated(Box<openings::Openings>),
    Listed(std::vec::IntoIter<Opening>),
}

impl Openings {
    /// Random openings on boards of `size` that a shallow search with the built-in
    /// weights finds balanced.
    pub(super) fn generated(size: Size, seed: u32) -> Result<Self> {
        let seed = HELD_OUT | u64::from(seed);
        let plies = (size == Size::EIGHT).then_some(PLIES);
        let openings = openings::Openings::new(size, plies, seed)?;
        Ok(Self {
            source: Source::Generated(Box::new(openings)),
            known: HashSet::new(),
        })
    }

    /// Reads a file with one transcript per line, such as `f5d6c3`. Empty lines and
    /// those that begin with `#` are ignored, and so are openings that are equal to
    /// an earlier one by symmetry. Returns the hash of the file too.
    pub(super) fn read(file: &Path, size: Size) -> Result<(Self, FileHash)> {
        let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let text = String::from_utf8_lossy(&bytes);
        let mut list = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let failed = |reason: String| format!("{} line {number}: {reason}", file.display());
            let moves = notation::read(line)
                .map_err(|byte| failed(format!("expected a move such as f5 at byte {byte}")))?;
            let opening = Opening::play(size, &moves)
                .map_err(|index| failed(format!("move {} is illegal", index + 1)))?;
            if let Turn::Over(_) = opening.game().turn() {
                return Err(failed("the game is over after this opening".into()).into());
            }
            list.push(opening);
        }
        if list.is_empty() {
            return Err(format!("{}: no opening, expected one per line", file.display()).into());
        }
        let openings = Self {
            source: Source::Listed(list.into_iter()),
            known: HashSet::new(),
        };
        Ok((openings, FileHash::of(&bytes)))
    }
}

impl Iterator for Openings {
    type Item = Opening;

    fn next(&mut self) -> Option<Opening> {
        loop {
            let opening = match &mut self.source {
                Source::Listed(list) => list.next()?,
                Source::Generated(openings) => openings.next()?,
            };
            if self.known.insert(opening.canonical()) {
                return Some(opening);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_openings_depend_on_the_seed_only_and_differ() {
        for side in [8, 6, 10] {
            let size = Size::square(side).expect("a size");
            let openings = |seed| Openings::generated(size, seed).expect("it is supported");
            let texts = |seed| -> Vec<String> {
                openings(seed)
                    .take(20)
                    .map(|opening| opening.to_string())
                    .collect()
            };
            assert_eq!(texts(1), texts(1));
            assert_ne!(texts(1), texts(2));
            let positions: HashSet<_> = openings(1)
                .take(20)
                .inspect(|opening| assert!(matches!(opening.game().turn(), Turn::Move(_))))
                .map(|opening| opening.canonical())
                .collect();
            assert_eq!(positions.len(), 20);
        }
        let odd = Size::square(5).expect("a size");
        assert!(Openings::generated(odd, 1).is_err());
    }

    #[test]
    fn a_file_is_read_without_openings_that_are_equal_by_symmetry() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let file = folder.path().join("list.txt");
        // The last is the second reflected: every first move is equal by symmetry.
        fs::write(&file, "# two\n\nF5\nf5d6\nd3\n c4e3 \n").expect("it can be written");
        let (openings, _) = Openings::read(&file, Size::EIGHT).expect("it is valid");
        let found: Vec<String> = openings.map(|opening| opening.to_string()).collect();
        assert_eq!(found, ["f5", "f5d6"]);
        for (text, message) in [
            ("", "no opening, expected one per line"),
            ("f5\nf5f5", "line 2: move 2 is illegal"),
            ("f5d", "line 1: expected a move such as f5 at byte 2"),
        ] {
            fs::write(&file, text).expect("it can be written");
            let error = Openings::read(&file, Size::EIGHT)
                .err()
                .expect("it is wrong")
                .to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}

//! The openings of a match.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use reversi_core::Size;
use reversi_engine::Position;
use reversi_engine::format::moves;
use reversi_engine::game::{GameRecord, Ply, Setup, Turn};
use reversi_engine::openings;

use crate::Result;
use crate::symmetry::canonical;
use crate::weights::FileHash;

/// The number of random moves of a generated opening: two more than in training.
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
    known: HashSet<Position>,
}

enum Source {
    Generated(Box<openings::Openings>),
    Listed(std::vec::IntoIter<GameRecord>),
}

impl Openings {
    /// Random openings that a shallow search with the built-in weights finds
    /// balanced.
    pub(super) fn generated(seed: u32) -> Self {
        let seed = HELD_OUT | u64::from(seed);
        let openings = openings::Openings::new(Size::EIGHT, Some(PLIES), seed);
        Self {
            source: Source::Generated(Box::new(openings.expect("the engine plays on 8×8"))),
            known: HashSet::new(),
        }
    }

    /// Reads a file with one transcript per line, such as `f5d6c3`. Empty lines and
    /// those that begin with `#` are ignored, and so are openings that are equal to
    /// an earlier one by symmetry. Returns the hash of the file too.
    pub(super) fn read(file: &Path) -> Result<(Self, FileHash)> {
        let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let text = String::from_utf8_lossy(&bytes);
        let mut list = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let failed = |reason: String| format!("{} line {number}: {reason}", file.display());
            let game =
                moves::read(line, Setup::START).map_err(|error| failed(error.to_string()))?;
            if game.turn() == Turn::Over {
                return Err(failed("the game is over after this opening".into()).into());
            }
            list.push(game);
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
    type Item = GameRecord;

    fn next(&mut self) -> Option<GameRecord> {
        loop {
            let game = match &mut self.source {
                Source::Listed(list) => list.next()?,
                Source::Generated(openings) => {
                    let mut game = GameRecord::default();
                    for &at in openings.next()?.moves() {
                        let square = at.try_into().expect("the board is 8×8");
                        game.follow(Ply::Place(square)).expect("it is legal");
                    }
                    game
                }
            };
            if self.known.insert(canonical(game.position())) {
                return Some(game);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_openings_depend_on_the_seed_only_and_differ() {
        let texts = |seed| -> Vec<String> {
            Openings::generated(seed)
                .take(20)
                .map(|game| moves::write(&game))
                .collect()
        };
        assert_eq!(texts(1), texts(1));
        assert_ne!(texts(1), texts(2));
        let positions: HashSet<Position> = Openings::generated(1)
            .take(20)
            .inspect(|game| assert!(matches!(game.turn(), Turn::Move(_))))
            .map(|game| canonical(game.position()))
            .collect();
        assert_eq!(positions.len(), 20);
    }

    #[test]
    fn a_file_is_read_without_openings_that_are_equal_by_symmetry() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let file = folder.path().join("list.txt");
        // The last is the second reflected: every first move is equal by symmetry.
        fs::write(&file, "# two\n\nF5\nf5d6\nd3\n c4e3 \n").expect("it can be written");
        let (openings, _) = Openings::read(&file).expect("it is valid");
        let found: Vec<String> = openings.map(|game| moves::write(&game)).collect();
        assert_eq!(found, ["f5", "f5d6"]);
        for (text, message) in [
            ("", "no opening, expected one per line"),
            ("f5\nf5f5", "line 2: move 2 at byte 2"),
        ] {
            fs::write(&file, text).expect("it can be written");
            let error = Openings::read(&file)
                .err()
                .expect("it is wrong")
                .to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}

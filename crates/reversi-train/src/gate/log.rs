//! The log of a match: every game is a line of text.
//!
//! The first lines begin with `#` and identify the players, the limits and the openings. A
//! game's columns are separated by tabs: its opening, the moves after it, the final disc
//! difference for the new player, `moves/total/greatest/late` in microseconds for the new
//! and the old player, and `-` or the reason why a player forfeited the game. The new
//! player has the black discs in every game with an odd number.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use reversi_engine::openings::Opening;

use super::play::{Played, Times};
use crate::Result;

/// Returns the line of a game.
fn line(opening: &Opening, played: &Played) -> String {
    let moves: String = played.moves.iter().map(ToString::to_string).collect();
    let [new, old] = played.times.map(|times| {
        let (total, greatest) = (times.total.as_micros(), times.greatest.as_micros());
        format!("{}/{total}/{greatest}/{}", times.moves, times.late)
    });
    let end = one_line(played.forfeit.as_deref().unwrap_or("-"));
    format!(
        "{opening}\t{moves}\t{:+}\t{new}\t{old}\t{end}\n",
        played.discs
    )
}

/// Reads a line without its moves, which a match does not need to continue.
fn read(line: &str) -> Option<(&str, Played)> {
    let [opening, _, discs, new, old, end] = *line.split('\t').collect::<Vec<_>>() else {
        return None;
    };
    let times = |text: &str| {
        let numbers: Option<Vec<u32>> = text.split('/').map(|part| part.parse().ok()).collect();
        let [moves, total, greatest, late] = *numbers? else {
            return None;
        };
        let micros = |number: u32| Duration::from_micros(number.into());
        Some(Times {
            moves,
            total: micros(total),
            greatest: micros(greatest),
            late,
        })
    };
    let played = Played {
        moves: Vec::new(),
        discs: discs
            .parse()
            .ok()
            .filter(|discs| (-64..=64).contains(discs))?,
        times: [times(new)?, times(old)?],
        forfeit: Some(end.to_owned()).filter(|end| end != "-"),
    };
    Some((opening, played))
}

/// Replaces control characters, which would begin a line or a column.
fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// A log that games are appended to; a match without a log has none.
pub(super) struct Log(Option<(File, PathBuf)>);

impl Log {
    /// Opens the log and returns its games with their openings. Removes a line at its end
    /// that is not complete. A new log gets `settings` as its first lines; a log with other
    /// settings is an error.
    pub(super) fn open(
        path: Option<&Path>,
        settings: &[String],
    ) -> Result<(Self, Vec<(String, Played)>)> {
        let Some(path) = path else {
            return Ok((Self(None), Vec::new()));
        };
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(failed(error).into()),
        };
        let header: String = settings
            .iter()
            .map(|line| {
                [
                    "# ",
                    &one_line(line),
                    "
",
                ]
                .concat()
            })
            .collect();
        let complete = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let is_new = header.starts_with(&text);
        let lines = if is_new {
            ""
        } else {
            complete.strip_prefix(&header).ok_or_else(|| {
                format!(
                    "{}: the log of another match, expected\n{header}",
                    path.display()
                )
            })?
        };
        let mut games = Vec::new();
        for line in lines.lines() {
            let (opening, played) =
                read(line).ok_or_else(|| format!("{}: not a game: `{line}`", path.display()))?;
            games.push((opening.to_owned(), played));
        }
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .map_err(failed)?;
        let kept = if is_new { 0 } else { complete.len() };
        file.set_len(kept as u64).map_err(failed)?;
        if is_new {
            file.write_all(header.as_bytes()).map_err(failed)?;
        }
        Ok((Self(Some((file, path.to_owned()))), games))
    }

    pub(super) fn append(&mut self, opening: &Opening, played: &Played) -> Result<()> {
        if let Some((file, path)) = &mut self.0 {
            file.write_all(line(opening, played).as_bytes())
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi_core::{Size, Square};

    fn game(forfeit: Option<&str>) -> Played {
        Played {
            moves: vec![Square::new(2, 2)],
            discs: -4,
            times: [
                Times {
                    moves: 1,
                    total: Duration::from_micros(1234),
                    greatest: Duration::from_micros(1234),
                    late: 1,
                },
                Times::default(),
            ],
            forfeit: forfeit.map(str::to_owned),
        }
    }

    #[test]
    fn a_log_is_read_back_and_continued_after_any_interruption() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("match.log");
        let opening = Opening::play(Size::EIGHT, &[Square::new(4, 5)]).expect("it is legal");
        let settings = ["new: a".to_owned(), "old: b".to_owned()];
        let all = [game(None), game(Some("old forfeits: no answer"))];
        let write = || {
            let (mut log, games) = Log::open(Some(&path), &settings).expect("it is valid");
            for game in &all[games.len()..] {
                log.append(&opening, game).expect("it can be written");
            }
        };
        write();
        let whole = fs::read_to_string(&path).expect("it is there");
        let expected = "f5\tc3\t-4\t1/1234/1234/1\t0/0/0/0\t-";
        assert_eq!(whole.lines().nth(2), Some(expected));
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).expect("it can be written");
            write();
            let again = fs::read_to_string(&path).expect("it is there");
            assert_eq!(again, whole, "{length}");
        }
        let (_, games) = Log::open(Some(&path), &settings).expect("it is valid");
        let known = all.map(|game| {
            let moves = Vec::new();
            ("f5".to_owned(), Played { moves, ..game })
        });
        assert_eq!(games, known);
    }

    #[test]
    fn another_log_and_an_invalid_one_are_refused_and_kept() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("match.log");
        for (text, message) in [
            ("# new: c\n", "the log of another match"),
            ("some notes\n", "the log of another match"),
            ("# new: a\nf5\t-\n", "not a game: `f5\t-`"),
            (
                "# new: a\nf5\t\t+65\t0/0/0/0\t0/0/0/0\t-\n",
                "not a game: `f5",
            ),
        ] {
            fs::write(&path, text).expect("it can be written");
            let error = Log::open(Some(&path), &["new: a".to_owned()]).err();
            let error = error.expect("it is wrong").to_string();
            assert!(error.contains(message), "{error}");
            assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
        }
    }
}

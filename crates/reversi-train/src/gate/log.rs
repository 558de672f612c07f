//! The log of a match: every game is a line of text.
//!
//! The first lines begin with `#` and identify the players, the limits and the
//! openings; the last of them names the columns. A game's columns are separated by
//! tabs:
//!
//! | column | contents |
//! | --- | --- |
//! | game | the number of the game, from 1 |
//! | opening | the moves of the opening, as in `f5d6c3` |
//! | black | `new` or `old` |
//! | moves | the moves after the opening, `-` if there are none; passes are omitted |
//! | discs | the final disc difference for the new player, as in `+12` |
//! | new, old | moves/total time/greatest time/late moves, times in microseconds |
//! | end | `-`, or the reason why a player forfeited the game |

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use reversi_core::Square;

use super::notation;
use super::play::{Played, Side, Times};
use crate::Result;

const COLUMNS: &str = "# game\topening\tblack\tmoves\tdiscs\tnew\told\tend";

/// The number of discs on the largest board.
const MOST: i32 = 26 * 26;

/// A game of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Logged {
    /// The number of the game, from 0.
    pub(super) number: usize,
    pub(super) opening: String,
    pub(super) black: Side,
    pub(super) played: Played,
}

impl Logged {
    fn line(&self) -> String {
        let Played {
            moves,
            discs,
            times,
            forfeit,
        } = &self.played;
        let black = match self.black {
            Side::New => "new",
            Side::Old => "old",
        };
        let mut line = format!("{}\t{}\t{black}\t", self.number + 1, self.opening);
        if moves.is_empty() {
            line.push('-');
        }
        line.extend(moves.iter().map(|&at| notation::write(at)));
        write!(line, "\t{discs:+}").expect("a string can be written");
        for times in times {
            let Times {
                moves,
                total,
                greatest,
                late,
            } = times;
            let (total, greatest) = (total.as_micros(), greatest.as_micros());
            write!(line, "\t{moves}/{total}/{greatest}/{late}").expect("a string can be written");
        }
        let end = one_line(forfeit.as_deref().unwrap_or("-"));
        line + "\t" + &end + "\n"
    }

    /// Reads a line; an error names the column.
    fn read(line: &str) -> std::result::Result<Self, &'static str> {
        let mut columns = line.split('\t');
        let mut next = |name| columns.next().ok_or(name);
        let number: usize = next("game")?.parse().map_err(|_| "game")?;
        let opening = next("opening")?.to_owned();
        let black = match next("black")? {
            "new" => Side::New,
            "old" => Side::Old,
            _ => return Err("black"),
        };
        let moves = moves(next("moves")?).ok_or("moves")?;
        let discs = next("discs")?.parse().map_err(|_| "discs")?;
        let times = [
            times(next("new")?).ok_or("new")?,
            times(next("old")?).ok_or("old")?,
        ];
        let forfeit = Some(next("end")?)
            .filter(|&end| end != "-")
            .map(str::to_owned);
        if !(-MOST..=MOST).contains(&discs) {
            return Err("discs");
        }
        Ok(Self {
            number: number.checked_sub(1).ok_or("game")?,
            opening,
            black,
            played: Played {
                moves,
                discs,
                times,
                forfeit,
            },
        })
    }
}

fn moves(text: &str) -> Option<Vec<Square>> {
    match text {
        "-" => Some(Vec::new()),
        _ => notation::read(text).ok(),
    }
}

fn times(text: &str) -> Option<Times> {
    let mut parts = text.split('/');
    let times = Times {
        moves: parts.next()?.parse().ok()?,
        total: Duration::from_micros(parts.next()?.parse().ok()?),
        greatest: Duration::from_micros(parts.next()?.parse().ok()?),
        late: parts.next()?.parse().ok()?,
    };
    parts.next().is_none().then_some(times)
}

/// Replaces control characters, which would begin a line or a column.
fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// A log that games are appended to.
pub(super) struct Log {
    /// `None` for a match without a log.
    file: Option<(File, PathBuf)>,
    /// The first lines of a new log, until they are written with the first game.
    header: String,
}

impl Log {
    /// Opens the log and returns its games. Removes a line at its end that is not
    /// complete. A new log gets `settings` as its first lines; a log with other
    /// settings is an error.
    pub(super) fn open(path: Option<&Path>, settings: &[String]) -> Result<(Self, Vec<Logged>)> {
        let Some(path) = path else {
            let log = Self {
                file: None,
                header: String::new(),
            };
            return Ok((log, Vec::new()));
        };
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(failed(error).into()),
        };
        let end = bytes.iter().rposition(|&byte| byte == b'\n');
        let complete = &bytes[..end.map_or(0, |end| end + 1)];
        let text = str::from_utf8(complete)
            .map_err(|_| format!("{}: not a log of a match: not UTF-8", path.display()))?;
        let header: Vec<String> = settings
            .iter()
            .map(|line| format!("# {}", one_line(line)))
            .chain([COLUMNS.to_owned()])
            .collect();
        let text_of_header = header.join("\n") + "\n";
        // A header without a game is written again, with the first game.
        let is_new = text_of_header.as_bytes().starts_with(&bytes);
        let games = if is_new {
            Vec::new()
        } else {
            read(text, &header).map_err(|error| format!("{} {error}", path.display()))?
        };
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .map_err(failed)?;
        let kept = if is_new { 0 } else { complete.len() };
        file.set_len(kept as u64).map_err(failed)?;
        let log = Self {
            file: Some((file, path.to_owned())),
            header: if is_new {
                text_of_header
            } else {
                String::new()
            },
        };
        Ok((log, games))
    }

    pub(super) fn append(&mut self, game: &Logged) -> Result<()> {
        if let Some((file, path)) = &mut self.file {
            let text = std::mem::take(&mut self.header) + &game.line();
            file.write_all(text.as_bytes())
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(())
    }
}

/// Reads the lines of a log. An error names the line.
fn read(text: &str, header: &[String]) -> std::result::Result<Vec<Logged>, String> {
    let mut lines = (1..).zip(text.lines());
    for expected in header {
        match lines.next() {
            Some((_, found)) if found == expected => {}
            Some((number, found)) => {
                return Err(format!(
                    "line {number}: the log of another match: `{found}`, expected `{expected}`"
                ));
            }
            None => return Err(format!("ends before `{expected}`")),
        }
    }
    let mut games = Vec::new();
    for (number, line) in lines {
        let game = Logged::read(line)
            .map_err(|column| format!("line {number}: column `{column}` is missing or invalid"))?;
        if game.number != games.len() {
            return Err(format!(
                "line {number}: game {}, expected game {}",
                game.number + 1,
                games.len() + 1
            ));
        }
        games.push(game);
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: usize) -> Logged {
        Logged {
            number,
            opening: "f5d6".into(),
            black: if number.is_multiple_of(2) {
                Side::New
            } else {
                Side::Old
            },
            played: Played {
                moves: notation::read("c3d3").expect("two moves"),
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
                forfeit: (number % 2 == 1).then(|| "old forfeits: no answer".into()),
            },
        }
    }

    #[test]
    fn a_log_is_read_back_and_continued_after_any_interruption() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("match.log");
        let settings = ["new: a".to_owned(), "old: b".to_owned()];
        let open = || Log::open(Some(&path), &settings).expect("it is valid");
        let (mut log, games) = open();
        assert_eq!(games, []);
        for number in 0..2 {
            log.append(&game(number)).expect("it can be written");
        }
        let whole = fs::read(&path).expect("it is there");
        let text = String::from_utf8(whole.clone()).expect("it is text");
        assert_eq!(
            text.lines().nth(3),
            Some("1\tf5d6\tnew\tc3d3\t-4\t1/1234/1234/1\t0/0/0/0\t-")
        );
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).expect("it can be written");
            let (mut log, games) = open();
            for number in games.len()..2 {
                log.append(&game(number)).expect("it can be written");
            }
            assert_eq!(fs::read(&path).expect("it is there"), whole, "{length}");
        }
        assert_eq!(open().1, [game(0), game(1)]);
    }

    #[test]
    fn another_log_and_an_invalid_one_are_refused() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("match.log");
        let error = |text: &str| {
            fs::write(&path, text).expect("it can be written");
            let error = Log::open(Some(&path), &["new: a".to_owned()]).err();
            let error = error.expect("it is wrong").to_string();
            assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
            error.replace(&path.display().to_string(), "x")
        };
        assert_eq!(
            error("# new: c\n# game\n"),
            "x line 1: the log of another match: `# new: c`, expected `# new: a`"
        );
        assert!(error("some notes\n").starts_with("x line 1: the log of another match"));
        let game = "1\tf5\tnew\t-\t+64\t0/0/0/0\t0/0/0/0\t-\n";
        let with = |game: &str| format!("# new: a\n{COLUMNS}\n{game}");
        for (wrong, message) in [
            (
                game.replace("1\tf5", "2\tf5"),
                "x line 3: game 2, expected game 1",
            ),
            (
                game.replace("new", "red"),
                "x line 3: column `black` is missing or invalid",
            ),
            (
                game.replace("+64", "+677"),
                "x line 3: column `discs` is missing or invalid",
            ),
            (
                game.replace("\t-\n", "\n"),
                "x line 3: column `end` is missing or invalid",
            ),
            (
                game.replace("\t-\t", "\tz0\t"),
                "x line 3: column `moves` is missing or invalid",
            ),
        ] {
            assert_eq!(error(&with(&wrong)), message);
        }
    }
}

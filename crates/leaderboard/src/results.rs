//! The results of a tournament: logs with one record per line, which may be truncated at any byte.
//! A result is found by its key, so it counts as long as the game is the same.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use rayon::prelude::*;

use crate::failure::Failure;
use crate::field::{Field, Pairing};
use crate::files::list;
use crate::record::{RULES, Record};
use crate::settings::GameSettings;

const FOLDER: &str = "results";

/// One result per game with these settings.
#[derive(Debug, Default)]
pub(crate) struct Results {
    games: HashMap<[String; 2], Record>,
    settings: GameSettings,
}

impl Results {
    /// Reads all logs of the tournament in `folder`. Of several results of a game, the first
    /// counts, in the order of the names of the logs. An incomplete last line is ignored: its
    /// writer still runs, or was killed.
    pub(crate) fn read(folder: &Path, settings: GameSettings) -> Result<Self, Failure> {
        let mut results = Self {
            games: HashMap::new(),
            settings,
        };
        let folder = folder.join(FOLDER);
        if folder.is_dir() {
            let logs = list(&folder)?.into_iter();
            for path in logs.filter(|path| path.extension().is_some_and(|end| end == "jsonl")) {
                results.add_log(&path)?;
            }
        }
        Ok(results)
    }

    fn add_log(&mut self, path: &Path) -> Result<(), Failure> {
        let bytes = fs::read(path).map_err(Failure::file("read", path))?;
        let lines: Vec<_> = whole_lines(&bytes).split(|&byte| byte == b'\n').collect();
        let record = |(index, line): (usize, &[u8])| {
            let content = |why: String| {
                let (path, number) = (path.display(), index + 1);
                Failure::Refused(format!(
                    "{path}, line {number}: {why}; remove this line to play that game again"
                ))
            };
            let record: Record = serde_json::from_slice(line)
                .map_err(|error| content(format!("not a record of a game: {error}")))?;
            let counts = record.rules == RULES && record.settings == self.settings;
            if counts {
                record.check().map_err(content)?;
            }
            Ok(counts.then_some(record))
        };
        let lines = lines.into_par_iter().enumerate();
        let lines = lines.filter(|(_, line)| !line.is_empty());
        let records: Vec<Result<_, Failure>> = lines.map(record).collect();
        for record in records {
            record?.into_iter().for_each(|record| self.add(record));
        }
        Ok(())
    }

    pub(crate) fn add(&mut self, record: Record) {
        let key = [record.black.key.clone(), record.white.key.clone()];
        self.games.entry(key).or_insert(record);
    }

    pub(crate) fn get(&self, field: &Field, game: Pairing) -> Option<&Record> {
        let key = |player: usize| field.players()[player].key.clone();
        self.games.get(&[key(game.black), key(game.white)])
    }

    pub(crate) fn of(
        &self,
        field: &Field,
        games: impl IntoIterator<Item = Pairing>,
    ) -> impl Iterator<Item = (Pairing, &Record)> {
        let games = games.into_iter();
        games.filter_map(|game| self.get(field, game).map(|record| (game, record)))
    }
}

fn whole_lines(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte == b'\n');
    &bytes[..end.map_or(0, |end| end + 1)]
}

/// One of several processes that share the games of a stage. Written as `3/8`: the games 3, 11, 19
/// and so on, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    index: usize,
    count: usize,
}

impl Shard {
    pub(crate) fn of<T>(self, games: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
        games.into_iter().skip(self.index).step_by(self.count)
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.split_once('/');
        let parts = parts.and_then(|(index, count)| index.parse().ok().zip(count.parse().ok()));
        parts
            .filter(|(index, count)| index < count)
            .map(|(index, count)| Self { index, count })
            .ok_or("expected I/N with I from 0 to N - 1, as in 3/8")
    }
}

/// Locks the tournament until the file is closed; a shard locks out only the same shard.
pub(crate) fn lock(folder: &Path, shard: Option<Shard>) -> Result<File, Failure> {
    let logs = folder.join(FOLDER);
    fs::create_dir_all(&logs).map_err(Failure::file("create the folder", &logs))?;
    let file = open(&folder.join("lock"))?;
    let locked = match shard {
        None => file.try_lock(),
        Some(_) => file.try_lock_shared(),
    };
    held(locked, folder, "another process is playing this tournament")?;
    Ok(file)
}

#[derive(Debug)]
pub(crate) struct Log {
    file: File,
    path: PathBuf,
}

impl Log {
    /// Opens the log of `shard`, and removes an incomplete last line.
    pub(crate) fn open(folder: &Path, shard: Option<Shard>) -> Result<Self, Failure> {
        let name = match shard {
            None => "games.jsonl".to_owned(),
            Some(Shard { index, count }) => format!("shard-{index}-of-{count}.jsonl"),
        };
        let path = folder.join(FOLDER).join(name);
        let mut file = open(&path)?;
        held(
            file.try_lock(),
            &path,
            "another process is playing this shard",
        )?;
        let mut repair = || {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            let length = whole_lines(&bytes).len() as u64;
            file.set_len(length)?;
            file.seek(SeekFrom::Start(length))
        };
        repair().map_err(Failure::file("repair", &path))?;
        Ok(Self { file, path })
    }

    /// When this function returns, the result is on the disk.
    pub(crate) fn add(&mut self, record: &Record) -> Result<(), Failure> {
        let mut line = serde_json::to_vec(record).expect("a record can be written as JSON");
        line.push(b'\n');
        let written = self.file.write_all(&line);
        written
            .and_then(|()| self.file.sync_data())
            .map_err(Failure::file("write", &self.path))
    }
}

fn open(path: &Path) -> Result<File, Failure> {
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create(true).truncate(false);
    options.open(path).map_err(Failure::file("open", path))
}

fn held(locked: Result<(), TryLockError>, path: &Path, by: &str) -> Result<(), Failure> {
    match locked {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(Failure::Refused(format!(
            "{by}: {} is locked",
            path.display()
        ))),
        Err(TryLockError::Error(error)) => Err(Failure::file("lock", path)(error)),
    }
}

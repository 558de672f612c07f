//! The files of finished games: one per game, and logs with one record per line,
//! which may be truncated at any byte.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::files::all_may_read;
use crate::pairing::Pairing;
use crate::plan::Plan;
use crate::provenance::{Provenance, Versions};
use crate::record::Record;

/// Writes the file of a game to `folder`; it is on the disk when this function
/// returns. Returns `false`, and changes nothing, if the game has another result
/// already: creating a hard link fails if the name exists, on network file systems
/// too, so a game never has two.
pub fn commit(folder: &Path, record: &Record) -> Result<bool, Failure> {
    let path = folder.join(format!("{}.json", record.game));
    let mut line = serde_json::to_vec(record).expect("a record can be written as JSON");
    line.push(b'\n');
    let write = || {
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(&line)?;
        all_may_read(file.as_file())?;
        file.as_file().sync_all()?;
        match fs::hard_link(file.path(), &path) {
            Ok(()) => {}
            // A server of NFS may have lost its first answer, and so repeat the call.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                return Ok(fs::read(&path)? == line);
            }
            Err(error) => return Err(error),
        }
        sync(folder);
        Ok(true)
    };
    write().map_err(Failure::file("write", &path))
}

/// Returns the names of the games whose files are in `folder`.
pub(crate) fn finished(folder: &Path) -> Result<BTreeSet<String>, Failure> {
    let failed = || Failure::file("read", folder);
    let mut games = BTreeSet::new();
    for entry in fs::read_dir(folder).map_err(failed())? {
        let name = entry.map_err(failed())?.file_name();
        if let Some(game) = name.to_str().and_then(|name| name.strip_suffix(".json")) {
            games.insert(game.to_owned());
        }
    }
    Ok(games)
}

/// Writes the names of new files in `folder` to the disk too. Where a folder cannot
/// be synchronized, the system does so later.
fn sync(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

fn whole_lines(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte == b'\n');
    &bytes[..end.map_or(0, |end| end + 1)]
}

/// Finished games, each once.
#[derive(Clone, Debug, Default)]
pub struct Records {
    games: BTreeMap<Pairing, (Record, String)>,
    mixes_versions: bool,
}

impl Records {
    /// Returns no games yet. Unless `mixes` is set, games that different
    /// versions played are refused.
    pub fn mixing_versions(mixes: bool) -> Self {
        Self {
            mixes_versions: mixes,
            ..Self::default()
        }
    }

    /// Checks that games of `versions` may be added; the error is the reason why
    /// not. `None` is a version that recorded none.
    pub fn accepts(&self, versions: Option<&Versions>) -> Result<(), String> {
        // All the others have the versions of the first.
        let Some((known, location)) = self.games.values().next() else {
            return Ok(());
        };
        let theirs = known.played.as_ref().map(|played| &played.versions);
        if self.mixes_versions || theirs == versions {
            return Ok(());
        }
        let words = |versions: Option<&Versions>| match versions {
            Some(versions) => versions.to_string(),
            None => "a version that recorded none".to_owned(),
        };
        Err(format!(
            "mixed versions: {}, but {} in {location} was played by {}; use the same program and \
             compilers for all games, or accept the mixture with --mixed-versions",
            words(versions),
            known.game,
            words(theirs)
        ))
    }

    /// Adds the records of all games and logs in `folder`, the files that end in
    /// `.json` or `.jsonl`.
    pub fn add_folder(&mut self, folder: &Path, plan: &Plan) -> Result<(), Failure> {
        let entries = fs::read_dir(folder).map_err(Failure::file("read", folder))?;
        let paths: Result<BTreeSet<PathBuf>, _> = entries
            .map(|entry| entry.map(|entry| entry.path()))
            .collect();
        for path in paths.map_err(Failure::file("read", folder))? {
            if path
                .extension()
                .is_some_and(|extension| extension == "json" || extension == "jsonl")
            {
                self.add_log(&path, plan)?;
            }
        }
        Ok(())
    }

    /// Adds the records of the log at `path`, except for a last line without an
    /// end: its writer may still be running, or was killed. Refuses a record
    /// that differs from the known one of the same game, that is not of `plan`,
    /// or whose moves are impossible.
    pub fn add_log(&mut self, path: &Path, plan: &Plan) -> Result<(), Failure> {
        let bytes = fs::read(path).map_err(Failure::file("read", path))?;
        let lines = whole_lines(&bytes).split(|&byte| byte == b'\n');
        for (index, line) in lines.enumerate().filter(|(_, line)| !line.is_empty()) {
            let content = |why: String| Failure::Content {
                path: path.to_owned(),
                line: Some(index + 1),
                why,
            };
            let record: Record = serde_json::from_slice(line)
                .map_err(|error| content(format!("not a record of a game: {error}")))?;
            record.check(plan).map_err(content)?;
            let location = format!("{}, line {}", path.display(), index + 1);
            self.add(record, location).map_err(content)?;
        }
        Ok(())
    }

    /// Adds the record that was read at `location`. Fails if another record of
    /// the same game is known.
    pub fn add(&mut self, record: Record, location: String) -> Result<(), String> {
        if let Some((other, elsewhere)) = self.games.get(&record.game) {
            if *other == record {
                return Ok(());
            }
            return Err(format!(
                "{} was played twice: here \"{}\", in {elsewhere} \"{}\"; remove one of the two \
                 lines",
                record.game,
                summary(&record),
                summary(other)
            ));
        }
        let versions = record
            .played
            .as_ref()
            .map(|played: &Provenance| &played.versions);
        self.accepts(versions)?;
        self.games.insert(record.game, (record, location));
        Ok(())
    }

    /// Returns `true` if `game` is finished.
    pub fn has(&self, game: Pairing) -> bool {
        self.games.contains_key(&game)
    }

    /// Returns the record of `game`.
    pub fn get(&self, game: Pairing) -> Option<&Record> {
        self.games.get(&game).map(|(record, _)| record)
    }

    /// Returns the record of `game`; the error says that there is none.
    pub fn find(&self, game: Pairing) -> Result<&Record, String> {
        self.get(game).ok_or_else(|| {
            format!("{game} has not been played (`leaderboard missing` lists the missing games)")
        })
    }

    /// Returns all records in the order of the games.
    pub fn iter(&self) -> impl Iterator<Item = &Record> {
        self.games.values().map(|(record, _)| record)
    }

    /// Returns all records as one log.
    pub fn to_log(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for record in self.iter() {
            serde_json::to_writer(&mut bytes, record).expect("a record can be written as JSON");
            bytes.push(b'\n');
        }
        bytes
    }
}

fn summary(record: &Record) -> String {
    format!(
        "{}, {} moves, {} and {} µs",
        record.reason,
        record.moves.len(),
        record.black_us,
        record.white_us
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Ending, Move, Outcome};
    use crate::samples;
    use proptest::prelude::*;
    use reversi_core::Square;

    /// A game that ended after one move, in that many microseconds.
    fn record(plan: &Plan, game: Pairing, micros: u64) -> Record {
        Record {
            end: Ending::Time,
            reason: "white lost at move 2: it took longer than 1 s".to_owned(),
            black_discs: 4,
            white_discs: 1,
            black_us: micros,
            white_us: 1_000_000,
            moves: vec![Move(Square::new(0, 1), micros)],
            ..samples::record(plan, game, Outcome::Black)
        }
    }

    fn games() -> Vec<Pairing> {
        Pairing::qualification(5)
    }

    proptest! {
        /// Wherever a log is truncated, its complete lines remain.
        #[test]
        fn a_truncated_log_has_its_complete_lines(count in 1..6_usize, cut in any::<prop::sample::Index>()) {
            let folder = tempfile::tempdir().expect("a folder can be made");
            let plan = samples::plan(5, 4);
            let mut all = Records::default();
            for &game in games().iter().take(count) {
                all.add(record(&plan, game, 7), "here".to_owned()).expect("each once");
            }
            let whole = all.to_log();
            let length = cut.index(whole.len() + 1);
            let path = folder.path().join("log.jsonl");
            fs::write(&path, &whole[..length]).expect("it can be written");

            let mut truncated = Records::default();
            truncated.add_log(&path, &plan).expect("an incomplete last line is not an error");
            let left = whole[..length].split(|&byte| byte == b'\n').count() - 1;
            prop_assert_eq!(truncated.to_log(), all.iter().take(left).flat_map(|one| {
                serde_json::to_vec(one).into_iter().flatten().chain([b'\n'])
            }).collect::<Vec<u8>>());
        }

    }

    proptest! {
        // Each result is written to the disk.
        #![proptest_config(ProptestConfig::with_cases(16))]

        /// However many processes finish the same games, in any order, each game has
        /// the result that came first.
        #[test]
        fn the_first_result_of_a_game_counts(results in prop::collection::vec((0..4_usize, 0..3_u64), 0..20)) {
            let folder = tempfile::tempdir().expect("a folder can be made");
            let plan = samples::plan(5, 4);
            let mut first = BTreeMap::new();
            for &(game, micros) in &results {
                let record = record(&plan, games()[game], micros);
                let counts = *first.entry(record.game).or_insert(micros) == micros;
                prop_assert_eq!(commit(folder.path(), &record).expect("it can be written"), counts);
            }
            let mut records = Records::default();
            records.add_folder(folder.path(), &plan).expect("they are whole");
            let found: BTreeMap<_, _> = records.iter().map(|one| (one.game, one.black_us)).collect();
            prop_assert_eq!(found, first.clone());
            let names: BTreeSet<String> = first.keys().map(Pairing::to_string).collect();
            prop_assert_eq!(finished(folder.path()).expect("it is there"), names);
        }
    }

    proptest! {
        #[test]
        fn merging_is_idempotent_and_order_does_not_matter(
            pieces in prop::collection::vec(prop::collection::vec(0..20_usize, 0..8), 0..5),
        ) {
            let plan = samples::plan(5, 4);
            let games = games();
            let merged = |pieces: &mut dyn Iterator<Item = &Vec<usize>>| {
                let mut records = Records::default();
                for &game in pieces.flatten() {
                    let record = record(&plan, games[game], game as u64);
                    records.add(record, "a place".to_owned()).expect("there is no conflict");
                }
                records.to_log()
            };
            let once = merged(&mut pieces.iter());
            prop_assert_eq!(&merged(&mut pieces.iter().rev()), &once);
            prop_assert_eq!(&merged(&mut pieces.iter().chain(&pieces)), &once);
        }

        #[test]
        fn a_conflict_is_found_in_any_game(game in 0..20_usize, first in 0..9_u64, second in 0..9_u64) {
            let plan = samples::plan(5, 4);
            let mut records = Records::default();
            for (index, &other) in games().iter().enumerate() {
                let micros = if index == game { first } else { 3 };
                records.add(record(&plan, other, micros), "here".to_owned()).expect("each once");
            }
            let again = records.add(record(&plan, games()[game], second), "there".to_owned());
            prop_assert_eq!(again.is_ok(), first == second);
        }
    }
}

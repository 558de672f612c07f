//! The folder of a tournament: its plan and its logs.

use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::log::Records;
use crate::pairing::{Pairing, Stage};
use crate::plan::Plan;
use crate::score;
use crate::shard::Shard;

/// A tournament in its folder.
///
/// ```text
/// plan.json                          what is played
/// games/qualification-0-of-1.jsonl   a line a finished game, a file a shard
/// games/finals-0-of-1.jsonl
/// games.jsonl                        all of them, by `leaderboard merge`
/// site/                              the pages
/// ```
#[derive(Clone, Debug)]
pub struct Tournament {
    folder: PathBuf,
    /// What is played.
    pub plan: Plan,
}

impl Tournament {
    /// The tournament in `folder`.
    pub fn open(folder: &Path) -> Result<Self, Failure> {
        let path = plan_file(folder);
        if !path.exists() {
            return Err(Failure::Asked(format!(
                "there is no tournament in {}: `leaderboard plan SUBMISSIONS` makes one",
                folder.display()
            )));
        }
        Ok(Self {
            folder: folder.to_owned(),
            plan: Plan::read(&path)?,
        })
    }

    /// Begins the tournament `plan` in `folder`, or opens it if it is there.
    /// Refuses a folder in which there is another.
    pub fn begin(folder: &Path, plan: Plan) -> Result<Self, Failure> {
        let games = folder.join("games");
        fs::create_dir_all(&games).map_err(Failure::file("make the folder", &games))?;
        let path = plan_file(folder);
        if path.exists() {
            let there = Plan::read(&path)?;
            if there.tournament != plan.tournament {
                return Err(Failure::Asked(format!(
                    "the tournament in {} has other players, submissions or settings: name \
                     another folder with --tournament, or remove this one",
                    folder.display()
                )));
            }
        }
        plan.write(&path)?;
        Ok(Self {
            folder: folder.to_owned(),
            plan,
        })
    }

    /// The file in which `shard` keeps its games of `stage`.
    pub fn log(&self, stage: Stage, shard: Shard) -> PathBuf {
        let Shard { index, count } = shard;
        self.folder
            .join("games")
            .join(format!("{stage}-{index}-of-{count}.jsonl"))
    }

    /// The file that holds the games of all shards, once they are merged.
    pub fn merged(&self) -> PathBuf {
        self.folder.join("games.jsonl")
    }

    /// Where the pages are, unless one says otherwise.
    pub fn site(&self) -> PathBuf {
        self.folder.join("site")
    }

    /// Every game that was finished so far.
    pub fn records(&self) -> Result<Records, Failure> {
        let games = self.folder.join("games");
        let mut records = Records::default();
        let mut logs = Vec::new();
        if games.is_dir() {
            for entry in fs::read_dir(&games).map_err(Failure::file("read", &games))? {
                let path = entry.map_err(Failure::file("read", &games))?.path();
                if path.extension().is_some_and(|ending| ending == "jsonl") {
                    logs.push(path);
                }
            }
        }
        let merged = self.merged();
        if merged.exists() {
            logs.push(merged);
        }
        logs.sort();
        for log in logs {
            records.add_log(&log, &self.plan)?;
        }
        Ok(records)
    }

    /// The games of `stage`, and of the finals none before the qualification
    /// is over.
    pub fn games(&self, stage: Stage, records: &Records) -> Vec<Pairing> {
        match stage {
            Stage::Qualification => Pairing::qualification(self.plan.players.len()),
            Stage::Finals => score::finalists(&self.plan, records)
                .map_or(Vec::new(), |finalists| Pairing::finals(&finalists)),
        }
    }

    /// The games of `stage` that are still to be played.
    pub fn missing(&self, stage: Stage, records: &Records) -> Vec<Pairing> {
        let mut games = self.games(stage, records);
        games.retain(|&game| !records.has(game));
        games
    }

    /// Whether the qualification is over, so that it is known who plays the
    /// finals.
    pub fn is_qualified(&self, records: &Records) -> bool {
        self.missing(Stage::Qualification, records).is_empty()
    }
}

fn plan_file(folder: &Path) -> PathBuf {
    folder.join("plan.json")
}

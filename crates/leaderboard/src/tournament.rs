//! The folder of a tournament: its plan and its logs.

use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::finals;
use crate::log::Records;
use crate::pairing::{Pairing, Stage};
use crate::plan::Plan;
use crate::score;

/// A tournament in its folder.
///
/// ```text
/// plan.json             the players and the settings
/// games/f-3-7.json      a finished game
/// claims/f-3-7.1        the process that plays it, or has played it
/// games.jsonl           all games, by `leaderboard merge`
/// site/                 the pages
/// ```
#[derive(Clone, Debug)]
pub struct Tournament {
    folder: PathBuf,
    /// If set, games that different versions played are accepted.
    mixes_versions: bool,
    /// The players and the settings.
    pub plan: Plan,
}

impl Tournament {
    /// Opens the tournament in `folder`.
    pub fn open(folder: &Path) -> Result<Self, Failure> {
        let path = plan_file(folder);
        if !path.exists() {
            return Err(Failure::Refused(format!(
                "there is no tournament in {}; `leaderboard plan SUBMISSIONS` creates one",
                folder.display()
            )));
        }
        Ok(Self {
            folder: folder.to_owned(),
            mixes_versions: false,
            plan: Plan::read(&path)?,
        })
    }

    /// Creates the tournament `plan` in `folder`, or opens it if it exists.
    /// Refuses a folder that has another tournament.
    pub fn begin(folder: &Path, plan: Plan) -> Result<Self, Failure> {
        let games = folder.join("games");
        fs::create_dir_all(&games).map_err(Failure::file("create the folder", &games))?;
        let path = plan_file(folder);
        let mut plan = plan;
        if path.exists() {
            let known = Plan::read(&path)?;
            if known.tournament != plan.tournament {
                return Err(Failure::Refused(format!(
                    "the tournament in {} has other players, submissions or settings; choose \
                     another folder with --tournament, or remove this one",
                    folder.display()
                )));
            }
            // The tournament began when it was first planned.
            plan.planned = known.planned;
        }
        plan.write(&path)?;
        Ok(Self {
            folder: folder.to_owned(),
            mixes_versions: false,
            plan,
        })
    }

    /// Accepts games that different versions played, if `mixes` is set.
    #[must_use]
    pub fn mixing_versions(self, mixes: bool) -> Self {
        Self {
            mixes_versions: mixes,
            ..self
        }
    }

    /// Returns its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the folder of the finished games.
    pub fn finished(&self) -> PathBuf {
        self.folder.join("games")
    }

    /// Returns the path of the file that `merge` writes.
    pub fn merged(&self) -> PathBuf {
        self.folder.join("games.jsonl")
    }

    /// Returns the default folder of the pages.
    pub fn site(&self) -> PathBuf {
        self.folder.join("site")
    }

    /// Reads all finished games.
    pub fn records(&self) -> Result<Records, Failure> {
        let (games, merged) = (self.finished(), self.merged());
        let mut records = Records::mixing_versions(self.mixes_versions);
        if games.is_dir() {
            records.add_folder(&games, &self.plan)?;
        }
        if merged.exists() {
            records.add_log(&merged, &self.plan)?;
        }
        Ok(records)
    }

    /// Returns the games of `stage` that are known; none of the finals before the
    /// qualification is finished, and none of a Swiss round before the one before.
    pub fn games(&self, stage: Stage, records: &Records) -> Vec<Pairing> {
        match stage {
            Stage::Qualification => Pairing::qualification(self.plan.players.len()),
            Stage::Finals => {
                let finalists = score::finalists(&self.plan, records);
                finalists.map_or(Vec::new(), |finalists| {
                    finals::games(&self.plan, &finalists, records)
                })
            }
        }
    }

    /// Returns the games of `stage` that are still to be played.
    pub fn missing(&self, stage: Stage, records: &Records) -> Vec<Pairing> {
        let mut games = self.games(stage, records);
        games.retain(|&game| !records.has(game));
        games
    }

    /// Returns `true` if the qualification is finished, so that the finalists
    /// are known.
    pub fn is_qualified(&self, records: &Records) -> bool {
        self.missing(Stage::Qualification, records).is_empty()
    }

    /// Returns how many games are missing, in words; `None` if the tournament
    /// is finished.
    pub fn unfinished(&self, records: &Records) -> Option<String> {
        let [qualification, finals] = Stage::ALL.map(|stage| self.missing(stage, records).len());
        match (qualification, finals) {
            (0, 0) => None,
            (0, finals) => Some(games_are_missing(finals, Stage::Finals)),
            (qualification, _) => Some(format!(
                "{}; the finals have not started",
                games_are_missing(qualification, Stage::Qualification)
            )),
        }
    }
}

/// As in "1 qualification game is missing".
pub(crate) fn games_are_missing(number: usize, stage: Stage) -> String {
    let games = if number == 1 { "game is" } else { "games are" };
    format!("{number} {stage} {games} missing")
}

fn plan_file(folder: &Path) -> PathBuf {
    folder.join("plan.json")
}

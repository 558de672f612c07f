//! A tournament: a folder with the settings, the builds of submissions, and results.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::builds::Builds;
use crate::failure::Failure;
use crate::field::{Field, Pairing};
use crate::record::Record;
use crate::results::Results;
use crate::score::{self, Standing, TournamentStage};
use crate::settings::Settings;

/// The present state of a tournament: the players of the submissions' files, and the results
/// between them.
#[derive(Debug)]
pub(crate) struct Tournament {
    pub site: PathBuf,
    pub builds: Builds,
    pub field: Field,
    pub results: Results,
    /// In the order of the table.
    pub standings: Vec<Standing>,
    pub settings: Settings,
}

impl Tournament {
    pub(crate) fn read(folder: &Path) -> Result<Self, Failure> {
        let settings = Settings::read(folder)?.ok_or_else(|| {
            let folder = folder.display();
            Failure::Refused(format!(
                "there is no tournament in {folder}; `leaderboard run SUBMISSIONS` creates one"
            ))
        })?;
        let field = Field::read(&settings, &Builds::new(folder))?;
        Self::of(folder, settings, field)
    }

    pub(crate) fn of(folder: &Path, settings: Settings, field: Field) -> Result<Self, Failure> {
        let results = Results::read(folder, settings.game)?;
        Ok(Self {
            site: folder.join("site"),
            builds: Builds::new(folder),
            standings: score::standings(&field, &results),
            results,
            field,
            settings,
        })
    }

    /// Returns `None` for the finals while qualification games are missing.
    pub(crate) fn games(&self, stage: TournamentStage) -> Option<Vec<Pairing>> {
        score::games(&self.field, &self.results, stage)
    }

    /// Returns the `games` without a result, each pair of players' files once.
    pub(crate) fn missing(&self, games: impl IntoIterator<Item = Pairing>) -> Vec<Pairing> {
        let mut keys = BTreeSet::new();
        let players = self.field.players();
        let games = games.into_iter();
        games
            .filter(|&game| self.results.get(&self.field, game).is_none())
            .filter(|game| keys.insert((&players[game.black].key, &players[game.white].key)))
            .collect()
    }

    pub(crate) fn played(&self) -> impl Iterator<Item = (TournamentStage, Pairing, &Record)> {
        TournamentStage::ALL.into_iter().flat_map(|stage| {
            let games = self.games(stage).unwrap_or_default();
            let played = self.results.of(&self.field, games);
            played.map(move |(game, record)| (stage, game, record))
        })
    }

    pub(crate) fn names(&self, game: Pairing) -> [&str; 2] {
        [game.black, game.white].map(|player| self.field.players()[player].name.as_str())
    }

    pub(crate) fn unfinished(&self) -> Option<String> {
        let [qualification, finals] = TournamentStage::ALL;
        let missing = |stage| Some((stage, self.missing(self.games(stage)?).len()));
        let (stage, missing) = missing(finals).or_else(|| missing(qualification))?;
        (missing > 0).then(|| format!("missing games of the {}: {missing}", stage.name()))
    }
}

//! The plan of a tournament: its players and settings.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::builtin::Builtin;
use crate::failure::Failure;
use crate::files::{hash, write_whole};
use crate::name;
use crate::opening;
use crate::pairing::{Gatekeeper, Pairing, Side};
use crate::provenance::Provenance;
use crate::settings::{Finals, Settings};

/// A player of the tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// Its name: unique, and safe to print.
    pub name: String,
    /// Its origin.
    #[serde(flatten)]
    pub source: Source,
}

/// The origin of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// A file or folder in the folder of the submissions.
    Submission {
        /// Its name there.
        file: String,
        /// The SHA-256 hash of its content when the tournament was planned.
        hash: String,
    },
    /// A built-in player.
    Builtin(#[serde(with = "crate::by_text")] Builtin),
}

/// The plan of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The identity of the tournament: a hash of the settings and the players.
    /// The folder is not part of it: it may differ between machines.
    pub tournament: String,
    /// The settings of every game.
    pub settings: Settings,
    /// The folder of the submissions.
    pub submissions: String,
    /// The players; their numbers are their indices.
    pub players: Vec<Entrant>,
    /// The way the finals are played.
    #[serde(
        default,
        skip_serializing_if = "Finals::is_round_robin",
        with = "crate::by_text"
    )]
    pub finals: Finals,
    /// The openings of the finals, each as its moves: `cdee` is cd, then ee. If there
    /// are none, games begin at the start position.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub openings: Vec<String>,
    /// The tool and the machine that planned it, if recorded. It is not part of
    /// the identity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub planned: Option<Provenance>,
}

impl Plan {
    /// Plans a tournament between the submissions in the folder `submissions`
    /// and the built-in players `with`; its origin is not set.
    pub fn make(submissions: &Path, with: &[Builtin], settings: Settings) -> Result<Self, Failure> {
        let submissions = fs::canonicalize(submissions)
            .map_err(Failure::file("find the submissions", submissions))?;
        let mut players = Vec::new();
        let mut taken: BTreeSet<String> = Gatekeeper::ALL
            .map(|one| one.name().to_owned())
            .into_iter()
            .collect();
        for file in entries(&submissions)? {
            let path = submissions.join(&file);
            let stem = if path.is_dir() {
                file.as_str()
            } else {
                file.rsplit_once('.')
                    .map_or(file.as_str(), |(stem, _)| stem)
            };
            let name = name::unique(&file, stem, &taken);
            taken.insert(name.clone());
            let hash = hash(&path)?;
            players.push(Entrant {
                name,
                source: Source::Submission { file, hash },
            });
        }
        for builtin in with {
            let own = builtin.to_string();
            let name = name::unique(&format!("{own} (built in)"), &own, &taken);
            taken.insert(name.clone());
            players.push(Entrant {
                name,
                source: Source::Builtin(*builtin),
            });
        }
        if players.is_empty() {
            return Err(Failure::Refused(format!(
                "{} contains no submissions",
                submissions.display()
            )));
        }
        let mut plan = Self {
            tournament: String::new(),
            settings,
            submissions: text(submissions.into_os_string())?,
            players,
            finals: Finals::default(),
            openings: Vec::new(),
            planned: None,
        };
        plan.tournament = plan.hash();
        Ok(plan)
    }

    /// Plays the finals from `count` balanced openings.
    pub fn open(&mut self, count: usize) -> Result<(), Failure> {
        self.openings = opening::generate(&self.settings, count)?;
        self.tournament = self.hash();
        Ok(())
    }

    /// Plays the finals in this way.
    pub fn choose_finals(&mut self, finals: Finals) -> Result<(), Failure> {
        self.finals = finals;
        if finals == Finals::Gauntlet && self.builtins().next().is_none() {
            return Err(Failure::Refused(
                "a gauntlet is played against built-in players; add at least one with --with"
                    .to_owned(),
            ));
        }
        self.tournament = self.hash();
        Ok(())
    }

    /// Returns the numbers of the built-in players, which a gauntlet is played against.
    pub(crate) fn builtins(&self) -> impl Iterator<Item = usize> {
        let players = self.players.iter().enumerate();
        players
            .filter(|(_, entrant)| matches!(entrant.source, Source::Builtin(_)))
            .map(|(player, _)| player)
    }

    /// Returns `true` if the finals are a gauntlet against this player: it does not take
    /// part in them itself.
    pub(crate) fn is_opponent(&self, player: usize) -> bool {
        self.finals == Finals::Gauntlet && matches!(self.players[player].source, Source::Builtin(_))
    }

    /// Returns the moves of the opening of `game`; empty if it has none, `None` if it is
    /// not in the plan.
    pub fn opening(&self, game: Pairing) -> Option<&str> {
        match game.opening() {
            Some(opening) => self.openings.get(opening).map(String::as_str),
            None => Some(""),
        }
    }

    fn hash(&self) -> String {
        let terms = (&self.settings, &self.players);
        // Plans of earlier versions keep their identity.
        let json = if self.openings.is_empty() && self.finals.is_round_robin() {
            serde_json::to_vec(&terms)
        } else {
            serde_json::to_vec(&(terms, &self.openings, self.finals.to_string()))
        };
        let json = json.expect("a plan can be written as JSON");
        format!("{:x}", Sha256::digest(json))[..16].to_owned()
    }

    /// Reads the plan in the file `path`.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let text = fs::read(path).map_err(Failure::file("read", path))?;
        let content = |why: String| Failure::Content {
            path: path.to_owned(),
            line: None,
            why,
        };
        let plan: Self = serde_json::from_slice(&text)
            .map_err(|error| content(format!("not a plan of a tournament: {error}")))?;
        if aps105_lab8::rules(plan.settings.size.into()).is_none() {
            return Err(content(format!(
                "the size must be an even number from 4 to 26, not {}",
                plan.settings.size
            )));
        }
        for (number, opening) in plan.openings.iter().enumerate() {
            if let Err(why) = opening::play(&plan.settings, opening) {
                return Err(content(format!("opening {number}, {opening:?}: {why}")));
            }
        }
        if plan.tournament != plan.hash() {
            return Err(content(
                "the plan was edited after it was written; plan the tournament again".to_owned(),
            ));
        }
        Ok(plan)
    }

    /// Writes the plan to the file `path`, completely or not at all.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        let mut json = serde_json::to_vec_pretty(self).expect("a plan can be written as JSON");
        json.push(b'\n');
        write_whole(path, &json)
    }

    /// Returns the name of `side`.
    pub fn name(&self, side: Side) -> &str {
        match side {
            Side::Entrant(player) => &self.players[player].name,
            Side::Gatekeeper(gatekeeper) => gatekeeper.name(),
        }
    }
}

/// Returns the names in `folder` that do not start with a dot, sorted.
fn entries(folder: &Path) -> Result<Vec<String>, Failure> {
    let entries = fs::read_dir(folder).map_err(Failure::file("read", folder))?;
    let mut names = Vec::new();
    for entry in entries {
        let name = entry.map_err(Failure::file("read", folder))?.file_name();
        names.push(text(name)?);
    }
    names.retain(|name| !name.starts_with('.'));
    names.sort();
    Ok(names)
}

/// Returns a name as text: the plan is JSON, which is UTF-8.
fn text(name: OsString) -> Result<String, Failure> {
    name.into_string().map_err(|name| {
        let name = name.display();
        Failure::Refused(format!("the name {name} is not UTF-8; rename it"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::folder;
    use opponents::Opponent;

    fn plan(folder: &Path) -> Plan {
        let engine = Builtin {
            opponent: Opponent::Strongest,
            level: Some(3),
        };
        Plan::make(folder, &[engine, engine], Settings::default()).expect("it can be planned")
    }

    #[test]
    fn every_player_has_a_name_of_its_own() {
        let folder = folder(&[
            ("alice.c", "a"),
            ("alice/x.c", "b"),
            ("smarter/y.c", "c"),
            (".hidden", "d"),
        ]);
        let plan = plan(folder.path());
        let names: Vec<_> = plan.players.iter().map(|one| one.name.as_str()).collect();
        let expected = [
            "alice",
            "alice.c",
            "smarter (2)",
            "engine:3",
            "engine:3 (built in)",
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn a_changed_submission_makes_another_tournament() {
        let one = folder(&[("a/x.c", "1"), ("b.c", "2")]);
        let same = folder(&[("a/x.c", "1"), ("b.c", "2")]);
        let other = folder(&[("a/x.c", "1"), ("b.c", "3")]);
        let moved = folder(&[("a/y.c", "1"), ("b.c", "2")]);
        let hash = |folder: &tempfile::TempDir| plan(folder.path()).tournament;
        assert_eq!(hash(&one), hash(&same));
        assert_ne!(hash(&one), hash(&other));
        assert_ne!(hash(&one), hash(&moved));
    }

    #[test]
    fn a_plan_is_read_as_written_and_refused_if_edited() {
        let folder = folder(&[("a.c", "1")]);
        let plan = plan(folder.path());
        let path = folder.path().join("plan.json");
        plan.write(&path).expect("it can be written");
        assert_eq!(Plan::read(&path).expect("it is a plan"), plan);
        let text = fs::read_to_string(&path).expect("it is text");
        fs::write(&path, text.replace("1000", "2000")).expect("it can be written");
        let error = Plan::read(&path).expect_err("it was edited");
        assert!(error.to_string().contains("edited"), "{error}");
    }
}

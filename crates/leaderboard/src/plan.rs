//! What is to be played: the players, the settings, and from them every game.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use reversi_core::{Disc, Rules};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::contestant::Builtin;
use crate::failure::Failure;
use crate::name;

/// What holds for every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The rows and columns of the board: even, from 4 to 26.
    pub size: u8,
    /// The longest time a move may take, in milliseconds.
    pub move_ms: u32,
    /// The memory that a player may use, in MiB.
    pub memory_mib: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            size: 8,
            move_ms: 1000,
            memory_mib: 1024,
        }
    }
}

impl Settings {
    /// The rules of the game on that board.
    pub fn rules(&self) -> Rules {
        aps105_lab8::rules(self.size.into()).expect("a plan has a size of the handout's")
    }

    /// The longest time a move may take.
    pub fn move_time(&self) -> Duration {
        Duration::from_millis(self.move_ms.into())
    }
}

/// A player of the tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// What it is called: different from all others, and safe to print.
    pub name: String,
    /// Where it comes from.
    #[serde(flatten)]
    pub source: Source,
}

/// Where a player comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// A file or folder among the submissions.
    Submission {
        /// Its name there.
        file: String,
        /// What it held when the tournament was planned: SHA-256.
        hash: String,
    },
    /// One of the players that come with this program.
    Builtin(Builtin),
}

/// Who everybody plays in the qualification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gatekeeper {
    /// The handout's library's `findSmarterMove`.
    Smarter,
    /// The handout's library's `findSmartestMove`.
    Smartest,
}

impl Gatekeeper {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Smarter, Self::Smartest];

    /// What it is called, in the tables too.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Smarter => "smarter",
            Self::Smartest => "smartest",
        }
    }
}

/// One of those who sit at a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The player of this number in the plan.
    Entrant(usize),
    /// One of the two of the qualification.
    Gatekeeper(Gatekeeper),
}

/// A part of the tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Stage {
    /// Everybody against smarter and smartest, with both colours.
    Qualification,
    /// Every pair of finalists, each as black once.
    Finals,
}

impl Stage {
    /// Both, in order.
    pub const ALL: [Self; 2] = [Self::Qualification, Self::Finals];
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Qualification => "qualification",
            Self::Finals => "finals",
        })
    }
}

/// A game of the tournament. Written as `q-3-smarter-black`, player 3 with
/// black against smarter, or `f-3-7`, player 3 with black against player 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Pairing {
    /// Of the qualification.
    Qualification {
        /// The number of the player who wants to qualify.
        player: usize,
        /// Against whom.
        against: Gatekeeper,
        /// Whether the player has white.
        has_white: bool,
    },
    /// Of the finals.
    Final {
        /// The number of the player with black.
        black: usize,
        /// And with white.
        white: usize,
    },
}

impl Pairing {
    /// The part it belongs to.
    pub fn stage(self) -> Stage {
        match self {
            Self::Qualification { .. } => Stage::Qualification,
            Self::Final { .. } => Stage::Finals,
        }
    }

    /// Who plays `disc`.
    pub fn side(self, disc: Disc) -> Side {
        match self {
            Self::Qualification {
                player,
                against,
                has_white,
            } => {
                if has_white == (disc == Disc::White) {
                    Side::Entrant(player)
                } else {
                    Side::Gatekeeper(against)
                }
            }
            Self::Final { black, white } => Side::Entrant(match disc {
                Disc::Black => black,
                Disc::White => white,
            }),
        }
    }

    /// The games of the qualification for so many players.
    pub fn qualification(players: usize) -> Vec<Self> {
        let mut games = Vec::new();
        for player in 0..players {
            for against in Gatekeeper::ALL {
                for has_white in [false, true] {
                    games.push(Self::Qualification {
                        player,
                        against,
                        has_white,
                    });
                }
            }
        }
        games
    }

    /// The games between `finalists`.
    pub fn finals(finalists: &[usize]) -> Vec<Self> {
        let mut games = Vec::new();
        for &black in finalists {
            for &white in finalists {
                if black != white {
                    games.push(Self::Final { black, white });
                }
            }
        }
        games
    }
}

impl fmt::Display for Pairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Qualification {
                player,
                against,
                has_white,
            } => {
                let colour = if *has_white { "white" } else { "black" };
                write!(f, "q-{player}-{}-{colour}", against.name())
            }
            Self::Final { black, white } => write!(f, "f-{black}-{white}"),
        }
    }
}

impl From<Pairing> for String {
    fn from(pairing: Pairing) -> Self {
        pairing.to_string()
    }
}

impl TryFrom<String> for Pairing {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl FromStr for Pairing {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let parts: Vec<&str> = text.split('-').collect();
            match parts.as_slice() {
                ["q", player, against, colour] => Some(Self::Qualification {
                    player: player.parse().ok()?,
                    against: *Gatekeeper::ALL.iter().find(|one| one.name() == *against)?,
                    has_white: match *colour {
                        "black" => false,
                        "white" => true,
                        _ => return None,
                    },
                }),
                ["f", black, white] => Some(Self::Final {
                    black: black.parse().ok()?,
                    white: white.parse().ok()?,
                }),
                _ => None,
            }
        };
        read()
            .filter(|pairing| pairing.to_string() == text)
            .ok_or_else(|| format!("{text:?} is no game"))
    }
}

/// The plan of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// What tells this tournament from all others: a hash of all below but the
    /// folder, which may lie elsewhere on another machine.
    pub tournament: String,
    /// What holds for every game.
    pub settings: Settings,
    /// The folder of the submissions.
    pub submissions: String,
    /// The players; their numbers are their places here.
    pub players: Vec<Entrant>,
}

impl Plan {
    /// The plan of a tournament between what is in the folder `submissions`
    /// and `with`.
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
            return Err(Failure::Asked(format!(
                "{} holds no submissions",
                submissions.display()
            )));
        }
        let mut plan = Self {
            tournament: String::new(),
            settings,
            submissions: text(submissions.into_os_string())?,
            players,
        };
        plan.tournament = plan.hash();
        Ok(plan)
    }

    fn hash(&self) -> String {
        let json = serde_json::to_vec(&(&self.settings, &self.players))
            .expect("a plan can be written as JSON");
        hex(&Sha256::digest(json))[..16].to_owned()
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
            .map_err(|error| content(format!("it is no plan of a tournament: {error}")))?;
        if aps105_lab8::rules(plan.settings.size.into()).is_none() {
            return Err(content(format!("no board has {} rows", plan.settings.size)));
        }
        if plan.tournament != plan.hash() {
            return Err(content(
                "it was changed after it was made; plan the tournament anew".to_owned(),
            ));
        }
        Ok(plan)
    }

    /// Writes it to the file `path`, whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        let mut json = serde_json::to_vec_pretty(self).expect("a plan can be written as JSON");
        json.push(b'\n');
        write_whole(path, &json)
    }

    /// What `side` is called.
    pub fn name(&self, side: Side) -> &str {
        match side {
            Side::Entrant(player) => &self.players[player].name,
            Side::Gatekeeper(gatekeeper) => gatekeeper.name(),
        }
    }
}

/// Puts a file at `path` that holds `bytes`: whoever reads it meanwhile sees
/// the old one or the new one.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let write = || -> io::Result<()> {
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        io::Write::write_all(&mut file, bytes)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // A temporary file is for its owner only, this one for all.
            let all = fs::Permissions::from_mode(0o644);
            file.as_file().set_permissions(all)?;
        }
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    };
    write().map_err(Failure::file("write", path))
}

/// The names in `folder` that do not begin with a dot, in the order of the
/// alphabet.
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

/// A name as text: the plan is JSON, which holds no other.
fn text(name: OsString) -> Result<String, Failure> {
    name.into_string().map_err(|name| {
        let name = name.display();
        Failure::Asked(format!("the name {name} is not UTF-8: please rename it"))
    })
}

/// What `path` holds, as SHA-256: of a folder, the names and the contents of
/// all below it. Links count as little as in the copy that is built.
pub(crate) fn hash(path: &Path) -> Result<String, Failure> {
    fn add(path: &Path, sha: &mut Sha256) -> Result<(), Failure> {
        let read = |error| Failure::file("read", path)(error);
        let kind = fs::symlink_metadata(path).map_err(read)?.file_type();
        if kind.is_dir() {
            let entries = fs::read_dir(path).map_err(Failure::file("read", path))?;
            let names: Result<BTreeSet<_>, _> = entries
                .map(|entry| entry.map(|entry| entry.file_name()))
                .collect();
            for name in names.map_err(Failure::file("read", path))? {
                sha.update(name.as_encoded_bytes());
                sha.update(b"\0");
                add(&path.join(name), sha)?;
            }
            sha.update(b"\0");
        } else if kind.is_file() {
            let mut file = fs::File::open(path).map_err(Failure::file("read", path))?;
            let mut length: u64 = 0;
            let mut buffer = vec![0; 64 << 10];
            loop {
                let count = file
                    .read(&mut buffer)
                    .map_err(Failure::file("read", path))?;
                if count == 0 {
                    break;
                }
                length += count as u64;
                sha.update(&buffer[..count]);
            }
            sha.update(length.to_le_bytes());
        }
        Ok(())
    }
    let mut sha = Sha256::new();
    add(path, &mut sha)?;
    Ok(hex(&sha.finalize()))
}

fn hex(bytes: &[u8]) -> String {
    use fmt::Write;

    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a String takes it all");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::submission::tests::folder;
    use proptest::prelude::*;
    use reversi_engine::opponents::Opponent;

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
    fn a_plan_is_read_as_it_was_written_and_not_if_it_was_changed() {
        let folder = folder(&[("a.c", "1")]);
        let plan = plan(folder.path());
        let path = folder.path().join("plan.json");
        plan.write(&path).expect("it can be written");
        assert_eq!(Plan::read(&path).expect("it is a plan"), plan);
        let text = fs::read_to_string(&path).expect("it is text");
        fs::write(&path, text.replace("1000", "2000")).expect("it can be written");
        let error = Plan::read(&path).expect_err("it was changed");
        assert!(error.to_string().contains("changed"), "{error}");
    }

    proptest! {
        #[test]
        fn a_game_is_read_as_it_is_written(players in 1..12_usize, game in any::<prop::sample::Index>()) {
            let mut games = Pairing::qualification(players);
            games.extend(Pairing::finals(&(0..players).collect::<Vec<_>>()));
            prop_assert_eq!(games.len(), players * 4 + players * (players - 1));
            let distinct: BTreeSet<_> = games.iter().map(Pairing::to_string).collect();
            prop_assert_eq!(distinct.len(), games.len());
            let game = *game.get(&games);
            prop_assert_eq!(game.to_string().parse(), Ok(game));
        }

        #[test]
        fn other_texts_are_no_games(text in "[qf]?-?[0-9]{0,2}-[a-z0-9]{0,9}(-[a-z]{0,6})?") {
            if let Ok(game) = text.parse::<Pairing>() {
                prop_assert_eq!(game.to_string(), text);
            }
        }
    }
}

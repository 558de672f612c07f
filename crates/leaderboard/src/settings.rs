//! The settings of a tournament, stored in its folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use aps105_lab8::Seconds;
use clap::Args;
use reversi_core::Rules;
use serde::{Deserialize, Serialize};

use crate::builtin::Builtin;
use crate::failure::Failure;
use crate::files::replace;

const FILE: &str = "settings.json";

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    pub submissions: PathBuf,
    pub with: Vec<Builtin>,
    pub game: GameSettings,
    /// If set, submissions may call the course's players.
    #[serde(default)]
    pub staff_players: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameSettings {
    /// The number of rows and columns of the board: even, from 4 to 26.
    pub size: u8,
    /// The limit of processor time per move, in milliseconds.
    pub move_ms: u32,
}

impl Default for GameSettings {
    fn default() -> Self {
        Self {
            size: 8,
            move_ms: 1000,
        }
    }
}

impl GameSettings {
    pub(crate) fn rules(self) -> Rules {
        aps105_lab8::rules(self.size.into()).expect("the size of settings is checked")
    }

    pub(crate) fn move_time(self) -> Duration {
        Duration::from_millis(self.move_ms.into())
    }
}

/// The submissions and the settings. What is not given stays as it was in the last call.
#[derive(Args, Debug, Default)]
pub(crate) struct Terms {
    /// The folder of the submissions: one file or folder per player
    pub(crate) submissions: Option<PathBuf>,

    /// The number of rows and columns of the board: even, from 4 to 26 [default: 8]
    #[arg(long, value_name = "N", value_parser = size)]
    pub(crate) size: Option<u8>,

    /// The limit of processor time per move, in seconds [default: 1]
    #[arg(long, value_name = "SECONDS", value_parser = milliseconds)]
    pub(crate) time: Option<u32>,

    /// Add a built-in player: prescribed, smarter, smartest, engine, or
    /// engine:LEVEL, which looks LEVEL plies ahead
    #[arg(long, value_name = "PLAYER")]
    pub(crate) with: Vec<Builtin>,

    /// Allow calls of findSmarterMove and findSmartestMove; `=false` forbids them again
    #[arg(long, value_name = "BOOL", num_args = 0..=1)]
    #[arg(require_equals = true, default_missing_value = "true")]
    pub(crate) allow_staff_players: Option<bool>,
}

impl Settings {
    /// Returns `None` if the tournament has no settings yet.
    pub(crate) fn read(folder: &Path) -> Result<Option<Self>, Failure> {
        let path = folder.join(FILE);
        if !path.exists() {
            return Ok(None);
        }
        let text = fs::read(&path).map_err(Failure::file("read", &path))?;
        let content = |why: String| Failure::Refused(format!("{}: {why}", path.display()));
        let settings: Self = serde_json::from_slice(&text)
            .map_err(|error| content(format!("not the settings of a tournament: {error}")))?;
        if aps105_lab8::rules(settings.game.size.into()).is_none() {
            return Err(content("the size must be even, from 4 to 26".to_owned()));
        }
        Ok(Some(settings))
    }

    /// Creates the folder of the tournament if it is missing, and returns the settings of its last
    /// call, with the changes of `terms`.
    pub(crate) fn of_call(folder: &Path, terms: &Terms) -> Result<Self, Failure> {
        fs::create_dir_all(folder).map_err(Failure::file("create the folder", folder))?;
        let mut settings = Self::read(folder)?.unwrap_or_default();
        if let Some(submissions) = &terms.submissions {
            settings.submissions = fs::canonicalize(submissions)
                .map_err(Failure::file("find the submissions", submissions))?;
        } else if settings == Self::default() {
            return Err(Failure::Refused(
                "the folder of the submissions is needed to begin a tournament".to_owned(),
            ));
        }
        if !terms.with.is_empty() {
            settings.with.clone_from(&terms.with);
        }
        let allowed = terms.allow_staff_players;
        settings.staff_players = allowed.unwrap_or(settings.staff_players);
        let GameSettings { size, move_ms } = &mut settings.game;
        *size = terms.size.unwrap_or(*size);
        *move_ms = terms.time.unwrap_or(*move_ms);
        let mut json = serde_json::to_vec_pretty(&settings).expect("settings can be JSON");
        json.push(b'\n');
        replace(&folder.join(FILE), &json)?;
        Ok(settings)
    }
}

fn size(text: &str) -> Result<u8, &'static str> {
    let size = text.parse::<u8>().ok();
    size.filter(|&size| aps105_lab8::rules(size.into()).is_some())
        .ok_or("expected an even number from 4 to 26")
}

fn milliseconds(text: &str) -> Result<u32, &'static str> {
    let Seconds(time) = text.parse()?;
    u32::try_from(time.as_millis()).map_err(|_| "this time is too long")
}

//! The settings of a tournament, which its folder remembers.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use reversi_core::Rules;
use serde::{Deserialize, Serialize};

use crate::builtin::Builtin;
use crate::failure::Failure;
use crate::files::replace;

/// The name of their file in the folder of a tournament.
const FILE: &str = "settings.json";

/// The settings of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    /// The folder of the submissions.
    pub submissions: PathBuf,
    /// The built-in players that take part.
    pub with: Vec<Builtin>,
    /// The board and the limit of every game.
    pub game: GameSettings,
}

/// The settings on which the result of a game depends.
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
    /// Returns the rules of the game on that board.
    pub(crate) fn rules(self) -> Rules {
        aps105_lab8::rules(self.size.into()).expect("the size of settings is checked")
    }

    /// Returns the limit of processor time per move.
    pub(crate) fn move_time(self) -> Duration {
        Duration::from_millis(self.move_ms.into())
    }

    /// Returns the limit of wall-clock time per move: a busy machine may halve a
    /// player's share of the processor, and a player that sleeps must lose at some time.
    pub(crate) fn patience(self) -> Duration {
        2 * self.move_time() + Duration::from_secs(1)
    }
}

impl Settings {
    /// Reads the settings of the tournament in `folder`; `None` if it has none yet.
    pub(crate) fn read(folder: &Path) -> Result<Option<Self>, Failure> {
        let path = folder.join(FILE);
        if !path.exists() {
            return Ok(None);
        }
        let text = fs::read(&path).map_err(Failure::file("read", &path))?;
        let content = |why: String| Failure::Content {
            path: path.clone(),
            line: None,
            why,
        };
        let settings: Self = serde_json::from_slice(&text)
            .map_err(|error| content(format!("not the settings of a tournament: {error}")))?;
        match aps105_lab8::rules(settings.game.size.into()) {
            Some(_) => Ok(Some(settings)),
            None => Err(content(format!(
                "the size must be an even number from 4 to 26, not {}",
                settings.game.size
            ))),
        }
    }

    /// Writes the settings to the tournament in `folder`.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), Failure> {
        let mut json = serde_json::to_vec_pretty(self).expect("settings can be JSON");
        json.push(b'\n');
        replace(&folder.join(FILE), &json)
    }
}

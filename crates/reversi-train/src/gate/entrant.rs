//! The entrants of a match, as the command line names them, and their players.

use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use reversi_core::{Disc, Game, Size};
use reversi_engine::openings::Opening;
use reversi_engine::{Engine, Position, SearchLimits, wide};

use super::gtp::GtpPlayer;
use super::player::{Forfeit, Player, Ply};
use crate::Result;
use crate::weights::{FileHash, HashedWeights, engine};

/// The settings of players that run in this process, and the time per move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    /// The size of the board.
    pub(super) size: Size,
    pub(super) limits: SearchLimits,
    /// The size of the transposition table in MiB.
    pub(super) table: usize,
}

/// A player as the command line names it.
pub(super) enum Entrant {
    /// The engine in this process, with these weights, on 8×8.
    Weights(Box<HashedWeights>),
    /// The engine in this process, with its own weights, on another board.
    Builtin,
    /// A program that speaks GTP, and its arguments.
    Program(Vec<String>),
}

impl Entrant {
    /// Reads `builtin`, the name of a weights file, or a command line, for boards of
    /// `size`.
    pub(super) fn read(text: &str, size: Size) -> Result<Self> {
        let file = Path::new(text);
        if text == "builtin" && size != Size::EIGHT {
            return Ok(Self::Builtin);
        }
        if text == "builtin" {
            return Ok(Self::Weights(Box::new(HashedWeights::read(None)?)));
        }
        let words = shlex::split(text)
            .filter(|words| !words.is_empty())
            .ok_or_else(|| format!("not a command line: `{text}`"))?;
        let is_weights = file.extension().is_some_and(|end| end == "rwts");
        if is_weights && (words.len() == 1 || file.exists()) {
            if size != Size::EIGHT {
                return Err(format!(
                    "`{text}`: weights files are for 8×8, expected `builtin` or a command line \
                     on other boards"
                )
                .into());
            }
            return Ok(Self::Weights(Box::new(HashedWeights::read(Some(file))?)));
        }
        Ok(Self::Program(words))
    }

    /// Returns a new player. A program is started, so that a wrong command line is
    /// an error before the first game.
    pub(super) fn player(&self, settings: Settings) -> Result<Box<dyn Player>> {
        Ok(match self {
            Self::Weights(weights) => Box::new(EnginePlayer {
                engine: engine(&weights.weights, settings.table),
                limits: settings.limits,
            }),
            Self::Builtin => Box::new(WidePlayer {
                player: wide::Player::with_table(settings.size, settings.table)?,
                settings,
            }),
            Self::Program(words) => Box::new(GtpPlayer::start(
                words,
                settings.limits.time.unwrap_or(Duration::ZERO),
            )?),
        })
    }
}

/// Writes what identifies the player: weights and programs with the hash of their
/// files. The search of weights is that of this program.
impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hash = |file: &Path| match fs::read(file) {
            Ok(bytes) => format!(" (program {})", FileHash::of(&bytes)),
            Err(_) => String::new(),
        };
        let program = || std::env::current_exe().map_or_else(|_| String::new(), |it| hash(&it));
        match self {
            Self::Weights(weights) => write!(f, "weights {}{}", weights.hash, program()),
            Self::Builtin => write!(f, "builtin{}", program()),
            Self::Program(words) => {
                write!(f, "{}{}", words.join(" "), hash(Path::new(&words[0])))
            }
        }
    }
}

/// The engine in this process, on 8×8.
struct EnginePlayer {
    engine: Engine,
    limits: SearchLimits,
}

impl Player for EnginePlayer {
    fn start(&mut self, _opening: &Opening) -> Forfeit<()> {
        self.engine.clear();
        Ok(())
    }

    fn choose(&mut self, game: &Game) -> Forfeit<Ply> {
        let position = Position::of(game.board(), game.to_move()).expect("the board is 8×8");
        let line = self.engine.search(position, &self.limits, &mut |_| {});
        Ok(line.moves.first().map(|&square| square.into()))
    }

    fn follow(&mut self, _disc: Disc, _ply: Ply) -> Forfeit<()> {
        Ok(())
    }
}

/// The engine in this process, on another board.
struct WidePlayer {
    player: wide::Player,
    settings: Settings,
}

impl Player for WidePlayer {
    fn start(&mut self, _opening: &Opening) -> Forfeit<()> {
        let Settings { size, table, .. } = self.settings;
        // A new player has an empty table.
        let player = wide::Player::with_table(size, table);
        self.player = player.map_err(|error| error.to_string())?;
        Ok(())
    }

    fn choose(&mut self, game: &Game) -> Forfeit<Ply> {
        let never = AtomicBool::new(false);
        let limits = &self.settings.limits;
        let found = self
            .player
            .choose(game.board(), game.to_move(), limits, &never);
        Ok(found.map_err(|error| error.to_string())?.best)
    }

    fn follow(&mut self, _disc: Disc, _ply: Ply) -> Forfeit<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_weights_or_a_command_line() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let file = folder.path().join("a b.rwts");
        fs::write(&file, reversi_engine::eval::Weights::builtin_file()).expect("it is written");
        let name = file.to_str().expect("it is text");
        for weights in ["builtin", name] {
            let entrant = Entrant::read(weights, Size::EIGHT).expect("it is valid");
            assert!(matches!(entrant, Entrant::Weights(_)), "{weights}");
        }
        for program in ["engine", "engine gtp --weights x.rwts", "'my engine' gtp"] {
            let entrant = Entrant::read(program, Size::EIGHT).expect("it is valid");
            assert!(matches!(entrant, Entrant::Program(_)), "{program}");
        }
        for (wrong, message) in [
            ("missing.rwts", "missing.rwts: No such file"),
            ("'open", "not a command line: `'open`"),
            ("", "not a command line: ``"),
        ] {
            let error = Entrant::read(wrong, Size::EIGHT).err();
            let error = error.expect("it is wrong").to_string();
            assert!(error.starts_with(message), "{error}");
        }
        let ten = Size::square(10).expect("a size");
        let builtin = Entrant::read("builtin", ten).expect("it is valid");
        assert!(matches!(builtin, Entrant::Builtin));
        let error = Entrant::read(name, ten).err().expect("it is wrong");
        assert!(
            error.to_string().contains("weights files are for 8×8"),
            "{error}"
        );
    }
}

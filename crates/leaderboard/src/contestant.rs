//! Somebody who can sit down at a board.

use std::time::Duration;

use sandbox::{Limits, Program};
use submission::WorkingCopy;

use crate::builtin::Builtin;
use crate::record::Ending;
use crate::settings::Settings;
use crate::submitted::Protocol;

/// How long a program may take to be ready for a game.
pub(crate) const READY: Duration = Duration::from_secs(10);

/// Somebody who can sit down at a board, or the reason why not.
#[derive(Debug)]
pub struct Contestant {
    /// How it plays.
    pub(crate) play: Play,
    /// Where its program is; gone with it.
    _copy: Option<WorkingCopy>,
}

/// How a contestant plays.
#[derive(Clone, Debug)]
pub(crate) enum Play {
    Builtin(Builtin),
    /// A program that is our driver with a `makeMove`.
    Driver(Program),
    Program(Program, Protocol),
    /// It loses every game, for this reason.
    Unfit {
        end: Ending,
        reason: String,
    },
}

impl Contestant {
    /// A player that comes with this program.
    pub fn builtin(builtin: Builtin) -> Self {
        Self::new(Play::Builtin(builtin), None)
    }

    pub(crate) fn new(play: Play, copy: Option<WorkingCopy>) -> Self {
        Self { play, _copy: copy }
    }

    pub(crate) fn unfit(end: Ending, reason: String) -> Self {
        Self::new(Play::Unfit { end, reason }, None)
    }
}

/// What a player may use in a game.
pub(crate) fn player_limits(settings: &Settings) -> Limits {
    let squares = u32::from(settings.size) * u32::from(settings.size);
    let thought = settings.move_time() * squares;
    Limits {
        // The moves have their own clock; this is for one that hangs between
        // them.
        wall: 2 * thought + 2 * READY + Duration::from_secs(60),
        cpu: thought + READY,
        memory: u64::from(settings.memory_mib) << 20,
        output: 4 << 20,
        processes: 32,
    }
}

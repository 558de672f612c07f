//! A player that is ready for a game, and its limits.

use std::time::Duration;

use opponents::Opponent;
use sandbox::{Limits, Policy, Program, Requirement};
use submission::WorkingCopy;

use crate::builtin::Builtin;
use crate::record::Ending;
use crate::serve::Served;
use crate::settings::Settings;
use crate::submitted::Protocol;

/// The time in which a program must be ready for a game.
pub(crate) const READY: Duration = Duration::from_secs(10);

/// A player that is ready for a game, or the reason why it is not.
#[derive(Debug)]
pub struct Contestant {
    /// The way it plays.
    pub(crate) play: Play,
    /// If set, it plays the same moves in the same game.
    pub(crate) is_deterministic: bool,
    /// The policy of the sandbox of its program.
    policy: Policy,
    /// The folder of its program, which is deleted on drop.
    _copy: Option<WorkingCopy>,
}

/// The way a contestant plays.
#[derive(Clone, Debug)]
pub(crate) enum Play {
    /// A player of this program, in a process of its own.
    Served(Served),
    /// A `makeMove` that was linked with our driver.
    Driver(Program),
    Program(Program, Protocol),
    /// It loses every game on its first move, for this reason.
    Unfit {
        end: Ending,
        reason: String,
    },
}

impl Contestant {
    /// Returns a built-in player.
    pub fn builtin(builtin: Builtin) -> Self {
        Self {
            // Without a level, the engine thinks until its time is over.
            is_deterministic: builtin.opponent != Opponent::Strongest || builtin.level.is_some(),
            ..Self::new(
                Play::Served(Served::Builtin(builtin)),
                Policy::default(),
                None,
            )
        }
    }

    /// Returns the player that answers at once.
    pub(crate) fn instant() -> Self {
        Self::new(Play::Served(Served::Instant), Policy::default(), None)
    }

    pub(crate) fn new(play: Play, policy: Policy, copy: Option<WorkingCopy>) -> Self {
        Self {
            play,
            is_deterministic: false,
            policy,
            _copy: copy,
        }
    }

    /// Returns the policy of the sandbox in which its `program` plays.
    pub(crate) fn policy(&self, program: &Program, requirement: Requirement) -> Policy {
        let mut policy = Policy {
            requirement,
            ..self.policy.clone()
        };
        if let Play::Served(_) = self.play {
            policy.readable.push(program.command.clone().into());
        }
        policy
    }

    /// Returns it with what its settings file declares.
    pub(crate) fn declared_deterministic(self, is_deterministic: bool) -> Self {
        Self {
            is_deterministic,
            ..self
        }
    }

    pub(crate) fn unfit(end: Ending, reason: String) -> Self {
        Self::new(Play::Unfit { end, reason }, Policy::default(), None)
    }
}

/// Returns the limits of a player's process in a game.
pub(crate) fn player_limits(settings: &Settings) -> Limits {
    let squares = u32::from(settings.size) * u32::from(settings.size);
    let thought = settings.move_time() * squares;
    Limits {
        // The moves have their own clock. This limit stops a program that
        // hangs between them.
        wall: 2 * thought + 2 * READY + Duration::from_secs(60),
        cpu: thought + READY,
        memory: u64::from(settings.memory_mib) << 20,
        output: 4 << 20,
        processes: 64,
        ..Limits::default()
    }
}

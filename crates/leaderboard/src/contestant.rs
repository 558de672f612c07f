//! A player that is ready for a game, and its limits.

use std::time::Duration;

use sandbox::{Limits, Policy, Program, Requirement};
use submission::WorkingCopy;

use crate::builtin::Builtin;
use crate::settings::GameSettings;
use crate::submitted::Protocol;

/// The time in which a program must be ready for a game.
pub(crate) const READY: Duration = Duration::from_secs(10);

/// The memory of a player, in bytes.
const MEMORY: u64 = 1 << 30;

/// A player that is ready for a game.
#[derive(Debug)]
pub(crate) struct Contestant {
    /// The way it plays.
    pub(crate) play: Play,
    /// The policy of the sandbox of its program.
    policy: Policy,
    /// The folder of its program, which is deleted on drop.
    _copy: Option<WorkingCopy>,
}

/// The way a contestant plays.
#[derive(Clone, Debug)]
pub(crate) enum Play {
    /// A built-in player, in a process of its own.
    Builtin(Builtin),
    /// A `makeMove` that was linked with our driver.
    Driver(Program),
    Program(Program, Protocol),
}

impl Contestant {
    /// Returns a built-in player.
    pub(crate) fn builtin(builtin: Builtin) -> Self {
        Self::new(Play::Builtin(builtin), Policy::default(), None)
    }

    pub(crate) fn new(play: Play, policy: Policy, copy: Option<WorkingCopy>) -> Self {
        Self {
            play,
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
        if let Play::Builtin(_) = self.play {
            policy.readable.push(program.command.clone().into());
        }
        policy
    }
}

/// Returns the limits of a player's process in a game. Each move has limits of its own:
/// these stop a program that hangs between them.
pub(crate) fn player_limits(settings: GameSettings) -> Limits {
    let squares = u32::from(settings.size) * u32::from(settings.size);
    Limits {
        wall: 2 * squares * settings.patience() + 2 * READY + Duration::from_secs(60),
        cpu: squares * settings.move_time() + READY,
        memory: MEMORY,
        output: 4 << 20,
        processes: 64,
        ..Limits::default()
    }
}

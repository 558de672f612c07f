//! The types of players, and their answers.

mod driver;
mod lab8;
mod process;

use std::time::Duration;

use reversi_core::{Disc, Game, Square};
use sandbox::{End, HostError, Level, Limits, Policy, Program, Sandbox, TemporaryFolder};
use serde::{Deserialize, Serialize};
use submission::WorkingCopy;

use self::driver::Driver;
use self::lab8::Lab8;
use self::process::ProcessPlayer;
use crate::progress;
use crate::record::Ending;
use crate::settings::GameSettings;

/// The time that a program has to get ready for a game.
const READY: Duration = Duration::from_secs(10);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PlayerKind {
    /// A `makeMove`, linked with our driver.
    MakeMove,
    /// A program that plays as the computer in the transcript of Lab 8's Part 1.
    Transcript,
}

#[derive(Debug)]
pub(crate) struct Contestant {
    /// A built-in player speaks the driver's protocol.
    pub(crate) kind: PlayerKind,
    pub(crate) program: Program,
    pub(crate) policy: Policy,
    /// The folder of its program, deleted on drop. A built-in player has none.
    pub(crate) copy: Option<WorkingCopy>,
}

/// Returns the limits of a player's process in a game. Each move has its own limits: these stop a
/// program that hangs between moves.
fn player_limits(settings: GameSettings) -> Limits {
    let squares = u32::from(settings.size) * u32::from(settings.size);
    Limits {
        wall: 2 * squares * settings.move_time() + 2 * READY + Duration::from_secs(60),
        cpu: squares * settings.move_time() + READY,
        memory: 1 << 30,
        output: 4 << 20,
        processes: 64,
        ..Limits::default()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer<T = RequestedMove> {
    pub(crate) time: Duration,
    /// The move, legal or not, or the reason why there is none.
    pub(crate) requested: Result<T, Fault>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RequestedMove {
    /// The square; `None` if no board has a square of that name.
    pub(crate) square: Option<Square>,
    pub(crate) text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) end: Ending,
    /// As in "white lost: {why}".
    pub(crate) why: String,
    pub(crate) stderr: String,
    /// If set, the machine failed, and nobody loses.
    pub(crate) is_hosts: bool,
}

impl Fault {
    pub(crate) fn new(end: Ending, why: impl Into<String>) -> Self {
        Self {
            end,
            why: why.into(),
            stderr: String::new(),
            is_hosts: false,
        }
    }

    fn of_host(error: &sandbox::HostError) -> Self {
        Self {
            is_hosts: true,
            ..Self::new(Ending::Start, error.to_string())
        }
    }

    fn ended(end: &End) -> Self {
        let why = match end {
            End::Exited(status) => format!("it exited during the game (exit status {status})"),
            End::Signalled(_) => format!("it crashed: {end}"),
            _ => end.to_string(),
        };
        let ending = match end {
            End::OutputLimit | End::DiskLimit => Ending::Output,
            End::MemoryLimit => Ending::Memory,
            End::ProcessLimit => Ending::Processes,
            End::WallTime | End::CpuTime | End::Stopped => Ending::Time,
            End::CouldNotStart(_) => Ending::Start,
            End::Exited(_) | End::Signalled(_) => Ending::Crash,
        };
        Self::new(ending, why)
    }
}

pub(crate) type PlayedPly = Option<Square>;

trait MoveChooser {
    fn choose(&mut self, game: &Game, plies: &[PlayedPly]) -> Answer;

    /// Returns the end of its standard error so far.
    fn stderr(&mut self) -> String;
}

/// A player in a game.
///
/// A program runs in its own sandbox, so it can neither reach its opponent's files nor send it a
/// signal.
pub(crate) struct Seat {
    player: Result<Box<dyn MoveChooser>, Fault>,
    /// Declared after `player`: fields drop in order, and its files are here.
    _scratch: TemporaryFolder,
}

impl Seat {
    /// Starts `contestant` with `disc`. On return it is ready, or its first answer is the reason
    /// why it is not.
    pub(crate) fn start(
        contestant: &Contestant,
        disc: Disc,
        settings: GameSettings,
    ) -> Result<Self, HostError> {
        let scratch = TemporaryFolder::new()
            .map_err(|error| HostError::of("cannot create a scratch folder", &error))?;
        let mut program = contestant.program.clone();
        if program.at_home {
            scratch.path().clone_into(&mut program.folder);
        }
        let sandbox = Sandbox::start(&contestant.policy, scratch.path())?;
        note_weakness(&sandbox);
        let process = ProcessPlayer::start(&program, settings, sandbox);
        let player = process.and_then(|process| -> Result<Box<dyn MoveChooser>, Fault> {
            Ok(match contestant.kind {
                PlayerKind::MakeMove => Box::new(Driver::begin(process)?),
                PlayerKind::Transcript => Box::new(Lab8::begin(process, disc, settings)?),
            })
        });
        match &player {
            Err(fault) if is_host_fault(contestant, fault) => {
                Err(HostError::Setup(fault.why.clone()))
            }
            _ => Ok(Self {
                player,
                _scratch: scratch,
            }),
        }
    }

    pub(crate) fn ask(&mut self, game: &Game, plies: &[PlayedPly]) -> Result<Answer, HostError> {
        let answer = match &mut self.player {
            Ok(player) => player.choose(game, plies),
            Err(fault) => Answer {
                time: Duration::ZERO,
                requested: Err(fault.clone()),
            },
        };
        match answer.requested {
            Err(fault) if fault.is_hosts => Err(HostError::Setup(fault.why)),
            _ => Ok(answer),
        }
    }

    pub(crate) fn stderr(&mut self) -> String {
        let player = self.player.as_mut();
        player.map_or_else(|fault| fault.stderr.clone(), |player| player.stderr())
    }
}

fn note_weakness(sandbox: &Sandbox) {
    let mut words = match sandbox.level() {
        Level::Namespaces => Vec::new(),
        level => vec![format!("level {level}: {}", level.promise())],
    };
    words.extend(sandbox.missing().iter().cloned());
    if !words.is_empty() {
        progress::note(&format!("note: sandbox: {}", words.join("; ")));
    }
}

/// Returns `true` if this machine is to blame for a player that is not ready: the driver failed to
/// start, or the player is a built-in one.
fn is_host_fault(contestant: &Contestant, fault: &Fault) -> bool {
    let is_driver = contestant.kind == PlayerKind::MakeMove;
    fault.is_hosts || contestant.copy.is_none() || is_driver && fault.end == Ending::Start
}

//! Players of every type, and their answers.

mod driver;
mod lab8;
mod nboard;
mod process;

use std::time::Duration;

use reversi_core::{Disc, Game, Square};
use sandbox::{End, HostError, Level, Requirement, Sandbox, TemporaryFolder};

use self::driver::Driver;
use self::lab8::Lab8;
use self::nboard::Nboard;
use self::process::ProcessPlayer;
use crate::contestant::{Contestant, Play};
use crate::record::Ending;
use crate::serve;
use crate::settings::GameSettings;
use crate::submitted::Protocol;

/// A player's answer to a request for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer<T = RequestedMove> {
    /// The processor time that it took.
    pub(crate) time: Duration,
    /// The move, legal or not, or the reason why there is none.
    pub(crate) requested: Result<T, Fault>,
}

/// A move that a player requests; it may be illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RequestedMove {
    /// The square; `None` if no board has a square of that name.
    pub(crate) square: Option<Square>,
    /// The move as the player wrote it.
    pub(crate) text: String,
}

/// The reason why a player loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) end: Ending,
    /// As in "white lost: {why}".
    pub(crate) why: String,
    /// The end of its standard error.
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

    /// A failure of the machine.
    fn of_host(error: &sandbox::HostError) -> Self {
        Self {
            is_hosts: true,
            ..Self::new(Ending::Start, error.to_string())
        }
    }

    /// The fault of a player whose process ended before the game.
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

/// A move, or `None` for a pass.
pub(crate) type Ply = Option<Square>;

/// Chooses moves.
trait Player {
    /// Gets ready for a game, which is free.
    fn begin(&mut self) -> Result<(), Fault>;

    /// Chooses a move in the position of `game`, which `plies` led to.
    fn choose(&mut self, game: &Game, plies: &[Ply]) -> Answer;
}

/// A player in a game.
///
/// A program runs in a sandbox of its own, so it can neither reach the files of
/// its opponent nor send it a signal.
pub(crate) struct Seat {
    /// The reason why it is not ready, if it is not.
    begun: Result<(), Fault>,
    player: Box<dyn Player>,
    /// The missing part of the sandbox.
    pub(crate) note: Option<String>,
    /// Declared after `player`: fields drop in order, and its files are here.
    _scratch: TemporaryFolder,
}

impl Seat {
    /// Starts `contestant` with `disc`. On return it is ready, or its answer to the first
    /// request is the reason why it is not.
    pub(crate) fn start(
        contestant: &Contestant,
        disc: Disc,
        settings: GameSettings,
        requirement: Requirement,
    ) -> Result<Self, HostError> {
        let of = |action| move |error| HostError::of(action, &error);
        let scratch = TemporaryFolder::new().map_err(of("cannot create a scratch folder"))?;
        let program = match &contestant.play {
            Play::Driver(program) | Play::Program(program, _) => program.clone(),
            Play::Builtin(builtin) => serve::program(*builtin, settings, scratch.path())
                .map_err(of("cannot find this program"))?,
        };
        let policy = contestant.policy(&program, requirement);
        let sandbox = Sandbox::start(&policy, scratch.path());
        let sandbox = sandbox.map_err(|error| HostError::Setup(error.to_string()))?;
        let note = note(&sandbox);
        let process = ProcessPlayer::new(program, settings, sandbox);
        let mut player: Box<dyn Player> = match &contestant.play {
            Play::Driver(_) => Box::new(Driver::new(process, settings)),
            Play::Builtin(_) => Box::new(Driver::served(process)),
            Play::Program(_, Protocol::Transcript) => Box::new(Lab8::new(process, disc, settings)),
            Play::Program(_, Protocol::Nboard) => Box::new(Nboard::new(process)),
        };
        let begun = player.begin();
        match &begun {
            Err(fault) if is_host_fault(contestant, fault) => {
                Err(HostError::Setup(fault.why.clone()))
            }
            _ => Ok(Self {
                begun,
                player,
                note,
                _scratch: scratch,
            }),
        }
    }

    /// Requests a move in the position of `game`.
    pub(crate) fn ask(&mut self, game: &Game, plies: &[Ply]) -> Result<Answer, HostError> {
        let answer = match &self.begun {
            Ok(()) => self.player.choose(game, plies),
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
}

/// The weakness of a sandbox that an organiser should know.
fn note(sandbox: &Sandbox) -> Option<String> {
    let mut words = match sandbox.level() {
        Level::Namespaces => Vec::new(),
        level => vec![format!("level {level}: {}", level.promise())],
    };
    words.extend(sandbox.missing().iter().cloned());
    (!words.is_empty()).then(|| words.join("; "))
}

/// Returns `true` if a player that is not ready is this machine's fault: the driver
/// could not be started, or a built-in player is not ready.
fn is_host_fault(contestant: &Contestant, fault: &Fault) -> bool {
    match contestant.play {
        _ if fault.is_hosts => true,
        Play::Driver(_) => fault.end == Ending::Start,
        Play::Builtin(_) => true,
        Play::Program(..) => false,
    }
}

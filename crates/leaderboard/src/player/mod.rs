//! Players of every type, each on a thread of its own, and their answers.

mod driver;
mod lab8;
mod nboard;
mod process;

use std::fmt;
use std::io;
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use reversi_core::{Disc, Game, Square};
use sandbox::{End, Level, Program, Requirement, Sandbox, TemporaryFolder};

use crate::contestant::{Contestant, Play};
use crate::record::Ending;
use crate::serve;
use crate::settings::Settings;
use crate::submitted::Protocol;

/// A player's answer to a request for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer<T = RequestedMove> {
    /// The time it took.
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
    fn new(end: Ending, why: impl Into<String>) -> Self {
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
    /// Gets ready for a game, while its clock is stopped.
    fn begin(&mut self) -> Result<(), Fault>;

    /// Chooses a move in the position of `game`, which `plies` led to.
    fn choose(&mut self, game: &Game, plies: &[Ply]) -> Answer;
}

/// An error of this machine, for which no player is at fault.
#[derive(Clone, Debug)]
pub(crate) struct HostError(pub(crate) String);

impl HostError {
    fn thread_ended() -> Self {
        Self("the thread of a player has ended".to_owned())
    }
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A player on a thread of its own.
///
/// A program runs in a sandbox of its own, so it can neither reach the files of
/// its opponent nor send it a signal.
pub(crate) struct PlayerThread {
    requests: mpsc::Sender<(Game, Vec<Ply>)>,
    answers: mpsc::Receiver<Result<Answer, HostError>>,
    /// The level of its sandbox, if it has one.
    pub(crate) level: Option<Level>,
    /// The missing part of the sandbox.
    pub(crate) note: Option<String>,
}

impl PlayerThread {
    /// Starts `contestant` with `disc`. On return it is ready, or its answer
    /// to the first request is the reason why it is not.
    pub(crate) fn start<'scope>(
        scope: &'scope thread::Scope<'scope, '_>,
        contestant: &'scope Contestant,
        disc: Disc,
        settings: &Settings,
        requirement: Requirement,
    ) -> Result<Self, HostError> {
        let (requests, received) = mpsc::channel::<(Game, Vec<Ply>)>();
        let (answer, answers) = mpsc::channel();
        let (ready, readied) = mpsc::channel();
        let settings = *settings;
        let run = move || {
            let scratch = match TemporaryFolder::new() {
                Ok(scratch) => scratch,
                Err(error) => {
                    let _ = ready.send(Err(HostError(format!(
                        "cannot create a scratch folder: {error}"
                    ))));
                    return;
                }
            };
            let started = match program(contestant, &settings, scratch.path()) {
                None => Ok(None),
                Some(Ok(program)) => {
                    Sandbox::start(&contestant.policy(&program, requirement), scratch.path())
                        .map(|sandbox| Some((program, sandbox)))
                        .map_err(|error| error.to_string())
                }
                Some(Err(error)) => Err(format!("cannot find this program: {error}")),
            };
            let started = match started {
                Ok(started) => started,
                Err(why) => {
                    let _ = ready.send(Err(HostError(why)));
                    return;
                }
            };
            let sandbox = started.as_ref().map(|(_, sandbox)| sandbox);
            let note = sandbox.and_then(note);
            let level = sandbox.map(Sandbox::level);
            let mut player = player(contestant, disc, settings, started);
            let begun = player.begin();
            // The receiver is gone if the other player could not be started.
            let _ = ready.send(Ok((level, note)));
            for (game, plies) in received {
                let chosen = match &begun {
                    Ok(()) => match player.choose(&game, &plies) {
                        Answer {
                            requested: Err(fault),
                            ..
                        } if fault.is_hosts => Err(HostError(fault.why)),
                        answer => Ok(answer),
                    },
                    Err(fault) if is_host_fault(contestant, fault) => {
                        Err(HostError(fault.why.clone()))
                    }
                    Err(fault) => Ok(Answer {
                        time: Duration::ZERO,
                        requested: Err(fault.clone()),
                    }),
                };
                if answer.send(chosen).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new()
            .spawn_scoped(scope, run)
            .map_err(|error| HostError(format!("cannot start a thread: {error}")))?;
        let gone = |_| HostError::thread_ended();
        let (level, note) = readied.recv().map_err(gone)??;
        Ok(Self {
            requests,
            answers,
            level,
            note,
        })
    }

    /// Starts a player that answers with what `answer` returns.
    #[cfg(test)]
    pub(crate) fn fake(mut answer: impl FnMut(&Game) -> Answer + Send + 'static) -> Self {
        let (requests, received) = mpsc::channel::<(Game, Vec<Ply>)>();
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            for (game, _) in received {
                if sender.send(Ok(answer(&game))).is_err() {
                    return;
                }
            }
        });
        Self {
            requests,
            answers,
            level: None,
            note: None,
        }
    }

    /// Requests a move in the position of `game`.
    pub(crate) fn ask(&self, game: &Game, plies: &[Ply]) -> Result<Answer, HostError> {
        let request = (game.clone(), plies.to_vec());
        self.requests
            .send(request)
            .map_err(|_| HostError::thread_ended())?;
        self.answers.recv().map_err(|_| HostError::thread_ended())?
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
        Play::Served(_) => true,
        Play::Program(..) | Play::Unfit { .. } => false,
    }
}

/// Returns the program of `contestant`, which has `scratch` for its files; `None`
/// if it is unfit.
fn program(
    contestant: &Contestant,
    settings: &Settings,
    scratch: &Path,
) -> Option<io::Result<Program>> {
    match &contestant.play {
        Play::Driver(program) | Play::Program(program, _) => Some(Ok(program.clone())),
        Play::Served(served) => Some(serve::program(*served, settings, scratch)),
        Play::Unfit { .. } => None,
    }
}

fn player(
    contestant: &Contestant,
    disc: Disc,
    settings: Settings,
    started: Option<(Program, Sandbox)>,
) -> Box<dyn Player> {
    let process = |settings| {
        let (program, sandbox) = started.expect("only an unfit player has no program");
        process::ProcessPlayer::new(program, settings, sandbox)
    };
    match &contestant.play {
        Play::Driver(_) => Box::new(driver::Driver::new(process(settings), settings)),
        Play::Served(_) => {
            // The limit is for submissions; the engine needs about 100 MiB.
            let memory_mib = settings.memory_mib.max(Settings::default().memory_mib);
            let with_memory = Settings {
                memory_mib,
                ..settings
            };
            Box::new(driver::Driver::served(process(with_memory)))
        }
        Play::Program(_, Protocol::Transcript) => {
            Box::new(lab8::Lab8::new(process(settings), disc, settings))
        }
        Play::Program(_, Protocol::Nboard) => Box::new(nboard::Nboard::new(process(settings))),
        Play::Unfit { end, reason } => Box::new(Absent(Fault::new(*end, reason))),
    }
}

/// A player that could not be built or started.
struct Absent(Fault);

impl Player for Absent {
    fn begin(&mut self) -> Result<(), Fault> {
        Err(self.0.clone())
    }

    fn choose(&mut self, _: &Game, _: &[Ply]) -> Answer {
        Answer {
            time: Duration::ZERO,
            requested: Err(self.0.clone()),
        }
    }
}

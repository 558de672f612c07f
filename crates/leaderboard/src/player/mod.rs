//! Somebody at a board.

mod builtin;
mod driver;
mod lab8;
mod nboard;
mod talk;

use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use reversi_core::{Disc, Game, Square};
use sandbox::{Confinement, End, Program, confine_this_thread};

use crate::contestant::{Contestant, Play};
use crate::record::Ending;
use crate::settings::Settings;
use crate::submitted::Protocol;

/// What a player answers when it is asked for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer<T = Wish> {
    /// How long it took.
    pub(crate) time: Duration,
    /// The move, legal or not, or why there is none.
    pub(crate) square: Result<T, Fault>,
}

/// A move that a player wants to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wish {
    /// The square; `None` if there is none of that name on any board.
    pub(crate) square: Option<Square>,
    /// The move as the player said it.
    pub(crate) said: String,
}

/// Why a player loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) end: Ending,
    /// As in "white lost: {why}".
    pub(crate) why: String,
    /// The end of its standard error.
    pub(crate) stderr: String,
}

impl Fault {
    fn new(end: Ending, why: impl Into<String>) -> Self {
        Self {
            end,
            why: why.into(),
            stderr: String::new(),
        }
    }

    /// That it ended before the game did.
    fn ended(end: &End) -> Self {
        let why = match end {
            End::Exited(status) => format!("it ended by itself (exit status {status})"),
            End::Signalled(_) => format!("it crashed: {end}"),
            _ => end.to_string(),
        };
        let ending = match end {
            End::OutputLimit => Ending::Output,
            End::MemoryLimit => Ending::Memory,
            End::ProcessLimit => Ending::Processes,
            End::WallTime | End::CpuTime => Ending::Time,
            End::CouldNotStart(_) => Ending::Start,
            End::Exited(_) | End::Signalled(_) => Ending::Crash,
        };
        Self::new(ending, why)
    }
}

/// What has happened at the board: a move, or `None` for a pass.
pub(crate) type Ply = Option<Square>;

/// Somebody who chooses moves.
trait Player {
    /// Makes itself ready, off the clock.
    fn begin(&mut self) -> Result<(), Fault>;

    /// The move in the position of `game`, to which `plies` have led.
    fn choose(&mut self, game: &Game, plies: &[Ply]) -> Answer;
}

/// Why no player could sit down: this machine is to blame, not the player.
pub(crate) type Trouble = String;

/// A player at a board, on a thread of its own.
///
/// A program is started by a thread that is confined to a scratch folder of
/// its own: so it can neither write where its opponent writes nor send a
/// signal to its opponent, which one that shared the thread could.
pub(crate) struct Seat {
    questions: mpsc::Sender<(Game, Vec<Ply>)>,
    answers: mpsc::Receiver<Result<Answer, Trouble>>,
    /// What is missing of the sandbox.
    pub(crate) note: Option<String>,
}

impl Seat {
    /// Seats `contestant` with `disc`; on return it is ready, or will say why
    /// it is not when it is asked for a move.
    pub(crate) fn take<'scope>(
        scope: &'scope thread::Scope<'scope, '_>,
        contestant: &'scope Contestant,
        disc: Disc,
        settings: &Settings,
        sandbox: bool,
    ) -> Result<Self, Trouble> {
        let (questions, asked) = mpsc::channel::<(Game, Vec<Ply>)>();
        let (answer, answers) = mpsc::channel();
        let (ready, readied) = mpsc::channel();
        let settings = *settings;
        let sit = move || {
            let scratch = match tempfile::tempdir() {
                Ok(scratch) => scratch,
                Err(error) => {
                    let _ = ready.send(Err(format!("no scratch folder: {error}")));
                    return;
                }
            };
            let is_program = matches!(contestant.play, Play::Driver(_) | Play::Program(..));
            let note = if sandbox && is_program {
                match confine_this_thread(scratch.path()) {
                    Confinement::Full => None,
                    partial => Some(partial.to_string()),
                }
            } else {
                None
            };
            let mut player = player(contestant, disc, settings, scratch.path());
            let begun = player.begin();
            // Whoever asked is gone if the other player could not sit down.
            let _ = ready.send(Ok(note));
            for (game, plies) in asked {
                let said = match &begun {
                    Ok(()) => Ok(player.choose(&game, &plies)),
                    Err(fault) if is_ours(contestant, fault) => Err(fault.why.clone()),
                    Err(fault) => Ok(Answer {
                        time: Duration::ZERO,
                        square: Err(fault.clone()),
                    }),
                };
                if answer.send(said).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new()
            .spawn_scoped(scope, sit)
            .map_err(|error| format!("no thread for a player: {error}"))?;
        let gone = |_| "a player's thread has ended".to_owned();
        let note = readied.recv().map_err(gone)??;
        Ok(Self {
            questions,
            answers,
            note,
        })
    }

    /// Asks for a move in the position of `game`.
    pub(crate) fn ask(&self, game: &Game, plies: &[Ply]) -> Result<Answer, Trouble> {
        let gone = || "a player's thread has ended".to_owned();
        let question = (game.clone(), plies.to_vec());
        self.questions.send(question).map_err(|_| gone())?;
        self.answers.recv().map_err(|_| gone())?
    }
}

/// Our own driver can be started wherever anything can.
fn is_ours(contestant: &Contestant, fault: &Fault) -> bool {
    matches!(contestant.play, Play::Driver(_)) && fault.end == Ending::Start
}

fn player(
    contestant: &Contestant,
    disc: Disc,
    settings: Settings,
    scratch: &Path,
) -> Box<dyn Player> {
    let scratch = scratch.to_owned();
    let talk = |program: &Program| talk::Talk::new(program.clone(), settings, scratch.clone());
    match &contestant.play {
        Play::Builtin(builtin) => Box::new(builtin::Seated::new(*builtin, settings)),
        Play::Driver(program) => Box::new(driver::Driver::new(talk(program), settings)),
        Play::Program(program, Protocol::Transcript) => {
            Box::new(lab8::Lab8::new(talk(program), disc, settings))
        }
        Play::Program(program, Protocol::Nboard) => Box::new(nboard::Nboard::new(talk(program))),
        Play::Unfit { end, reason } => Box::new(Absent(Fault::new(*end, reason))),
    }
}

/// A player that never came.
struct Absent(Fault);

impl Player for Absent {
    fn begin(&mut self) -> Result<(), Fault> {
        Err(self.0.clone())
    }

    fn choose(&mut self, _: &Game, _: &[Ply]) -> Answer {
        Answer {
            time: Duration::ZERO,
            square: Err(self.0.clone()),
        }
    }
}

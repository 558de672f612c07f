//! The process of a built-in player: this program, run again in a player's sandbox. It speaks the
//! protocol of `driver/driver.c`, so built-in players are charged like submissions.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, Write};
use std::num::NonZeroUsize;
use std::process;
use std::time::Duration;

use aps105_lab8::ComputerPlayer;
use reversi_core::{Board, Disc, Game};
#[cfg(unix)]
use reversi_engine::Stopwatch;
use sandbox::{Policy, Program, Requirement};

use crate::builtin::Builtin;
use crate::player::{Contestant, PlayerKind};
use crate::settings::GameSettings;

/// The argument that makes the program a player. After it: the player, the size of the board, and
/// the time limit per move in milliseconds.
const ARGUMENT: &str = "--built-in-player";

/// Becomes a built-in player, and does not return, if the command line asks for one. Call it first
/// in `main`, after [`sandbox::supervise_if_asked`].
pub fn serve_if_asked() {
    let mut args = env::args_os().skip(1);
    if args.next().as_deref() != Some(OsStr::new(ARGUMENT)) {
        return;
    }
    let args: Vec<String> = args.map(|arg| arg.display().to_string()).collect();
    let served = serve(&args, &mut io::stdin().lock(), &mut io::stdout().lock());
    if let Err(why) = served {
        // If standard error is closed, there is no other place for the message.
        let _ = writeln!(io::stderr(), "error: {why}");
        process::exit(2);
    }
    process::exit(0);
}

pub(crate) fn contestant(
    builtin: Builtin,
    settings: GameSettings,
    requirement: Requirement,
) -> io::Result<Contestant> {
    let executable = env::current_exe()?;
    let name = builtin.to_string();
    let (size, limit) = (settings.size.to_string(), settings.move_ms.to_string());
    Ok(Contestant {
        kind: PlayerKind::MakeMove,
        policy: Policy {
            requirement,
            readable: vec![executable.clone()],
            player: true,
            ..Policy::default()
        },
        program: Program {
            command: executable.into(),
            args: [ARGUMENT.to_owned(), name, size, limit]
                .map(OsString::from)
                .into(),
            at_home: true,
            ..Program::default()
        },
        copy: None,
    })
}

fn serve(args: &[String], input: &mut dyn BufRead, output: &mut dyn Write) -> Result<(), String> {
    let usage =
        || format!("{ARGUMENT} is reserved for this program itself: PLAYER SIZE MILLISECONDS");
    let [name, size, limit] = args else {
        return Err(usage());
    };
    let rules = size.parse().ok().and_then(aps105_lab8::rules);
    let rules = rules.ok_or_else(usage)?;
    let limit = limit.parse().map_err(|_| usage())?;
    let Builtin { opponent, level } = name.parse()?;
    let time = Duration::from_millis(limit);
    // It is charged for its processor time. By any other clock, a busy machine would change its
    // moves.
    #[cfg(unix)]
    Stopwatch::set_clock(processor_time);
    let player = ComputerPlayer::new(opponent, rules.size, time, level);
    let mut player = player.map_err(|error| error.to_string())?;
    let mut answer = |text: String| {
        output
            .write_all(text.as_bytes())
            .and_then(|()| output.flush())
            .map_err(|error| format!("cannot answer: {error}"))
    };
    answer("ready\n".to_owned())?;
    for line in input.lines() {
        let line = line.map_err(|error| format!("cannot read a position: {error}"))?;
        let (board, to_move) = position(&line)
            .ok_or_else(|| format!("{line:?} is not a position; expected as in \"B 4 UUUU…\""))?;
        let game = Game::resume(rules, board, to_move).map_err(|error| error.to_string())?;
        let square = player.choose(&game).ok_or("the side to move has no move")?;
        answer(format!("move {} {}\n", square.row, square.col))?;
    }
    Ok(())
}

#[cfg(unix)]
fn processor_time() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID)
        .expect("every process has this clock")
        .into()
}

fn position(line: &str) -> Option<(Board, Disc)> {
    let mut words = line.split(' ');
    let to_move = match words.next()? {
        "B" => Disc::Black,
        "W" => Disc::White,
        _ => return None,
    };
    let (size, squares) = (words.next()?.parse::<NonZeroUsize>().ok()?, words.next()?);
    let letters: Vec<char> = squares.chars().collect();
    let rows: Vec<String> = letters.chunks(size.get()).map(String::from_iter).collect();
    Some((rows.join("\n").parse().ok()?, to_move))
}

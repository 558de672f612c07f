//! The players of a match: the engine in this process, or a program that speaks the Go
//! Text Protocol.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use reversi_core::{Disc, Game, Square};
use reversi_engine::{Engine, Position, SearchLimits};

use crate::Result;
use crate::engine::{engine, hash, read_weights};

/// The size of an engine's transposition table in MiB.
const TABLE: usize = 64;

pub(super) enum MatchPlayer {
    Engine(Box<Engine>, SearchLimits),
    Program(Session),
}

impl MatchPlayer {
    /// Prepares the player that the command line calls `text`: `builtin`, a weights file, or a
    /// command line. Also returns what identifies it in a log. The engine gets `limits`.
    pub(super) fn open(text: &str, limits: SearchLimits) -> Result<(Self, String)> {
        let hash_of = |file: &Path| {
            // The system may find a program elsewhere.
            fs::read(file).map_or_else(|_| "unknown file".into(), |bytes| hash(&bytes))
        };
        let file = Path::new(text);
        let is_weights = file.extension().is_some_and(|end| end == "rwts") && file.exists();
        if text == "builtin" || is_weights {
            let (weights, hash) = read_weights(is_weights.then_some(file))?;
            let program = hash_of(&std::env::current_exe()?);
            let identity = format!("weights {hash} (program {program})");
            let engine = Box::new(engine(&weights, TABLE));
            return Ok((Self::Engine(engine, limits), identity));
        }
        let words = shlex::split(text).unwrap_or_default();
        let [program, arguments @ ..] = words.as_slice() else {
            return Err(format!("not a command line: `{text}`").into());
        };
        let identity = format!("{text} (program {})", hash_of(Path::new(program)));
        let session = Session::start(text, program, arguments);
        let session = session.map_err(|error| format!("cannot start `{text}`: {error}"))?;
        Ok((Self::Program(session), identity))
    }

    /// Prepares for a game from the start position. The engine forgets other games; a program may
    /// remember them.
    pub(super) fn start(&mut self) -> Result<()> {
        match self {
            Self::Engine(engine, _) => engine.clear(),
            Self::Program(session) => {
                session.command("boardsize 8")?;
                session.command("clear_board")?;
            }
        }
        Ok(())
    }

    /// The side to move must have a move.
    pub(super) fn choose(&mut self, game: &Game) -> Result<Square> {
        match self {
            Self::Engine(engine, limits) => {
                let position = Position::of(game.board(), game.to_move());
                let position = position.expect("the board is 8×8");
                Ok(engine.search(position, limits, &mut |_| {}).moves[0])
            }
            Self::Program(session) => {
                let command = format!("genmove {}", game.to_move());
                let answer = session.command(&command)?;
                let at = answer.parse().ok().filter(|&at| game.check(at).is_ok());
                at.ok_or_else(|| session.error(&format!("illegal answer to `{command}`: {answer}")))
            }
        }
    }

    /// Tells the player about a ply that it has not chosen: a move, or a pass.
    pub(super) fn follow(&mut self, disc: Disc, at: Option<Square>) -> Result<()> {
        if let Self::Program(session) = self {
            let at = at.map_or("pass".into(), |at| at.to_string());
            session.command(&format!("play {disc} {at}"))?;
        }
        Ok(())
    }
}

pub(super) struct Session {
    name: String,
    input: Box<dyn Write>,
    output: Box<dyn BufRead>,
}

impl Session {
    fn start(name: &str, program: &str, arguments: &[String]) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments).stderr(Stdio::null());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        Ok(Self {
            name: name.to_owned(),
            input: Box::new(input.expect("it is piped")),
            output: Box::new(BufReader::new(output.expect("it is piped"))),
        })
    }

    /// Sends a command and returns the first line of the answer, which ends with an empty line.
    fn command(&mut self, command: &str) -> Result<String> {
        let sent = writeln!(self.input, "{command}").and_then(|()| self.input.flush());
        sent.map_err(|_| self.error("the program has ended"))?;
        let mut answer: Option<String> = None;
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line);
            if read.map_err(|error| self.error(&error.to_string()))? == 0 {
                return Err(self.error("the program has ended"));
            }
            match (answer.take(), line.trim()) {
                (None, "") => {}
                (None, text) => {
                    let success = text.strip_prefix('=').map(|text| text.trim().to_owned());
                    let error = || self.error(&format!("`{command}` failed: {text}"));
                    answer = Some(success.ok_or_else(error)?);
                }
                (Some(answer), "") => return Ok(answer),
                (first, _) => answer = first,
            }
        }
    }

    fn error(&self, text: &str) -> crate::Error {
        format!("`{}`: {text}", self.name).into()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::io::pipe;
    use std::thread;

    use reversi_core::Rules;
    use reversi_engine::frontend::{Settings, gtp};

    fn player(input: impl Write + 'static, output: impl BufRead + 'static) -> MatchPlayer {
        MatchPlayer::Program(Session {
            name: "x".to_owned(),
            input: Box::new(input),
            output: Box::new(output),
        })
    }

    /// Returns a player whose program is the engine's front end in a thread.
    pub(in crate::gate) fn front_end() -> MatchPlayer {
        let (input, to) = pipe().expect("a pipe can be made");
        let (from, output) = pipe().expect("a pipe can be made");
        thread::spawn(move || {
            let mut settings = Settings::default();
            settings.limits.depth = Some(1);
            let _ = gtp::run(BufReader::new(input), output, &settings);
        });
        player(to, BufReader::new(from))
    }

    #[test]
    fn wrong_answers_are_errors() {
        let game = Game::new(Rules::OTHELLO).expect("a board");
        for (answers, error) in [
            ("noise\n", "`genmove black` failed: noise"),
            ("\n= a1\n\n", "illegal answer to `genmove black`: a1"),
            ("= pass\n\n", "illegal answer to `genmove black`: pass"),
            ("? out of\nmemory\n\n", "`genmove black` failed: ? out of"),
            ("= f5\n", "the program has ended"),
        ] {
            let mut player = player(io::sink(), answers.as_bytes());
            let found = player.choose(&game).expect_err("it is wrong");
            assert_eq!(found.to_string(), format!("`x`: {error}"));
        }
    }
}

//! The players of a match: the engine in this process, or a program that speaks the Go
//! Text Protocol.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use reversi_core::{Disc, Game, Square, Turn};
use reversi_engine::game::name;
use reversi_engine::openings::Opening;
use reversi_engine::{Engine, Position, SearchLimits};

use crate::Result;
use crate::weights::{FileHash, HashedWeights, engine};

/// A result whose error is the reason to forfeit the game.
pub(super) type Forfeit<T> = std::result::Result<T, String>;

/// The time after which a program without an answer forfeits the game.
const PATIENCE: Duration = Duration::from_secs(60);

/// The number of lines that a program may write without being read.
const LINES: usize = 1024;

/// A player of a match.
pub(super) enum MatchPlayer {
    /// The engine in this process.
    Engine(Box<Engine>, SearchLimits),
    /// A program, started again after a failure.
    Program {
        words: Vec<String>,
        session: Option<Session>,
    },
}

impl MatchPlayer {
    /// Prepares the player that the command line calls `text`: `builtin`, a weights file,
    /// or a command line. Returns what identifies it in a log, too. The engine gets
    /// `limits` and a transposition table of `table` MiB. A program is started, so that a
    /// wrong command line is an error before the first game.
    pub(super) fn read(text: &str, limits: SearchLimits, table: usize) -> Result<(Self, String)> {
        let hash = |file: &Path| fs::read(file).map_or(String::new(), |it| hash_of(&it));
        let file = Path::new(text);
        let is_weights = file.extension().is_some_and(|end| end == "rwts") && file.exists();
        if text == "builtin" || is_weights {
            let weights = HashedWeights::read(is_weights.then_some(file))?;
            let program = std::env::current_exe().map_or(String::new(), |it| hash(&it));
            let engine = Box::new(engine(&weights.weights, table));
            let identity = format!("weights {}{program}", weights.hash);
            return Ok((Self::Engine(engine, limits), identity));
        }
        let words = shlex::split(text)
            .filter(|words| !words.is_empty())
            .ok_or_else(|| format!("not a command line: `{text}`"))?;
        let identity = format!("{}{}", words.join(" "), hash(Path::new(&words[0])));
        let mut player = Self::Program {
            words,
            session: None,
        };
        player
            .command("protocol_version")
            .map_err(|reason| format!("`{text}`: {reason}"))?;
        Ok((player, identity))
    }

    /// Prepares for a game that continues `opening`. The engine forgets other games; a
    /// program may remember them.
    pub(super) fn start(&mut self, opening: &Opening) -> Forfeit<()> {
        if let Self::Engine(engine, _) = self {
            engine.clear();
            return Ok(());
        }
        self.command("boardsize 8")?;
        self.command("clear_board")?;
        let mut game = Game::new(*opening.game().rules()).expect("the opening has these rules");
        for &at in opening.moves() {
            if let Turn::Pass(disc) = game.turn() {
                game.pass().expect("it must");
                self.follow(disc, None)?;
            }
            self.follow(game.to_move(), Some(at))?;
            game.play(at).expect("the opening is legal");
        }
        Ok(())
    }

    /// Returns the move of the side to move, `None` for a pass. The referee decides if it
    /// is legal.
    pub(super) fn choose(&mut self, game: &Game) -> Forfeit<Option<Square>> {
        if let Self::Engine(engine, limits) = self {
            let position = Position::of(game.board(), game.to_move()).expect("the board is 8×8");
            let line = engine.search(position, limits, &mut |_| {});
            return Ok(line.moves.first().copied());
        }
        let command = format!("genmove {}", name(game.to_move()));
        let answer = self.command(&command)?;
        match answer.parse() {
            Ok(at) => Ok(Some(at)),
            Err(_) if answer.eq_ignore_ascii_case("pass") => Ok(None),
            Err(_) => Err(format!(
                "answered `{answer}` to `{command}`, expected a move"
            )),
        }
    }

    /// Receives a ply that this player has not chosen: a move of the opponent, or a forced
    /// pass of either side.
    pub(super) fn follow(&mut self, disc: Disc, at: Option<Square>) -> Forfeit<()> {
        if let Self::Engine(..) = self {
            return Ok(());
        }
        let at = at.map_or("pass".into(), |at| at.to_string());
        self.command(&format!("play {} {at}", name(disc))).map(drop)
    }

    /// Sends a command to a program and returns the answer. After an error the session is
    /// over.
    fn command(&mut self, command: &str) -> Forfeit<String> {
        let Self::Program { words, session } = self else {
            return Err("the engine in this process has no commands".into());
        };
        let mut open = match session.take() {
            Some(session) => session,
            None => Session::spawn(words)?,
        };
        let answer = open.command(command)?;
        *session = Some(open);
        Ok(answer)
    }
}

fn hash_of(program: &[u8]) -> String {
    format!(" (program {})", FileHash::of(program))
}

/// A running program.
pub(super) struct Session {
    /// `None` in tests.
    child: Option<Child>,
    input: Box<dyn Write + Send>,
    lines: Receiver<String>,
}

impl Session {
    fn spawn(words: &[String]) -> Forfeit<Self> {
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("cannot be started: {error}"))?;
        let input = child.stdin.take().expect("it is piped");
        let output = child.stdout.take().expect("it is piped");
        Ok(Self::new(Some(child), input, output))
    }

    fn new(
        child: Option<Child>,
        input: impl Write + Send + 'static,
        output: impl Read + Send + 'static,
    ) -> Self {
        let (sender, lines) = sync_channel(LINES);
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { break };
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self {
            child,
            input: Box::new(input),
            lines,
        }
    }

    /// Sends a command and returns the text of the answer's first line.
    fn command(&mut self, command: &str) -> Forfeit<String> {
        let sent = writeln!(self.input, "{command}").and_then(|()| self.input.flush());
        sent.map_err(|_| self.ended())?;
        let end = Instant::now() + PATIENCE;
        let mut answer = None;
        loop {
            let rest = end.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(rest).map_err(|error| match error {
                RecvTimeoutError::Disconnected => self.ended(),
                RecvTimeoutError::Timeout => format!("no answer to `{command}` within 60 s"),
            })?;
            let line = line.trim();
            match answer {
                None => match line.split_at_checked(1) {
                    Some(("=", text)) => answer = Some(Ok(text.trim().to_owned())),
                    Some(("?", text)) => {
                        answer = Some(Err(format!("refused `{command}`: {}", text.trim())));
                    }
                    // Empty lines, and diagnostics of careless programs.
                    _ => {}
                },
                Some(answer) if line.is_empty() => return answer,
                Some(_) => {}
            }
        }
    }

    /// Returns the reason why there is no answer: the program has ended or closed a
    /// stream.
    fn ended(&mut self) -> String {
        match self.child.as_mut().map(Child::try_wait) {
            Some(Ok(Some(status))) => format!("the program ended with {status}"),
            _ => "the program closed its input or output".into(),
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            // A program that has ended already cannot be killed.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::io::pipe;

    use reversi_core::Size;
    use reversi_engine::Options;
    use reversi_engine::frontend::{Settings, gtp};

    const LIMITS: SearchLimits = SearchLimits {
        depth: Some(1),
        time: None,
    };

    fn program(session: Session) -> MatchPlayer {
        MatchPlayer::Program {
            words: vec!["/nonexistent/program".into()],
            session: Some(session),
        }
    }

    /// Returns a player whose program is the engine's front end in a thread.
    pub(in crate::gate) fn front_end() -> MatchPlayer {
        let (input, to) = pipe().expect("a pipe can be made");
        let (from, output) = pipe().expect("a pipe can be made");
        thread::spawn(move || {
            let settings = Settings {
                options: Options {
                    table: 1,
                    ..Options::default()
                },
                limits: LIMITS,
            };
            let _ = gtp::run(BufReader::new(input), output, &settings);
        });
        program(Session::new(None, to, from))
    }

    /// Returns a player whose program has written `answers` and ended.
    pub(in crate::gate) fn scripted(answers: &str) -> MatchPlayer {
        let answers = std::io::Cursor::new(answers.to_owned().into_bytes());
        program(Session::new(None, std::io::sink(), answers))
    }

    #[test]
    fn a_refusal_and_an_end_are_reasons() {
        let opening = Opening::play(Size::EIGHT, &[]).expect("there is a middle");
        let mut player = scripted("noise\n=\n\n? out of memory\n\n");
        let refused = player.start(&opening).expect_err("it refuses");
        assert_eq!(refused, "refused `clear_board`: out of memory");
        // The session is over and the program cannot be started again.
        let error = player.choose(opening.game()).expect_err("it is over");
        assert!(error.starts_with("cannot be started: "), "{error}");
        let mut player = scripted("= resign\nmore\n\n= a1\n");
        let error = player.choose(opening.game()).expect_err("it is no move");
        let expected = "answered `resign` to `genmove black`, expected a move";
        assert_eq!(error, expected);
        let error = player.choose(opening.game()).expect_err("it has ended");
        assert_eq!(error, "the program closed its input or output");
    }

    #[test]
    fn a_player_is_weights_or_a_command_line() {
        let read = |text: &str| MatchPlayer::read(text, LIMITS, 1);
        let folder = tempfile::tempdir().expect("a folder can be made");
        let file = folder.path().join("a b.rwts");
        fs::write(&file, reversi_engine::eval::Weights::builtin_file()).expect("it is written");
        let [builtin, named] = ["builtin", file.to_str().expect("it is text")]
            .map(|text| read(text).expect("weights").1);
        assert_eq!(builtin, named);
        for (wrong, message) in [
            ("missing.rwts", "`missing.rwts`: cannot be started: "),
            ("'open", "not a command line: `'open`"),
            ("", "not a command line: ``"),
        ] {
            let error = read(wrong).err().expect("it is wrong").to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}

//! A player in another process that speaks the Go Text Protocol.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use reversi_core::{Disc, Game, Turn};
use reversi_engine::game::name;
use reversi_engine::openings::Opening;

use super::notation;
use super::player::{Forfeit, Player, Ply};
use crate::Result;

/// The time after which a program without an answer forfeits the game: this, or
/// [`PATIENT_FACTOR`] times its time per move.
const PATIENCE: Duration = Duration::from_secs(60);

/// See [`PATIENCE`].
const PATIENT_FACTOR: u32 = 10;

/// The number of lines that a program may write without being read.
const LINES: usize = 1024;

/// A program that plays by GTP. After a failure it is started again for the next
/// game.
pub(super) struct GtpPlayer {
    words: Vec<String>,
    patience: Duration,
    session: Option<Session>,
}

impl GtpPlayer {
    /// Starts the program. An error names the command line.
    pub(super) fn start(words: &[String], time: Duration) -> Result<Self> {
        let mut player = Self {
            words: words.to_vec(),
            patience: PATIENCE.max(time * PATIENT_FACTOR),
            session: None,
        };
        player
            .command("protocol_version")
            .map_err(|reason| format!("`{}`: {reason}", words.join(" ")))?;
        Ok(player)
    }

    /// Sends a command and returns the answer. After an error the session is over.
    fn command(&mut self, command: &str) -> Forfeit<String> {
        let mut session = match self.session.take() {
            Some(session) => session,
            None => Session::spawn(&self.words)?,
        };
        let answer = session.command(command, self.patience)?;
        self.session = Some(session);
        Ok(answer)
    }

    fn play(&mut self, disc: Disc, ply: Ply) -> Forfeit<()> {
        let at = ply.map_or("pass".into(), notation::write);
        self.command(&format!("play {} {at}", name(disc))).map(drop)
    }
}

impl Player for GtpPlayer {
    fn start(&mut self, opening: &Opening) -> Forfeit<()> {
        let size = opening.game().board().size();
        self.command(&format!("boardsize {}", size.rows()))?;
        self.command("clear_board")?;
        let mut game = Game::new(*opening.game().rules()).expect("the opening has these rules");
        for &at in opening.moves() {
            if let Turn::Pass(disc) = game.turn() {
                game.pass().expect("it must");
                self.play(disc, None)?;
            }
            self.play(game.to_move(), Some(at))?;
            game.play(at).expect("the opening is legal");
        }
        Ok(())
    }

    fn choose(&mut self, game: &Game) -> Forfeit<Ply> {
        let command = format!("genmove {}", name(game.to_move()));
        let answer = self.command(&command)?;
        if answer.eq_ignore_ascii_case("pass") {
            return Ok(None);
        }
        match notation::read(&answer).as_deref() {
            Ok(&[at]) => Ok(Some(at)),
            _ => Err(format!(
                "answered `{answer}` to `{command}`, expected a move"
            )),
        }
    }

    fn follow(&mut self, disc: Disc, ply: Ply) -> Forfeit<()> {
        self.play(disc, ply)
    }
}

/// A running program.
struct Session {
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
    fn command(&mut self, command: &str, patience: Duration) -> Forfeit<String> {
        if writeln!(self.input, "{command}")
            .and_then(|()| self.input.flush())
            .is_err()
        {
            return Err(self.ended());
        }
        let end = Instant::now() + patience;
        let mut answer = None;
        loop {
            let rest = end.saturating_duration_since(Instant::now());
            let line = match self.lines.recv_timeout(rest) {
                Ok(line) => line,
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) => {
                    return Err(format!(
                        "no answer to `{command}` within {} s",
                        patience.as_secs_f64()
                    ));
                }
            };
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

    /// Returns the reason why there is no answer: the program has ended or closed
    /// a stream.
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
    use reversi_engine::frontend::{Settings, gtp};
    use reversi_engine::{Options, SearchLimits};

    /// Returns a player whose program is the engine's front end in a thread.
    pub(in crate::gate) fn engine(depth: u32) -> GtpPlayer {
        let (input, to) = pipe().expect("a pipe can be made");
        let (from, output) = pipe().expect("a pipe can be made");
        thread::spawn(move || {
            let settings = Settings {
                options: Options {
                    table: 1,
                    ..Options::default()
                },
                limits: SearchLimits {
                    depth: Some(depth),
                    time: None,
                },
            };
            let settings: &'static Settings = Box::leak(Box::new(settings));
            let _ = gtp::run(BufReader::new(input), output, settings);
        });
        GtpPlayer {
            words: Vec::new(),
            patience: PATIENCE,
            session: Some(Session::new(None, to, from)),
        }
    }

    /// Returns a player whose program has written `answers` and ended.
    pub(in crate::gate) fn scripted(answers: &str) -> GtpPlayer {
        let (_, to) = pipe().expect("a pipe can be made");
        GtpPlayer {
            words: vec!["/nonexistent/program".into()],
            patience: PATIENCE,
            session: Some(Session::new(
                None,
                Sink(to),
                std::io::Cursor::new(answers.to_owned().into_bytes()),
            )),
        }
    }

    /// Accepts everything, and keeps the pipe open.
    struct Sink(#[expect(dead_code, reason = "it is kept open")] std::io::PipeWriter);

    impl Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_engine_plays_a_move_after_an_opening_on_every_board() {
        for side in [8, 6, 12, 26] {
            let size = Size::square(side).expect("a size");
            let start = Opening::play(size, &[]).expect("there is a middle");
            let first = start.game().legal_moves().next().expect("four moves");
            let opening = Opening::play(size, &[first]).expect("it is legal");
            let mut game = opening.game().clone();
            let mut player = engine(1);
            player.start(&opening).expect("it answers");
            for _ in 0..2 {
                let disc = game.to_move();
                let at = player.choose(&game).expect("it answers");
                game.play(at.expect("it can move")).expect("it is legal");
                let reply = game.legal_moves().next().expect("there is a move");
                let reply_by = disc.opponent();
                player.follow(reply_by, Some(reply)).expect("it answers");
                game.play(reply).expect("it is legal");
            }
            assert!(matches!(game.turn(), Turn::Move(Disc::White)));
        }
    }

    #[test]
    fn a_refusal_and_an_end_are_reasons() {
        let mut player = scripted("noise\n=\n\n? out of memory\n\n= resign\nmore\n\n= a1\n");
        let opening = Opening::play(Size::EIGHT, &[]).expect("there is a middle");
        let game = opening.game();
        assert_eq!(player.command("clear_board"), Ok(String::new()));
        let refused = player.start(&opening).expect_err("it refuses");
        assert_eq!(refused, "refused `boardsize 8`: out of memory");
        // The session is over and the program cannot be started again.
        let error = player.choose(game).expect_err("there is no program");
        assert!(error.starts_with("cannot be started: "), "{error}");

        let mut player = scripted("= resign\nmore\n\n= a1\n");
        let error = player.choose(game).expect_err("it is no move");
        assert_eq!(
            error,
            "answered `resign` to `genmove black`, expected a move"
        );
        let error = player.choose(game).expect_err("the answer is not complete");
        assert_eq!(error, "the program closed its input or output");
    }

    #[test]
    fn a_program_without_answer_or_that_cannot_be_started_is_an_error() {
        let (_input, to) = pipe().expect("a pipe can be made");
        let (from, _output) = pipe().expect("a pipe can be made");
        let mut player = GtpPlayer {
            words: Vec::new(),
            patience: Duration::ZERO,
            session: Some(Session::new(None, to, from)),
        };
        let error = player.command("name").expect_err("nobody answers");
        assert_eq!(error, "no answer to `name` within 0 s");
        let words = ["/nonexistent/program".into(), "gtp".into()];
        let error = GtpPlayer::start(&words, Duration::ZERO)
            .err()
            .expect("it is missing");
        let message = "`/nonexistent/program gtp`: cannot be started: ";
        assert!(error.to_string().starts_with(message), "{error}");
    }
}

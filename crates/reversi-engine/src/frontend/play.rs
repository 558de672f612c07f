//! `play`: a game against the engine in the terminal.

use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use reversi_core::Disc;

use super::input::{InputLine, Lines};
use super::thinker::Thinker;
use super::{Settings, hint, text};
use crate::format::ggf::Ggf;
use crate::format::moves;
use crate::game::{GameRecord, Ply, Turn, name};
use crate::{Line, SearchLimits};

/// The sides that the engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// Neither side.
    None,
    /// One side.
    One(Disc),
    /// Both sides.
    Both,
}

impl Sides {
    fn has(self, disc: Disc) -> bool {
        match self {
            Self::None => false,
            Self::One(other) => other == disc,
            Self::Both => true,
        }
    }

    fn read(text: &str) -> Option<Self> {
        match text.to_ascii_lowercase().as_str() {
            "none" => Some(Self::None),
            "black" => Some(Self::One(Disc::Black)),
            "white" => Some(Self::One(Disc::White)),
            "both" => Some(Self::Both),
            _ => None,
        }
    }
}

const HELP: &str = "\
f5                    play a move, or several: f5d6c3
undo                  take back your last move and all moves after it
hint [COUNT]          show the best moves
go                    let the engine play this move
engine SIDES          set what the engine plays: black, white, both or none
level DEPTH           set how many moves the engine looks ahead, 1 to 60
moves                 show the moves so far
board                 show the board
ggf                   show the game in the format of GGS and NBoard
new                   start a new game
resign                resign the game
quit                  end the program";

/// The hint after an error in what was typed.
const SEE_HELP: &str = "type help for a list of commands";

/// The error for a command that needs a game in progress.
const GAME_OVER: &str = "the game is over; type undo, new or quit";

/// Continues `game` until `quit` or the end of `input`.
pub fn run(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    game: GameRecord,
    engine: Sides,
    settings: &Settings,
) -> io::Result<()> {
    let searcher = settings.engine();
    let mut lines = Lines::read(input, is_urgent, searcher.stop_flag());
    let mut console = Console {
        thinker: Thinker::new(searcher, lines.urgent()),
        output,
        limits: settings.move_limits(),
        sides: engine,
        game,
    };
    console.show()?;
    loop {
        console.play_engine()?;
        console.prompt()?;
        match lines.next().transpose()? {
            None => return console.line(""),
            Some(InputLine::TooLong) => {
                console.error(format_args!("the line is too long; {SEE_HELP}"))?;
            }
            Some(InputLine::Text(line)) => {
                if console.obey(line.trim())?.is_break() {
                    return Ok(());
                }
            }
        }
    }
}

/// Returns `true` if this line stops a search.
fn is_urgent(line: &str) -> bool {
    matches!(line.trim(), "quit" | "stop")
}

struct Console<W> {
    thinker: Thinker,
    output: W,
    limits: SearchLimits,
    sides: Sides,
    game: GameRecord,
}

impl<W: Write> Console<W> {
    fn obey(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        let mut words = line.split_whitespace();
        let Some(command) = words.next() else {
            return Ok(ControlFlow::Continue(()));
        };
        let argument = words.next();
        match (command, argument) {
            ("quit" | "exit", _) => return Ok(ControlFlow::Break(())),
            ("stop", _) => {}
            ("help" | "?", _) => self.line(HELP)?,
            ("undo", _) => self.undo()?,
            ("hint", None) => self.hint(1)?,
            ("hint", Some(count)) => match count.parse() {
                Ok(count) => self.hint(count)?,
                Err(_) => {
                    self.error(format_args!("expected a number of moves, found {count:?}"))?;
                }
            },
            ("go", _) => self.go()?,
            ("engine", Some(sides)) => match Sides::read(sides) {
                Some(sides) => self.sides = sides,
                None => self.error(format_args!(
                    "expected black, white, both or none, found {sides:?}"
                ))?,
            },
            ("level", Some(depth)) => match depth.parse() {
                Ok(depth @ 1..=60) => self.limits.depth = Some(depth),
                _ => self.error(format_args!(
                    "expected a level from 1 to 60, found {depth:?}"
                ))?,
            },
            ("moves", _) => self.line(moves::write(&self.game))?,
            ("ggf", _) => self.line(Ggf::of(self.game.clone()))?,
            ("board", _) => self.show()?,
            ("new", _) => {
                self.game = GameRecord::default();
                self.thinker.engine.clear();
                self.show()?;
            }
            ("resign", _) => self.resign()?,
            _ => self.make_moves(line)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn make_moves(&mut self, line: &str) -> io::Result<()> {
        if self.game.turn() == Turn::Over {
            return self.error(GAME_OVER);
        }
        // If one move is invalid, none is played.
        let mut game = self.game.clone();
        match moves::play(&mut game, line) {
            Ok(()) => {
                self.game = game;
                self.show()
            }
            Err(error) => self.error(format_args!("{error}; {SEE_HELP}")),
        }
    }

    /// Plays the engine's moves and all forced passes until it is the user's turn.
    fn play_engine(&mut self) -> io::Result<()> {
        loop {
            match self.game.turn() {
                Turn::Pass(_) => self.pass()?,
                Turn::Move(disc) if self.is_engines(disc) => {
                    self.go()?;
                }
                Turn::Over | Turn::Move(_) => return Ok(()),
            }
        }
    }

    /// Returns `true` if the engine plays `disc`. A game of the engine against itself
    /// has no prompts, so an urgent line interrupts it.
    fn is_engines(&self, disc: Disc) -> bool {
        let breaks = self.sides == Sides::Both && self.thinker.is_interrupted();
        self.sides.has(disc) && !breaks
    }

    fn pass(&mut self) -> io::Result<()> {
        let mover = name(self.game.to_move());
        self.game.play(Ply::Pass).expect("the pass is forced");
        self.line(format_args!("{mover} has no legal move and passes"))
    }

    fn go(&mut self) -> io::Result<()> {
        let Turn::Move(disc) = self.game.turn() else {
            return self.error(GAME_OVER);
        };
        let quiet = |_: &[Line]| Ok(());
        let position = self.game.position();
        let line = &self.thinker.choose(position, &self.limits, quiet)?;
        let Some(&square) = line.moves.first() else {
            self.sides = Sides::None;
            return self.error("the search found no move; the engine stops playing");
        };
        let (depth, score, mover) = (line.depth, text::score(line), name(disc));
        let seconds = round(line.time).as_secs_f64();
        if let Err(error) = self.game.play(Ply::Place(square)) {
            self.sides = Sides::None;
            return self.error(format_args!("the search returned an illegal move: {error}"));
        }
        self.line(format_args!(
            "{mover} plays {square} ({score} at depth {depth}, {seconds} s)"
        ))?;
        self.show()
    }

    fn hint(&mut self, count: usize) -> io::Result<()> {
        if self.game.turn() == Turn::Over {
            return self.error(GAME_OVER);
        }
        let quiet = |_: &[Line]| Ok(());
        let now = self.game.now();
        let count = count.clamp(1, 64);
        let lines = self
            .thinker
            .hint(now.position, count, &self.limits, quiet)?;
        hint::table(&mut self.output, now, &lines)?;
        self.output.flush()
    }

    /// Takes back the user's last move and all moves after it.
    fn undo(&mut self) -> io::Result<()> {
        let sides = match self.sides {
            Sides::Both => Sides::None,
            sides => sides,
        };
        let mut game = self.game.clone();
        while let Some(ply) = game.undo() {
            if ply != Ply::Pass && !sides.has(game.to_move()) {
                self.sides = sides;
                self.game = game;
                return self.show();
            }
        }
        self.error("there is no move of yours to take back")
    }

    fn resign(&mut self) -> io::Result<()> {
        if self.game.turn() == Turn::Over {
            return self.error(GAME_OVER);
        }
        let loser = self.game.to_move();
        let winner = name(loser.opponent());
        self.line(format_args!("{} resigns, {winner} wins", name(loser)))?;
        self.game = GameRecord::default();
        self.sides = Sides::None;
        self.line("new game without the engine; type engine black or engine white to play it")?;
        self.show()
    }

    fn show(&mut self) -> io::Result<()> {
        let now = self.game.now();
        let (board, count) = (text::board(now), text::count(now));
        self.line(format_args!("\n{board}\n{count}"))?;
        if now.turn() == Turn::Over {
            self.line(text::result(now))?;
        }
        Ok(())
    }

    fn prompt(&mut self) -> io::Result<()> {
        match self.game.turn() {
            Turn::Over => write!(self.output, "> ")?,
            Turn::Move(disc) | Turn::Pass(disc) => write!(self.output, "{}> ", name(disc))?,
        }
        self.output.flush()
    }

    fn error(&mut self, error: impl Display) -> io::Result<()> {
        self.line(format_args!("error: {error}"))
    }

    fn line(&mut self, line: impl Display) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }
}

/// Truncates to hundredths of a second.
fn round(time: Duration) -> Duration {
    Duration::from_millis(u64::try_from(time.as_millis() / 10 * 10).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::tests::{settings, text};
    use crate::game::Setup;
    use proptest::prelude::*;
    use std::io::Cursor;

    fn session(input: impl Into<Vec<u8>>, engine: Sides) -> String {
        session_from(GameRecord::default(), input, engine)
    }

    fn session_from(game: GameRecord, input: impl Into<Vec<u8>>, engine: Sides) -> String {
        let mut output = Vec::new();
        let input = Cursor::new(input.into());
        run(input, &mut output, game, engine, &settings(1)).expect("memory can be written");
        text(output)
    }

    #[test]
    fn moves_are_played_and_the_board_is_shown() {
        let output = session("f5d6\nmoves\nquit\n", Sides::None);
        let board = "\
  a b c d e f g h
1 - - - - - - - -
2 - - - - - - - -
3 - - . - - - - -
4 - - . O * - - -
5 - - . O * * - -
6 - - . O - - - -
7 - - . - - - - -
8 - - - - - - - -
black (*) 3, white (O) 3
black> f5d6
black> ";
        assert!(output.ends_with(board), "{output}");
    }

    #[test]
    fn undo_takes_back_the_users_move_and_the_engines_reply() {
        let output = session("f5\nmoves\nundo\nmoves\n", Sides::One(Disc::White));
        assert!(output.contains("white plays "), "{output}");
        let answers: Vec<_> = output
            .lines()
            .filter_map(|line| line.strip_prefix("black> "))
            .filter(|line| !line.is_empty())
            .collect();
        let [moves] = answers[..] else {
            panic!("one answer to `moves` has moves: {output}");
        };
        assert!(moves.starts_with("f5") && moves.len() == 4, "{output}");
        assert!(output.ends_with("black> \nblack> \n"), "{output}");
    }

    #[test]
    fn a_hint_has_the_requested_number_of_moves() {
        let output = session("hint 3\nquit\n", Sides::None);
        let after = output.split_once("principal variation\n");
        let (_, rows) = after.expect("there is a table");
        assert_eq!(rows.lines().count(), 4, "{output}");
    }

    #[test]
    fn errors_are_reported() {
        let output = session(
            "hello\nf5a1\nundo\nlevel 0\nengine red\nhint x\nmoves\n",
            Sides::None,
        );
        for line in [
            "error: move 1 at byte 0, \"he\": expected a square from a1 to h8 or a pass",
            "error: move 2 at byte 2, \"a1\": white cannot play a1: the move flips no disc",
            "error: there is no move of yours to take back",
            "error: expected a level from 1 to 60, found \"0\"",
            "error: expected black, white, both or none, found \"red\"",
            "error: expected a number of moves, found \"x\"",
        ] {
            assert!(output.contains(line), "{line} in {output}");
        }
        assert!(output.ends_with("black> \nblack> \n"), "{output}");
    }

    #[test]
    fn forced_passes_are_played_and_the_result_is_shown() {
        let start: Setup = "XO-------------------------------------------------------------- O"
            .parse()
            .expect("it is a setup");
        let game = GameRecord::new(start);
        let output = session_from(game, "c1\nd1\ngo\nhint\nresign\nquit\n", Sides::None);
        assert!(
            output.contains("white has no legal move and passes\nblack> "),
            "{output}"
        );
        assert!(
            output.contains("the game is over: black wins by 64\n> "),
            "{output}"
        );
        assert_eq!(output.matches(GAME_OVER).count(), 4);
    }

    #[test]
    fn the_engine_plays_both_sides_to_the_end() {
        let output = session("", Sides::Both);
        assert!(output.contains("the game is over: "), "{output}");
    }

    proptest! {
        #[test]
        fn random_lines_do_not_panic(
            lines in prop::collection::vec(
                "(undo|hint|go|engine|level|moves|ggf|new|resign|[a-h][1-8])? ?(black|white|[1-9]|\\PC{0,5})",
                0..12,
            ),
        ) {
            session(lines.join("\n"), Sides::One(Disc::White));
        }

        #[test]
        fn random_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            session(bytes, Sides::None);
        }
    }
}

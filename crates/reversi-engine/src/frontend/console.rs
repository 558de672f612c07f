//! `play`: a game against the engine, by typing.

use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::time::Duration;

use reversi_core::Disc;

use super::input::{Entry, Lines};
use super::thinker::Thinker;
use super::{Settings, hint, text};
use crate::format::ggf::Ggf;
use crate::format::moves;
use crate::game::{GameRecord, Ply, Turn, name};
use crate::{Engine, Line, SearchLimits};

/// Which sides the engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// Neither.
    None,
    /// One.
    One(Disc),
    /// Both.
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
undo                  take back your last move and what followed
hint [COUNT]          the best moves
go                    let the engine play this move
engine black          or white, both, none: what the engine plays
level DEPTH           how many moves it looks ahead
moves                 the game so far
ggf                   the game in the format of GGS and NBoard
new                   a new game
resign                give the game up
quit                  leave";

/// Plays a game that begins as `game` stands, until `quit` or the end of
/// `input`.
pub fn run(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    game: GameRecord,
    engine: Sides,
    settings: &Settings,
) -> io::Result<()> {
    let searcher = Engine::new(settings.options.clone());
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
            Some(Entry::TooLong) => {
                console.line("the line is too long; help tells what to type")?;
            }
            Some(Entry::Text(line)) => {
                if console.obey(line.trim())? == Next::Quit {
                    return Ok(());
                }
            }
        }
    }
}

/// Whether thinking ends when this line comes.
fn is_urgent(line: &str) -> bool {
    matches!(line.trim(), "quit" | "stop")
}

#[derive(PartialEq)]
enum Next {
    GoOn,
    Quit,
}

struct Console<W> {
    thinker: Thinker,
    output: W,
    limits: SearchLimits,
    sides: Sides,
    game: GameRecord,
}

impl<W: Write> Console<W> {
    fn obey(&mut self, line: &str) -> io::Result<Next> {
        let mut words = line.split_whitespace();
        let Some(command) = words.next() else {
            return Ok(Next::GoOn);
        };
        let argument = words.next();
        match (command, argument) {
            ("quit" | "exit", _) => return Ok(Next::Quit),
            ("stop", _) => {}
            ("help" | "?", _) => self.line(HELP)?,
            ("undo", _) => self.undo()?,
            ("hint", None) => self.hint(1)?,
            ("hint", Some(count)) => match count.parse() {
                Ok(count) => self.hint(count)?,
                Err(_) => self.line(format_args!("{count:?} is no number of moves"))?,
            },
            ("go", _) => self.go()?,
            ("engine", Some(sides)) => match Sides::read(sides) {
                Some(sides) => self.sides = sides,
                None => self.line(format_args!(
                    "{sides:?} is none of black, white, both and none"
                ))?,
            },
            ("level", Some(depth)) => match depth.parse() {
                Ok(depth @ 1..=60) => self.limits.depth = Some(depth),
                _ => self.line(format_args!("{depth:?} is no level from 1 to 60"))?,
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
        Ok(Next::GoOn)
    }

    fn make_moves(&mut self, line: &str) -> io::Result<()> {
        if self.game.turn() == Turn::Over {
            return self.line("the game is over; undo, new or quit");
        }
        // Moves before a wrong one are not made either.
        let mut game = self.game.clone();
        match moves::play(&mut game, line) {
            Ok(()) => {
                self.game = game;
                self.show()
            }
            Err(error) => self.line(format_args!("{error}; help tells what to type")),
        }
    }

    /// Lets the engine play while it is its turn, and passes where a side
    /// must.
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

    /// Whether the engine is to move. A game with itself, which no prompt
    /// breaks, ends when a line comes that must not wait.
    fn is_engines(&self, disc: Disc) -> bool {
        let breaks = self.sides == Sides::Both && self.thinker.is_interrupted();
        self.sides.has(disc) && !breaks
    }

    fn pass(&mut self) -> io::Result<()> {
        let mover = name(self.game.to_move());
        self.game.play(Ply::Pass).expect("it must pass");
        self.line(format_args!("{mover} has no move and passes"))
    }

    fn go(&mut self) -> io::Result<()> {
        let Turn::Move(disc) = self.game.turn() else {
            return self.line("the game is over; undo, new or quit");
        };
        let quiet = |_: &[Line]| Ok(());
        let position = self.game.position();
        let lines = self.thinker.think(position, 1, &self.limits, quiet)?;
        let line = &lines[0];
        let Some(&square) = line.moves.first() else {
            self.sides = Sides::None;
            return self.line("the search has found no move; the engine plays no more");
        };
        let (depth, score, mover) = (line.depth, text::score(line), name(disc));
        let seconds = round(line.time).as_secs_f64();
        if let Err(error) = self.game.play(Ply::Place(square)) {
            self.sides = Sides::None;
            return self.line(format_args!("the search is wrong: {error}"));
        }
        self.line(format_args!(
            "{mover} plays {square} ({score} at depth {depth}, {seconds} s)"
        ))?;
        self.show()
    }

    fn hint(&mut self, count: usize) -> io::Result<()> {
        if self.game.turn() == Turn::Over {
            return self.line("the game is over; undo, new or quit");
        }
        let quiet = |_: &[Line]| Ok(());
        let now = self.game.now();
        let count = count.clamp(1, 64);
        let lines = self
            .thinker
            .think(now.position, count, &self.limits, quiet)?;
        hint::table(&mut self.output, now, &lines)?;
        self.output.flush()
    }

    /// Takes back the last move of a side that people play.
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
        self.line("there is no move of yours to take back")
    }

    fn resign(&mut self) -> io::Result<()> {
        if self.game.turn() == Turn::Over {
            return self.line("the game is over; undo, new or quit");
        }
        let loser = self.game.to_move();
        let winner = name(loser.opponent());
        self.line(format_args!("{} resigns, {winner} wins", name(loser)))?;
        self.game = GameRecord::default();
        self.sides = Sides::None;
        self.line("a new game without the engine; engine black or engine white brings it back")?;
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

    fn line(&mut self, line: impl Display) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }
}

/// To hundredths of a second.
fn round(time: Duration) -> Duration {
    Duration::from_millis(u64::try_from(time.as_millis() / 10 * 10).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use crate::game::Setup;
    use proptest::prelude::*;
    use std::io::Cursor;

    fn session(input: impl Into<Vec<u8>>, engine: Sides) -> String {
        session_from(GameRecord::default(), input, engine)
    }

    fn session_from(game: GameRecord, input: impl Into<Vec<u8>>, engine: Sides) -> String {
        let settings = Settings {
            options: Options {
                table: 1,
                ..Options::default()
            },
            limits: SearchLimits {
                depth: Some(1),
                time: None,
            },
        };
        let mut output = Vec::new();
        let input = Cursor::new(input.into());
        run(input, &mut output, game, engine, &settings).expect("memory can be written");
        String::from_utf8(output).expect("it writes text")
    }

    #[test]
    fn moves_are_made_and_the_board_is_drawn() {
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
    fn the_engine_answers_and_its_move_is_undone_with_ones_own() {
        let output = session("f5\nmoves\nundo\nmoves\n", Sides::One(Disc::White));
        assert!(output.contains("white plays "), "{output}");
        let answers: Vec<_> = output
            .lines()
            .filter_map(|line| line.strip_prefix("black> "))
            .filter(|line| !line.is_empty())
            .collect();
        let [moves] = answers[..] else {
            panic!("moves is answered once with moves: {output}");
        };
        assert!(moves.starts_with("f5") && moves.len() == 4, "{output}");
        assert!(output.ends_with("black> \nblack> \n"), "{output}");
    }

    #[test]
    fn a_hint_has_as_many_moves_as_are_asked_for() {
        let output = session("hint 3\nquit\n", Sides::None);
        let after = output.split_once("principal variation\n");
        let (_, rows) = after.expect("there is a table");
        assert_eq!(rows.lines().count(), 4, "{output}");
    }

    #[test]
    fn what_cannot_be_done_is_told() {
        let output = session(
            "hello\nf5a1\nundo\nlevel 0\nengine red\nhint x\nmoves\n",
            Sides::None,
        );
        for line in [
            "move 1 at byte 0, \"he\": no square from a1 to h8 and no pass",
            "move 2 at byte 2, \"a1\": white may not play a1: it flips nothing",
            "there is no move of yours to take back",
            "\"0\" is no level from 1 to 60",
            "\"red\" is none of black, white, both and none",
            "\"x\" is no number of moves",
        ] {
            assert!(output.contains(line), "{line} in {output}");
        }
        assert!(output.ends_with("black> \nblack> \n"), "{output}");
    }

    #[test]
    fn a_forced_pass_is_made_and_the_end_told() {
        let start: Setup = "XO-------------------------------------------------------------- O"
            .parse()
            .expect("it is a setup");
        let game = GameRecord::new(start);
        let output = session_from(game, "c1\nd1\ngo\nhint\nresign\nquit\n", Sides::None);
        assert!(
            output.contains("white has no move and passes\nblack> "),
            "{output}"
        );
        assert!(
            output.contains("the game is over: black wins by 64\n> "),
            "{output}"
        );
        assert_eq!(
            output
                .matches("the game is over; undo, new or quit")
                .count(),
            4
        );
    }

    #[test]
    fn the_engine_plays_both_sides_to_the_end() {
        let output = session("", Sides::Both);
        assert!(output.contains("the game is over: "), "{output}");
    }

    proptest! {
        #[test]
        fn any_lines_are_survived(
            lines in prop::collection::vec(
                "(undo|hint|go|engine|level|moves|ggf|new|resign|[a-h][1-8])? ?(black|white|[1-9]|\\PC{0,5})",
                0..12,
            ),
        ) {
            session(lines.join("\n"), Sides::One(Disc::White));
        }

        #[test]
        fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            session(bytes, Sides::None);
        }
    }
}

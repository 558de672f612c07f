//! `play`: a game against the engine in the terminal.

use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::time::Duration;

use reversi_core::{Disc, GameRecord, Ply, Turn};

use super::thinker::Thinker;
use super::{Clock, Settings, hint, text};
use crate::position::position_of;
use crate::{ReadError, Stopwatch};

const HELP: &str = "\
f5            play a move, or several: f5d6c3
undo          take back your last move and all moves after it
hint [COUNT]  show the best moves
go            let the engine play this side from now on
quit          end the program";

/// Continues `game` until `quit`, the end of `input`, or the end of a side's time. The engine plays
/// `engine`, if set.
pub fn run(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    game: GameRecord,
    engine: Option<Disc>,
    clock: Option<Clock>,
    settings: &Settings,
) -> io::Result<()> {
    let is_urgent = |line: &str| line.trim() == "quit";
    let mut play = Play {
        thinker: Thinker::start(settings, input, is_urgent),
        output,
        settings,
        engine,
        clock,
        used: Duration::ZERO,
        game,
    };
    play.show()?;
    loop {
        if play.play_engine()? {
            return Ok(());
        }
        let disc = play.game.now().to_move();
        let left = play.time_left(disc);
        write!(play.output, "{disc}")?;
        if let Some(left) = left.map(|left| left.as_secs()) {
            write!(play.output, " {}:{:02}", left / 60, left % 60)?;
        }
        write!(play.output, "> ")?;
        play.output.flush()?;
        let stopwatch = Stopwatch::start();
        let limit = left.unwrap_or(Duration::MAX);
        let line = play.thinker.next_line_within(limit)?;
        if play.is_late(disc, stopwatch)? {
            return Ok(());
        }
        match line {
            None => return play.line(""),
            Some(Err(error)) => play.line(format_args!("error: {error}"))?,
            Some(Ok(line)) if is_urgent(&line) => return Ok(()),
            Some(Ok(line)) => play.obey(line.trim())?,
        }
    }
}

struct Play<'a, W> {
    thinker: Thinker,
    output: W,
    settings: &'a Settings,
    engine: Option<Disc>,
    clock: Option<Clock>,
    used: Duration,
    game: GameRecord,
}

impl<W: Write> Play<'_, W> {
    fn obey(&mut self, line: &str) -> io::Result<()> {
        let is_over = position_of(self.game.now()).is_over();
        if line == "go" && !is_over {
            self.engine = Some(self.game.now().to_move());
            return Ok(());
        }
        let mut words = line.split_whitespace();
        match (words.next().unwrap_or_default(), words.next()) {
            ("", _) => Ok(()),
            ("help" | "?", _) => self.line(HELP),
            ("undo", _) => self.undo(),
            _ if is_over => self.line("error: the game is over; type undo or quit"),
            ("hint", count) => match count.unwrap_or("1").parse::<usize>() {
                Ok(count) => {
                    let (position, limits) =
                        (position_of(self.game.now()), self.settings.move_limits());
                    let lines = self.thinker.hint(position, count, &limits, |_| Ok(()))?;
                    hint::table(&mut self.output, position, &lines)
                }
                Err(_) => self.line("error: expected a number of moves"),
            },
            _ => {
                // If one move is invalid, none is played.
                let mut game = self.game.clone();
                if let Err(error) = game.play_moves(line) {
                    let error = ReadError::from(error).in_text(line);
                    return self.line(format_args!("error: {error}; type help"));
                }
                self.end_move(self.game.now().to_move());
                self.game = game;
                self.show()
            }
        }
    }

    /// Returns the time left, if there is a clock and the game is not over.
    fn time_left(&self, disc: Disc) -> Option<Duration> {
        let clock = self
            .clock
            .filter(|_| !position_of(self.game.now()).is_over());
        clock.map(|clock| clock.left(disc).saturating_sub(self.used))
    }

    /// Subtracts the time that `disc` has used. Returns `true` if no time is left.
    fn is_late(&mut self, disc: Disc, since: Stopwatch) -> io::Result<bool> {
        self.used = self.used.saturating_add(since.elapsed());
        let is_late = self.time_left(disc) == Some(Duration::ZERO);
        if is_late {
            let [disc, other] = [disc, disc.opponent()].map(Disc::name);
            self.line(format_args!("\n{disc} is out of time: {other} wins"))?;
        }
        Ok(is_late)
    }

    fn end_move(&mut self, disc: Disc) {
        let used = std::mem::take(&mut self.used);
        if let Some(clock) = &mut self.clock {
            clock.spend(disc, used);
        }
    }

    /// Plays the engine's moves and all forced passes until it is the user's turn. Returns `true`
    /// if the engine's time is up.
    fn play_engine(&mut self) -> io::Result<bool> {
        loop {
            match self.game.now().turn() {
                Turn::Pass(disc) => {
                    self.game.play(Ply::Pass).expect("the pass is forced");
                    self.line(format_args!("{disc} has no legal move and passes"))?;
                }
                Turn::Move(disc) if self.engine == Some(disc) => {
                    let stopwatch = Stopwatch::start();
                    let position = position_of(self.game.now());
                    let clock = self.clock;
                    let share = clock.map(|it| it.time_for_move(disc, position.empties()));
                    let limits = self.settings.limits_with(None, share);
                    let line = self.thinker.choose(position, &limits, |_| Ok(()))?;
                    if self.is_late(disc, stopwatch)? {
                        return Ok(true);
                    }
                    self.end_move(disc);
                    let square = *line.moves.first().expect("the side has a move");
                    let ply = Ply::Place(square);
                    self.game.play(ply).expect("the engine's moves are legal");
                    let (mover, score) = (disc, text::score(&line));
                    let how = match line.nodes {
                        0 => "in the book".to_owned(),
                        _ => format!("at depth {}", line.depth),
                    };
                    self.line(format_args!("{mover} plays {square} ({score} {how})"))?;
                    self.show()?;
                }
                Turn::Over(_) | Turn::Move(_) => return Ok(false),
            }
        }
    }

    fn undo(&mut self) -> io::Result<()> {
        let mut game = self.game.clone();
        while let Some(ply) = game.undo() {
            if ply != Ply::Pass && self.engine != Some(game.now().to_move()) {
                self.game = game;
                return self.show();
            }
        }
        self.line("error: you have no move to take back")
    }

    fn show(&mut self) -> io::Result<()> {
        let now = self.game.now();
        let (picture, result) = (text::board(now), text::result(now));
        let count = text::count(now);
        self.line(format_args!("\n{picture}\n{count}"))?;
        match result {
            Some(result) => self.line(result),
            None => Ok(()),
        }
    }

    fn line(&mut self, line: impl Display) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::obf::read_game;
    use crate::testing::{settings, text};
    use std::io::{BufReader, Cursor};

    fn session(start: &str, input: &str, engine: Option<Disc>) -> String {
        let mut game = GameRecord::default();
        if !start.is_empty() {
            game = read_game(start).expect("it is right");
        }
        let (mut output, input) = (Vec::new(), Cursor::new(input.to_owned().into_bytes()));
        run(input, &mut output, game, engine, None, &settings(1)).expect("memory can be written");
        text(output)
    }

    #[test]
    fn a_side_without_time_loses() {
        // Nothing is written to the pipe, which stays open.
        let (reader, _writer) = io::pipe().expect("a pipe can be made");
        let mut clock: Clock = "0:01".parse().expect("it is a clock");
        clock.spend(Disc::White, Duration::from_millis(999));
        let (mut output, game) = (Vec::new(), "f5".parse().expect("it is a game"));
        let (input, black) = (BufReader::new(reader), Some(Disc::Black));
        let ended = run(input, &mut output, game, black, Some(clock), &settings(1));
        ended.expect("memory can be written");
        let output = text(output);
        let end = "white 0:00> \nwhite is out of time: black wins\n";
        assert!(output.ends_with(end), "{output}");
    }

    #[test]
    fn moves_are_played_taken_back_hinted_and_refused() {
        let output = session(
            "",
            "f5\nundo\nundo\nf5d6a1\nhint 2\nhint x\n",
            Some(Disc::White),
        );
        assert!(output.contains("white plays "), "{output}");
        assert_eq!(output.matches("black (*) 2, white (O) 2").count(), 2);
        assert!(output.contains("principal variation\n"), "{output}");
        for error in [
            "you have no move to take back",
            "column 5: move 3: black cannot play a1: the move flips nothing; type help",
            "expected a number of moves",
        ] {
            assert!(
                output.contains(&format!("error: {error}")),
                "{error}: {output}"
            );
        }
    }

    #[test]
    fn passes_and_the_end_are_announced() {
        let start = format!("XO{} O", "-".repeat(62));
        let output = session(&start, "go\ngo\nhint\nquit\n", None);
        for part in [
            "white has no legal move and passes\nblack> ",
            "black plays c1 (",
            "the game is over: black wins by 64\n",
        ] {
            assert!(output.contains(part), "{part}: {output}");
        }
        assert_eq!(output.matches("error: the game is over").count(), 2);
    }
}

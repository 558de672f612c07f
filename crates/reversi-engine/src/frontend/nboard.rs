//! The NBoard protocol, version 2.

use std::fmt::Display;
use std::io::{self, BufRead, Write};

use reversi_core::{Ply, Turn};

use super::thinker::Thinker;
use super::{NAME, Settings, clock, text};
use crate::format::ggf::{self, Ggf};
use crate::position::position_of;
use crate::{Line, Position};

/// Answers the commands of `input` until `quit` or its end. Errors are written to
/// `errors` and sent to the GUI, which shows them, as a `status`.
pub fn run(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    errors: impl Write,
    settings: &Settings,
) -> io::Result<()> {
    let mut nboard = NBoard {
        thinker: Thinker::start(settings, input, is_urgent),
        output,
        errors,
        settings,
        depth: None,
        ggf: Ggf::default(),
        is_known: true,
    };
    while let Some(line) = nboard.thinker.next_line()? {
        match line {
            Ok(line) if line.trim() == "quit" => break,
            Ok(line) => nboard.obey(line.trim())?,
            Err(error) => nboard.error(error)?,
        }
    }
    Ok(())
}

fn is_urgent(line: &str) -> bool {
    let command = line.split_whitespace().next();
    matches!(command, Some("ping" | "quit" | "stop"))
}

struct NBoard<'a, W, E> {
    thinker: Thinker,
    output: W,
    errors: E,
    settings: &'a Settings,
    depth: Option<u32>,
    ggf: Ggf,
    /// If not set, the GUI has another game: this program could not read the game or one of its
    /// moves.
    is_known: bool,
}

impl<W: Write, E: Write> NBoard<'_, W, E> {
    fn obey(&mut self, line: &str) -> io::Result<()> {
        let (command, rest) = split(line);
        let needs_game = matches!(command, "move" | "go" | "hint" | "analyze");
        if needs_game && !self.is_known {
            // The GUI would take an answer for an older game for one for this game.
            let reason = "the game is unknown since the last error; expected `set game` first";
            return self.error(format_args!("{command}: {reason}"));
        }
        match command {
            "nboard" => self.send(format_args!("set myname {NAME}")),
            "set" => self.set(rest),
            "move" => self.make_move(rest),
            "go" => self.go(),
            "hint" => match rest.parse() {
                Ok(count) => self.hint(count),
                Err(_) => self.error(format_args!(
                    "hint: expected a number of moves, found {rest:?}"
                )),
            },
            "ping" => match rest.parse::<i64>() {
                Ok(number) => self.send(format_args!("pong {number}")),
                Err(_) => self.error(format_args!("ping: expected a number, found {rest:?}")),
            },
            "learn" => self.send("learned"),
            "analyze" => self.analyze(),
            // Version 1 sends moves without a command. Commands of later versions are ignored.
            _ if self.is_known && ggf::read_move(line).is_ok() => self.make_move(line),
            _ => Ok(()),
        }
    }

    fn set(&mut self, line: &str) -> io::Result<()> {
        match split(line) {
            ("depth", depth) => match depth.parse() {
                Ok(depth @ 1..) => {
                    self.depth = Some(depth);
                    self.send(format_args!("set myname {NAME} {depth}"))
                }
                _ => self.error(format_args!("set depth: expected a depth, found {depth:?}")),
            },
            ("game", game) => match ggf::read(game) {
                Ok(ggf) => {
                    (self.ggf, self.is_known) = (ggf, true);
                    match self.ggf.invalid_clock().map(str::to_owned) {
                        Some(clock) => self.error(format_args!(
                            "set game: invalid clock {clock:?}, expected a time such as 5:00; \
                             the game has no clock"
                        )),
                        None => Ok(()),
                    }
                }
                Err(error) => {
                    self.is_known = false;
                    self.error(format_args!("set game: {}", error.in_text(game)))
                }
            },
            // `set contempt` is ignored: the engine scores a draw as 0.
            _ => Ok(()),
        }
    }

    fn make_move(&mut self, text: &str) -> io::Result<()> {
        let made = match ggf::read_move(text) {
            Ok(made) => self.ggf.add(None, made),
            Err(error) => Err(format!("{text:?}: {error}")),
        };
        made.or_else(|error| {
            self.is_known = false;
            self.error(format_args!("move: {error}"))
        })
    }

    fn go(&mut self) -> io::Result<()> {
        match self.ggf.game.now().turn() {
            Turn::Over(_) => {
                self.error("go: the game is over")?;
                self.send("=== PA")
            }
            Turn::Pass(_) => self.send("=== PA"),
            Turn::Move(disc) => {
                let position = position_of(self.ggf.game.now());
                let left = self.ggf.time_left(disc);
                let share = left.map(|(left, more)| clock::share(left, more, position.empties()));
                let limits = self.settings.limits_with(self.depth, share);
                let mut report = SearchReport::new(&mut self.output, position);
                let write = |line: &Line| report.write(std::slice::from_ref(line));
                let line = self.thinker.choose(position, &limits, write)?;
                report.write(std::slice::from_ref(&line))?;
                let best = line.moves.first().expect("the side has a move");
                let (best, score) = (best.to_string().to_uppercase(), line.score);
                let seconds = line.time.as_secs_f64();
                self.send(format_args!("=== {best}/{score}/{seconds:.2}"))
            }
        }
    }

    fn hint(&mut self, count: usize) -> io::Result<()> {
        let position = position_of(self.ggf.game.now());
        if position.is_over() {
            return self.error("hint: the game is over");
        }
        let limits = self.settings.limits_with(self.depth, None);
        let mut report = SearchReport::new(&mut self.output, position);
        let (thinker, count) = (&mut self.thinker, count.clamp(1, 64));
        let lines = thinker.hint(position, count, &limits, |lines| report.write(lines))?;
        report.write(&lines)
    }

    fn analyze(&mut self) -> io::Result<()> {
        let game = &self.ggf.game;
        let games = game.plies().iter().map(|(before, _)| before);
        let positions: Vec<Position> = games.chain([game.now()]).map(position_of).collect();
        let limits = self.settings.limits_with(self.depth, None);
        for (made, position) in positions.into_iter().enumerate().rev() {
            let lines = self.thinker.hint(position, 1, &limits, |_| Ok(()))?;
            if self.thinker.is_interrupted() {
                break;
            }
            self.send(format_args!("analysis {made} {}", lines[0].score))?;
        }
        Ok(())
    }

    fn send(&mut self, line: impl Display) -> io::Result<()> {
        send(&mut self.output, line)
    }

    fn error(&mut self, error: impl Display) -> io::Result<()> {
        // The GUI shows the error even if nobody reads this.
        let _ = writeln!(self.errors, "error: {error}");
        self.send(format_args!("status error: {error}"))
    }
}

fn send(output: &mut impl Write, line: impl Display) -> io::Result<()> {
    writeln!(output, "{line}")?;
    output.flush()
}

struct SearchReport<'a, W> {
    output: &'a mut W,
    position: Position,
    last: Vec<Line>,
}

impl<'a, W: Write> SearchReport<'a, W> {
    fn new(output: &'a mut W, position: Position) -> Self {
        Self {
            output,
            position,
            last: Vec::new(),
        }
    }

    /// Writes the lines of an iteration, or of the result unless it is the same.
    fn write(&mut self, lines: &[Line]) -> io::Result<()> {
        if self.last == lines {
            return Ok(());
        }
        self.last = lines.to_vec();
        for line in lines {
            let plies = text::plies(self.position, line);
            let variation: String = plies.iter().map(Ply::to_string).collect();
            let (variation, score, depth) = (variation.to_uppercase(), line.score, line.depth);
            let line = format_args!("search {variation} {score} 0 {depth}");
            send(self.output, line)?;
        }
        let nodes = lines.iter().map(|line| line.nodes).max().unwrap_or(0);
        let time = lines.iter().map(|line| line.time).max().unwrap_or_default();
        let seconds = time.as_secs_f64();
        send(self.output, format_args!("nodestats {nodes} {seconds:.2}"))
    }
}

fn split(line: &str) -> (&str, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{random_game, settings, text};
    use proptest::prelude::*;
    use reversi_core::GameRecord;
    use std::io::Cursor;

    fn session(input: impl Into<Vec<u8>>) -> (String, String) {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let input = Cursor::new(input.into());
        run(input, &mut output, &mut errors, &settings(1)).expect("memory can be written");
        (text(output), text(errors))
    }

    fn lines(input: &str) -> Vec<String> {
        session(input).0.lines().map(str::to_owned).collect()
    }

    fn moves(input: &str) -> Vec<Ply> {
        let lines = lines(input);
        let answers = lines.iter().filter_map(|line| line.strip_prefix("=== "));
        let moves = answers.map(|answer| ggf::read_move(answer).expect("it is a move").0);
        moves.collect()
    }

    #[test]
    fn a_session_of_version_2_is_answered() {
        let game = "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]\
            BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)";
        let input = format!(
            "nboard 2\nset depth 6\nset contempt 0\nset game {game}\nmove C3/1.00/0.5\n\
             ping 7\nlearn\nquit\nping 8\n"
        );
        let expected = [
            "set myname reversi-engine",
            "set myname reversi-engine 6",
            "pong 7",
            "learned",
        ];
        assert_eq!(lines(&input), expected);
    }

    #[test]
    fn a_hint_has_the_requested_number_of_lines() {
        let lines = lines("set depth 1\nmove f5\nhint 2\n");
        let last: Vec<_> = lines.iter().rev().take(3).collect();
        assert!(last[0].starts_with("nodestats "), "{lines:?}");
        for line in &last[1..] {
            let words: Vec<_> = line.split(' ').collect();
            assert_eq!((words[0], words[3]), ("search", "0"), "{line}");
            let game = format!("f5{}", words[1]).parse::<GameRecord>();
            assert!(game.is_ok(), "{line}");
            assert!(words[2].parse::<f64>().is_ok(), "{line}");
        }
    }

    #[test]
    fn moves_of_both_versions_are_played() {
        let analysed = |input: &str| {
            let lines = lines(&format!("{input}\nanalyze\n"));
            let analysis = lines.iter().filter(|line| line.starts_with("analysis "));
            analysis.count()
        };
        assert_eq!(analysed("move F5\nmove d6/-0.5/1.25"), 3);
        assert_eq!(analysed("F5\nD6/1\nc3"), 4);
        assert_eq!(analysed("hello\nf5 d6"), 1);
    }

    #[test]
    fn a_forced_pass_is_passed_and_hinted() {
        let game = "(;GM[Othello]TY[8]\
            BO[8 *O-------------------------------------------------------------- O];)";
        assert_eq!(moves(&format!("set game {game}\ngo\n")), [Ply::Pass]);
        let lines = lines(&format!(
            "set game {game}\nhint 3\nmove PA\nmove C1\ngo\nhint 1\n"
        ));
        assert!(lines[0].starts_with("search PAC1 -64.00 0 "), "{lines:?}");
        let over = ["status error: go: the game is over", "=== PA"];
        assert_eq!(lines[lines.len() - 3..lines.len() - 1], over);
    }

    #[test]
    fn errors_are_reported_and_the_session_continues() {
        let (output, errors) = session("set game (;B[a1];)\nhint x\nset depth 0\nping x\nping 1\n");
        assert!(output.ends_with("pong 1\n"));
        let reported: Vec<_> = errors.lines().collect();
        assert_eq!(reported.len(), 4, "{errors}");
        let first = "error: set game: column 5: move 1: black cannot play a1: \
            the move flips nothing";
        assert_eq!(reported[0], first);
        assert_eq!(output.matches("status error: ").count(), 4);
    }

    #[test]
    fn an_invalid_clock_is_reported_and_the_game_is_known() {
        let set = |clock: &str| session(format!("set game (;TI[{clock}]B[F5];)\nmove D6\n")).0;
        assert_eq!(set("1:30.5"), "");
        for clock in ["abc", "-1:00", "5:00/x"] {
            let error = format!("status error: set game: invalid clock {clock:?}, ");
            let output = set(clock);
            assert_eq!(output.lines().count(), 1, "{output}");
            assert!(output.starts_with(&error), "{output}");
        }
    }

    #[test]
    fn no_search_answers_after_an_unknown_game_or_move() {
        for unknown in ["set game (;B[F5]W[a1];)", "move a1", "move z9"] {
            let input = format!("move F5\n{unknown}\ngo\nhint 1\nanalyze\nmove D6\nping 1\n");
            let (output, errors) = session(input.clone());
            assert_eq!(errors.lines().count(), 5, "{output}");
            assert_eq!(output.lines().count(), 6, "{output}");
            let again = lines(&format!("{input}set game (;B[F5];)\ngo\n"));
            assert!(again.last().is_some_and(|line| line.starts_with("=== ")));
        }
    }

    proptest! {
        #[test]
        fn random_games_are_answered_with_legal_moves(
            choices in prop::collection::vec(any::<usize>(), 0..70),
        ) {
            let game = random_game(&choices);
            let mut lines = vec!["nboard 2\nset depth 1\nset game (;GM[Othello];)\ngo".to_owned()];
            let played = game.plies().iter().map(|(_, ply)| ply);
            lines.extend(played.map(|ply| format!("move {ply}/1.0/0.1\ngo")));
            let answers = moves(&lines.join("\n"));
            let games = game.plies().iter().map(|(before, _)| before).chain([game.now()]);
            prop_assert_eq!(answers.len(), games.clone().count());
            for (answer, now) in answers.into_iter().zip(games) {
                match answer {
                    Ply::Place(at) => prop_assert_eq!(now.check(at), Ok(())),
                    Ply::Pass => prop_assert_eq!(now.legal_moves().count(), 0),
                }
            }
        }

        #[test]
        fn random_lines_do_not_panic(
            lines in prop::collection::vec(
                "(nboard|set depth|set game|move|go|hint|ping|learn|analyze|quit)? ?\\PC{0,12}",
                0..12,
            ),
        ) {
            session(lines.join("\n"));
        }
    }
}

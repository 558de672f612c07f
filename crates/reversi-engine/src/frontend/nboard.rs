//! The NBoard protocol, version 2.

use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;

use super::input::{InputLine, InputLines, LONGEST_LINE};
use super::thinker::Thinker;
use super::{NAME, Settings, clock, text};
use crate::format::ggf::{self, Ggf, Note};
use crate::game::{Ply, Setup, Turn};
use crate::{Line, SearchLimits};

/// Answers the commands of `input` until `quit` or its end. Errors are written to
/// `errors` and sent to the GUI, which shows them, as a `status`.
pub fn run(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    errors: impl Write,
    settings: &Settings,
) -> io::Result<()> {
    let engine = settings.engine();
    let mut lines = InputLines::read(input, is_urgent, engine.stop_flag());
    let mut nboard = NBoard {
        thinker: Thinker::new(engine, lines.urgent()),
        output,
        errors,
        settings,
        depth: None,
        ggf: Ggf::default(),
    };
    while let Some(entry) = lines.next().transpose()? {
        match entry {
            InputLine::Text(line) => {
                if nboard.obey(line.trim())?.is_break() {
                    break;
                }
            }
            InputLine::TooLong => {
                nboard.error(format_args!("line longer than {LONGEST_LINE} bytes"))?;
            }
        }
    }
    Ok(())
}

/// Returns `true` if this line stops a search.
fn is_urgent(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("ping" | "quit"))
}

struct NBoard<'a, W, E> {
    thinker: Thinker,
    output: W,
    errors: E,
    settings: &'a Settings,
    depth: Option<u32>,
    ggf: Ggf,
}

impl<W: Write, E: Write> NBoard<'_, W, E> {
    fn obey(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        let (command, rest) = split(line);
        match command {
            "nboard" => self.send(format_args!("set myname {NAME}"))?,
            "set" => self.set(rest)?,
            "move" => self.make_move(rest)?,
            "go" => self.go()?,
            "hint" => match rest.parse() {
                Ok(count) => self.hint(count)?,
                Err(_) => self.error(format_args!(
                    "hint: expected a number of moves, found {rest:?}"
                ))?,
            },
            "ping" => match rest.parse::<i64>() {
                Ok(number) => self.send(format_args!("pong {number}"))?,
                Err(_) => self.error(format_args!("ping: expected a number, found {rest:?}"))?,
            },
            "learn" => self.send("learned")?,
            "analyze" => self.analyze()?,
            "quit" => return Ok(ControlFlow::Break(())),
            // Version 1 sends moves without a command. Other commands are of later
            // versions and are ignored.
            _ if ggf::read_move(line).is_ok() => self.make_move(line)?,
            _ => {}
        }
        Ok(ControlFlow::Continue(()))
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
                    self.ggf = ggf;
                    Ok(())
                }
                Err(error) => self.error(format_args!("set game: {error}")),
            },
            // `set contempt` is ignored: the engine scores a draw as 0.
            _ => Ok(()),
        }
    }

    fn make_move(&mut self, text: &str) -> io::Result<()> {
        match ggf::read_move(text) {
            Ok((ply, note)) => match self.ggf.game.follow(ply) {
                Ok(()) => {
                    // An omitted pass has an empty note.
                    let before = self.ggf.game.plies().len() - 1;
                    self.ggf.notes.resize(before, Note::default());
                    self.ggf.notes.push(note);
                    Ok(())
                }
                Err(error) => self.error(format_args!("move: {error}")),
            },
            Err(Some(error)) => self.error(format_args!("move {text:?}: {error}")),
            Err(None) => self.error(format_args!("move {text:?}: expected a score and a time")),
        }
    }

    fn go(&mut self) -> io::Result<()> {
        let now = self.ggf.game.now();
        match now.turn() {
            Turn::Over => {
                self.error("go: the game is over")?;
                self.send("=== PA")
            }
            Turn::Pass(_) => self.send("=== PA"),
            Turn::Move(disc) => {
                let left = self.ggf.time_left(disc);
                let share = left.map(|left| clock::share(left, now.position.empties()));
                let limits = self.settings.limits_with(self.depth, share);
                let line = self.choose(now, &limits)?;
                let Some(best) = line.moves.first() else {
                    return self.error("go: the search found no move");
                };
                let best = best.to_string().to_uppercase();
                let seconds = line.time.as_secs_f64();
                self.send(format_args!("=== {best}/{}/{seconds:.2}", line.score))
            }
        }
    }

    fn hint(&mut self, count: usize) -> io::Result<()> {
        let now = self.ggf.game.now();
        if now.turn() == Turn::Over {
            return self.error("hint: the game is over");
        }
        let limits = self.settings.limits_with(self.depth, None);
        let mut last = Vec::new();
        let report = |lines: &[Line]| {
            last = lines.to_vec();
            search_lines(&mut self.output, now, lines)
        };
        let position = now.position;
        let lines = self
            .thinker
            .hint(position, count.clamp(1, 64), &limits, report)?;
        if last != lines {
            search_lines(&mut self.output, now, &lines)?;
        }
        Ok(())
    }

    /// Returns the line of the move to play. Reports every iteration.
    fn choose(&mut self, now: Setup, limits: &SearchLimits) -> io::Result<Line> {
        let mut last = None;
        let report = |line: &Line| {
            last = Some(line.clone());
            search_lines(&mut self.output, now, std::slice::from_ref(line))
        };
        let line = self.thinker.choose(now.position, limits, report)?;
        if last.as_ref() != Some(&line) {
            search_lines(&mut self.output, now, std::slice::from_ref(&line))?;
        }
        Ok(line)
    }

    fn analyze(&mut self) -> io::Result<()> {
        let game = &self.ggf.game;
        let mut setups: Vec<Setup> = game.plies().iter().map(|&(setup, _)| setup).collect();
        setups.push(game.now());
        let limits = self.settings.limits_with(self.depth, None);
        for (made, setup) in setups.into_iter().enumerate().rev() {
            let quiet = |_: &[Line]| Ok(());
            let lines = self.thinker.hint(setup.position, 1, &limits, quiet)?;
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

    /// Reports an error.
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

fn search_lines(output: &mut impl Write, now: Setup, lines: &[Line]) -> io::Result<()> {
    for line in lines {
        let plies = text::plies(now, line);
        let variation: String = plies.iter().map(Ply::to_string).collect();
        let Line { score, depth, .. } = line;
        send(
            output,
            format_args!("search {} {score} 0 {depth}", variation.to_uppercase()),
        )?;
    }
    let nodes = lines.iter().map(|line| line.nodes).max().unwrap_or(0);
    let time = lines.iter().map(|line| line.time).max().unwrap_or_default();
    send(
        output,
        format_args!("nodestats {nodes} {:.2}", time.as_secs_f64()),
    )
}

/// Splits a line into its first word and the rest.
fn split(line: &str) -> (&str, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::tests::{core_game, settings, text};
    use proptest::prelude::*;
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

    /// Returns the answers to `go`.
    fn moves(input: &str) -> Vec<Ply> {
        let lines = lines(input);
        let answers = lines.iter().filter_map(|line| line.strip_prefix("=== "));
        answers
            .map(|answer| ggf::read_move(answer).expect("it is a move").0)
            .collect()
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
    fn a_go_before_the_end_of_input_is_answered_and_not_played() {
        let plies = moves("nboard 2\nset depth 1\ngo\ngo\n");
        assert_eq!(plies.len(), 2);
        assert_eq!(plies[0], plies[1]);
    }

    #[test]
    fn a_search_after_the_end_of_input_is_a_few_plies_deep() {
        let mut output = Vec::new();
        let input = Cursor::new("set depth 60\ngo\nhint 2\nanalyze\n");
        run(input, &mut output, io::sink(), &settings(60)).expect("memory can be written");
        let output = text(output);
        let lines = output.lines().filter(|line| line.starts_with("search "));
        let depths = lines.filter_map(|line| line.rsplit(' ').next()?.parse::<u32>().ok());
        assert_eq!(depths.max(), Some(6), "{output}");
        for start in ["=== ", "analysis 0 "] {
            assert!(
                output.lines().any(|line| line.starts_with(start)),
                "{output}"
            );
        }
    }

    #[test]
    fn a_hint_has_the_requested_number_of_lines() {
        let lines = lines("set depth 1\nmove f5\nhint 2\n");
        let last: Vec<_> = lines.iter().rev().take(3).collect();
        assert!(last[0].starts_with("nodestats "), "{lines:?}");
        for line in &last[1..] {
            let words: Vec<_> = line.split(' ').collect();
            assert_eq!((words[0], words[3]), ("search", "0"), "{line}");
            let game = crate::format::moves::read(&format!("f5{}", words[1]), Setup::START);
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
        let (output, errors) = session(
            "set game (;B[a1];)\nmove z9\nmove a1\nmove F5/x\nhint x\nset depth 0\nping x\nping 1\n",
        );
        assert!(output.ends_with("pong 1\n"));
        let reported: Vec<_> = errors.lines().collect();
        assert_eq!(reported.len(), 7, "{errors}");
        let first = "error: set game: at byte 4 of the game: move 1: \
            black cannot play a1: the move flips no disc";
        assert_eq!(reported[0], first);
        let statuses = output
            .lines()
            .filter(|line| line.starts_with("status error: "));
        assert_eq!(statuses.count(), 7);
    }

    #[test]
    fn a_closed_output_ends_the_session_with_an_error() {
        let full: &mut [u8] = &mut [];
        let input = Cursor::new("ping 1\n");
        let ended = run(input, full, io::sink(), &settings(1));
        assert_eq!(
            ended.expect_err("it is full").kind(),
            io::ErrorKind::WriteZero
        );
    }

    proptest! {
        #[test]
        fn random_games_agree_with_the_core(
            choices in prop::collection::vec(any::<usize>(), 0..70),
        ) {
            let turns = core_game(&choices);
            let mut lines = vec!["nboard 2\nset depth 1\nset game (;GM[Othello];)\ngo".to_owned()];
            let played = turns.iter().filter_map(|turn| turn.played);
            lines.extend(played.map(|ply| format!("move {ply}/1.0/0.1\ngo")));
            let answers = moves(&lines.join("\n"));
            prop_assert_eq!(answers.len(), turns.len());
            for (answer, turn) in answers.into_iter().zip(turns) {
                match answer {
                    Ply::Place(square) => prop_assert!(turn.legal.contains(&square)),
                    Ply::Pass => prop_assert_eq!(turn.legal, []),
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

        #[test]
        fn random_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            session(bytes);
        }
    }
}

//! The Go Text Protocol, version 2, with Othello's names of squares: a1 is in the
//! upper left corner.

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, Write};
use std::time::Duration;

use reversi_core::Disc;

use super::clock::Clock;
use super::input::{InputLine, InputLines};
use super::thinker::Thinker;
use super::{NAME, Settings, text};
use crate::Stopwatch;
use crate::game::{GameRecord, IllegalPly, Ply, Turn, name};

/// Every command, in the order of `list_commands`.
const COMMANDS: &[&str] = &[
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "gogui-interrupt",
    "known_command",
    "komi",
    "list_commands",
    "name",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "set_game",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// Answers the commands of `input` until `quit` or its end.
pub fn run(
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
    settings: &Settings,
) -> io::Result<()> {
    let engine = settings.engine();
    let mut lines = InputLines::read(input, is_interrupt, engine.stop_flag());
    let mut gtp = Gtp {
        thinker: Thinker::new(engine, lines.urgent()),
        settings,
        clock: None,
        game: GameRecord::default(),
        last_passes: 0,
    };
    while let Some(entry) = lines.next().transpose()? {
        let line = match entry {
            InputLine::Text(line) => clean(&line),
            InputLine::TooLong => {
                answer(&mut output, "", Err(GtpError::Syntax))?;
                continue;
            }
        };
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let id = words
            .first()
            .filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
            .copied();
        if id.is_some() {
            words.remove(0);
        }
        let Some((&command, arguments)) = words.split_first() else {
            // InputLines of white space and comments are ignored.
            continue;
        };
        answer(&mut output, id.unwrap_or(""), gtp.obey(command, arguments)?)?;
        if command == "quit" {
            break;
        }
    }
    Ok(())
}

/// Returns `true` for the line with which GoGui interrupts a search. For other
/// controllers it is a comment.
fn is_interrupt(line: &str) -> bool {
    line.trim() == "# interrupt"
}

/// Removes comments and control characters, as the protocol requires.
fn clean(line: &str) -> String {
    let line = line.split('#').next().unwrap_or_default();
    line.chars()
        .filter(|&glyph| glyph == '\t' || !glyph.is_control())
        .collect()
}

fn answer(output: &mut impl Write, id: &str, answer: Result<String, GtpError>) -> io::Result<()> {
    let (mark, text) = match answer {
        Ok(text) => ('=', text),
        Err(failure) => ('?', failure.to_string()),
    };
    let begins_line = text.is_empty() || text.starts_with('\n');
    let blank = if begins_line { "" } else { " " };
    write!(output, "{mark}{id}{blank}{text}\n\n")?;
    output.flush()
}

/// The error of a command, in the words of the protocol where it defines them.
#[derive(Debug)]
enum GtpError {
    UnknownCommand,
    Syntax,
    Size,
    Game,
    Illegal(IllegalPly),
    WrongSide(Disc),
    NoUndo,
    NotOver,
    NoMove,
}

impl fmt::Display for GtpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCommand => f.write_str("unknown command"),
            Self::Syntax => f.write_str("syntax error"),
            Self::Size => f.write_str("unacceptable size"),
            Self::Game => f.write_str("unsupported game: expected Othello"),
            Self::Illegal(error) => write!(f, "illegal move: {error}"),
            Self::WrongSide(disc) => {
                write!(f, "{} is to move", name(*disc))
            }
            Self::NoUndo => f.write_str("cannot undo"),
            Self::NotOver => f.write_str("cannot score: the game is not over"),
            Self::NoMove => f.write_str("the search found no move"),
        }
    }
}

impl Error for GtpError {}

struct Gtp<'a> {
    thinker: Thinker,
    settings: &'a Settings,
    clock: Option<Clock>,
    game: GameRecord,
    /// The number of passes after the end of the game: controllers that do not know
    /// Othello's rules send them and take them back.
    last_passes: usize,
}

impl Gtp<'_> {
    /// Executes a command. The outer error is that of the output.
    fn obey(&mut self, command: &str, arguments: &[&str]) -> io::Result<Result<String, GtpError>> {
        let done = Ok(String::new());
        Ok(match (command, arguments) {
            ("protocol_version", _) => Ok("2".to_owned()),
            ("name", _) => Ok(NAME.to_owned()),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("known_command", [name, ..]) => Ok(COMMANDS.contains(name).to_string()),
            ("list_commands", _) => Ok(COMMANDS.join("\n")),
            ("quit" | "gogui-interrupt", _) => done,
            ("boardsize", [size, ..]) => match size.parse::<usize>() {
                Ok(8) => {
                    self.new_game();
                    done
                }
                Ok(_) => Err(GtpError::Size),
                Err(_) => Err(GtpError::Syntax),
            },
            ("clear_board", _) => {
                self.new_game();
                done
            }
            ("komi", [komi, ..]) => match komi.parse::<f64>() {
                Ok(_) => done,
                Err(_) => Err(GtpError::Syntax),
            },
            ("set_game", [name, ..]) => {
                if name.eq_ignore_ascii_case("othello") {
                    self.new_game();
                    done
                } else {
                    Err(GtpError::Game)
                }
            }
            ("play", [side, ply, ..]) => self.play(side, ply),
            ("genmove", [side, ..]) => return self.genmove(side, true),
            ("reg_genmove", [side, ..]) => return self.genmove(side, false),
            ("undo", _) => self.undo(),
            ("time_settings", arguments) => self.time_settings(arguments),
            ("time_left", arguments) => self.time_left(arguments),
            ("showboard", _) => Ok(self.picture()),
            ("final_score", _) => self.final_score(),
            (command, _) if COMMANDS.contains(&command) => Err(GtpError::Syntax),
            _ => Err(GtpError::UnknownCommand),
        })
    }

    fn new_game(&mut self) {
        self.game = GameRecord::default();
        self.last_passes = 0;
        self.thinker.engine.clear();
    }

    fn play(&mut self, side: &str, ply: &str) -> Result<String, GtpError> {
        let disc = colour(side)?;
        let ply = ply.parse().map_err(|_| GtpError::Syntax)?;
        if ply == Ply::Pass && self.game.turn() == Turn::Over {
            self.last_passes += 1;
        } else {
            self.game.follow_as(disc, ply).map_err(GtpError::Illegal)?;
        }
        Ok(String::new())
    }

    fn genmove(&mut self, side: &str, plays: bool) -> io::Result<Result<String, GtpError>> {
        let disc = match colour(side) {
            Ok(disc) => disc,
            Err(failure) => return Ok(Err(failure)),
        };
        let mut game = self.game.clone();
        let ply = match game.turn() {
            Turn::Over => {
                self.last_passes += usize::from(plays);
                return Ok(Ok("PASS".to_owned()));
            }
            Turn::Pass(mover) if mover == disc => Ply::Pass,
            Turn::Move(mover) if mover != disc => return Ok(Err(GtpError::WrongSide(mover))),
            turn => {
                if let Turn::Pass(_) = turn {
                    game.play(Ply::Pass).expect("the pass is forced");
                }
                match self.best(&game)? {
                    Some(ply) => ply,
                    None => return Ok(Err(GtpError::NoMove)),
                }
            }
        };
        if plays && let Err(error) = self.game.follow_as(disc, ply) {
            return Ok(Err(GtpError::Illegal(error)));
        }
        Ok(Ok(match ply {
            Ply::Place(square) => square.to_string().to_uppercase(),
            Ply::Pass => "PASS".to_owned(),
        }))
    }

    fn best(&mut self, game: &GameRecord) -> io::Result<Option<Ply>> {
        let stopwatch = Stopwatch::start();
        let position = game.position();
        let clock = self.clock.as_ref();
        let share = clock.map(|it| it.time_for_move(game.to_move(), position.empties()));
        let limits = self.settings.limits_with(None, share);
        let line = self.thinker.choose(position, &limits, |_| Ok(()))?;
        if let Some(clock) = &mut self.clock {
            clock.spend(game.to_move(), stopwatch.elapsed());
        }
        Ok(line.moves.first().copied().map(Ply::Place))
    }

    fn undo(&mut self) -> Result<String, GtpError> {
        if self.last_passes > 0 {
            self.last_passes -= 1;
        } else {
            self.game.undo().ok_or(GtpError::NoUndo)?;
        }
        Ok(String::new())
    }

    fn time_settings(&mut self, arguments: &[&str]) -> Result<String, GtpError> {
        let [main, overtime, moves] = arguments else {
            return Err(GtpError::Syntax);
        };
        let moves = moves.parse().map_err(|_| GtpError::Syntax)?;
        self.clock = Clock::new(seconds(main)?, seconds(overtime)?, moves);
        Ok(String::new())
    }

    fn time_left(&mut self, arguments: &[&str]) -> Result<String, GtpError> {
        let [side, time, moves] = arguments else {
            return Err(GtpError::Syntax);
        };
        let disc = colour(side)?;
        let time = seconds(time)?;
        let moves = moves.parse().map_err(|_| GtpError::Syntax)?;
        if let Some(clock) = &mut self.clock {
            clock.set_left(disc, time, moves);
        }
        Ok(String::new())
    }

    fn picture(&self) -> String {
        let now = self.game.now();
        let whose = name(now.to_move);
        let (board, count) = (text::board(now), text::count(now));
        format!("\n{board}\n{count}; {whose} to move")
    }

    fn final_score(&self) -> Result<String, GtpError> {
        if self.game.turn() != Turn::Over {
            return Err(GtpError::NotOver);
        }
        Ok(match self.game.now().final_score() {
            0 => "0".to_owned(),
            score @ 1.. => format!("B+{score}"),
            score => format!("W+{}", -score),
        })
    }
}

fn colour(side: &str) -> Result<Disc, GtpError> {
    match side.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Disc::Black),
        "w" | "white" => Ok(Disc::White),
        _ => Err(GtpError::Syntax),
    }
}

fn seconds(text: &str) -> Result<Duration, GtpError> {
    let seconds = text.parse::<f64>().map_err(|_| GtpError::Syntax)?;
    // Some controllers send a negative time once it is used up.
    Duration::try_from_secs_f64(seconds.clamp(0.0, 1e9)).map_err(|_| GtpError::Syntax)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::tests::{CoreTurn, core_game, settings, text};
    use proptest::prelude::*;
    use std::io::Cursor;

    fn session(input: impl Into<Vec<u8>>) -> String {
        let mut output = Vec::new();
        let input = Cursor::new(input.into());
        run(input, &mut output, &settings(1)).expect("memory can be written");
        text(output)
    }

    /// Returns the answers without the empty lines that end them.
    fn answers(input: &str) -> Vec<String> {
        let output = session(input);
        let answers = output.split_terminator("\n\n");
        answers.map(str::to_owned).collect()
    }

    #[test]
    fn administrative_commands_are_answered_with_their_id() {
        let answers = answers(
            "1 protocol_version\nname\n 03 known_command\tplay # why\nknown_command x\n\n#\n\
             7\n8 version\nset_game Othello\nset_game Go\nboardsize 8\nboardsize 7\nkomi 0\nquit\nname\n",
        );
        let version = format!("=8 {}", env!("CARGO_PKG_VERSION"));
        let expected = [
            "=1 2",
            "= reversi-engine",
            "=03 true",
            "= false",
            &version,
            "=",
            "? unsupported game: expected Othello",
            "=",
            "? unacceptable size",
            "=",
            "=",
        ];
        assert_eq!(answers, expected);
    }

    #[test]
    fn every_listed_command_is_known() {
        for command in COMMANDS {
            let answer = &answers(&format!("{command}\n"))[0];
            assert_ne!(answer, "? unknown command", "{command}");
        }
        assert_eq!(answers("genmove_white\n"), ["? unknown command"]);
        assert!(COMMANDS.is_sorted());
    }

    #[test]
    fn moves_are_played_taken_back_and_refused() {
        let answers = answers(
            "play b f5\nplay W D6\nplay b a1\nplay w c3\nplay b\nplay x f5\nplay b z9\n\
             undo\nundo\nundo\ngenmove w\nreg_genmove b\nfinal_score\n",
        );
        let expected = [
            "=",
            "=",
            "? illegal move: black cannot play a1: the move flips no disc",
            "? illegal move: white cannot play c3: it is the other side's turn",
            "? syntax error",
            "? syntax error",
            "? syntax error",
            "=",
            "=",
            "? cannot undo",
            "? black is to move",
        ];
        assert_eq!(answers[..11], expected);
        assert!(answers[11].parse_move().is_some(), "{}", answers[11]);
        assert_eq!(answers[12], "? cannot score: the game is not over");
    }

    trait Answer {
        fn parse_move(&self) -> Option<Ply>;
    }

    impl Answer for String {
        fn parse_move(&self) -> Option<Ply> {
            self.strip_prefix("= ")?.parse().ok()
        }
    }

    #[test]
    fn time_commands_are_validated() {
        let answers = answers(
            "time_settings 0 1 1\ntime_left b 1 1\ntime_left w -1 0\ntime_settings 60 0 0\n\
             time_settings 1e300 5 4294967295\ntime_settings 0 1\ntime_left b NaN 1\ngenmove b\n",
        );
        assert_eq!(answers[..5], ["="; 5]);
        assert_eq!(answers[5..7], ["? syntax error"; 2]);
        assert!(answers[7].parse_move().is_some(), "{}", answers[7]);
    }

    #[test]
    fn the_board_is_shown() {
        let shown = &answers("play b f5\nshowboard\n")[1];
        let expected = "=\n  a b c d e f g h\n1 - - - - - - - -\n2 - - - - - - - -\n\
            3 - - - - - - - -\n4 - - - O * . - -\n5 - - - * * * - -\n6 - - - . - . - -\n\
            7 - - - - - - - -\n8 - - - - - - - -\nblack (*) 4, white (O) 1; white to move";
        assert_eq!(shown, expected);
    }

    proptest! {
        #[test]
        fn random_games_agree_with_the_core(
            choices in prop::collection::vec(any::<usize>(), 0..70),
        ) {
            let turns = core_game(&choices);
            let mut lines = Vec::new();
            for turn in &turns {
                let colour = name(turn.disc);
                match turn.played {
                    Some(Ply::Place(at)) => {
                        lines.push(format!("reg_genmove {colour}\nplay {colour} {at}"));
                    }
                    Some(Ply::Pass) => lines.push(format!("play {colour} pass")),
                    None => {}
                }
            }
            let answers = answers(&lines.join("\n"));
            prop_assert!(answers.iter().all(|answer| answer.starts_with('=')), "{answers:?}");
            let mut moves = answers.iter().filter_map(Answer::parse_move);
            let moved = |turn: &&CoreTurn| matches!(turn.played, Some(Ply::Place(_)));
            for turn in turns.iter().filter(moved) {
                let Some(Ply::Place(square)) = moves.next() else {
                    panic!("it has a legal move");
                };
                prop_assert!(turn.legal.contains(&square));
            }
            prop_assert_eq!(moves.next(), None);
        }

        #[test]
        fn random_lines_do_not_panic(
            lines in prop::collection::vec(
                "[0-9]{0,2} ?(play|genmove|undo|time_settings|time_left|boardsize|showboard)? ?(b|w)? ?\\PC{0,8}",
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

    #[test]
    fn a_game_against_itself_ends_in_two_passes_and_a_score() {
        let mut input = String::new();
        for _ in 0..65 {
            input.push_str("genmove b\ngenmove w\n");
        }
        let (mut moves, mut passes) = (0, 0);
        for answer in answers(&input) {
            match answer.parse_move().expect("it is a move") {
                Ply::Pass => passes += 1,
                Ply::Place(_) => moves += 1,
            }
        }
        assert!(
            moves <= 60 && passes >= 70,
            "{moves} moves, {passes} passes"
        );
        input.push_str("final_score\nundo\nundo\nfinal_score\n");
        let answers = answers(&input);
        assert_eq!(
            answers[130], answers[133],
            "passes after the end are taken back first"
        );
    }
}

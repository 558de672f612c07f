//! The Go Text Protocol, version 2, with Othello's names of squares: a1 is the upper left one.

use std::io::{self, BufRead, Write};
use std::str::FromStr;
use std::time::Duration;

use reversi_core::{Board, Disc, Game, GameRecord, IllegalPly, Ply, Rules, Size, Turn};

use super::clock::Clock;
use super::thinker::Thinker;
use super::{NAME, Settings, text};
use crate::Stopwatch;
use crate::format::obf::read_game;
use crate::position::{black_score, position_of};

/// An answer, or an error in the protocol's words if it defines them.
type GtpAnswer = Result<String, String>;

type GtpCommand = (&'static str, fn(&mut Gtp, &[&str]) -> GtpAnswer);

static COMMANDS: [GtpCommand; 28] = [
    ("boardsize", |gtp, words| match read(words, 0, number)? {
        8_u32 => gtp.new_game(),
        _ => Err("unacceptable size".to_owned()),
    }),
    ("clear_board", |gtp, _| gtp.new_game()),
    ("final_score", |gtp, _| gtp.final_score()),
    ("genmove", |gtp, words| gtp.genmove(words, true)),
    ("gogui-interrupt", |_, _| DONE),
    ("gogui-rules_board", |gtp, _| {
        // GoGui's rows are numbered from the bottom.
        let rows = gtp.game.now().board().to_string().replace('-', ".");
        Ok(rows.lines().rev().collect::<Vec<_>>().join("\n"))
    }),
    ("gogui-rules_board_size", |_, _| Ok("8".to_owned())),
    ("gogui-rules_final_result", |gtp, _| {
        text::result(gtp.game.now()).ok_or_else(|| "the game is not over".to_owned())
    }),
    ("gogui-rules_game_id", |_, _| Ok("Othello".to_owned())),
    ("gogui-rules_legal_moves", |gtp, _| {
        // GoGui recognises a pass only in lower case, and a move only in upper case.
        if matches!(gtp.game.now().turn(), Turn::Pass(_)) {
            return Ok("pass".to_owned());
        }
        let moves = gtp.game.now().legal_moves().map(|at| at.to_string());
        Ok(moves.collect::<Vec<_>>().join(" ").to_uppercase())
    }),
    ("gogui-rules_side_to_move", |gtp, _| {
        Ok(gtp.game.now().to_move().to_string())
    }),
    ("gogui-setup", |gtp, words| {
        let mut board = Board::empty(Size::EIGHT);
        for words in words.chunks(2) {
            let square = |text: &str| number(text).filter(|&at| Size::EIGHT.contains(at));
            board.put(read(words, 1, square)?, read(words, 0, colour)?);
        }
        gtp.start_from(board, Disc::Black)
    }),
    ("gogui-setup_player", |gtp, words| {
        let board = gtp.game.now().board().clone();
        gtp.start_from(board, read(words, 0, colour)?)
    }),
    ("known_command", |_, words| {
        let name = read(words, 0, Some)?;
        Ok(find(name).is_some().to_string())
    }),
    ("komi", |_, words| {
        let _: f64 = read(words, 0, number)?;
        DONE
    }),
    ("list_commands", |_, _| {
        Ok(COMMANDS.map(|(name, _)| name).join("\n"))
    }),
    ("name", |_, _| Ok(NAME.to_owned())),
    ("play", Gtp::play),
    ("protocol_version", |_, _| Ok("2".to_owned())),
    ("quit", |_, _| DONE),
    ("reg_genmove", |gtp, words| gtp.genmove(words, false)),
    ("set_game", |gtp, words| match read(words, 0, Some)? {
        game if game.eq_ignore_ascii_case("othello") => gtp.new_game(),
        _ => Err("unsupported game: expected Othello".to_owned()),
    }),
    ("setboard", Gtp::setboard),
    ("showboard", |gtp, _| {
        let (board, count) = (text::board(gtp.game.now()), text::count(gtp.game.now()));
        let whose = gtp.game.now().to_move();
        Ok(format!("\n{board}\n{count}; {whose} to move"))
    }),
    ("time_left", Gtp::time_left),
    ("time_settings", Gtp::time_settings),
    ("undo", |gtp, _| gtp.undo()),
    ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
];

fn find(name: &str) -> Option<&'static GtpCommand> {
    COMMANDS.iter().find(|(known, _)| *known == name)
}

const DONE: GtpAnswer = Ok(String::new());

fn read<'a, T>(
    words: &[&'a str],
    index: usize,
    read: impl FnOnce(&'a str) -> Option<T>,
) -> Result<T, String> {
    let word = words.get(index).copied();
    word.and_then(read).ok_or_else(|| "syntax error".to_owned())
}

fn number<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

fn colour(side: &str) -> Option<Disc> {
    match side.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Disc::Black),
        "w" | "white" => Some(Disc::White),
        _ => None,
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    // Some controllers send a negative time once it is used up.
    Duration::try_from_secs_f64(seconds.clamp(0.0, 1e9)).ok()
}

/// Answers the commands of `input` until `quit` or its end.
pub fn run(
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
    settings: &Settings,
) -> io::Result<()> {
    let mut gtp = Gtp {
        thinker: Thinker::start(settings, input, is_interrupt),
        settings: settings.clone(),
        clock: None,
        game: GameRecord::default(),
        added: Vec::new(),
    };
    while let Some(line) = gtp.thinker.next_line()? {
        let Ok(line) = line else {
            write!(output, "? syntax error\n\n")?;
            output.flush()?;
            continue;
        };
        let line = clean(&line);
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let mut id = "";
        if let Some(first) = words.first()
            && first.bytes().all(|byte| byte.is_ascii_digit())
        {
            id = words.remove(0);
        }
        let Some((&command, arguments)) = words.split_first() else {
            // White space and comments are ignored.
            continue;
        };
        let answer = match find(command) {
            Some((_, execute)) => execute(&mut gtp, arguments),
            None => Err("unknown command".to_owned()),
        };
        let mark = if answer.is_ok() { '=' } else { '?' };
        let text = answer.unwrap_or_else(|error| error);
        let begins_line = text.is_empty() || text.starts_with('\n');
        let blank = if begins_line { "" } else { " " };
        write!(output, "{mark}{id}{blank}{text}\n\n")?;
        output.flush()?;
        if command == "quit" {
            break;
        }
    }
    Ok(())
}

/// GoGui interrupts a search with this line, which is a comment for other controllers.
fn is_interrupt(line: &str) -> bool {
    line.trim() == "# interrupt"
}

/// Removes comments and control characters, as the protocol requires.
fn clean(line: &str) -> String {
    let line = line.split('#').next().unwrap_or_default();
    let kept = |glyph: &char| *glyph == '\t' || !glyph.is_control();
    line.chars().filter(kept).collect()
}

struct Gtp {
    thinker: Thinker,
    settings: Settings,
    clock: Option<Clock>,
    game: GameRecord,
    /// The number of plies that each command added: none by a pass after the end of the game, which
    /// controllers that do not know Othello's rules send and undo; two by a move with an omitted
    /// pass.
    added: Vec<usize>,
}

impl Gtp {
    fn new_game(&mut self) -> GtpAnswer {
        self.game = GameRecord::default();
        self.added.clear();
        self.thinker.engine.clear();
        DONE
    }

    fn start_from(&mut self, board: Board, side: Disc) -> GtpAnswer {
        let start = Game::resume(Rules::OTHELLO, board, side).expect("it is 8×8");
        self.game = GameRecord::new(start);
        self.added.clear();
        DONE
    }

    /// Continues from any text that is a game, such as 64 squares and the side to move.
    fn setboard(&mut self, words: &[&str]) -> GtpAnswer {
        let text = words.join(" ");
        self.game = read_game(&text).map_err(|error| error.in_text(&text))?;
        self.added.clear();
        DONE
    }

    fn play(&mut self, words: &[&str]) -> GtpAnswer {
        let disc = read(words, 0, colour)?;
        let ply = read(words, 1, |text| text.parse().ok())?;
        if ply == Ply::Pass && matches!(self.game.now().turn(), Turn::Over(_)) {
            self.added.push(0);
        } else {
            let played = self.add(disc, ply);
            played.map_err(|error| format!("illegal move: {error}"))?;
        }
        DONE
    }

    fn add(&mut self, disc: Disc, ply: Ply) -> Result<(), IllegalPly> {
        let before = self.game.plies().len();
        self.game.follow_as(disc, ply)?;
        self.added.push(self.game.plies().len() - before);
        Ok(())
    }

    fn genmove(&mut self, words: &[&str], plays: bool) -> GtpAnswer {
        let disc = read(words, 0, colour)?;
        let ply = match self.game.now().turn() {
            Turn::Over(_) => {
                self.added.extend(plays.then_some(0));
                return Ok("PASS".to_owned());
            }
            Turn::Pass(mover) if mover == disc => Ply::Pass,
            Turn::Move(mover) if mover != disc => {
                return Err(format!("{mover} is to move"));
            }
            Turn::Move(_) | Turn::Pass(_) => self.best(disc),
        };
        if plays {
            let played = self.add(disc, ply);
            played.map_err(|error| error.to_string())?;
        }
        Ok(match ply {
            Ply::Place(square) => square.to_string().to_uppercase(),
            Ply::Pass => "PASS".to_owned(),
        })
    }

    /// Returns the best move of `disc`, which has one. The other side may have to pass first.
    fn best(&mut self, disc: Disc) -> Ply {
        let stopwatch = Stopwatch::start();
        let mut position = position_of(self.game.now());
        if disc != self.game.now().to_move() {
            position = position.pass();
        }
        let clock = self.clock.as_ref();
        let share = clock.map(|it| it.time_for_move(disc, position.empties()));
        let limits = self.settings.limits_with(None, share);
        let line = self.thinker.choose(position, &limits, |_| Ok(()));
        if let Some(clock) = &mut self.clock {
            clock.spend(disc, stopwatch.elapsed());
        }
        let line = line.expect("nothing is written");
        Ply::Place(*line.moves.first().expect("the side has a move"))
    }

    fn undo(&mut self) -> GtpAnswer {
        // The game of `setboard` has its own plies.
        for _ in 0..self.added.pop().unwrap_or(1) {
            self.game.undo().ok_or("cannot undo")?;
        }
        DONE
    }

    fn time_settings(&mut self, words: &[&str]) -> GtpAnswer {
        let (main, overtime) = (read(words, 0, seconds)?, read(words, 1, seconds)?);
        self.clock = Clock::new(main, overtime, read(words, 2, number)?);
        DONE
    }

    fn time_left(&mut self, words: &[&str]) -> GtpAnswer {
        let (disc, time) = (read(words, 0, colour)?, read(words, 1, seconds)?);
        let moves = read(words, 2, number)?;
        if let Some(clock) = &mut self.clock {
            clock.set_left(disc, time, moves);
        }
        DONE
    }

    fn final_score(&self) -> GtpAnswer {
        if !matches!(self.game.now().turn(), Turn::Over(_)) {
            return Err("cannot score: the game is not over".to_owned());
        }
        Ok(match black_score(self.game.now()) {
            0 => "0".to_owned(),
            score @ 1.. => format!("B+{score}"),
            score => format!("W+{}", -score),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{random_game, settings, text};
    use proptest::prelude::*;
    use std::io::Cursor;

    fn session(input: impl Into<Vec<u8>>) -> String {
        let mut output = Vec::new();
        let input = Cursor::new(input.into());
        run(input, &mut output, &settings(1)).expect("memory can be written");
        text(output)
    }

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
    fn commands_are_listed_in_order_and_others_are_unknown() {
        assert!(COMMANDS.is_sorted_by_key(|(name, _)| *name));
        let expected = ["= false", "? unknown command", "= true"];
        let found = answers("known_command x\ngenmove_white\nknown_command komi\n");
        assert_eq!(found, expected);
    }

    #[test]
    fn moves_are_played_taken_back_and_refused() {
        let answers = answers(
            "play b f5\nplay W D6\nplay b a1\nplay w c3\nplay b\nplay x f5\nplay b 9z\n\
             undo\nundo\nundo\ngenmove w\nreg_genmove b\nfinal_score\n",
        );
        let expected = [
            "=",
            "=",
            "? illegal move: black cannot play a1: the move flips nothing",
            "? illegal move: white cannot play c3: black is to move",
            "? syntax error",
            "? syntax error",
            "? syntax error",
            "=",
            "=",
            "? cannot undo",
            "? black is to move",
        ];
        assert_eq!(answers[..11], expected);
        assert!(ply_of(&answers[11]).is_some(), "{}", answers[11]);
        assert_eq!(answers[12], "? cannot score: the game is not over");
    }

    #[test]
    fn a_board_is_set_or_refused() {
        let start = "-----------------------------OX-----XO--------------------------";
        let input = format!("setboard {start} W\nsetboard {start}\nsetboard f5d6\nplay b c3\n");
        let error = "? column 65: the side to move is missing: X or O";
        assert_eq!(answers(&input), ["=", error, "=", "="]);
    }

    fn ply_of(answer: &str) -> Option<Ply> {
        answer.strip_prefix("= ")?.parse().ok()
    }

    #[test]
    fn gogui_is_told_the_rules() {
        let answers = answers(
            "gogui-rules_game_id\ngogui-rules_board_size\nboardsize 8\nclear_board\n\
             gogui-rules_side_to_move\nplay B F5\ngogui-rules_board\ngogui-rules_legal_moves\n\
             gogui-setup B A1 W B1\ngogui-setup_player W\ngogui-rules_legal_moves\nplay W PASS\n\
             gogui-rules_legal_moves\ngogui-rules_final_result\nplay B C1\n\
             gogui-rules_legal_moves\ngogui-rules_final_result\ngogui-setup B J1\ngogui-setup B\n",
        );
        let board =
            "= ........\n........\n........\n...XXX..\n...OX...\n........\n........\n........";
        let result = "? the game is not over/=/=/= the game is over: black wins by 64";
        let expected = format!(
            "= Othello/= 8/=/=/= black/=/{board}/= F4 D6 F6/=/=/= pass/=/= C1/{result}/\
             ? syntax error/? syntax error"
        );
        assert_eq!(answers.join("/"), expected);
    }

    #[test]
    fn time_commands_are_validated() {
        let answers = answers(
            "time_settings 0 1 1\ntime_left b 1 1\ntime_left w -1 0\ntime_settings 60 0 0\n\
             time_settings 1e300 5 4294967295\ntime_settings 0 1\ntime_left b NaN 1\ngenmove b\n",
        );
        assert_eq!(answers[..5], ["="; 5]);
        assert_eq!(answers[5..7], ["? syntax error"; 2]);
        assert!(ply_of(&answers[7]).is_some(), "{}", answers[7]);
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
        fn random_games_are_played_with_legal_moves(
            choices in prop::collection::vec(any::<usize>(), 0..70),
        ) {
            let game = random_game(&choices);
            let lines = game.plies().iter().map(|(before, ply)| {
                let colour = before.to_move();
                format!("reg_genmove {colour}\nplay {colour} {ply}\n")
            });
            let answers = answers(&lines.collect::<String>());
            prop_assert_eq!(answers.len(), 2 * game.plies().len());
            for (pair, (before, _)) in answers.chunks(2).zip(game.plies()) {
                prop_assert_eq!(&pair[1], "=");
                let legal = match ply_of(&pair[0]) {
                    Some(Ply::Place(at)) => before.check(at).is_ok(),
                    Some(Ply::Pass) => matches!(before.turn(), Turn::Pass(_)),
                    None => false,
                };
                prop_assert!(legal, "{answers:?}");
            }
        }

        #[test]
        fn random_lines_do_not_panic(
            lines in prop::collection::vec(
                "[0-9]{0,2} ?(play|genmove|undo|time_settings|time_left|boardsize|showboard|gogui-setup|gogui-rules_legal_moves)? ?(b|w)? ?\\PC{0,8}",
                0..12,
            ),
        ) {
            session(lines.join("\n"));
        }
    }

    #[test]
    fn an_omitted_pass_is_taken_back_with_its_move() {
        let begin = format!("setboard XO{} W\n", "-".repeat(62));
        for played in ["genmove b", "play b c1"] {
            let input = format!("{begin}{played}\nundo\ngogui-rules_side_to_move\nundo\n");
            let answers = answers(&input);
            assert_eq!(answers[2..], ["=", "= white", "? cannot undo"], "{played}");
        }
        let undone = answers("setboard f5d6\nundo\ngogui-rules_side_to_move\n");
        assert_eq!(undone[1..], ["=", "= white"]);
    }

    #[test]
    fn passes_after_the_end_are_counted_and_taken_back_first() {
        let passes = "genmove b\ngenmove w\nplay b pass\n";
        let undos = "undo\n".repeat(3);
        let input = format!(
            "setboard XO{} W\ngenmove w\ngenmove b\nfinal_score\n",
            "-".repeat(62)
        );
        let input = format!("{input}{passes}{undos}final_score\nundo\nundo\nundo\n");
        let expected = "=/= PASS/= C1/= B+64/= PASS/= PASS/=/=/=/=/= B+64/=/=/? cannot undo";
        assert_eq!(answers(&input).join("/"), expected);
    }
}

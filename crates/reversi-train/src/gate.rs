//! `gate`: a match that decides if new weights, or another program, are stronger than old
//! ones.

mod player;
mod statistics;

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use reversi_core::{Disc, Game, Rules, Turn};
use reversi_engine::eval::Weights;
use reversi_engine::{Position, Random, SearchLimits};

use self::player::MatchPlayer;
use self::statistics::{Pairs, Sprt, elo_of};
use crate::engine::engine;
use crate::lines::LineFile;
use crate::positions::BalancedOpening;
use crate::{Result, mean, progress};

/// The options of `gate`.
#[derive(Args, Debug)]
#[command(
    after_help = "NEW and OLD are each a weights file (*.rwts), the word `builtin`, or the \
                  command line of a program that speaks GTP, in quotes. The exit status is 0 if \
                  NEW passes, 1 if not, and 2 after an error."
)]
pub(crate) struct Gate {
    /// The player that must show that it is stronger
    new: String,
    /// The player that it is compared with
    old: String,
    /// The time per move of weights in seconds; a program gets its time on its
    /// command line
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 0.1,
        allow_negative_numbers = true
    )]
    time: f64,
    /// Search to this depth instead of for a time
    #[arg(long, value_name = "PLIES", conflicts_with = "time",
          value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// The number of games, or with --sprt their greatest number; odd ones are rounded up
    #[arg(long, value_name = "N", default_value_t = 400)]
    games: usize,
    /// Play until it is clear if NEW is stronger by ELO0 or by ELO1
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Vec<f64>,
    /// The file that every game is appended to; if it exists, the match continues
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// The seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u32,
}

/// The number of random moves of an opening: two more than in training.
///
/// There are so few balanced positions after eight moves that different seeds do not separate the
/// sets: 46,400 training games begin with 26,112 different ones. The same games contain 22 of the
/// first 1,000 openings with ten moves.
const PLIES: u32 = 10;

/// This bit is set in the seeds of openings, and never in those of training games.
const HELD_OUT: u64 = 1 << 63;

/// Plays the match and writes its table. Returns `true` if the new player passes.
pub(crate) fn gate(options: &Gate, output: &mut impl Write) -> Result<bool> {
    let sprt = match options.sprt[..] {
        [elo0, elo1] if elo0 < elo1 => Some(Sprt { elo0, elo1 }),
        [elo0, elo1] => {
            return Err(format!("--sprt {elo0} {elo1}: expected ELO0 less than ELO1").into());
        }
        _ => None,
    };
    let (limits, per_move) = limits(options)?;
    let (new, new_name) = MatchPlayer::open(&options.new, limits)?;
    let (old, old_name) = MatchPlayer::open(&options.old, limits)?;
    let seed = options.seed;
    let settings =
        format!("new: {new_name}; old: {old_name}; {per_move} per move; openings of seed {seed}");
    let (mut log, known) = match &options.log {
        Some(path) => LineFile::open(path, &settings).map(|(log, known)| (Some(log), known))?,
        None => (None, String::new()),
    };
    let mut known = known.lines();
    let mut players = [new, old];
    let mut games: Vec<FinishedGame> = Vec::new();
    let progress = progress(options.games, "{pos}/{len} games, {eta} left, {msg}")?;
    for opening in openings(seed).take(options.games.div_ceil(2)) {
        if sprt.is_some_and(|sprt| sprt.accepts_elo1(pairs(&games)).is_some()) {
            break;
        }
        for black in 0..2 {
            let played = if let Some(line) = known.next() {
                let start = opening.name();
                FinishedGame::parse(line, &start)
                    .ok_or_else(|| format!("the log's line is not a game from {start}: `{line}`"))?
            } else {
                let played = play(&mut players, &opening, black)?;
                if let Some(log) = &mut log {
                    log.append(&played.line(&opening))?;
                }
                played
            };
            games.push(played);
            progress.inc(1);
            progress.set_message(results(&games));
        }
    }
    progress.finish_and_clear();
    let is_passed = match sprt {
        Some(sprt) => sprt.accepts_elo1(pairs(&games)) == Some(true),
        None => pairs(&games).points()[1] > 0.5,
    };
    writeln!(output, "{}", settings.replace("; ", "\n"))?;
    write_table(output, &games, sprt)?;
    let passed = if is_passed { "passed" } else { "not passed" };
    writeln!(output, "{passed}")?;
    Ok(is_passed)
}

/// Returns the limits of each move, also in words.
fn limits(options: &Gate) -> Result<(SearchLimits, String)> {
    let time = Duration::try_from_secs_f64(options.time)
        .map_err(|error| format!("--time {}: {error}", options.time))?;
    let limits = SearchLimits {
        depth: options.depth,
        time: options.depth.is_none().then_some(time),
    };
    let per_move = match options.depth {
        Some(depth) => format!("{depth} plies"),
        None => format!("{time:?}"),
    };
    Ok((limits, per_move))
}

/// Returns balanced openings, no two of which are symmetric.
fn openings(seed: u32) -> impl Iterator<Item = BalancedOpening> {
    let mut random = Random::new(HELD_OUT | u64::from(seed));
    let mut judge = engine(Weights::builtin(), 1);
    let mut known = HashSet::new();
    let opening = move || {
        judge.clear();
        BalancedOpening::balanced(&mut judge, PLIES, &mut random)
    };
    std::iter::from_fn(opening).filter(move |one| known.insert(one.position.canonical()))
}

#[derive(Clone, Debug, PartialEq)]
struct FinishedGame {
    /// The moves after the opening, without passes.
    moves: String,
    /// The final disc difference for the new player. The winner gets the empty squares.
    discs: i32,
    /// The mean times per move of the new and of the old player.
    seconds: [f64; 2],
}

impl FinishedGame {
    /// Returns a line of the log, with tabs between the columns.
    fn line(&self, opening: &BalancedOpening) -> String {
        let Self {
            moves,
            discs,
            seconds: [new, old],
        } = self;
        let opening = opening.name();
        format!("{opening}\t{moves}\t{discs:+}\t{new:.4}\t{old:.4}\n")
    }

    /// Returns `None` if the line is not a game from `opening`.
    fn parse(line: &str, opening: &str) -> Option<Self> {
        let [start, moves, discs, new, old] = *line.split('\t').collect::<Vec<_>>() else {
            return None;
        };
        let played = Self {
            moves: moves.to_owned(),
            discs: discs.parse().ok()?,
            seconds: [new.parse().ok()?, old.parse().ok()?],
        };
        (start == opening).then_some(played)
    }
}

/// Plays a game from `opening` with the player of index `black` as black; the new player has the
/// index 0. The slow rules of the core are the referee.
fn play(
    players: &mut [MatchPlayer; 2],
    opening: &BalancedOpening,
    black: usize,
) -> Result<FinishedGame> {
    for player in &mut *players {
        player.start()?;
    }
    let mut game = Game::new(Rules::OTHELLO).expect("8×8 is a board");
    let mut opening = opening.moves.iter();
    let (mut moves, mut times) = (String::new(), [Vec::new(), Vec::new()]);
    loop {
        let (disc, at, chosen_by) = match game.turn() {
            Turn::Over(_) => break,
            Turn::Pass(disc) => {
                game.pass().expect("it must");
                (disc, None, None)
            }
            Turn::Move(disc) => {
                let own = usize::from((disc == Disc::White) != (black == 1));
                let (at, chosen_by) = if let Some(&at) = opening.next() {
                    (at, None)
                } else {
                    let start = Instant::now();
                    let at = players[own].choose(&game)?;
                    times[own].push(start.elapsed().as_secs_f64());
                    moves += &at.to_string();
                    (at, Some(own))
                };
                game.play(at).expect("it was checked");
                (disc, Some(at), chosen_by)
            }
        };
        for (number, player) in players.iter_mut().enumerate() {
            if chosen_by != Some(number) {
                player.follow(disc, at)?;
            }
        }
    }
    let new = [Disc::Black, Disc::White][black];
    let position = Position::of(game.board(), new).expect("the board is 8×8");
    Ok(FinishedGame {
        moves,
        discs: position.final_score(),
        seconds: times.map(|times| mean(times.into_iter())),
    })
}

fn pairs(games: &[FinishedGame]) -> Pairs {
    let discs: Vec<i32> = games.iter().map(|game| game.discs).collect();
    Pairs::of(&discs)
}

/// Returns the numbers of games that the new player won, drew and lost.
fn results(games: &[FinishedGame]) -> String {
    let signs = games.iter().map(|game| game.discs.signum());
    let count = |sign| signs.clone().filter(|&one| one == sign).count();
    format!("+{} ={} -{}", count(1), count(0), count(-1))
}

fn write_table(
    output: &mut impl Write,
    games: &[FinishedGame],
    sprt: Option<Sprt>,
) -> io::Result<()> {
    let pairs = pairs(games);
    writeln!(output, "games   {}: {}", games.len(), results(games))?;
    let show =
        |[value, low, high]: [f64; 3]| format!("{value:.1}, 95 % interval {low:.1} to {high:.1}");
    let percents = pairs.points().map(|points| 100.0 * points);
    writeln!(output, "points  {} %", show(percents))?;
    writeln!(output, "Elo     {}", show(pairs.points().map(elo_of)))?;
    let counts = pairs.0.map(|count| count.to_string()).join(" ");
    writeln!(output, "pairs   {counts} with 0, ½, 1, 1½, 2 points")?;
    let discs = mean(games.iter().map(|game| f64::from(game.discs)));
    writeln!(output, "discs   {discs:+.2} per game")?;
    let [new, old] = [0, 1].map(|player| mean(games.iter().map(|game| game.seconds[player])));
    writeln!(output, "time    new {new:.4} s per move, old {old:.4} s")?;
    if let Some(sprt) = sprt {
        let Sprt { elo0, elo1 } = sprt;
        let (ratio, bound) = (sprt.ratio(pairs), Sprt::BOUND);
        let decision = match sprt.accepts_elo1(pairs) {
            Some(true) => "accepts H1",
            Some(false) => "accepts H0",
            None => "undecided",
        };
        writeln!(output, "LLR     {ratio:+.2} of ±{bound:.2}: {decision}")?;
        writeln!(output, "        (H0 {elo0:+} Elo, H1 {elo1:+} Elo)")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Command;
    use crate::gate::player::tests::front_end;
    use clap::Parser;
    use std::fs;
    use std::path::Path;

    /// Plays a match. Returns its table and the lines of its log without the times.
    fn play_match(log: &Path, line: &str) -> Result<(String, Vec<Vec<String>>)> {
        let line = format!("reversi-train gate {line} --log {}", log.display());
        let command = Command::try_parse_from(line.split_whitespace());
        let Command::Gate(options) = command.map_err(|error| error.to_string())? else {
            unreachable!("it is `gate`");
        };
        let mut output = Vec::new();
        gate(&options, &mut output)?;
        let text = fs::read_to_string(log).expect("there is a log");
        let games = text.lines().skip(1);
        let games = games.map(|line| line.split('\t').take(3).map(str::to_owned).collect());
        let table = String::from_utf8(output).expect("it is text");
        Ok((table, games.collect()))
    }

    #[test]
    fn the_openings_of_a_seed_never_change() {
        let openings = openings(7).take(2);
        let names: Vec<String> = openings.map(|opening| opening.name()).collect();
        let expected = ["c4e3f4c5e2g4h4b3e6f7", "f5f6d3e3f3e2f1c5e6f4"];
        assert_eq!(names, expected);
    }

    #[test]
    fn equal_players_have_even_pairs_and_do_not_pass() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let [log, file] = ["log", "builtin.rwts"].map(|name| folder.path().join(name));
        fs::write(&file, Weights::builtin_file()).expect("it can be written");
        let line = format!("builtin {} --depth 2 --games 8", file.display());
        let (table, games) = play_match(&log, &line).expect("it is played");
        assert_eq!(games.len(), 8);
        for pair in games.chunks(2) {
            assert_eq!(pair[0][..2], pair[1][..2]);
            let [one, other] = [&pair[0][2], &pair[1][2]].map(|discs| discs.parse::<i32>());
            assert_eq!(one, other.map(|discs| -discs));
        }
        for part in [
            "games   8: +",
            "points  50.0, 95 % interval ",
            "Elo     0.0, 95 % interval -",
            "pairs   0 0 4 0 0 with 0, ½, 1, 1½, 2 points\n",
            "discs   +0.00 per game\n",
            "\nnot passed\n",
        ] {
            assert!(table.contains(part), "{part} is not in:\n{table}");
        }
    }

    #[test]
    fn an_interrupted_match_continues_as_if_it_had_not_been() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
        let line = "builtin builtin --depth 1 --games";
        let (unbroken, _) = play_match(&one, &format!("{line} 12")).expect("it is played");
        play_match(&two, &format!("{line} 4")).expect("it is played");
        let text = fs::read_to_string(&two).expect("there is a log");
        fs::write(&two, &text[..text.len() - 5]).expect("it can be written");
        let (continued, games) = play_match(&two, &format!("{line} 12")).expect("it is played");
        assert_eq!(games.len(), 12);
        let without_times = |table: &str| -> Vec<String> {
            let lines = table.lines().filter(|line| !line.starts_with("time "));
            lines.map(str::to_owned).collect()
        };
        assert_eq!(without_times(&unbroken), without_times(&continued));
        let text = fs::read_to_string(&two).expect("there is a log");
        fs::write(&two, text.replacen("\t+", "\tx", 1)).expect("it can be written");
        for (line, message) in [
            ("builtin builtin --depth 2", "other settings"),
            ("builtin builtin --depth 1", "not a game from "),
        ] {
            let error = play_match(&two, line).expect_err("it is wrong").to_string();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn a_test_stops_when_it_decides() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let line = "builtin builtin --depth 1 --sprt";
        // Equal pairs have almost no variance, and their ratio is almost 0.
        let even = format!("{line} -20 20 --games 30");
        let (table, games) = play_match(&folder.path().join("1"), &even).expect("it is played");
        assert_eq!(games.len(), 30);
        let part = ": undecided\n        (H0 -20 Elo, H1 +20 Elo)\n";
        assert!(table.contains(part), "{table}");
        let decided = format!("{line} 0 20");
        let (table, games) = play_match(&folder.path().join("2"), &decided).expect("it is played");
        assert!((40..160).contains(&games.len()));
        assert!(table.contains(": accepts H0\n"), "{table}");
    }

    #[test]
    fn programs_play_whole_games_with_passes() {
        let mut players = [front_end(), front_end()];
        let opening = openings(1).next().expect("there are many");
        let games = [0, 1].map(|black| play(&mut players, &opening, black).expect("it is played"));
        assert!(games[0].moves.len() > 80);
        assert_eq!(games[0].moves, games[1].moves);
        assert_eq!(games[0].discs, -games[1].discs);
    }

    #[test]
    fn wrong_options_are_errors() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        for (line, message) in [
            ("a b --time -1", "--time -1: "),
            ("a b --depth 3 --time 1", "cannot be used with"),
            ("builtin missing.rwts", "cannot start `missing.rwts`: "),
            ("builtin 'open", "not a command line: `'open`"),
            ("a b --sprt 5 5", "--sprt 5 5: expected ELO0 less than ELO1"),
        ] {
            let error = play_match(&folder.path().join("log"), line).expect_err("it is wrong");
            assert!(error.to_string().contains(message), "{error}");
        }
    }
}

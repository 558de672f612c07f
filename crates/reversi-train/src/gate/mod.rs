//! A match that decides if new weights, or another program, are stronger than old
//! ones.
//!
//! | file | subject |
//! | --- | --- |
//! | `openings.rs` | the openings |
//! | `player.rs`, `gtp.rs` | the players: the engine in this process, a program |
//! | `play.rs` | one game, and the referee |
//! | `notation.rs` | moves as text |
//! | `log.rs` | the file of games, which an interrupted match continues from |
//! | `statistics.rs` | points, Elo and the sequential test |
//! | `report.rs` | the report |
//!
//! The board may be any that the engine plays on. The engine's own openings, and the
//! players in this process, know its size.

mod entrant;
mod gtp;
mod log;
mod notation;
mod openings;
mod play;
mod player;
mod report;
mod statistics;

use std::collections::VecDeque;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use reversi_core::Size;
use reversi_engine::SearchLimits;
use reversi_engine::eval::Weights;
use reversi_engine::openings::Opening;
use reversi_engine::wide;

use self::entrant::{Entrant, Settings};
use self::log::{Log, Logged};
use self::openings::Openings;
use self::play::{Side, play};
use self::player::Player;
use self::report::{Report, Results};
use self::statistics::Sprt;
use crate::Result;
use crate::progress;
use crate::weights::FileHash;

/// The options of `gate`.
#[derive(Args, Debug)]
#[command(
    after_help = "NEW and OLD are each a weights file (*.rwts), the word `builtin`, or the \
                        command line of a program that speaks GTP, in quotes. The exit status is \
                        0 if NEW passes, 1 if not, and 2 after an error."
)]
pub struct Gate {
    /// The player that must show that it is stronger
    new: String,
    /// The player that it is compared with
    old: String,
    /// The number of rows and columns of the board: an even number from 4 to 26. Weights
    /// files are for 8 only
    #[arg(long, value_name = "N", default_value = "8", value_parser = side)]
    size: Size,
    /// The time per move of weights in seconds; a program gets its time on its
    /// command line
    #[arg(long, value_name = "SECONDS", default_value = "0.1", value_parser = seconds)]
    time: Duration,
    /// Search to this depth instead of for a time
    #[arg(long, value_name = "PLIES", conflicts_with = "time")]
    depth: Option<u32>,
    /// The number of games, or with --sprt their greatest number [default: 200]
    #[arg(long, value_name = "N", value_parser = even)]
    games: Option<u32>,
    /// Play until it is clear if NEW is stronger by ELO0 or by ELO1
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Vec<f64>,
    /// The file that every game is appended to; if it exists, the match continues
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Take the openings from a file with one per line, as in f5d6c3
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The seed of generated openings
    #[arg(long, default_value_t = 1, conflicts_with = "openings")]
    seed: u32,
    /// The size of each transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    hash: usize,
    /// The number of games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    jobs: u32,
}

/// The number of games if no option limits it.
const GAMES: u32 = 200;

pub(crate) fn seconds(text: &str) -> std::result::Result<Duration, String> {
    text.parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "expected a number of seconds above 0".into())
}

pub(crate) fn side(text: &str) -> std::result::Result<Size, String> {
    text.parse()
        .ok()
        .and_then(|side| Size::square(side).ok())
        .filter(|&size| wide::Player::supports(size))
        .ok_or_else(|| "expected an even number from 4 to 26".into())
}

fn even(text: &str) -> std::result::Result<u32, String> {
    text.parse()
        .ok()
        .filter(|&games| games > 0 && games % 2 == 0)
        .ok_or_else(|| "expected an even number: every opening is played with both colours".into())
}

impl Gate {
    fn sprt(&self) -> Result<Option<Sprt>> {
        match self.sprt[..] {
            [elo0, elo1] if elo0 < elo1 => Ok(Some(Sprt { elo0, elo1 })),
            [elo0, elo1] => {
                Err(format!("--sprt {elo0} {elo1}: expected ELO0 less than ELO1").into())
            }
            _ => Ok(None),
        }
    }
}

/// Plays the match and writes its report. Returns `true` if the new player passes.
pub fn gate(options: &Gate, output: &mut impl Write) -> Result<bool> {
    let sprt = options.sprt()?;
    let limit = match (options.games, sprt) {
        (Some(games), _) => Some(games),
        (None, Some(_)) => None,
        (None, None) => Some(GAMES),
    };
    let settings = Settings {
        size: options.size,
        limits: SearchLimits {
            depth: options.depth,
            time: options.depth.is_none().then_some(options.time),
        },
        table: options.hash,
    };
    let entrants = [
        Entrant::read(&options.new, options.size)?,
        Entrant::read(&options.old, options.size)?,
    ];
    let (openings, source) = if let Some(file) = &options.openings {
        let (openings, hash) = Openings::read(file, options.size)?;
        (openings, format!("file {hash}"))
    } else {
        let source = if options.size == Size::EIGHT {
            let weights = FileHash::of(Weights::builtin_file());
            format!("seed {}, balanced by weights {weights}", options.seed)
        } else {
            let side = options.size.rows();
            format!("seed {} on {side}×{side}", options.seed)
        };
        (Openings::generated(options.size, options.seed)?, source)
    };
    let limits = match settings.limits {
        SearchLimits {
            depth: Some(depth), ..
        } => format!("{depth} plies"),
        SearchLimits { time, .. } => {
            format!("{} s", time.unwrap_or_default().as_secs_f64())
        }
    };
    let header = [
        format!("new: {}", entrants[0]),
        format!("old: {}", entrants[1]),
        format!(
            "limits: {limits} per move, tables of {} MiB",
            settings.table
        ),
        format!("openings: {source}"),
    ];
    let (log, logged) = Log::open(options.log.as_deref(), &header)?;
    let mut games = Games {
        entrants,
        settings,
        teams: Vec::new(),
        openings,
        opening: None,
        log,
        logged: logged.into(),
        waiting: VecDeque::new(),
        next: 0,
        limit,
        jobs: options.jobs,
    };
    let results = count(&mut games, sprt)?;
    if results.pairs.count() == 0 {
        return Err("no pair of games was played".into());
    }
    let report = Report {
        settings: &header,
        results: &results,
        sprt,
        limit: settings.limits.time,
    };
    match write!(output, "{report}") {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(report.is_passed()),
    }
}

/// Counts games until the test decides or there is no further pair.
fn count(games: &mut Games, sprt: Option<Sprt>) -> Result<Results> {
    let progress = match games.limit {
        Some(limit) => progress::bar(limit.into(), "{pos}/{len} games, {eta} left, {msg}")?,
        None => ProgressBar::new_spinner().with_style(ProgressStyle::with_template(
            "{spinner} {pos} games, {elapsed}, {msg}",
        )?),
    };
    progress.set_position(games.logged.len() as u64);
    progress.reset_eta();
    let mut results = Results::default();
    loop {
        let decided = sprt.is_some_and(|sprt| sprt.decide(results.pairs).is_some());
        if results.is_even() && decided {
            break;
        }
        let Some(game) = games.next()? else { break };
        results.add(&game);
        progress.set_position(u64::from(results.game_count()));
        progress.set_message(match sprt {
            Some(sprt) => {
                let ratio = sprt.log_likelihood_ratio(results.pairs);
                format!("{results}, LLR {ratio:+.2}")
            }
            None => results.to_string(),
        });
    }
    progress.finish_and_clear();
    Ok(results)
}

/// The games of a match in order: first those of the log, then new ones.
struct Games {
    entrants: [Entrant; 2],
    settings: Settings,
    /// The players, two per game at the same time, made for the first new game.
    teams: Vec<[Box<dyn Player>; 2]>,
    openings: Openings,
    /// The opening of a pair whose second game is next.
    opening: Option<Opening>,
    log: Log,
    /// Games of the log that were not returned yet.
    logged: VecDeque<Logged>,
    /// New games that were not returned yet.
    waiting: VecDeque<Logged>,
    /// The number of games for which there is an opening.
    next: usize,
    /// The greatest number of games.
    limit: Option<u32>,
    jobs: u32,
}

/// The number of a game, its opening and the player with the black discs.
type Fixture = (usize, Opening, Side);

impl Games {
    /// Returns the next game; `None` after the last one.
    fn next(&mut self) -> Result<Option<Logged>> {
        if let Some(game) = self.waiting.pop_front() {
            return Ok(Some(game));
        }
        let Some(fixture) = self.fixture() else {
            return Ok(None);
        };
        if let Some(game) = self.logged.pop_front() {
            let (_, opening, black) = fixture;
            let opening = opening.to_string();
            if (&game.opening, game.black) != (&opening, black) {
                return Err(format!(
                    "game {} of the log has the opening {} with {:?} as black, expected {opening} \
                     with {black:?} as black",
                    game.number + 1,
                    game.opening,
                    game.black
                )
                .into());
            }
            return Ok(Some(game));
        }
        let mut fixtures = vec![fixture];
        while fixtures.len() < self.jobs as usize {
            let Some(fixture) = self.fixture() else { break };
            fixtures.push(fixture);
        }
        self.play(fixtures)?;
        Ok(self.waiting.pop_front())
    }

    fn fixture(&mut self) -> Option<Fixture> {
        let number = self.next;
        if self.limit.is_some_and(|limit| number >= limit as usize) {
            return None;
        }
        let (opening, black) = if let Some(opening) = self.opening.take() {
            (opening, Side::Old)
        } else {
            let opening = self.openings.next()?;
            (self.opening.insert(opening).clone(), Side::New)
        };
        self.next += 1;
        Some((number, opening, black))
    }

    /// Plays games at the same time and appends them to the log in their order.
    fn play(&mut self, fixtures: Vec<Fixture>) -> Result<()> {
        while self.teams.len() < fixtures.len() {
            let [new, old] = &self.entrants;
            self.teams
                .push([new.player(self.settings)?, old.player(self.settings)?]);
        }
        let limit = self.settings.limits.time;
        let games: Result<Vec<Logged>> = thread::scope(|scope| {
            let games: Vec<_> = fixtures
                .into_iter()
                .zip(&mut self.teams)
                .map(|((number, opening, black), team)| {
                    let game = scope.spawn(move || Logged {
                        number,
                        opening: opening.to_string(),
                        black,
                        played: play(team, &opening, black, limit),
                    });
                    (number, game)
                })
                .collect();
            games
                .into_iter()
                .map(|(number, game)| {
                    game.join()
                        .map_err(|_| format!("game {}: the engine failed", number + 1).into())
                })
                .collect()
        });
        let games = games?;
        for game in &games {
            self.log.append(game)?;
        }
        self.waiting.extend(games);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use std::fs;
    use std::path::Path;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        gate: Gate,
    }

    fn options(line: &str) -> Gate {
        let words = ["gate"].into_iter().chain(line.split_whitespace());
        let line = Line::try_parse_from(words).map_err(|error| error.to_string());
        line.expect("the options are valid").gate
    }

    fn play_match(line: &str) -> Result<bool> {
        gate(&options(line), &mut std::io::sink())
    }

    /// Returns the lines of a log without the times.
    fn games(log: &Path) -> Vec<Vec<String>> {
        let text = fs::read_to_string(log).expect("there is a log");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines
            .map(|line| line.split('\t').take(5).map(str::to_owned).collect())
            .collect()
    }

    #[test]
    fn equal_players_have_even_pairs_and_do_not_pass() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let log = folder.path().join("match.log");
        let line = format!(
            "builtin builtin --depth 2 --hash 1 --games 8 --jobs 2 --log {}",
            log.display()
        );
        assert!(!play_match(&line).expect("it can be played"));
        let games = games(&log);
        assert_eq!(games.len(), 8);
        for pair in games.chunks(2) {
            assert_eq!((&pair[0][1], &pair[0][3]), (&pair[1][1], &pair[1][3]));
            assert_eq!((&*pair[0][2], &*pair[1][2]), ("new", "old"));
            let discs: Vec<i32> = pair
                .iter()
                .map(|game| game[4].parse().expect("a number"))
                .collect();
            assert_eq!(discs[0], -discs[1]);
        }
    }

    #[test]
    fn a_match_is_played_on_another_board() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let log = folder.path().join("match.log");
        let line = format!(
            "builtin builtin --size 6 --depth 2 --hash 1 --games 4 --log {}",
            log.display()
        );
        assert!(!play_match(&line).expect("it can be played"));
        let before = games(&log);
        assert_eq!(before.len(), 4);
        assert!(before.iter().all(|game| game[1].len() == 12));
        let more = line.replace("--games 4", "--games 6");
        assert!(!play_match(&more).expect("it can be played"));
        assert_eq!(games(&log)[..4], before);
        let other = play_match(&line.replace("--size 6", "--size 10"));
        let error = other.expect_err("it is another match").to_string();
        assert!(error.contains("the log of another match"), "{error}");
    }

    #[test]
    fn an_interrupted_match_continues_as_if_it_had_not_been() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let [one, two] = ["one.log", "two.log"].map(|name| folder.path().join(name));
        let run = |log: &Path, games: u32, jobs: u32| {
            let line = format!(
                "builtin builtin --depth 1 --hash 1 --games {games} --jobs {jobs} --log {}",
                log.display()
            );
            play_match(&line).expect("it can be played");
        };
        run(&one, 12, 1);
        run(&two, 4, 3);
        let text = fs::read_to_string(&two).expect("there is a log");
        fs::write(&two, &text[..text.len() - 5]).expect("it can be written");
        run(&two, 12, 2);
        assert_eq!(games(&one), games(&two));
        let before = fs::read(&two).expect("there is a log");
        run(&two, 12, 2);
        assert_eq!(fs::read(&two).expect("there is a log"), before);

        let other = format!("builtin builtin --depth 2 --hash 1 --log {}", two.display());
        let error = play_match(&other).expect_err("it is another match");
        assert!(
            error.to_string().contains("the log of another match"),
            "{error}"
        );
        assert_eq!(fs::read(&two).expect("there is a log"), before);
    }

    #[test]
    fn a_test_stops_when_it_decides_and_with_the_last_opening() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let log = folder.path().join("match.log");
        let line = format!(
            "builtin builtin --depth 1 --hash 1 --sprt -20 20 --log {}",
            log.display()
        );
        // Equal pairs have almost no variance, and their ratio is almost 0.
        let even = format!("{line} --games 30");
        assert!(!play_match(&even).expect("it can be played"));
        assert_eq!(games(&log).len(), 30);
        fs::remove_file(&log).expect("it is there");
        let decided = line.replace("-20 20", "0 20");
        assert!(!play_match(&decided).expect("it can be played"));
        assert!((40..160).contains(&games(&log).len()));
        fs::remove_file(&log).expect("it is there");
        let list = folder.path().join("list.txt");
        fs::write(&list, "f5d6\nf5f6\n").expect("it can be written");
        let listed = format!("{line} --openings {}", list.display());
        assert!(!play_match(&listed).expect("it can be played"));
        assert_eq!(games(&log).len(), 4);
    }

    #[test]
    fn wrong_options_are_errors() {
        for (line, message) in [
            ("a b --games 3", "expected an even number"),
            ("a b --time 0", "expected a number of seconds above 0"),
            ("a b --time x", "expected a number of seconds above 0"),
            ("a b --depth 3 --time 1", "cannot be used with"),
            ("a b --sprt 5", "2 values required"),
            ("a b --size 7", "expected an even number from 4 to 26"),
            ("a b --size 28", "expected an even number from 4 to 26"),
            ("a b --jobs 0", "0 is not in 1..=256"),
        ] {
            let words = ["gate"].into_iter().chain(line.split_whitespace());
            let error = Line::try_parse_from(words).err().expect("it is wrong");
            assert!(error.to_string().contains(message), "{error}");
        }
        let error = play_match("a b --sprt 5 5").expect_err("it is wrong");
        assert!(error.to_string().starts_with("--sprt 5 5: "), "{error}");
    }
}

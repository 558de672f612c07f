//! A match that decides if new weights, or another program, are stronger than old ones.

mod log;
mod play;
mod player;
mod statistics;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use reversi_core::Size;
use reversi_engine::SearchLimits;
use reversi_engine::openings::{Opening, Openings};

use self::log::Log;
use self::play::{Played, Times, play};
use self::player::MatchPlayer;
use self::statistics::{Decision, Estimate, Pairs, Sprt};
use crate::Result;

/// The options of `gate`.
#[derive(Args, Debug)]
#[command(
    after_help = "NEW and OLD are each a weights file (*.rwts), the word `builtin`, or the \
                  command line of a program that speaks GTP, in quotes. The exit status is 0 if \
                  NEW passes, 1 if not, and 2 after an error."
)]
pub struct Gate {
    /// The player that must show that it is stronger
    new: String,
    /// The player that it is compared with
    old: String,
    /// The time per move of weights in seconds; a program gets its time on its
    /// command line
    #[arg(long, value_name = "SECONDS", default_value = "0.1", value_parser = seconds)]
    time: Duration,
    /// Search to this depth instead of for a time
    #[arg(long, value_name = "PLIES", conflicts_with = "time")]
    depth: Option<u32>,
    /// The number of games, or with --sprt their greatest number
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = even)]
    games: u32,
    /// Play until it is clear if NEW is stronger by ELO0 or by ELO1
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Vec<f64>,
    /// The file that every game is appended to; if it exists, the match continues
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// The seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// The size of each transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    hash: usize,
}

/// The number of random moves of an opening: two more than in training.
///
/// There are so few balanced positions after eight moves that different seeds do not hold
/// them out: 46,400 training games begin with 26,112 different ones. The same games
/// contain 22 of the first 1,000 openings with ten moves.
const PLIES: u32 = 10;

/// Openings have seeds in which this bit is set, those of training games never.
const HELD_OUT: u64 = 1 << 63;

fn seconds(text: &str) -> std::result::Result<Duration, String> {
    text.parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "expected a number of seconds above 0".into())
}

fn even(text: &str) -> std::result::Result<u32, String> {
    text.parse()
        .ok()
        .filter(|&games| games > 0 && games % 2 == 0)
        .ok_or_else(|| "expected an even number: every opening is played with both colours".into())
}

/// Plays the match and writes its table. Returns `true` if the new player passes.
pub fn gate(options: &Gate, output: &mut impl Write) -> Result<bool> {
    let sprt = match options.sprt[..] {
        [elo0, elo1] if elo0 < elo1 => Some(Sprt { elo0, elo1 }),
        [elo0, elo1] => {
            return Err(format!("--sprt {elo0} {elo1}: expected ELO0 less than ELO1").into());
        }
        _ => None,
    };
    let limits = SearchLimits {
        depth: options.depth,
        time: options.depth.is_none().then_some(options.time),
    };
    let read = |text| MatchPlayer::read(text, limits, options.hash);
    let ((new, new_name), (old, old_name)) = (read(&options.new)?, read(&options.old)?);
    let mut players = [new, old];
    let per_move = match options.depth {
        Some(depth) => format!("{depth} plies"),
        None => format!("{} s", options.time.as_secs_f64()),
    };
    let settings = [
        format!("new: {new_name}"),
        format!("old: {old_name}"),
        format!(
            "limits: {per_move} per move, tables of {} MiB",
            options.hash
        ),
        format!("openings: seed {}", options.seed),
    ];
    let (mut log, known) = Log::open(options.log.as_deref(), &settings)?;
    let style = ProgressStyle::with_template("{pos}/{len} games, {eta} left, {msg}")?;
    let progress = ProgressBar::new(options.games.into()).with_style(style);
    let mut openings = Openings::new(Size::EIGHT, Some(PLIES), HELD_OUT | u64::from(options.seed))?;
    let mut opening: Option<Opening> = None;
    let mut results = Results::default();
    let mut known = known.into_iter();
    for game in 0..options.games as usize {
        let black = game % 2;
        let decided = sprt.is_some_and(|sprt| sprt.decide(results.pairs).is_some());
        if black == 0 && decided {
            break;
        }
        if black == 0 {
            opening = openings.next();
        }
        let Some(opening) = &opening else { break };
        let played = match known.next() {
            Some((text, played)) if text == opening.to_string() => played,
            Some((text, _)) => {
                let number = game + 1;
                return Err(format!("game {number} of the log: {text}, expected {opening}").into());
            }
            None => {
                let played = play(&mut players, opening, black, limits.time);
                log.append(opening, &played)?;
                played
            }
        };
        results.add(&played);
        progress.inc(1);
        let [won, drawn, lost] = results.games;
        progress.set_message(format!("{won}-{drawn}-{lost}"));
    }
    progress.finish_and_clear();
    results.write(output, &settings, sprt)?;
    Ok(results.is_passed(sprt))
}

/// The results of a match.
#[derive(Clone, Debug, Default)]
struct Results {
    /// The number of games that the new player won, drew and lost.
    games: [u32; 3],
    /// Complete pairs of games.
    pairs: Pairs,
    /// Half points of the first game of a pair.
    first: Option<usize>,
    discs: i32,
    forfeits: u32,
    times: [Times; 2],
}

impl Results {
    /// Counts the next game.
    fn add(&mut self, played: &Played) {
        let half_points = match played.discs {
            1.. => 2,
            0 => 1,
            ..0 => 0,
        };
        self.games[2 - half_points] += 1;
        match self.first.take() {
            None => self.first = Some(half_points),
            Some(first) => self.pairs.add(first + half_points),
        }
        self.discs += played.discs;
        self.forfeits += u32::from(played.forfeit.is_some());
        for (all, times) in self.times.iter_mut().zip(played.times) {
            *all = all.and(times);
        }
    }

    /// Returns `true` if the new player passes: the test accepts H1, or without a test,
    /// the interval of the points is above 50 %.
    fn is_passed(&self, sprt: Option<Sprt>) -> bool {
        match sprt {
            Some(sprt) => sprt.decide(self.pairs) == Some(Decision::H1),
            None => self.pairs.points().low > 0.5,
        }
    }

    fn write(
        &self,
        output: &mut impl Write,
        settings: &[String],
        sprt: Option<Sprt>,
    ) -> std::io::Result<()> {
        for line in settings {
            writeln!(output, "{line}")?;
        }
        let [won, drawn, lost] = self.games;
        let (count, forfeits) = (won + drawn + lost, self.forfeits);
        writeln!(
            output,
            "games   {count}: +{won} ={drawn} -{lost}, {forfeits} forfeited"
        )?;
        let show = |Estimate { value, low, high }, digits| {
            format!("{value:.digits$}, 95 % interval {low:.digits$} to {high:.digits$}")
        };
        let points = self.pairs.points();
        writeln!(output, "points  {} %", show(points.times(100.0), 1))?;
        writeln!(output, "Elo     {}", show(points.to_elo(), 0))?;
        let pairs = self.pairs.0.map(|count| count.to_string()).join(" ");
        writeln!(output, "pairs   {pairs} with 0, ½, 1, 1½, 2 points")?;
        let discs = f64::from(self.discs) / f64::from(count.max(1));
        writeln!(output, "discs   {discs:+.2} per game")?;
        if let Some(sprt) = sprt {
            let (ratio, bound) = (sprt.log_likelihood_ratio(self.pairs), Sprt::bound());
            let Sprt { elo0, elo1 } = sprt;
            let decision = match sprt.decide(self.pairs) {
                Some(decision) => format!("accepts {decision:?}"),
                None => "undecided".to_owned(),
            };
            writeln!(
                output,
                "LLR     {ratio:+.2} of ±{bound:.2}, H0 {elo0:+} Elo, H1 {elo1:+} Elo: {decision}"
            )?;
        }
        writeln!(output, "        moves   mean s  greatest s  late")?;
        for (name, times) in ["new", "old"].iter().zip(self.times) {
            let mean = times.total.as_secs_f64() / f64::from(times.moves.max(1));
            let greatest = times.greatest.as_secs_f64();
            let Times { moves, late, .. } = times;
            writeln!(
                output,
                "{name:5} {moves:7} {mean:8.4} {greatest:11.4} {late:>5}"
            )?;
        }
        let passed = if self.is_passed(sprt) {
            "passed"
        } else {
            "not passed"
        };
        writeln!(output, "{passed}")
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

    /// Plays a match. Returns its table and the lines of its log without the times.
    fn play_match(log: &Path, line: &str) -> Result<(String, Vec<Vec<String>>)> {
        let line = format!("gate {line} --log {}", log.display());
        let line = Line::try_parse_from(line.split_whitespace());
        let mut output = Vec::new();
        gate(&line.map_err(|error| error.to_string())?.gate, &mut output)?;
        let text = fs::read_to_string(log).expect("there is a log");
        let games = text.lines().filter(|line| !line.starts_with('#'));
        let games = games.map(|line| line.split('\t').take(3).map(str::to_owned).collect());
        Ok((
            String::from_utf8(output).expect("it is text"),
            games.collect(),
        ))
    }

    #[test]
    fn equal_players_have_even_pairs_and_do_not_pass() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let line = "builtin builtin --depth 2 --hash 1 --games 8";
        let (table, games) = play_match(&folder.path().join("log"), line).expect("it is played");
        assert_eq!(games.len(), 8);
        for pair in games.chunks(2) {
            assert_eq!(pair[0][..2], pair[1][..2]);
            let discs: i32 = pair
                .iter()
                .map(|game| game[2].parse::<i32>().expect("a number"))
                .sum();
            assert_eq!(discs, 0);
        }
        for part in [
            "games   8: +",
            "points  50.0, 95 % interval ",
            "Elo     0, 95 % interval -",
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
        let line = "builtin builtin --depth 1 --hash 1 --games";
        let (_, unbroken) = play_match(&one, &format!("{line} 12")).expect("it is played");
        play_match(&two, &format!("{line} 4")).expect("it is played");
        let text = fs::read_to_string(&two).expect("there is a log");
        fs::write(&two, &text[..text.len() - 5]).expect("it can be written");
        let (_, continued) = play_match(&two, &format!("{line} 12")).expect("it is played");
        assert_eq!(unbroken, continued);
        let other = play_match(&two, "builtin builtin --depth 2 --hash 1");
        let error = other.expect_err("it is another match").to_string();
        assert!(error.contains("the log of another match"), "{error}");
    }

    #[test]
    fn a_test_stops_when_it_decides() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let line = "builtin builtin --depth 1 --hash 1 --sprt";
        // Equal pairs have almost no variance, and their ratio is almost 0.
        let even = format!("{line} -20 20 --games 30");
        let (table, games) = play_match(&folder.path().join("1"), &even).expect("it is played");
        assert_eq!(games.len(), 30);
        assert!(
            table.contains("H0 -20 Elo, H1 +20 Elo: undecided\n"),
            "{table}"
        );
        let decided = format!("{line} 0 20");
        let (table, games) = play_match(&folder.path().join("2"), &decided).expect("it is played");
        assert!((40..160).contains(&games.len()));
        assert!(table.contains(": accepts H0\n"), "{table}");
    }

    #[test]
    fn wrong_options_are_errors() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        for (line, message) in [
            ("a b --games 3", "expected an even number"),
            ("a b --time 0", "expected a number of seconds above 0"),
            ("a b --depth 3 --time 1", "cannot be used with"),
            ("a b --sprt 5", "2 values required"),
            ("a b --sprt 5 5", "--sprt 5 5: expected ELO0 less than ELO1"),
        ] {
            let error = play_match(&folder.path().join("log"), line).expect_err("it is wrong");
            assert!(error.to_string().contains(message), "{error}");
        }
    }
}

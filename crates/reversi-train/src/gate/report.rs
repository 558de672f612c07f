//! The report of a match.

use std::fmt;
use std::time::Duration;

use super::log::Logged;
use super::play::Times;
use super::statistics::{Decision, Estimate, Pairs, Sprt};

/// The results of a match so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Results {
    /// The number of games that the new player won, drew and lost.
    games: [u32; 3],
    /// Complete pairs of games.
    pub(super) pairs: Pairs,
    /// Half points of the first game of a pair.
    first: Option<usize>,
    discs: i32,
    forfeits: u32,
    times: [Times; 2],
}

impl Results {
    /// Counts the next game.
    pub(super) fn add(&mut self, game: &Logged) {
        let played = &game.played;
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

    /// Returns `true` if there is no pair with one game.
    pub(super) fn is_even(&self) -> bool {
        self.first.is_none()
    }

    pub(super) fn game_count(&self) -> u32 {
        self.games.iter().sum()
    }
}

/// Writes the score, as in `12-1-7`.
impl fmt::Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [won, drawn, lost] = self.games;
        write!(f, "{won}-{drawn}-{lost}")
    }
}

/// The results of a finished match as a text.
pub(super) struct Report<'a> {
    pub(super) settings: &'a [String],
    pub(super) results: &'a Results,
    pub(super) sprt: Option<Sprt>,
    pub(super) limit: Option<Duration>,
}

impl Report<'_> {
    /// Returns `true` if the new player passes: the test accepts H1, or without a
    /// test, the interval of the points is above 50 %.
    pub(super) fn is_passed(&self) -> bool {
        match self.sprt {
            Some(sprt) => sprt.decide(self.results.pairs) == Some(Decision::H1),
            None => self.results.pairs.points().low > 0.5,
        }
    }

    fn verdict(&self) -> String {
        let passed = if self.is_passed() {
            "passed"
        } else {
            "not passed"
        };
        let reason = match self.sprt.map(|sprt| sprt.decide(self.results.pairs)) {
            None if self.is_passed() => "the interval of the points is above 50 %".into(),
            None => "the interval of the points is not above 50 %".into(),
            Some(Some(Decision::H1)) => "the test accepts H1".into(),
            Some(Some(Decision::H0)) => "the test accepts H0".into(),
            Some(None) => format!("no decision after {} games", self.results.game_count()),
        };
        format!("{passed}: {reason}")
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let results = self.results;
        for line in self.settings {
            writeln!(f, "{line}")?;
        }
        let count = results.game_count();
        let [won, drawn, lost] = results.games;
        writeln!(
            f,
            "\ngames   {count}: {won} won, {drawn} drawn, {lost} lost"
        )?;
        if results.forfeits > 0 {
            writeln!(f, "        {} forfeited, see the log", results.forfeits)?;
        }
        let Estimate { value, low, high } = results.pairs.points();
        writeln!(
            f,
            "points  {:.1} %, 95 % interval {:.1} to {:.1} %",
            100.0 * value,
            100.0 * low,
            100.0 * high
        )?;
        let Estimate { value, low, high } = results.pairs.points().to_elo();
        writeln!(
            f,
            "Elo     {value:+.0}, 95 % interval {low:+.0} to {high:+.0}"
        )?;
        let pairs = results.pairs.0.map(|count| count.to_string()).join(" ");
        writeln!(f, "pairs   {pairs} with 0, ½, 1, 1½, 2 points")?;
        let discs = f64::from(results.discs) / f64::from(count);
        writeln!(f, "discs   {discs:+.2} per game")?;
        if let Some(sprt) = self.sprt {
            let bound = Sprt::bound();
            writeln!(
                f,
                "LLR     {:+.2} of -{bound:.2} to +{bound:.2}, H0 {:+} Elo, H1 {:+} Elo",
                sprt.log_likelihood_ratio(results.pairs),
                sprt.elo0,
                sprt.elo1
            )?;
        }
        writeln!(f, "\n         moves   mean s  greatest s  late")?;
        for (name, times) in ["new", "old"].iter().zip(results.times) {
            let mean = times.total.as_secs_f64() / f64::from(times.moves.max(1));
            let greatest = times.greatest.as_secs_f64();
            let late = match self.limit {
                Some(_) => times.late.to_string(),
                None => "-".into(),
            };
            let moves = times.moves;
            writeln!(f, "{name:5} {moves:8} {mean:8.4} {greatest:11.4} {late:>5}")?;
        }
        writeln!(f, "\n{}", self.verdict())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::play::{Played, Side};

    fn results(discs: &[i32]) -> Results {
        let mut results = Results::default();
        for (number, &discs) in discs.iter().enumerate() {
            results.add(&Logged {
                number,
                opening: "f5".into(),
                black: Side::New,
                played: Played {
                    moves: Vec::new(),
                    discs,
                    times: [Times {
                        moves: 30,
                        total: Duration::from_secs(3),
                        greatest: Duration::from_millis(125),
                        late: 1,
                    }; 2],
                    forfeit: None,
                },
            });
        }
        results
    }

    #[test]
    fn games_are_counted_in_pairs() {
        let results = results(&[10, -2, 0, 4, -64, -2, 6]);
        assert_eq!(results.to_string(), "3-1-3");
        assert_eq!(results.pairs, Pairs([1, 0, 1, 1, 0]));
        assert!(!results.is_even());
    }

    #[test]
    fn the_report_has_every_number() {
        let results = results(&[10, 2].repeat(10));
        let report = Report {
            settings: &["new: a".into(), "old: b".into()],
            results: &results,
            sprt: Some(Sprt {
                elo0: 0.0,
                elo1: 100.0,
            }),
            limit: Some(Duration::from_millis(100)),
        };
        let text = report.to_string();
        for part in [
            "new: a\nold: b\n",
            "games   20: 20 won, 0 drawn, 0 lost\n",
            "points  100.0 %, 95 % interval ",
            " to 100.0 %\n",
            "Elo     +inf, 95 % interval +",
            " to +inf\n",
            "pairs   0 0 0 0 10 with 0, ½, 1, 1½, 2 points\n",
            "discs   +6.00 per game\n",
            "LLR     +",
            " of -2.94 to +2.94, H0 +0 Elo, H1 +100 Elo\n",
            "new        600   0.1000      0.1250    20\n",
            "\npassed: the test accepts H1\n",
        ] {
            assert!(text.contains(part), "{part} is not in:\n{text}");
        }
        let report = Report {
            sprt: None,
            limit: None,
            ..report
        };
        let text = report.to_string();
        assert!(!text.contains("LLR"), "{text}");
        assert!(text.contains("0.1250     -\n"), "{text}");
        assert!(text.ends_with("passed: the interval of the points is above 50 %\n"));
    }

    #[test]
    fn a_match_is_passed_only_if_it_proves_something() {
        let report = |discs: &[i32], sprt| {
            let results = results(discs);
            let report = Report {
                settings: &[],
                results: &results,
                sprt,
                limit: None,
            };
            let text = report.to_string();
            assert_eq!(report.is_passed(), text.contains("\npassed: "));
            text.lines().last().expect("there is a verdict").to_owned()
        };
        let sprt = Some(Sprt {
            elo0: 0.0,
            elo1: 100.0,
        });
        let equal = [10, -10].repeat(10);
        assert_eq!(
            report(&equal, None),
            "not passed: the interval of the points is not above 50 %"
        );
        assert_eq!(report(&equal, sprt), "not passed: the test accepts H0");
        assert_eq!(
            report(&[10, 4], sprt),
            "not passed: no decision after 2 games"
        );
    }
}

//! `probcut`: the differences between shallow and deep searches, and ProbCut's model of
//! them.

mod model;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use reversi_engine::eval::Weights;
use reversi_engine::{Depth, Engine, Options, Position, Random, SearchLimits};

use self::model::{Difference, GREATEST_EMPTIES, Model};
use crate::engine::read_weights;
use crate::games::{self, Game};
use crate::positions::random_moves;
use crate::{Result, mean, progress};

/// The options of `probcut`.
#[derive(Args, Debug)]
pub(crate) struct ProbCut {
    /// Files of games, the source of the positions
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The weights that ProbCut is fitted for [default: the built-in weights]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// The number of positions to measure
    #[arg(long, value_name = "N", default_value_t = 180)]
    positions: usize,
}

/// The numbers of empty squares that are measured. Games begin with 52.
const EMPTIES: std::ops::RangeInclusive<u32> = 8..=GREATEST_EMPTIES;

/// The number of games to look for a position in.
const TRIES: u32 = 1000;

/// The greatest depth at which every cut is proven. Deeper searches have a ProbCut
/// confidence of 99 percent, since proofs to 16 plies take minutes.
const PROVEN: u32 = 10;
const CONFIDENCE: u32 = 99;

/// The size of a transposition table in MiB.
const TABLE: usize = 64;

/// The numbers of empty squares whose differences are one line of the report.
const GROUP: u32 = 8;

/// Groups with fewer differences are not reported.
const LEAST_COUNT: usize = 8;

/// Measures positions, fits the models, and prints the constants and a table of measured
/// and fitted values.
pub(crate) fn probcut(options: &ProbCut, output: &mut impl Write) -> Result<()> {
    let (weights, _) = read_weights(options.weights.as_deref())?;
    let mut games = Vec::new();
    for path in &options.games {
        games.extend(games::read(path)?);
    }
    let mut engines = [100, CONFIDENCE].map(|confidence| {
        Engine::new(Options {
            table: TABLE,
            weights: Some(weights.clone()),
            confidence,
            ..Options::default()
        })
    });
    let progress = progress(options.positions, "{pos}/{len} positions, {elapsed}")?;
    let mut differences = Differences::default();
    for number in 0..options.positions {
        if let Some(sample) = Sample::new(&games, number) {
            measure(&sample, &weights, &mut engines, &mut differences);
        }
        progress.inc(1);
    }
    progress.finish();
    Ok(write!(output, "{}", report(&differences)?)?)
}

/// A position and how deep it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sample {
    position: Position,
    /// The depth in plies, less than the number of empty squares.
    depth: u32,
    /// If set, the position is also searched to the end of the game.
    is_solved: bool,
}

impl Sample {
    /// Returns the sample with this number; `None` if the games have no position for it.
    /// The samples go through all numbers of empty squares again and again. Every fourth
    /// round is deeper, and every sixteenth round deeper still: deep searches take so long
    /// that few of them can be measured.
    fn new(games: &[Game], number: usize) -> Option<Self> {
        let count = EMPTIES.count();
        // The order differs from the number of empty squares, so that a table that
        // ends within a round has them all.
        let empties = EMPTIES.start() + u32::try_from(number * 17 % count).ok()?;
        let (depth, solved) = match number / count {
            round if round % 16 == 15 => (20, 26),
            round if round % 4 == 3 => (16, 22),
            _ => (12, 18),
        };
        let mut random = Random::new(number as u64);
        Some(Self {
            position: (0..TRIES).find_map(|_| position(games, empties, &mut random))?,
            depth: depth.min(empties - 1),
            is_solved: empties <= solved,
        })
    }
}

/// Returns a position of a random game, or for every second one the position after another
/// random move: a search tree has many bad moves. Returns `None` if the game has no position
/// with as many empty squares.
fn position(games: &[Game], empties: u32, random: &mut Random) -> Option<Position> {
    let extra = random.below(2);
    let index = random.below(u32::try_from(games.len()).ok()?);
    let mut moves = games.get(index as usize)?.moves.iter();
    let own = moves.find(|own| own.position.empties() == empties + extra)?;
    let position = random_moves(own.position, extra, random);
    (position.empties() == empties && position.moves() != 0).then_some(position)
}

/// Searches a position to all depths of the sample, and adds the differences. The first
/// engine proves every cut.
fn measure(
    sample: &Sample,
    weights: &Weights,
    [proving, deep]: &mut [Engine; 2],
    differences: &mut Differences,
) {
    // By depth, from 0, the evaluation, on.
    let mut plies = vec![weights.value(sample.position)];
    let mut end = None;
    let mut deepen = |engine: &mut Engine, depth| {
        engine.clear();
        let limits = SearchLimits { depth, time: None };
        engine.search(sample.position, &limits, &mut |line| match line.depth {
            Depth::Plies(depth, _) if depth as usize == plies.len() => plies.push(line.score.0),
            Depth::End(100) => end = Some(line.score.0),
            Depth::Plies(..) | Depth::End(_) => {}
        });
    };
    deepen(proving, Some(sample.depth.min(PROVEN)));
    if sample.depth > PROVEN {
        deepen(deep, Some(sample.depth));
    }
    if sample.is_solved {
        deepen(proving, None);
    }
    differences.add(sample.position.empties(), &plies, end);
}

/// The differences to deeper searches, and to searches to the end.
#[derive(Default)]
struct Differences {
    midgame: Vec<Difference>,
    end: Vec<Difference>,
}

impl Differences {
    /// Adds those of a position. `plies` are its scores by depth, and `exact` is that at the
    /// end of the game, in hundredths of a disc.
    fn add(&mut self, empties: u32, plies: &[i32], exact: Option<i32>) {
        for (probe, shallow) in (0..).zip(plies) {
            let difference = |depth, deep| Difference {
                empties,
                depth,
                probe,
                value: f64::from(shallow - deep),
            };
            // ProbCut compares depths of the same parity, except with the evaluation.
            let compared = |depth| depth > probe && (probe == 0 || (depth - probe) % 2 == 0);
            let deeper = (0..).zip(plies).filter(|&(depth, _)| compared(depth));
            self.midgame
                .extend(deeper.map(|(depth, deep)| difference(depth, *deep)));
            self.end
                .extend(exact.map(|exact| difference(empties, exact)));
        }
    }
}

/// Returns the models as source text for the engine, each with a table of measured and
/// fitted deviations by group.
fn report(Differences { midgame, end }: &Differences) -> Result<String> {
    let mut text = String::new();
    for (name, differences) in [("MIDGAME", midgame), ("END", end)] {
        if differences.is_empty() {
            return Err(format!("no differences for {name}: measure more positions").into());
        }
        let model = Model::fit(differences);
        let [level, empties, probe, distance] = model.coefficients;
        let [even, odd] = model.mean;
        writeln!(text, "const {name}: Model = Model {{")?;
        writeln!(text, "    level: {level:.3},")?;
        writeln!(text, "    empties: {empties:.4},")?;
        writeln!(text, "    probe: {probe:.3},")?;
        writeln!(text, "    distance: {distance:.3},")?;
        writeln!(text, "    mean: [{even:.0}.0, {odd:.0}.0],\n}};\n")?;
        writeln!(
            text,
            "empties  depth  probe  count   mean  measured  fitted"
        )?;
        let mut groups: BTreeMap<(u32, String, u32), Vec<&Difference>> = BTreeMap::new();
        for one in differences {
            let is_end = one.depth == one.empties;
            let depth = if is_end {
                "end".into()
            } else {
                format!("{:3}", one.depth)
            };
            let key = (one.empties / GROUP * GROUP, depth, one.probe);
            groups.entry(key).or_default().push(one);
        }
        groups.retain(|_, group| group.len() >= LEAST_COUNT);
        for ((empties, depth, probe), group) in groups {
            let (count, values) = (group.len(), group.iter().map(|one| one.value));
            let middle = mean(values.clone());
            let measured = mean(values.map(|value| (value - middle).powi(2))).sqrt();
            let fitted = mean(group.iter().map(|one| model.deviation(one).powi(2))).sqrt();
            let numbers = format!("{count:6} {middle:6.0} {measured:9.0} {fitted:7.0}");
            writeln!(text, "from {empties:2}  {depth:>5} {probe:6} {numbers}")?;
        }
        writeln!(text)?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tests::random_game;
    use std::collections::BTreeSet;

    #[test]
    fn every_round_has_all_numbers_of_empty_squares() {
        let games: Vec<Game> = (1..20).map(random_game).collect();
        let count = EMPTIES.count();
        for (round, expected) in [(0, (12, 11)), (3, (16, 15)), (15, (20, 19))] {
            let numbers = round * count..(round + 1) * count;
            let all: Vec<Sample> = numbers
                .map(|number| Sample::new(&games, number).expect("there is a position"))
                .collect();
            let empties = all.iter().map(|sample| sample.position.empties());
            assert!(empties.collect::<BTreeSet<u32>>().into_iter().eq(EMPTIES));
            let is_within = |sample: &Sample| sample.depth < sample.position.empties();
            assert!(all.iter().all(is_within));
            let depth = all.iter().map(|sample| sample.depth).max();
            let solved = all.iter().filter(|sample| sample.is_solved).count();
            assert_eq!((depth, solved), (Some(expected.0), expected.1));
        }
        assert_eq!(Sample::new(&[], 0), None);
    }

    const PLIES: [i32; 4] = [100, 200, 400, 800];

    #[test]
    fn differences_are_those_of_equal_parity_and_of_the_evaluation() {
        let mut found = Differences::default();
        found.add(10, &PLIES, Some(1000));
        let [found_midgame, found_end] = [found.midgame, found.end].map(|all| {
            let numbers = |one: &Difference| (one.depth, one.probe, one.value);
            all.iter().map(numbers).collect::<Vec<_>>()
        });
        let midgame = [
            (1, 0, -100.0),
            (2, 0, -300.0),
            (3, 0, -700.0),
            (3, 1, -600.0),
        ];
        let end = [
            (10, 0, -900.0),
            (10, 1, -800.0),
            (10, 2, -600.0),
            (10, 3, -200.0),
        ];
        assert_eq!((found_midgame, found_end), (midgame.to_vec(), end.to_vec()));
    }

    #[test]
    fn the_report_has_constants_and_groups_with_enough_differences() {
        let mut all = Differences::default();
        for number in 0..8 {
            all.add(10 + number % 2, &PLIES, Some(1000));
        }
        let text = report(&all).expect("there is enough");
        for part in [
            "const MIDGAME: Model = Model {\n    level: ",
            "const END: Model = Model {\n    level: ",
            "    mean: [-367.0, -600.0],\n",
            "\nfrom  8      2      0      8   -300         0 ",
            "\nfrom  8    end      3      8   -200         0 ",
        ] {
            assert!(text.contains(part), "{part} is not in:\n{text}");
        }
        all.end.clear();
        let error = report(&all).expect_err("there is none").to_string();
        assert!(error.starts_with("no differences for END"), "{error}");
    }
}

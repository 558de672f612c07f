//! `probcut`: the differences between shallow and deep searches, and ProbCut's model of them.

mod model;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use reversi_engine::eval::Weights;
use reversi_engine::{Depth, Engine, Options, Position, Random, SearchLimits};

use self::model::{Difference, FittedModel, GREATEST_EMPTIES};
use crate::engine::read_weights;
use crate::games::{self, TrainingGame};
use crate::positions::random_moves;
use crate::{Result, mean, progress};

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

/// The numbers of empty squares to measure. Games begin with 52.
const EMPTIES: std::ops::RangeInclusive<u32> = 8..=GREATEST_EMPTIES;

/// The number of games in which a position is searched for.
const TRIES: u32 = 1000;

/// The largest depth at which every cut is proven. Deeper searches have a ProbCut confidence of 99
/// percent, since proofs to 16 plies take minutes.
const PROVEN: u32 = 10;
const CONFIDENCE: u32 = 99;

/// The size of a transposition table in MiB.
const TABLE: usize = 64;

/// The report has one line for this many numbers of empty squares.
const GROUP: u32 = 8;

/// Groups with fewer differences are not reported.
const LEAST_COUNT: usize = 8;

/// Measures positions, fits the models, and prints the constants and a table of measured and fitted
/// values.
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
        if let Some(position) = position(&games, number) {
            let depths = depths(number / EMPTIES.count());
            measure(position, depths, &weights, &mut engines, &mut differences);
        }
        progress.inc(1);
    }
    progress.finish();
    Ok(write!(output, "{}", report(&differences)?)?)
}

/// Returns the depth of the searches in a round, and the largest number of empty squares with which
/// positions are also searched to the end. A round has all numbers of empty squares. Deep searches
/// take so long that only a few can be measured.
fn depths(round: usize) -> (u32, u32) {
    match round {
        _ if round % 16 == 15 => (20, 26),
        _ if round % 4 == 3 => (16, 22),
        _ => (12, 18),
    }
}

/// Returns `None` if the games have no position with this number.
fn position(games: &[TrainingGame], number: usize) -> Option<Position> {
    // The order differs from the number of empty squares, so that a table that ends within a round
    // has them all.
    let empties = EMPTIES.start() + u32::try_from(number * 17 % EMPTIES.count()).ok()?;
    let mut random = Random::new(number as u64);
    (0..TRIES).find_map(|_| random_position(games, empties, &mut random))
}

/// Returns a position of a random game, or, every second time, the position after another random
/// move: a search tree has many bad moves. Returns `None` if the game has no position with that
/// number of empty squares.
fn random_position(games: &[TrainingGame], empties: u32, random: &mut Random) -> Option<Position> {
    let extra = random.below(2);
    let index = random.below(u32::try_from(games.len()).ok()?);
    let mut moves = games.get(index as usize)?.moves.iter();
    let own = moves.find(|own| own.position.empties() == empties + extra)?;
    let position = random_moves(own.position, extra, random);
    (position.empties() == empties && position.moves() != 0).then_some(position)
}

/// Searches a position to all depths, and adds the differences. The first engine proves every cut.
fn measure(
    position: Position,
    (depth, solved): (u32, u32),
    weights: &Weights,
    [proving, deep]: &mut [Engine; 2],
    differences: &mut Differences,
) {
    // Indexed by depth; the evaluation has depth 0.
    let mut plies = vec![weights.value(position)];
    let mut end = None;
    let mut deepen = |engine: &mut Engine, depth| {
        engine.clear();
        let limits = SearchLimits { depth, time: None };
        engine.search(position, &limits, &mut |line| match line.depth {
            Depth::Plies(depth, _) if depth as usize == plies.len() => plies.push(line.score.0),
            Depth::End(100) => end = Some(line.score.0),
            Depth::Plies(..) | Depth::End(_) => {}
        });
    };
    let empties = position.empties();
    let depth = depth.min(empties - 1);
    deepen(proving, Some(depth.min(PROVEN)));
    if depth > PROVEN {
        deepen(deep, Some(depth));
    }
    if empties <= solved {
        deepen(proving, None);
    }
    differences.add(empties, &plies, end);
}

/// The differences from deeper searches, and from searches to the end.
#[derive(Default)]
struct Differences {
    midgame: Vec<Difference>,
    end: Vec<Difference>,
}

impl Differences {
    /// Adds the differences for a position. `plies` has its scores by depth, and `exact` is the
    /// score at the end of the game, in hundredths of a disc.
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

/// Returns the models as source text for the engine, each with a table of measured and fitted
/// deviations by group.
fn report(Differences { midgame, end }: &Differences) -> Result<String> {
    let mut text = String::new();
    for (name, differences) in [("MIDGAME", midgame), ("END", end)] {
        if differences.is_empty() {
            return Err(format!("no differences for {name}: measure more positions").into());
        }
        let model = FittedModel::fit(differences);
        let [level, empties, probe, distance] = model.coefficients;
        let [even, odd] = model.mean;
        writeln!(text, "const {name}: Model = Model {{")?;
        writeln!(text, "    level: {level:.3},\n    empties: {empties:.4},")?;
        writeln!(text, "    probe: {probe:.3},\n    distance: {distance:.3},")?;
        writeln!(text, "    mean: [{even:.0}.0, {odd:.0}.0],\n}};\n")?;
        text += "empties  depth  probe  count   mean  measured  fitted\n";
        let mut groups: BTreeMap<(u32, String, u32), Vec<&Difference>> = BTreeMap::new();
        for one in differences {
            let depth = match one.depth {
                depth if depth == one.empties => "end".into(),
                depth => format!("{depth:3}"),
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
        text += "\n";
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tests::random_game;
    use std::collections::BTreeSet;

    #[test]
    fn a_round_has_all_numbers_of_empty_squares() {
        let games: Vec<TrainingGame> = (1..20).map(random_game).collect();
        let count = EMPTIES.count();
        let positions = (3 * count..4 * count).filter_map(|number| position(&games, number));
        let empties: BTreeSet<u32> = positions.map(Position::empties).collect();
        assert!(empties.into_iter().eq(EMPTIES));
        assert_eq!(position(&[], 0), None);
    }

    const PLIES: [i32; 4] = [100, 200, 400, 800];

    #[test]
    fn differences_are_those_of_equal_parity_and_of_the_evaluation() {
        let mut found = Differences::default();
        found.add(10, &PLIES, Some(1000));
        let [midgame, end] = [found.midgame, found.end].map(|all| {
            let texts = all
                .iter()
                .map(|one| format!("{}-{} {}", one.depth, one.probe, one.value));
            texts.collect::<Vec<String>>().join(", ")
        });
        assert_eq!(midgame, "1-0 -100, 2-0 -300, 3-0 -700, 3-1 -600");
        assert_eq!(end, "10-0 -900, 10-1 -800, 10-2 -600, 10-3 -200");
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

//! Measures the differences between shallow and deep searches, and fits ProbCut's model to
//! them.
//!
//! | file | subject |
//! | --- | --- |
//! | `sample.rs` | the positions that are measured, and how deep |
//! | `measure.rs` | the scores of a position |
//! | `model.rs` | the formula |
//! | `fit.rs` | its coefficients |

mod fit;
mod measure;
mod model;
mod sample;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;

use self::fit::{Difference, fit};
use self::measure::{Judge, Scores};
use self::model::{Model, Pair};
use self::sample::Samples;
use crate::weights::HashedWeights;
use crate::{Result, games, progress};

/// The options of `probcut`.
#[derive(Args, Debug)]
pub struct ProbCut {
    /// Files of games, the source of the positions
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The weights that ProbCut is fitted for [default: the built-in weights]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Stop after the position that is measured at this time
    #[arg(long, value_name = "MINUTES", default_value_t = 10)]
    minutes: u64,
    /// Stop after this many positions
    #[arg(long, value_name = "N", default_value_t = usize::MAX)]
    positions: usize,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// The greatest depth at which every cut is proven; deeper searches have a ProbCut
    /// confidence of 99 percent
    #[arg(long, value_name = "PLIES", default_value_t = 10)]
    proven: u32,
}

/// The numbers of empty squares whose differences are one line of the report.
const GROUP: u32 = 8;

/// Groups with fewer differences are not reported.
const LEAST_COUNT: usize = 8;

/// Measures positions, fits the models, and prints the constants and a table of measured
/// and fitted values.
pub fn probcut(options: &ProbCut, output: &mut impl Write) -> Result<()> {
    let weights = HashedWeights::read(options.weights.as_deref())?.weights;
    let mut all = Vec::new();
    for path in &options.games {
        let name = path.display().to_string();
        let file = fs::read(path).map_err(|error| format!("{name}: {error}"))?;
        all.extend(games::read(&file, &name)?);
    }
    let samples = Samples::new(&all, options.seed);
    let mut judge = Judge::new(&weights, options.proven);
    let progress = progress::bar(options.minutes * 60, "{elapsed}, {msg} positions")?;
    let start = Instant::now();
    let limit = Duration::from_secs(60 * options.minutes);
    let mut scores: Vec<Scores> = Vec::new();
    for number in 0..options.positions {
        if start.elapsed() >= limit {
            break;
        }
        scores.extend(samples.get(number).map(|sample| judge.scores(&sample)));
        progress.set_position(start.elapsed().as_secs());
        progress.set_message(scores.len().to_string());
    }
    progress.finish();
    let (midgame, end) = differences(&scores);
    Ok(write!(output, "{}", report(&midgame, &end)?)?)
}

/// Returns the differences to deeper searches and to searches to the end.
fn differences(rows: &[Scores]) -> (Vec<Difference>, Vec<Difference>) {
    let (mut midgame, mut end) = (Vec::new(), Vec::new());
    for (position, row) in rows.iter().enumerate() {
        let (empties, plies) = (row.empties, &row.plies);
        midgame.extend(between_depths(position, empties, plies));
        if let Some(exact) = row.end {
            end.extend((0..).zip(plies).map(|(probe, shallow)| Difference {
                position,
                pair: Pair {
                    empties,
                    depth: empties,
                    probe,
                },
                value: f64::from(shallow - exact),
            }));
        }
    }
    (midgame, end)
}

/// Returns the differences between the scores of a position at two depths. `scores` are
/// those from depth 0, the evaluation, on.
fn between_depths(
    position: usize,
    empties: u32,
    scores: &[i32],
) -> impl Iterator<Item = Difference> {
    (0..).zip(scores).flat_map(move |(probe, shallow)| {
        let deeper = (0_u32..).zip(scores).skip(probe as usize + 1);
        deeper
            // ProbCut compares depths of the same parity, except with the evaluation.
            .filter(move |&(depth, _)| probe == 0 || (depth - probe).is_multiple_of(2))
            .map(move |(depth, deep)| Difference {
                position,
                pair: Pair {
                    empties,
                    depth,
                    probe,
                },
                value: f64::from(shallow - deep),
            })
    })
}

fn report(midgame: &[Difference], end: &[Difference]) -> Result<String> {
    let mut text = String::new();
    for (name, differences) in [("MIDGAME", midgame), ("END", end)] {
        if differences.is_empty() {
            return Err(format!("no differences for {name}: measure more positions").into());
        }
        let model = fit(differences);
        text += &source(name, &model);
        text += &comparison(differences, &model);
    }
    Ok(text)
}

/// Returns the model as source text for the engine.
fn source(name: &str, model: &Model) -> String {
    let Model {
        level,
        empties,
        probe,
        distance,
        mean: [even, odd],
    } = model;
    format!(
        "const {name}: Model = Model {{\n    level: {level:.3},\n    empties: {empties:.4},\n    \
         probe: {probe:.3},\n    distance: {distance:.3},\n    mean: [{even:.0}.0, \
         {odd:.0}.0],\n}};\n\n"
    )
}

/// Returns a table of measured and fitted deviations by group.
fn comparison(differences: &[Difference], model: &Model) -> String {
    let mut groups: BTreeMap<(u32, u32, u32), Vec<&Difference>> = BTreeMap::new();
    for difference in differences {
        let Pair {
            empties,
            depth,
            probe,
        } = difference.pair;
        let depth = if depth == empties { 0 } else { depth };
        let key = (empties / GROUP * GROUP, depth, probe);
        groups.entry(key).or_default().push(difference);
    }
    let mut text = String::from("empties   depth  probe  count   mean  measured  fitted\n");
    for ((empties, depth, probe), group) in groups {
        if group.len() < LEAST_COUNT {
            continue;
        }
        #[expect(clippy::cast_precision_loss, reason = "there are not so many")]
        let count = group.len() as f64;
        let mean = group.iter().map(|difference| difference.value).sum::<f64>() / count;
        let measured = group
            .iter()
            .map(|difference| (difference.value - mean).powi(2))
            .sum::<f64>();
        let fitted = group
            .iter()
            .map(|difference| model.deviation(difference.pair).powi(2))
            .sum::<f64>();
        let [measured, fitted] = [measured, fitted].map(|sum| (sum / count).sqrt());
        let range = format!("{empties}-{}", empties + GROUP - 1);
        let depth = match depth {
            0 => "end".to_owned(),
            depth => depth.to_string(),
        };
        let count = group.len();
        writeln!(
            text,
            "{range:7} {depth:>7} {probe:>6} {count:>6} {mean:>6.0} {measured:>9.0} {fitted:>7.0}"
        )
        .expect("a string can be written");
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(empties: u32, end: Option<i32>) -> Scores {
        Scores {
            empties,
            plies: vec![100, 200, 400, 800],
            end,
        }
    }

    #[test]
    fn differences_are_those_of_equal_parity_and_of_the_evaluation() {
        let (midgame, end) = differences(&[row(30, None), row(10, Some(1000))]);
        let numbers = |difference: &Difference| {
            let pair = difference.pair;
            (pair.depth, pair.probe, difference.value)
        };
        let pairs: Vec<(u32, u32, f64)> = midgame
            .iter()
            .filter(|difference| difference.position == 0)
            .map(numbers)
            .collect();
        let expected = [
            (1, 0, -100.0),
            (2, 0, -300.0),
            (3, 0, -700.0),
            (3, 1, -600.0),
        ];
        assert_eq!(pairs, expected);
        let ends: Vec<(u32, u32, f64)> = end.iter().map(numbers).collect();
        let expected = [
            (10, 0, -900.0),
            (10, 1, -800.0),
            (10, 2, -600.0),
            (10, 3, -200.0),
        ];
        assert_eq!(ends, expected);
    }

    #[test]
    fn the_report_has_constants_and_groups_with_enough_differences() {
        let rows: Vec<Scores> = (0..8)
            .map(|number| row(10 + number % 2, Some(1000)))
            .collect();
        let (midgame, end) = differences(&rows);
        let text = report(&midgame, &end).expect("there is enough");
        for part in [
            "const MIDGAME: Model = Model {\n    level: ",
            "const END: Model = Model {\n    level: ",
            "    mean: [-367.0, -600.0],\n",
            "\n8-15          2      0      8   -300         0 ",
            "\n8-15        end      3      8   -200         0 ",
        ] {
            assert!(text.contains(part), "{part} is not in:\n{text}");
        }
        let (midgame, end) = differences(&[row(30, None)]);
        let error = report(&midgame, &end).expect_err("there is no exact score");
        assert!(
            error.to_string().starts_with("no differences for END"),
            "{error}"
        );
    }
}

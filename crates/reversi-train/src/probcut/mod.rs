//! Fits ProbCut's model to tables of `errors`.
//!
//! | file | subject |
//! | --- | --- |
//! | `model.rs` | the formula |
//! | `fit.rs` | its coefficients |

mod fit;
mod model;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use clap::Args;

use self::fit::{Difference, fit};
use self::model::{Model, Pair};
use crate::Result;
use crate::errors::table::{self, Row};

/// The options of `probcut`.
#[derive(Args, Debug)]
pub struct ProbCut {
    /// Tables of `errors`, all with the same weights
    #[arg(required = true)]
    tables: Vec<PathBuf>,
}

/// The numbers of empty squares whose differences are one line of the report.
const GROUP: u32 = 8;

/// Groups with fewer differences are not reported.
const LEAST_COUNT: usize = 8;

/// Fits the models and prints the constants and a table of measured and fitted values.
pub fn probcut(options: &ProbCut, output: &mut impl Write) -> Result<()> {
    let mut rows: Vec<Row> = Vec::new();
    let mut weights: Option<String> = None;
    for path in &options.tables {
        let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let (header, more) = table::read(&bytes, &path.display().to_string())?;
        let found = header.weights();
        let expected = weights.get_or_insert_with(|| found.to_owned());
        if found != expected {
            return Err(format!(
                "{}: the weights are {found}, expected {expected} as in {}",
                path.display(),
                options.tables[0].display()
            )
            .into());
        }
        rows.extend(more);
    }
    let (midgame, end) = differences(&rows);
    match write!(output, "{}", report(&midgame, &end)?) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Returns the differences to deeper searches and to searches to the end.
fn differences(rows: &[Row]) -> (Vec<Difference>, Vec<Difference>) {
    let (mut midgame, mut end) = (Vec::new(), Vec::new());
    for (position, row) in rows.iter().enumerate() {
        let empties = row.position.empties();
        let plies = &row.scores.plies;
        midgame.extend(between_depths(position, empties, plies));
        if let Some(exact) = row.scores.end {
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
    format!(
        "const {name}: Model = Model {{\n{}}};\n\n",
        fields(model, 4)
    )
}

/// Returns the fields of a model as source text, indented by this many spaces.
fn fields(model: &Model, indent: usize) -> String {
    let Model {
        level,
        empties,
        probe,
        distance,
        mean: [even, odd],
    } = model;
    [
        format!("level: {level:.3},"),
        format!("empties: {empties:.4},"),
        format!("probe: {probe:.3},"),
        format!("distance: {distance:.3},"),
        format!("mean: [{even:.0}.0, {odd:.0}.0],"),
    ]
    .map(|line| format!("{:indent$}{line}\n", ""))
    .concat()
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
    use crate::errors::table::Scores;

    fn row(empties: usize, end: Option<i32>) -> Row {
        let text = "X".repeat(64 - empties) + &"-".repeat(empties);
        Row {
            number: 0,
            position: text.parse().expect("it is a position"),
            scores: Scores {
                plies: vec![100, 200, 400, 800],
                end,
            },
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
    fn tables_of_different_weights_are_refused() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let tables = ["a", "b"].map(|weights| {
            let path = folder.path().join(weights);
            let header = format!("# errors 1 weights={weights} seed=1\n");
            fs::write(&path, header).expect("it can be written");
            path
        });
        let options = ProbCut {
            tables: tables.to_vec(),
        };
        let error = probcut(&options, &mut Vec::new()).expect_err("they differ");
        let message = format!(
            "{}: the weights are b, expected a as in {}",
            tables[1].display(),
            tables[0].display()
        );
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn the_report_has_constants_and_groups_with_enough_differences() {
        let rows: Vec<Row> = (0..LEAST_COUNT)
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

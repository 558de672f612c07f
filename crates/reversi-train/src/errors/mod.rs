//! Measures the differences between shallow and deep searches, for ProbCut.
//!
//! | file | subject |
//! | --- | --- |
//! | `sample.rs` | the positions that are measured, and how deep |
//! | `measure.rs` | the scores of a position |
//! | `table.rs` | the file of scores |

mod measure;
mod sample;
pub(crate) mod table;

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;

use self::measure::Judge;
use self::sample::Samples;
use self::table::{Header, Row, Table};
use crate::progress;
use crate::weights::{FileHash, HashedWeights};
use crate::{Result, games};

/// The options of `errors`.
#[derive(Args, Debug)]
pub struct Errors {
    /// The file that every position is appended to; if it exists, the measurement
    /// continues
    table: PathBuf,
    /// Files of games, the source of the positions
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    games: Vec<PathBuf>,
    /// The weights that ProbCut is fitted for [default: the built-in weights]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Stop after the position that is measured at this time
    #[arg(long, value_name = "MINUTES", default_value_t = 10)]
    minutes: u64,
    /// Stop after this many positions in the table
    #[arg(long, value_name = "N")]
    positions: Option<usize>,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// The greatest depth at which every cut is proven; deeper searches have a ProbCut
    /// confidence of 99 percent
    #[arg(long, value_name = "PLIES", default_value_t = 10)]
    proven: u32,
}

/// Measures positions and appends them to the table.
pub fn errors(options: &Errors) -> Result<()> {
    let weights = HashedWeights::read(options.weights.as_deref())?;
    let mut all = Vec::new();
    let mut bytes = Vec::new();
    for path in &options.games {
        let file = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        all.extend(games::read(&file, &path.display().to_string())?);
        bytes.extend(file);
    }
    if all.is_empty() {
        return Err(format!("{}: there is no game", options.games[0].display()).into());
    }
    let header = Header(format!(
        "errors 1 weights={} games={} seed={} proven={}",
        weights.hash,
        FileHash::of(&bytes),
        options.seed,
        options.proven
    ));
    let (mut table, done) = Table::resume(&options.table, &header)?;
    let mut judge = Judge::new(&weights.weights, options.proven);
    let samples = Samples::new(&all, options.seed);
    let progress = progress::bar(options.minutes * 60, "{elapsed}, {msg} positions")?;
    let start = Instant::now();
    let limit = Duration::from_secs(60 * options.minutes);
    let mut number = done;
    while start.elapsed() < limit && options.positions.is_none_or(|limit| number < limit) {
        if let Some(sample) = samples.get(number) {
            let scores = judge.scores(&sample);
            table.append(&Row {
                number,
                position: sample.position,
                scores,
            })?;
        }
        number += 1;
        progress.set_position(start.elapsed().as_secs());
        progress.set_message(number.to_string());
    }
    progress.finish();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use std::path::Path;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        errors: Errors,
    }

    fn run(folder: &Path, table: &str, options: &str) -> Result<()> {
        let games = folder.join("x.games");
        let table = folder.join(table);
        let words = ["errors", table.to_str().expect("text"), "--games"];
        let words = words.into_iter().chain([games.to_str().expect("text")]);
        let line = Line::try_parse_from(words.chain(options.split_whitespace()));
        errors(&line.map_err(|error| error.to_string())?.errors)
    }

    #[test]
    fn an_interrupted_measurement_continues_as_if_it_had_not_been() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let folder = folder.path();
        let failed = run(folder, "one", "--positions 1").expect_err("there is no file");
        assert!(failed.to_string().contains("x.games: "), "{failed}");
        games::generate(&games::Generate {
            output: folder.join("x.games"),
            games: 2,
            seed: 1,
            weights: None,
            depth: 1,
            exact: 4,
            random: 0,
            shard: 0,
            shards: 1,
        })
        .expect("games can be made");
        run(folder, "one", "--proven 3 --positions 4").expect("it can be measured");
        run(folder, "two", "--proven 3 --positions 2").expect("it can be measured");
        run(folder, "two", "--proven 3 --positions 4 --minutes 0").expect("nothing happens");
        run(folder, "two", "--proven 3 --positions 4").expect("it can be measured");
        let [one, two] = ["one", "two"].map(|name| fs::read(folder.join(name)).expect("a table"));
        assert_eq!(one, two);
        let (_, rows) = table::read(&one, "one").expect("it is valid");
        assert_eq!(rows.len(), 4);
        for row in rows {
            let empties = row.position.empties();
            assert_eq!(row.scores.plies.len(), 13.min(empties as usize));
            assert_eq!(row.scores.end.is_some(), empties <= 18);
        }
        let other = run(folder, "two", "--proven 4").expect_err("it is another table");
        assert!(other.to_string().contains("another table"), "{other}");
    }
}

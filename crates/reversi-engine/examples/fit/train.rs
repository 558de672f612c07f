//! Fits weights to the positions of games, stage by stage.

use std::error::Error;
use std::fs;

use reversi_engine::eval::{Features, Fold, STAGES, Weights};

use crate::least_squares::Problem;
use crate::records::{self, Record};
use crate::search;

/// The least number of empty squares of each stage.
const BEGINS: [u32; 14] = [0, 8, 10, 12, 14, 16, 18, 20, 23, 26, 29, 33, 38, 45];

/// The number of plies around a stage from which positions are used too, if their
/// results are known.
const OVERLAP: u32 = 2;

/// Weights are rounded to multiples of this many hundredths of a disc, which makes
/// the file smaller and the evaluation no worse.
const STEP: f32 = 4.0;

/// One position in this many belongs to the validation set.
const UNSEEN: usize = 30;

/// The greatest number of steps per stage.
const ROUNDS: u32 = 60;

pub(crate) fn run(
    file: &str,
    lambda: f32,
    input: &str,
    solved: u32,
    depth: u32,
) -> Result<(), Box<dyn Error>> {
    let fold = Fold::new();
    let mut seen = records::read(input)?;
    // The positions of a game are adjacent, so at most one game is in both parts.
    let unseen = seen.split_off(seen.len() - seen.len() / UNSEEN);
    let mut seen = records::without_duplicates(&seen);
    let mut unseen = records::without_duplicates(&unseen);
    println!(
        "{} training positions, {} validation positions",
        seen.len(),
        unseen.len()
    );
    println!("empties  positions  rounds  RMSE train   valid  by ply");

    let mut weights = vec![0.0; fold.len() + STAGES];
    let mut stages: Vec<Vec<i16>> = Vec::new();
    let mut stage_of = [0; STAGES];
    let mut biases = [0; STAGES];
    for (stage, &begin) in BEGINS.iter().enumerate() {
        let end = *BEGINS.get(stage + 1).unwrap_or(&(STAGES as u32));
        if end > solved + 1 {
            // Earlier stages, not fitted yet, use the weights of the next one.
            stage_of[begin as usize..].fill(stage as u8 - 1);
            let bias = biases[begin as usize - 1];
            biases[begin as usize..].fill(bias);
            let later = Weights::from_stages(&stage_of, &biases, &stages);
            for empties in begin.max(solved + 1)..end {
                for record in seen.iter_mut().chain(&mut unseen) {
                    if record.position.empties() == empties {
                        record.score = search::value(&later, record.position, depth);
                    }
                }
            }
        }
        let known = end.max(solved + 1).min(end + OVERLAP);
        let problem = problem(&fold, &seen, begin.saturating_sub(OVERLAP)..known);
        let held_out = self::problem(&fold, &unseen, begin..end);
        let rounds = problem.fit(&mut weights, lambda, &held_out, ROUNDS);
        let by_ply: Vec<String> = (begin..end)
            .map(|empties| self::problem(&fold, &unseen, empties..empties + 1))
            .map(|ply| format!("{:.2}", ply.rmse(&weights)))
            .collect();
        println!(
            "{begin:2}-{:2} {:11} {rounds:7} {:10.3} {:7.3}  {}",
            end - 1,
            problem.targets.len(),
            problem.rmse(&weights),
            held_out.rmse(&weights),
            by_ply.join(" "),
        );
        for empties in begin..end {
            stage_of[empties as usize] = stage as u8;
            biases[empties as usize] = hundredths(weights[fold.len() + empties as usize]);
        }
        stages.push(
            weights[..fold.len()]
                .iter()
                .copied()
                .map(hundredths)
                .collect(),
        );
    }
    let bytes = Weights::to_bytes(&stage_of, &biases, &stages);
    println!("{} bytes", bytes.len());
    fs::write(file, bytes)?;
    Ok(())
}

fn hundredths(discs: f32) -> i16 {
    ((100.0 / STEP * discs).round() * STEP) as i16
}

/// Returns the positions with `empties` empty squares as rows of a matrix. It has
/// one column per weight, then one per bias.
fn problem(fold: &Fold, records: &[Record], empties: std::ops::Range<u32>) -> Problem {
    let mut problem = Problem {
        ones: Vec::new(),
        ones_per_row: 0,
        columns: fold.len() + STAGES,
        targets: Vec::new(),
    };
    for record in records {
        let position = record.position;
        if empties.contains(&position.empties()) {
            let features = Features::of(position.player(), position.opponent());
            let bias = fold.len() as u32 + position.empties();
            let before = problem.ones.len();
            problem.ones.extend(fold.weights_of(&features));
            problem.ones.push(bias);
            problem.ones_per_row = problem.ones.len() - before;
            problem.targets.push(record.score);
        }
    }
    problem.ones_per_row = problem.ones_per_row.max(1);
    problem
}

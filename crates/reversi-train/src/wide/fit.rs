//! Fitting weights to games.

use std::ops::Range;
use std::path::{Path, PathBuf};

use anstream::println;
use clap::Args;
use rayon::prelude::*;
use reversi_core::{Disc, Size};
use reversi_engine::wide::{Numbering, POINTS, Player, TERMS, Weights};

use super::game::{Game, read};
use crate::Result;
use crate::fit::{FitLimits, Problem};

/// The options of `wide fit`.
#[derive(Args, Debug)]
pub(super) struct Fit {
    /// The weights file to write
    pub(super) output: PathBuf,
    /// Files of games on boards of one size
    #[arg(required = true)]
    pub(super) games: Vec<PathBuf>,
    /// Hold weights of rare patterns to those of the next stage as strongly as this
    /// many positions would
    #[arg(long, default_value_t = LAMBDA)]
    pub(super) lambda: f32,
    /// The greatest number of conjugate gradient steps per stage
    #[arg(long, default_value_t = STEPS)]
    pub(super) steps: u32,
    /// The number of times that all stages are fitted; all times but the first, labels
    /// depend on the weights of the time before
    #[arg(long, default_value_t = PASSES)]
    pub(super) passes: u32,
    /// The mean number of plies from a position to the evaluations in its label
    #[arg(long, default_value_t = PLIES)]
    pub(super) plies: f32,
    /// Round weights to multiples of this many hundredths of a disc
    #[arg(long, value_name = "HUNDREDTHS", default_value_t = ROUND)]
    pub(super) round: u8,
}

impl Fit {
    /// The default options.
    pub(super) fn new(output: &Path, games: Vec<PathBuf>) -> Self {
        Self {
            output: output.to_owned(),
            games,
            lambda: LAMBDA,
            steps: STEPS,
            passes: PASSES,
            plies: PLIES,
            round: ROUND,
        }
    }
}

/// The defaults of [`Fit`]'s numbers.
const LAMBDA: f32 = 300.0;
const STEPS: u32 = 30;
const PASSES: u32 = 3;
const PLIES: f32 = 8.0;
const ROUND: u8 = 8;

/// The number of points of the game per stage.
const STAGE: usize = 6;

/// The number of stages.
const STAGE_COUNT: usize = POINTS.div_ceil(STAGE);

/// The number of points of the game around a stage whose positions it shares.
const OVERLAP: usize = 3;

/// One game in this many is held out from training.
const HELD_OUT: usize = 20;

/// The initial weights of the last stage, in discs: that of the disc difference, and
/// that of a lack of discs.
const FIRST: [(usize, f32); 2] = [(7, 1.0), (8, 5.0)];

/// The numeric features of a position, and the sum of its other features.
struct Sample {
    game: usize,
    point: usize,
    /// 1 if black is to move, else -1.
    side: f32,
    terms: [f32; TERMS],
    /// If set, the move played in the position was the best one that was found.
    is_best: bool,
}

/// All positions of the games.
struct Samples {
    all: Vec<Sample>,
    /// The columns of each position, the same number for all of them.
    ones: Vec<u32>,
    ones_per_sample: usize,
    /// The result of each game for black, with the empty squares for the winner.
    results: Vec<f32>,
}

/// The weights of a stage: those of the configurations, the biases, and those of the
/// numeric features, all in discs.
type Stage = Vec<f32>;

/// Fits weights to games and prints the errors of each stage.
pub(super) fn fit(options: &Fit) -> Result<()> {
    let numbering = Numbering::new();
    let mut games = Vec::new();
    let mut size: Option<Size> = None;
    for path in &options.games {
        let (found, more) = read(path)?;
        if *size.get_or_insert(found) != found {
            return Err(format!("{}: games on boards of another size", path.display()).into());
        }
        games.extend(more);
    }
    let size = size.ok_or("no file of games")?;
    let samples = Samples::of(&games, size, &numbering)?;
    println!("{} games, {} positions", games.len(), samples.all.len());
    let limits = FitLimits {
        lambda: options.lambda,
        steps: options.steps,
    };
    let mut stages = Vec::new();
    let trust = 1.0 - 1.0 / options.plies.max(1.0);
    for pass in 1..=options.passes {
        let labels = samples.labels(&stages, if pass == 1 { 1.0 } else { trust });
        println!("pass {pass}\nstage  positions  steps  RMSE trained  held out");
        stages = fit_stages(&samples, &labels, &numbering, limits);
    }
    let bytes = to_bytes(&stages, &numbering, f32::from(options.round));
    println!("{} bytes", bytes.len());
    std::fs::write(&options.output, bytes)
        .map_err(|error| format!("{}: {error}", options.output.display()).into())
}

/// Returns the weights of each stage, the last of the game first.
fn fit_stages(
    samples: &Samples,
    labels: &[f32],
    numbering: &Numbering,
    limits: FitLimits,
) -> Vec<Stage> {
    let columns = numbering.configurations() + POINTS + TERMS;
    let mut weights = vec![0.0; columns];
    for (term, weight) in FIRST {
        weights[columns - TERMS + term] = weight;
    }
    let mut stages = Vec::new();
    for stage in 0..STAGE_COUNT {
        let own = STAGE * stage..(STAGE * (stage + 1)).min(POINTS);
        let wide = own.start.saturating_sub(OVERLAP)..own.end + OVERLAP;
        let (mut seen, mut held_out) = (
            samples.problem(labels, wide, false, columns),
            samples.problem(labels, own.clone(), true, columns),
        );
        // As large as the ones on average, so that `lambda` fits both.
        let scales = seen.root_mean_squares();
        seen.scale(&scales);
        held_out.scale(&scales);
        for (weight, scale) in weights[columns - TERMS..].iter_mut().zip(&scales) {
            *weight *= scale;
        }
        let steps = seen.fit(&mut weights, limits, &held_out);
        println!(
            "{stage:5} {:10} {steps:6} {:13.3} {:9.3}",
            seen.rows(),
            seen.rmse(&weights),
            held_out.rmse(&weights)
        );
        for (weight, scale) in weights[columns - TERMS..].iter_mut().zip(&scales) {
            *weight /= scale;
        }
        stages.push(weights.clone());
    }
    stages
}

impl Samples {
    fn of(games: &[Game], size: Size, numbering: &Numbering) -> Result<Self> {
        let area = i32::try_from(size.area())?;
        let parts: Vec<(Vec<Sample>, Vec<u32>)> = games
            .par_iter()
            .enumerate()
            .map_init(
                || Player::with_table(size, 0).expect("the size was checked"),
                |player, (game, played)| {
                    let (mut all, mut ones) = (Vec::new(), Vec::new());
                    played
                        .boards(size, |index, board, mover| {
                            if index < played.opening {
                                return;
                            }
                            let features = player.features(board, mover);
                            let features = features.expect("the size is the player's");
                            let features = features.expect("there is a move");
                            let numbers = features.configurations.iter();
                            ones.extend(numbers.map(|&one| numbering.number(one)));
                            let point = u32::try_from(features.point).expect("it is below 61");
                            let biases = u32::try_from(numbering.configurations());
                            ones.push(biases.expect("there are few weights") + point);
                            #[expect(clippy::cast_precision_loss, reason = "they are small")]
                            let terms = features.terms.map(|term| term as f32);
                            all.push(Sample {
                                game,
                                point: features.point,
                                side: if mover == Disc::Black { 1.0 } else { -1.0 },
                                terms,
                                is_best: !played.plies[index].random,
                            });
                        })
                        .expect("the game was checked");
                    (all, ones)
                },
            )
            .collect();
        let ones_per_sample = parts
            .iter()
            .find(|(all, _)| !all.is_empty())
            .map(|(all, ones)| ones.len() / all.len())
            .ok_or("no games")?;
        let (mut all, mut ones) = (Vec::new(), Vec::new());
        for (more, more_ones) in parts {
            all.extend(more);
            ones.extend(more_ones);
        }
        let results = games.iter().map(|game| {
            let discs = 4 + i32::try_from(game.plies.len()).expect("it is at most the area");
            #[expect(clippy::cast_precision_loss, reason = "it is at most the area")]
            let result = (game.result + game.result.signum() * (area - discs)) as f32;
            result
        });
        Ok(Self {
            all,
            ones,
            ones_per_sample,
            results: results.collect(),
        })
    }

    /// Returns the labels for black: the mean of the result of the game, with the share
    /// that `trust` has after all of its plies, and of the evaluations in between.
    fn labels(&self, stages: &[Stage], trust: f32) -> Vec<f32> {
        let values: Vec<f32> = if stages.is_empty() {
            vec![0.0; self.all.len()]
        } else {
            (0..self.all.len())
                .into_par_iter()
                .map(|index| self.value(index, &stages[self.all[index].point / STAGE]))
                .collect()
        };
        let mut labels = vec![0.0; self.all.len()];
        for index in (0..self.all.len()).rev() {
            let game = self.all[index].game;
            labels[index] = match self.all.get(index + 1) {
                Some(next) if next.game == game => {
                    trust * labels[index + 1] + (1.0 - trust) * values[index + 1]
                }
                _ => self.results[game],
            };
        }
        labels
    }

    /// Returns the evaluation of a position for black.
    fn value(&self, index: usize, stage: &Stage) -> f32 {
        let sample = &self.all[index];
        let terms = sample.terms.iter().zip(&stage[stage.len() - TERMS..]);
        let ones = self.ones(index).iter().map(|&one| stage[one as usize]);
        sample.side * (ones.sum::<f32>() + terms.map(|(a, b)| a * b).sum::<f32>())
    }

    fn ones(&self, index: usize) -> &[u32] {
        &self.ones[index * self.ones_per_sample..][..self.ones_per_sample]
    }

    /// Returns the positions at these points of the games as rows.
    fn problem(
        &self,
        labels: &[f32],
        points: Range<usize>,
        held_out: bool,
        columns: usize,
    ) -> Problem {
        let mut problem = Problem {
            ones_per_row: self.ones_per_sample,
            values_per_row: TERMS,
            columns,
            ..Problem::default()
        };
        for (index, sample) in self.all.iter().enumerate() {
            if sample.is_best
                && points.contains(&sample.point)
                && sample.game.is_multiple_of(HELD_OUT) == held_out
            {
                problem.ones.extend(self.ones(index));
                problem.values.extend(sample.terms);
                problem.targets.push(sample.side * labels[index]);
                problem.importance.push(1.0);
            }
        }
        problem
    }
}

/// Returns a weights file.
fn to_bytes(stages: &[Stage], numbering: &Numbering, round: f32) -> Vec<u8> {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a conversion to an integer saturates"
    )]
    let rounded = |number: f32| ((number / round).round() * round) as i16;
    #[expect(clippy::cast_possible_truncation, reason = "there are 11 stages")]
    let stage_of = std::array::from_fn(|point| (point / STAGE) as u8);
    let configurations = numbering.configurations();
    let biases = std::array::from_fn(|point| {
        let stage = &stages[point / STAGE];
        rounded(100.0 * stage[configurations + point])
    });
    let stages: Vec<Vec<i16>> = stages
        .iter()
        .map(|stage| {
            let patterns = stage[..configurations].iter().map(|weight| 100.0 * weight);
            let terms = stage[stage.len() - TERMS..].iter();
            let terms = terms.map(|weight| 1600.0 * weight);
            patterns.chain(terms).map(rounded).collect()
        })
        .collect();
    Weights::to_bytes(&stage_of, &biases, &stages)
}

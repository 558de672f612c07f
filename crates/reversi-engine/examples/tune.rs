//! Fits the weights of the evaluation on one board size to games of the player
//! against itself.
//!
//! `cargo run --release -p reversi-engine --example tune -- 10 400 2 3` fits weights
//! for 10×10 to 400 games at depth 2 in three rounds, each starting from the weights
//! of the round before. The weights predict the final disc difference with the
//! least squared error. After each round they play against the weights of the round
//! before and against the built-in ones.

#![expect(clippy::print_stdout, reason = "the example prints weights")]
#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "the numbers are small"
)]

use std::error::Error;
use std::sync::atomic::AtomicBool;

use reversi_core::{Disc, Game, Rules, Size, Square, Turn};
use reversi_engine::wide::{FEATURES, Features, PHASES, Player, Weights};
use reversi_engine::{Random, SearchLimits};

const UNKNOWNS: usize = FEATURES * PHASES;

type Failure = Box<dyn Error>;

/// A position of a game: the number of discs, its features and the side to move.
struct Sample {
    discs: usize,
    features: Features,
    mover: Disc,
}

fn main() -> Result<(), Failure> {
    let numbers: Vec<usize> = std::env::args()
        .skip(1)
        .map(|argument| argument.parse())
        .collect::<Result<_, _>>()?;
    let &[side, games, depth, rounds] = numbers.as_slice() else {
        return Err("usage: tune SIDE GAMES DEPTH ROUNDS".into());
    };
    let size = Size::square(side)?;
    let limits = SearchLimits {
        depth: Some(depth as u32),
        time: None,
    };
    let mut random = Random::new(side as u64);
    let mut player = Player::new(size)?;
    let mut sums = Sums::new();
    let mut before = Player::weights(size);
    for round in 1..=rounds {
        sums.fade();
        for _ in 0..games {
            let (samples, margin) = learn(&mut player, size, &limits, &mut random)?;
            for sample in samples {
                sums.add(&sample, margin, size.area());
            }
        }
        let weights = sums.solve(&before);
        before = weights;
        let mut next = Player::with_weights(size, &weights)?;
        let won = compare(
            &mut [&mut next, &mut player],
            size,
            &limits,
            &mut random,
            40,
        )?;
        println!("// round {round}: {won:.1} % against the weights of the round before");
        let mut first = Player::new(size)?;
        let won = compare(&mut [&mut next, &mut first], size, &limits, &mut random, 40)?;
        println!("// round {round}: {won:.1} % against the built-in weights");
        player = next;
        println!("const SIDE_{side}: Weights = {weights:?};");
    }
    Ok(())
}

/// Plays a game of a player against itself with some random moves. Returns its
/// positions and the final disc difference for black.
fn learn(
    player: &mut Player,
    size: Size,
    limits: &SearchLimits,
    random: &mut Random,
) -> Result<(Vec<Sample>, f64), Failure> {
    let mut samples = Vec::new();
    let opening = 4 + random.below(size.area() as u32 / 4) as usize;
    let rare = 10 + random.below(40);
    let mut game = start(size)?;
    loop {
        match game.turn() {
            Turn::Move(mover) => {
                let ply = game.board().occupied().count() - 4;
                if ply < opening || random.below(rare) == 0 {
                    random_move(&mut game, random)?;
                } else {
                    samples.push(Sample {
                        discs: ply + 4,
                        features: player.features(game.board(), mover)?,
                        mover,
                    });
                    best_move(&mut game, player, limits)?;
                }
            }
            Turn::Pass(_) => game.pass()?,
            Turn::Over(_) => return Ok((samples, margin(&game))),
        }
    }
}

/// Plays two players against each other from random openings, each with both
/// colours. Returns the percentage of points of the first player.
fn compare(
    players: &mut [&mut Player; 2],
    size: Size,
    limits: &SearchLimits,
    random: &mut Random,
    openings: usize,
) -> Result<f64, Failure> {
    let mut points = 0.0;
    for _ in 0..openings {
        let mut opening = start(size)?;
        for _ in 0..8 {
            if matches!(opening.turn(), Turn::Move(_)) {
                random_move(&mut opening, random)?;
            }
        }
        for black in [0, 1] {
            let mut game = opening.clone();
            loop {
                match game.turn() {
                    Turn::Move(Disc::Black) => best_move(&mut game, players[black], limits)?,
                    Turn::Move(Disc::White) => best_move(&mut game, players[1 - black], limits)?,
                    Turn::Pass(_) => game.pass()?,
                    Turn::Over(_) => break,
                }
            }
            let ours = if black == 0 {
                margin(&game)
            } else {
                -margin(&game)
            };
            points += if ours > 0.0 {
                1.0
            } else if ours < 0.0 {
                0.0
            } else {
                0.5
            };
        }
    }
    Ok(100.0 * points / (2 * openings) as f64)
}

fn start(size: Size) -> Result<Game, Failure> {
    Ok(Game::new(Rules {
        size,
        ..Rules::OTHELLO
    })?)
}

fn random_move(game: &mut Game, random: &mut Random) -> Result<(), Failure> {
    let moves: Vec<Square> = game.legal_moves().collect();
    game.play(random.choose(&moves).ok_or("no legal move")?)?;
    Ok(())
}

fn best_move(game: &mut Game, player: &mut Player, limits: &SearchLimits) -> Result<(), Failure> {
    let stop = AtomicBool::new(false);
    let found = player.choose(game.board(), game.to_move(), limits, &stop)?;
    game.play(
        found
            .best
            .ok_or("a player found no move although there is one")?,
    )?;
    Ok(())
}

/// Returns the disc difference for black.
fn margin(game: &Game) -> f64 {
    let discs = game.board().count();
    discs[Disc::Black] as f64 - discs[Disc::White] as f64
}

/// The normal equations of the least squares problem.
struct Sums {
    products: Vec<[f64; UNKNOWNS]>,
    targets: [f64; UNKNOWNS],
}

impl Sums {
    fn new() -> Self {
        Self {
            products: vec![[0.0; UNKNOWNS]; UNKNOWNS],
            targets: [0.0; UNKNOWNS],
        }
    }

    /// Reduces the influence of the games so far.
    fn fade(&mut self) {
        for row in &mut self.products {
            for product in row {
                *product *= 0.3;
            }
        }
        for target in &mut self.targets {
            *target *= 0.3;
        }
    }

    fn add(&mut self, sample: &Sample, margin: f64, area: usize) {
        let last = PHASES - 1;
        let (phase, part) = (sample.discs * last / area, sample.discs * last % area);
        let part = part as f64 / area as f64;
        let margin = if sample.mover == Disc::Black {
            margin
        } else {
            -margin
        };
        let mut terms = Vec::with_capacity(2 * FEATURES);
        for (feature, &value) in sample.features.iter().enumerate() {
            let value = f64::from(value);
            terms.push((phase * FEATURES + feature, value * (1.0 - part)));
            if phase < last {
                terms.push(((phase + 1) * FEATURES + feature, value * part));
            }
        }
        for &(row, a) in &terms {
            for &(col, b) in &terms {
                self.products[row][col] += a * b;
            }
            self.targets[row] += a * margin;
        }
    }

    /// Returns the weights in ten-thousandths of a disc, by Gaussian elimination.
    /// They are regularized towards those `before`: all positions of a game have the
    /// same result, so they are less informative than their number suggests.
    fn solve(&self, before: &Weights) -> Weights {
        let mut rows = self.products.clone();
        let mut targets = self.targets;
        for (index, row) in rows.iter_mut().enumerate() {
            let penalty = row[index] * 0.02 + 100.0;
            row[index] += penalty;
            targets[index] += penalty * f64::from(before.as_flattened()[index]) / 10_000.0;
        }
        for pivot in 0..UNKNOWNS {
            let head = rows[pivot];
            for row in pivot + 1..UNKNOWNS {
                let factor = rows[row][pivot] / head[pivot];
                for (target, value) in rows[row].iter_mut().zip(&head).skip(pivot) {
                    *target -= factor * value;
                }
                targets[row] -= factor * targets[pivot];
            }
        }
        let mut found = [0.0; UNKNOWNS];
        for row in (0..UNKNOWNS).rev() {
            let known: f64 = (row + 1..UNKNOWNS)
                .map(|col| rows[row][col] * found[col])
                .sum();
            found[row] = (targets[row] - known) / rows[row][row];
        }
        std::array::from_fn(|phase| {
            std::array::from_fn(|feature| {
                (10_000.0 * found[phase * FEATURES + feature]).round() as i32
            })
        })
    }
}

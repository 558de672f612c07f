//! Measures the errors of shallow searches on other boards than 8×8, and fits ProbCut's
//! models to them.

use std::fmt::Write as _;
use std::io::{ErrorKind, Write};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;
use reversi_core::{Game, Rules, Size, Turn};
use reversi_engine::wide::Player;
use reversi_engine::{Random, SearchLimits};

use super::fit::{Difference, fit};
use super::model::Model;
use super::{between_depths, comparison, fields};
use crate::Result;
use crate::progress;

/// The options of `wide-probcut`.
#[derive(Args, Debug)]
pub struct WideProbCut {
    /// The time of the measurement, an equal part for each class of boards
    #[arg(long, value_name = "MINUTES", default_value_t = 8.0)]
    minutes: f64,
    /// Stop a class after this many positions
    #[arg(long, value_name = "N")]
    positions: Option<usize>,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u32,
}

/// The number of rows of the boards that are measured, one per class, and the depth to
/// which positions are searched.
const CLASSES: [(usize, u32); 4] = [(6, 9), (10, 7), (14, 6), (20, 5)];

/// The greatest number of random moves at the start of a game.
const OPENING: u32 = 10;

/// One move in this many is random after the opening.
const RANDOM: u32 = 8;

/// One position in this many is measured.
const MEASURED: u32 = 6;

/// A search without a time limit may go this many plies deeper to the end of the game.
/// Positions for which it does are not measured.
const EXTENSION: u32 = 6;

/// Measures positions of games, fits a model for each class of boards, and prints the
/// constants and a table of measured and fitted values.
pub fn wide_probcut(options: &WideProbCut, output: &mut impl Write) -> Result<()> {
    let minutes = Duration::try_from_secs_f64(60.0 * options.minutes)
        .map_err(|_| format!("--minutes {}: expected a number from 0", options.minutes))?;
    let mut text = String::new();
    for (number, (side, depth)) in CLASSES.into_iter().enumerate() {
        let size = Size::square(side)?;
        let progress = progress::bar(CLASSES.len() as u64, "{pos}/{len} classes, {elapsed}")?;
        progress.set_position(number as u64);
        let differences = measure(size, depth, minutes / small(CLASSES.len()), options)?;
        progress.finish_and_clear();
        if differences.is_empty() {
            return Err(format!("no position measured on {side}×{side}: give more time").into());
        }
        let model = fit(&differences);
        writeln!(text, "{}", source(side, &model)).expect("a string can be written");
        text += &comparison(&differences, &model);
    }
    match write!(output, "{text}") {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Converts a number of squares or of classes.
fn small(number: usize) -> u32 {
    u32::try_from(number).expect("there are few")
}

/// Returns the model of boards of `side` rows as source text for the engine.
fn source(side: usize, model: &Model) -> String {
    format!(
        "    // Measured on {side}×{side}.\n    Model {{\n{}    }},\n",
        fields(model, 8)
    )
}

/// Plays games and searches some of their positions to all depths up to `depth`.
fn measure(
    size: Size,
    depth: u32,
    time: Duration,
    options: &WideProbCut,
) -> Result<Vec<Difference>> {
    let start = Instant::now();
    let mut random = Random::new(u64::from(options.seed));
    let mut playing = Player::with_table(size, 1)?;
    let mut proving = Player::with_table(size, 64)?;
    proving.prove();
    let limit = options.positions.unwrap_or(usize::MAX);
    let (mut differences, mut positions) = (Vec::new(), 0);
    while positions < limit && (positions == 0 || start.elapsed() < time) {
        let mut game = Game::new(Rules {
            size,
            ..Rules::OTHELLO
        })?;
        let opening = random.below(OPENING);
        for ply in 0.. {
            match game.turn() {
                Turn::Over(_) => break,
                Turn::Pass(_) => game.pass()?,
                Turn::Move(_) => {
                    let empties = small(size.area() - game.board().occupied().count());
                    let is_measured = ply >= opening && random.below(MEASURED) == 0;
                    if is_measured && empties > depth + EXTENSION && positions < limit {
                        differences.extend(errors(&mut proving, &game, depth, positions)?);
                        positions += 1;
                    }
                    let at = if ply < opening || random.below(RANDOM) == 0 {
                        let moves: Vec<_> = game.legal_moves().collect();
                        random.choose(&moves)
                    } else {
                        search(&mut playing, &game, 2)?.best
                    };
                    game.play(at.expect("the side to move has a move"))?;
                }
            }
            if start.elapsed() >= time && positions > 0 {
                break;
            }
        }
    }
    Ok(differences)
}

fn search(player: &mut Player, game: &Game, depth: u32) -> Result<reversi_engine::wide::Found> {
    let limits = SearchLimits {
        depth: Some(depth),
        time: None,
    };
    let never = AtomicBool::new(false);
    Ok(player.choose(game.board(), game.to_move(), &limits, &never)?)
}

/// Returns the differences between the scores of a position at all pairs of depths of
/// the same parity, and between the evaluation and all depths.
fn errors(
    player: &mut Player,
    game: &Game,
    depth: u32,
    position: usize,
) -> Result<Vec<Difference>> {
    let mut scores = vec![player.evaluate(game.board(), game.to_move())?.0];
    for depth in 1..=depth {
        scores.push(search(player, game, depth)?.score.0);
    }
    let size = game.board().size();
    let empties = size.area() - game.board().occupied().count();
    // The engine's model has sixtieths of the empty squares of the first position.
    let point = small(60 * empties / (size.area() - 4));
    Ok(between_depths(position, point, &scores).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_gets_a_model_and_a_table() {
        let options = WideProbCut {
            minutes: 1e6,
            positions: Some(12),
            seed: 1,
        };
        let mut output = Vec::new();
        // The greatest boards take long.
        for (side, depth) in [(6, 4), (10, 3)] {
            let size = Size::square(side).expect("a size");
            let differences = measure(size, depth, Duration::MAX, &options).expect("it is played");
            let positions = differences.iter().map(|one| one.position);
            assert_eq!(positions.max(), Some(11));
            let again = measure(size, depth, Duration::MAX, &options).expect("it is played");
            assert_eq!(differences, again);
            let pairs: usize = (0..=depth)
                .map(|probe| {
                    (probe + 1..=depth)
                        .filter(|deep| probe == 0 || (deep - probe) % 2 == 0)
                        .count()
                })
                .sum();
            assert_eq!(differences.len(), 12 * pairs);
            output.push(source(side, &fit(&differences)));
        }
        assert!(output[1].starts_with("    // Measured on 10×10.\n    Model {\n        level: "));
    }

    #[test]
    fn a_wrong_time_is_an_error() {
        let options = WideProbCut {
            minutes: -1.0,
            positions: None,
            seed: 1,
        };
        let error = wide_probcut(&options, &mut Vec::new()).expect_err("it is wrong");
        assert_eq!(error.to_string(), "--minutes -1: expected a number from 0");
    }
}

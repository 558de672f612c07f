//! `label`: expected scores for the positions of games.
//!
//! Labels are computed from the end of the game to its start. If the exact score of a position is
//! known, it is the label. Otherwise the label is a mean of the score of a shallow search and, if
//! the next move was the best one, the label of the next position (Sutton, "Learning to predict by
//! the methods of temporal differences", 1988). The searches use provisional weights that are
//! fitted to the labels of the later stages. So a label does not depend on the weights that played
//! the game.

use std::path::PathBuf;

use clap::Args;
use rayon::prelude::*;
use reversi_engine::eval::{Fold, STAGES, Weights};

use crate::engine::{engine, search};
use crate::fit::{FitSettings, Machine, SampleRows, contents};
use crate::games::{self, TrainingGame};
use crate::samples::{self, Sample};
use crate::{Result, hand_set, progress};

#[derive(Args, Debug)]
pub(crate) struct Label {
    /// The file of samples to write
    output: PathBuf,
    /// Files of games; without any, the samples are random positions with values that are
    /// set by hand
    games: Vec<PathBuf>,
    /// The depth of the searches in plies
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
}

/// The weight of the next position's label in that of a position.
const TRUST: f32 = 0.8;

/// One in this many games is held out from training.
const HELD_OUT: u32 = 30;

/// The numbers of empty squares of a stage of the provisional weights. Searches from all of them
/// reach the previous stage.
const STAGE: usize = 4;

/// A stage shares the positions of this many plies with the previous stage.
const OVERLAP: usize = 2;

const PROVISIONAL: FitSettings = FitSettings {
    lambda: 1.0,
    epochs: 2,
    has_factors: false,
};

/// The number of positions searched with one transposition table, which makes the result
/// independent of the number of threads.
const SEARCHES: usize = 1 << 10;

struct Labelled {
    sample: Sample,
    /// If set, the label is final.
    is_exact: bool,
    /// Set if the move to the next position of the game was the best one: 1 if the same side is to
    /// move there, else -1.
    next: Option<f32>,
}

pub(crate) fn label(options: &Label) -> Result<()> {
    let samples = if options.games.is_empty() {
        samples::distinct(hand_set::samples())
    } else {
        let mut all = Vec::new();
        for path in &options.games {
            all.extend(games::read(path)?.iter().flat_map(positions));
        }
        label_all(&mut all, options.depth)?;
        samples::distinct(all.into_iter().map(|one| one.sample))
    };
    samples::write(&options.output, &samples)
}

/// Returns the positions of a game, labelled with the scores of the searches when it was played.
fn positions(game: &TrainingGame) -> impl Iterator<Item = Labelled> {
    let nexts = game.moves.iter().skip(1).map(Some).chain([None]);
    game.moves.iter().zip(nexts).map(|(own, next)| Labelled {
        sample: Sample {
            position: own.position,
            label: f32::from(own.score) / 100.0,
            count: 1,
            held_out: game.number.is_multiple_of(HELD_OUT),
        },
        is_exact: own.mark == games::EXACT,
        next: next.filter(|_| own.mark != games::RANDOM).map(|next| {
            let has_passed = own.position.play(own.square) != Some(next.position);
            if has_passed { 1.0 } else { -1.0 }
        }),
    })
}

/// Labels the positions stage by stage, each by searches with weights fitted to the previous
/// stages. The positions of the first stage have exact labels.
fn label_all(all: &mut [Labelled], depth: u32) -> Result<()> {
    let progress = progress(all.len(), "{pos}/{len} positions, {eta} left")?;
    let mut by_empties = vec![Vec::new(); STAGES];
    for (index, one) in all.iter().enumerate() {
        by_empties[one.sample.position.empties() as usize].push(index);
    }
    let fold = Fold::new();
    let mut machines: Vec<Machine> = Vec::new();
    for start in (0..STAGES).step_by(STAGE) {
        let end = STAGES.min(start + STAGE);
        if start > 0 {
            let weights = Weights::from_contents(&contents(&machines, STAGE));
            for (own, indices) in (1..).zip(&by_empties[start..end]) {
                label_group(all, indices, &weights, depth.max(own));
                progress.inc(indices.len() as u64);
            }
        }
        let near = &by_empties[start.saturating_sub(OVERLAP)..end];
        let samples = near.iter().flatten().map(|&index| &all[index].sample);
        let mut rows = SampleRows::new(&fold, samples.filter(|sample| !sample.held_out));
        machines.push(Machine::fit(&fold, &mut rows, PROVISIONAL, 1));
    }
    progress.finish();
    Ok(())
}

/// Labels the positions with these indices, except those with an exact score.
fn label_group(all: &mut [Labelled], indices: &[usize], weights: &Weights, depth: u32) {
    let mut unknown = indices.to_vec();
    unknown.retain(|&index| !all[index].is_exact);
    #[expect(clippy::cast_precision_loss, reason = "it is at most 6400")]
    let score = |engine: &mut _, &index: &usize| {
        let line = search(engine, all[index].sample.position, Some(depth));
        line.score.0 as f32 / 100.0
    };
    let scores: Vec<f32> = unknown
        .par_chunks(SEARCHES)
        .map_init(
            || engine(weights, 1),
            |engine, indices| {
                engine.clear();
                let scores = indices.iter().map(|index| score(engine, index));
                scores.collect::<Vec<f32>>()
            },
        )
        .flatten()
        .collect();
    for (index, score) in unknown.into_iter().zip(scores) {
        all[index].sample.label = match all[index].next {
            Some(sign) => (1.0 - TRUST) * score + TRUST * sign * all[index + 1].sample.label,
            None => score,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tests::random_game;
    use reversi_engine::eval::{Contents, Head, Row};

    #[test]
    fn a_label_is_a_mean_of_a_score_and_of_the_next_label() {
        // A bias of five discs in every position.
        let mut head = Head::default();
        head.add_discs(5.0);
        let zeros = vec![Row::default(); Fold::new().len()];
        let five = Weights::from_contents(&Contents {
            stage_of: [0; STAGES],
            heads: [head; STAGES],
            stages: vec![zeros],
        });
        let mut game = random_game(1);
        for (index, own) in game.moves.iter_mut().enumerate() {
            own.mark = [games::ESTIMATE, games::RANDOM, games::EXACT][index % 3];
            own.score = 100;
        }
        let mut all: Vec<Labelled> = positions(&game).collect();
        // An even depth: the score is that of the side to move.
        label_group(&mut all, &[0, 1, 2], &five, 2);
        let labels: Vec<f32> = all[..4].iter().map(|one| one.sample.label).collect();
        // The label of the second position was 1 when the first was labelled.
        assert_eq!(format!("{labels:.1?}"), "[0.2, 5.0, 1.0, 1.0]");
    }
}

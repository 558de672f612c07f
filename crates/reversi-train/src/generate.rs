//! `generate`: games of the engine against itself.

use std::path::PathBuf;

use clap::Args;
use rayon::prelude::*;
use reversi_core::Square;
use reversi_engine::{Engine, Position, Random, squares_in};

use crate::engine::{engine, read_weights, search};
use crate::games::{self, TrainingGame, TrainingMove};
use crate::lines::LineFile;
use crate::positions::BalancedOpening;
use crate::{Result, progress};

#[derive(Args, Debug)]
pub(crate) struct Generate {
    /// The file to write; if it exists, its games are kept and the rest is played
    output: PathBuf,
    /// The number of games
    #[arg(long)]
    games: u32,
    /// The seed of the random numbers, below 2³¹; greater seeds are those of `gate`
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(..1 << 31))]
    seed: u32,
    /// The weights to play with [default: the built-in weights]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// The depth of the searches in plies
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// Make one move in this many a random one; 0 for none
    #[arg(long, value_name = "N", default_value_t = 8)]
    random: u32,
}

/// With at most this many empty squares, moves are perfect and scores exact.
const EXACT: u32 = 14;

const OPENING: u32 = 8;

/// The most that a random move may lose, in hundredths of a disc. With arbitrary random moves, most
/// games are decided early, and their positions are less like those of games between strong
/// players.
const LOSS: i32 = 800;

/// The number of games between two writes to the file.
const BATCH: usize = 64;

/// The size of the transposition table of each thread in MiB. Searches are shallow, and it is
/// cleared before every game.
const TABLE: usize = 4;

pub(crate) fn generate(options: &Generate) -> Result<()> {
    let (weights, hash) = read_weights(options.weights.as_deref())?;
    let header = format!(
        "games of weights {hash}: --seed {} --depth {} --random {}",
        options.seed, options.depth, options.random
    );
    let (mut file, known) = LineFile::open(&options.output, &header)?;
    let numbers: Vec<u32> = (0..options.games).skip(known.lines().count()).collect();
    let progress = progress(numbers.len(), "{pos}/{len} games, {per_sec}, {eta} left")?;
    let line = |engine: &mut Engine, &number: &u32| {
        let game = play(engine, options, number);
        progress.inc(1);
        format!("{game}\n")
    };
    for batch in numbers.chunks(BATCH) {
        let games = batch.par_iter().map_init(|| engine(&weights, TABLE), line);
        file.append(&games.collect::<String>())?;
    }
    progress.finish();
    Ok(())
}

/// The result depends only on the arguments, not on the state of `engine`.
fn play(engine: &mut Engine, options: &Generate, number: u32) -> TrainingGame {
    engine.clear();
    let mut random = Random::new((u64::from(options.seed) << 32) ^ u64::from(number));
    let opening = BalancedOpening::balanced(engine, OPENING, &mut random);
    let opening = opening.expect("most openings are balanced");
    let mut position = opening.position;
    let mut moves = Vec::with_capacity(60);
    while !position.is_over() {
        if position.moves() == 0 {
            position = position.pass();
        }
        let is_exact = position.empties() <= EXACT;
        let line = search(engine, position, (!is_exact).then_some(options.depth));
        let is_random = options.random > 0 && random.below(options.random) == 0;
        let square = if is_random {
            passable(engine, position, &mut random)
        } else {
            line.moves[0]
        };
        moves.push(TrainingMove {
            position,
            square,
            mark: match (is_exact, is_random) {
                (true, _) => games::EXACT,
                (false, true) => games::RANDOM,
                (false, false) => games::ESTIMATE,
            },
            score: i16::try_from(line.score.0).expect("a score is at most 6400"),
        });
        position = position.play(square).expect("it is a move");
    }
    TrainingGame {
        number,
        opening: opening.moves,
        moves,
    }
}

/// Returns a random move that is, by a search of one ply, at most [`LOSS`] worse than the best.
fn passable(engine: &mut Engine, position: Position, random: &mut Random) -> Square {
    let scored = squares_in(position.moves()).map(|square| {
        let next = position.play(square).expect("it is a move");
        (square, -search(engine, next, Some(1)).score.0)
    });
    let mut moves: Vec<(Square, i32)> = scored.collect();
    let best = moves.iter().map(|&(_, score)| score).max();
    moves.retain(|&(_, score)| best.is_some_and(|best| score >= best - LOSS));
    random.choose(&moves).expect("the best is one").0
}

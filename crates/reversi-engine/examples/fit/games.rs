//! Games of the engine against itself.

use std::error::Error;
use std::fs::File;
use std::io::BufWriter;

use reversi_engine::eval::{Mobility, Weights};
use reversi_engine::{Position, Random, Solver, Square};

use crate::{records, search};

/// Chooses moves. The position must have a legal move.
pub(crate) trait Player {
    fn choose(&self, position: Position) -> Square;
}

pub(crate) struct ByMobility;

impl Player for ByMobility {
    fn choose(&self, position: Position) -> Square {
        search::best(&Mobility, position, 1).0
    }
}

pub(crate) struct BySearch {
    pub(crate) weights: Weights,
    pub(crate) depth: u32,
}

impl Player for BySearch {
    fn choose(&self, position: Position) -> Square {
        search::best(&self.weights, position, self.depth).0
    }
}

/// The least and the greatest number of random plies at the start of a game.
const OPENING: (u32, u32) = (6, 20);

/// The number of games that branch off from a game after a random move, so that
/// positions after bad moves are included.
const BRANCHES: u32 = 2;

pub(crate) fn run(
    file: &str,
    seed: u64,
    games: u64,
    solved: u32,
    player: &impl Player,
) -> Result<(), Box<dyn Error>> {
    let mut solver = Solver::new();
    let mut out = BufWriter::new(File::create(file)?);
    let mut count = 0_u64;
    for game in 0..games {
        let mut random = Random::new(seed.wrapping_mul(1 << 32) + game);
        let plies = OPENING.0 + random.below(OPENING.1 - OPENING.0 + 1);
        let start = random_moves(Position::START, plies, &mut random);
        let mut line = play(start, solved, player, &mut solver, &mut random);
        for branch in 0..=BRANCHES {
            for &(position, score) in &line {
                records::write(&mut out, position, score)?;
                count += 1;
            }
            if branch < BRANCHES && !line.is_empty() {
                let from = random.below(line.len() as u32) as usize;
                let from = random_moves(line[from].0, 1, &mut random);
                line = play(from, solved, player, &mut solver, &mut random);
            }
        }
    }
    println!("{count} positions");
    Ok(())
}

/// Returns the position after `plies` random moves, or at the end of the game.
pub(crate) fn random_moves(mut position: Position, plies: u32, random: &mut Random) -> Position {
    for _ in 0..plies {
        let moves = position.moves();
        if moves == 0 {
            if position.is_over() {
                break;
            }
            position = position.pass();
            continue;
        }
        let choice = random.below(moves.count_ones()) as usize;
        let square = Square::all_in(moves).nth(choice).expect("it is in range");
        position = position.play(square).expect("it is a move");
    }
    position
}

/// Plays from `position` to the end of the game. The last `solved` plies are played
/// perfectly, except for occasional random moves. Returns the positions with a legal
/// move, each with the score for its side to move.
fn play(
    position: Position,
    solved: u32,
    player: &impl Player,
    solver: &mut Solver,
    random: &mut Random,
) -> Vec<(Position, i32)> {
    let mut position = position;
    let mut black = true;
    let mut seen: Vec<(Position, bool)> = Vec::new();
    while position.empties() > solved && !position.is_over() {
        if position.moves() == 0 {
            position = position.pass();
        } else {
            seen.push((position, black));
            let square = player.choose(position);
            position = position.play(square).expect("it is a move");
        }
        black = !black;
    }
    let mut score = solver.score(position, 0);
    let mut positions: Vec<(Position, i32)> = seen
        .into_iter()
        .map(|(before, side)| (before, if side == black { score } else { -score }))
        .collect();
    while !position.is_over() {
        if position.moves() == 0 {
            position = position.pass();
            score = -score;
            continue;
        }
        positions.push((position, score));
        if random.below(3) == 0 {
            position = random_moves(position, 1, random);
            score = solver.score(position, -score);
        } else {
            let square = solver.best_move(position, score).expect("there is a move");
            position = position.play(square).expect("it is a move");
            score = -score;
        }
    }
    positions
}

//! Solves the positions of a file in OBF: `cargo run --release --example solve_endgame FILE`

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::{env, fs};

use reversi_engine::format::obf;
use reversi_engine::{Engine, Options, Position, SearchLimits};

/// The first of the FFO test positions, with the score of its best move.
const FFO_40: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; a2:+38;";

fn main() -> Result<(), Box<dyn Error>> {
    let text = match env::args().nth(1) {
        Some(file) => fs::read_to_string(file)?,
        None => FFO_40.to_owned(),
    };
    let mut engine = Engine::new(Options::default());
    for line in text.lines() {
        let Some(problem) = obf::read(line)? else {
            continue;
        };
        let game = problem.game.now();
        let position = Position::of(game.board(), game.to_move()).expect("it is 8×8");
        let solved = engine.search(position, &SearchLimits::default(), &mut |_| {});
        let moves: String = solved.moves.iter().map(ToString::to_string).collect();
        println!("{:+} {moves} ({} nodes)", solved.score, solved.nodes);
    }
    Ok(())
}

//! Prints what each move of a game lost, in discs:
//! `cargo run --release --example analyze_game f5d6c3d3c4`

#![allow(clippy::print_stdout)]

use std::env;
use std::error::Error;

use reversi_core::Ply;
use reversi_engine::format::obf;
use reversi_engine::{Engine, Options, Position, Score, SearchLimits};

fn main() -> Result<(), Box<dyn Error>> {
    let text = env::args().nth(1).unwrap_or("f5d6c3d3c4f4c5b3".to_owned());
    // The argument may also be a game in GGF.
    let record = obf::read_game(&text)?;

    let limits = SearchLimits::level(12);
    let mut engine = Engine::new(Options {
        solves_endgames: true,
        ..Options::default()
    });
    for (game, ply) in record.plies() {
        let Ply::Place(at) = *ply else { continue };
        let position = Position::of(game.board(), game.to_move()).expect("it is 8×8");
        let best = engine.hint(position, 1, &limits, &mut |_| {}).remove(0);
        let played = engine.line_of(position, at, &limits);
        let lost = Score((best.score.0 - played.score.0).max(0));
        println!("{:5} {at}: {:+}, lost {lost}", game.to_move(), played.score);
    }
    Ok(())
}

//! Searches for the best move after some moves, until Enter is pressed:
//! `cargo run --release --example best_move f5d6c3`

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::sync::atomic::Ordering;
use std::{env, io, thread};

use reversi_core::GameRecord;
use reversi_engine::{Engine, Options, Position, SearchLimits};

fn main() -> Result<(), Box<dyn Error>> {
    let record: GameRecord = env::args().nth(1).unwrap_or_default().parse()?;
    let game = record.now();
    let position = Position::of(game.board(), game.to_move()).expect("Othello has 8×8 squares");

    let mut engine = Engine::new(Options::default());
    let stop = engine.stop_flag();
    thread::spawn(move || {
        let _ = io::stdin().read_line(&mut String::new());
        stop.store(true, Ordering::Relaxed);
    });
    let line = engine.search(position, &SearchLimits::default(), &mut |line| {
        let moves: String = line.moves.iter().map(ToString::to_string).collect();
        println!("depth {}, score {:+}: {moves}", line.depth, line.score);
    });
    match line.moves.first() {
        Some(at) => println!("{} plays {at}", game.to_move()),
        None => println!("{} has no move", game.to_move()),
    }
    Ok(())
}

//! Prints the steps of an analysis on the native engine, to compare it with a browser's:
//! depth, nodes, score and seconds since the beginning.
//!
//! `cargo run --release -p playground --example steps -- BOARD SIDE MOVER DEPTH`
//! takes the board as `question::read` does, and the greatest depth.

#![expect(clippy::print_stdout, reason = "the example prints a table")]

use std::error::Error;
use std::time::Instant;

use playground::engine::analysis::Analysis;
use playground::engine::players::Players;
use playground::engine::question;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [board, side, mover, depth] = &args[..] else {
        return Err("four arguments are needed: BOARD SIDE MOVER DEPTH".into());
    };
    let (side, depth): (usize, u32) = (side.parse()?, depth.parse()?);
    let game = question::read(board, side, side, mover)?;
    let mut players = Players::default();
    let start = Instant::now();
    let mut analysis = Analysis::new(&game, &mut players)?;
    while let Some(step) = analysis.step(&mut players)? {
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{:2} {:12} {:+6.2} {seconds:.3}",
            step.depth, step.nodes, step.score
        );
        if step.depth >= depth && (step.exact || !step.end) {
            break;
        }
    }
    Ok(())
}

//! `perft`: counts the leaves of the game tree.

use std::io::{self, Write};

use reversi_core::Ply;

use super::text::rate;
use crate::perft::{perft, perft_on};
use crate::{Position, Processor, Stopwatch, squares_in};

/// Prints the number of leaves at every depth up to `depth`.
pub fn run(
    mut output: impl Write,
    processor: Processor,
    position: Position,
    depth: u32,
) -> io::Result<()> {
    writeln!(
        output,
        "depth {:>20} {:>10} {:>12}",
        "leaves", "seconds", "leaves/s"
    )?;
    for depth in 0..=depth {
        let stopwatch = Stopwatch::start();
        let leaves = perft_on(processor, position, depth);
        let time = stopwatch.elapsed();
        let (seconds, rate) = (time.as_secs_f64(), rate(leaves, time));
        writeln!(output, "{depth:5} {leaves:20} {seconds:10.3} {rate:12}")?;
        output.flush()?;
    }
    Ok(())
}

/// Prints the number of leaves at `depth` per first ply, and the sum.
pub fn run_divided(mut output: impl Write, position: Position, depth: u32) -> io::Result<()> {
    let after = |at| Some((Ply::Place(at), position.play(at)?));
    let mut next: Vec<_> = squares_in(position.moves()).filter_map(after).collect();
    if depth == 0 || position.is_over() {
        next.clear();
    } else if next.is_empty() {
        next.push((Ply::Pass, position.pass()));
    }
    let mut sum = u64::from(next.is_empty());
    for (ply, next) in next {
        let leaves = perft(next, depth - 1);
        writeln!(output, "{ply}: {leaves}")?;
        sum += leaves;
    }
    writeln!(output, "{sum} leaves at depth {depth}")?;
    output.flush()
}

//! `perft`: counts the leaves of the game tree.

use std::io::{self, Write};

use super::text::rate;
use crate::perft::{divide, perft_on};
use crate::{Position, Processor, Stopwatch};

/// Prints the number of leaves of `position` at every depth up to `depth`.
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

/// Prints the number of leaves of `position` at `depth` per first ply, and the sum.
pub fn run_divided(mut output: impl Write, position: Position, depth: u32) -> io::Result<()> {
    let parts = divide(position, depth);
    for (ply, leaves) in &parts {
        writeln!(output, "{ply}: {leaves}")?;
    }
    let sum: u64 = if parts.is_empty() {
        1
    } else {
        parts.iter().map(|(_, leaves)| leaves).sum()
    };
    writeln!(output, "{sum} leaves at depth {depth}")?;
    output.flush()
}

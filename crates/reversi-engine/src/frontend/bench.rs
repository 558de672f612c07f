//! `bench`: a number that identifies the search's behaviour.

use std::io::{self, Write};
use std::time::Duration;

use super::text;
use crate::{Engine, Options, Position, SearchLimits};

/// The default depth: move ordering and ProbCut use their deeper searches.
pub const DEPTH: u32 = 18;

/// Positions with up to this many more empty squares than the depth are searched to the end of the
/// game, so that the number covers the endgame, too.
const TO_THE_END: u32 = 4;

const POSITIONS: [&str; 13] = [
    "-------------------X-------XX-----OOX-------O--------O---------- X",
    "----------O-------OO-------OOX----XXXO---X-XO--------O---------- X",
    "-----------X-----OOX---O-O-XOXO---OXXO-----OOX-----O-X----O----- X",
    "--------X-X-O----XX--O-X--XOOOX---OXXOX--O-X-O----O-XO---O------ X",
    "-O--------O--X--XXXOX-----OXO----O-XXXX----XOOOO--OX-X-O--OX---O X",
    "---X-O-----XX----XOOOOO---XOX-X-OOXOOOOO-O-OOOO---O--X-------XXX X",
    "--X-OX----X-XO--X-XXO-O--XXOX----XXOOXO-OOOOO-X---XOX---XXX-OOO- X",
    "-X-O-OOOX-OOOO---O-OXXXXOOXOXO-OO-OOOXO--OOOXXX---O-OO----O--O-- X",
    "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X",
    "XXXX-O--O-XXXX---OXX-X-XXXOOOOOO-X-OOX-OOOX-OOXO--OXXO-O----XOOO X",
    "-X-X-OOO--XOOX-OXXXXXXO-OXOXXOXO-XXXOXXOOXOO-OOOO-OX-X--OO-XXO-- X",
    "-OO-X-X---OXXX-OOXXOXXO-XXXXOOXXXXOXOOOX-OOOXOOXO-OOOO-X-OOOOOOO X",
    "XXXXXXXXX-XXXX--XXXOOXXXXXOOOXXX-OOOXX-XXOOXXXXOO-XOOX-OOOO-OXXO X",
];

/// Searches fixed positions to `depth` or to the end of the game, with one thread, an empty table
/// of fixed size and no clock. Returns the total number of nodes, which changes only with the
/// behaviour of the search.
pub fn run(mut output: impl Write, depth: u32, options: Options) -> io::Result<u64> {
    let mut engine = Engine::new(Options {
        threads: 1,
        table: 16,
        solves_endgames: false,
        ..options
    });
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for (number, text) in (1..).zip(POSITIONS) {
        let position: Position = text.parse().expect("the positions are right");
        engine.clear();
        let to_the_end = position.empties() <= depth.saturating_add(TO_THE_END);
        let depth = (!to_the_end).then_some(depth);
        let limits = SearchLimits { depth, time: None };
        let line = engine.search(position, &limits, &mut |_| {});
        nodes += line.nodes;
        time += line.time;
        let (depth, score, nodes) = (line.depth, text::score(&line), line.nodes);
        let variation = text::variation(position, &line);
        writeln!(
            output,
            "{number:2} {depth:>6} {score:>7} {nodes:12}  {variation}"
        )?;
        output.flush()?;
    }
    writeln!(output, "{}", text::summary(POSITIONS.len(), nodes, time))?;
    writeln!(output, "Bench: {nodes}")?;
    output.flush()?;
    Ok(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_is_reproducible_and_printed_in_the_last_line() {
        let mut output = Vec::new();
        let nodes = run(&mut output, 4, Options::default()).expect("memory can be written");
        let again = run(io::sink(), 4, Options::default()).expect("a sink can be written");
        assert_eq!(nodes, again);
        let output = String::from_utf8(output).expect("it writes text");
        let last = format!("Bench: {nodes}");
        assert_eq!(output.lines().last(), Some(last.as_str()));
    }
}

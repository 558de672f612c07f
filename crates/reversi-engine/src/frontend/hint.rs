//! `hint`: the best moves of one position.

use std::io::{self, BufRead, Write};

use reversi_core::GameRecord;

use super::{Settings, text};
use crate::input::problems;
use crate::position::position_of;
use crate::{Engine, Line, Position};

/// Prints the best `count` moves for each line of `input`, which is called `name`, with a fresh
/// engine state. Returns the number of invalid lines.
pub fn run_lines(
    input: impl BufRead,
    name: &str,
    mut output: impl Write,
    mut errors: impl Write,
    count: usize,
    settings: &Settings,
) -> io::Result<usize> {
    let mut unread = 0;
    for item in problems(input) {
        let (number, problem) = item?;
        match problem {
            Ok(problem) => {
                writeln!(output, "{name}, line {number}")?;
                run(&mut output, &problem.game, count, settings)?;
            }
            Err(error) => {
                unread += 1;
                // Nobody may read the errors, but the other lines still count.
                let _ = writeln!(errors, "error: {name}, line {number}, {error}");
            }
        }
    }
    Ok(unread)
}

/// Prints the best `count` moves, best first.
pub fn run(
    mut output: impl Write,
    game: &GameRecord,
    count: usize,
    settings: &Settings,
) -> io::Result<()> {
    let position = position_of(game.now());
    if let Some(result) = text::result(game.now()) {
        writeln!(output, "neither side has a legal move\n{result}")?;
        return output.flush();
    }
    if position.moves() == 0 {
        writeln!(output, "the side to move has no legal move and must pass")?;
    }
    let mut engine = Engine::new(settings.options.clone());
    let lines = engine.hint(position, count, &settings.move_limits(), &mut |_| {});
    table(&mut output, position, &lines)?;
    output.flush()
}

pub(crate) fn table(output: &mut impl Write, position: Position, lines: &[Line]) -> io::Result<()> {
    writeln!(output, " depth   score        nodes  principal variation")?;
    for line in lines {
        let (score, variation) = (text::score(line), text::variation(position, line));
        let (depth, nodes) = (line.depth, line.nodes);
        writeln!(output, "{depth:>6} {score:>7} {nodes:12}  {variation}")?;
    }
    Ok(())
}

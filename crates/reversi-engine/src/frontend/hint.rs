//! `hint`: the best moves of one position.

use std::io::{self, Write};

use super::{Settings, text, thinker};
use crate::Engine;
use crate::game::Setup;

/// Prints the best `count` moves of `setup`, best first.
pub fn run(
    mut output: impl Write,
    setup: Setup,
    count: usize,
    settings: &Settings,
) -> io::Result<()> {
    if let Some(blocked) = text::blocked(setup.position) {
        writeln!(output, "{blocked}")?;
        if setup.position.is_over() {
            writeln!(output, "{}", text::result(setup))?;
            return output.flush();
        }
    }
    let mut engine = Engine::new(settings.options.clone());
    let limits = settings.move_limits();
    let lines = thinker::search(&mut engine, setup.position, count, &limits, &mut |_| {});
    table(&mut output, setup, &lines)?;
    output.flush()
}

/// Prints one line per move.
pub(crate) fn table(
    output: &mut impl Write,
    setup: Setup,
    lines: &[crate::Line],
) -> io::Result<()> {
    writeln!(output, " depth   score        nodes  principal variation")?;
    for line in lines {
        let (score, variation) = (text::score(line), text::variation(setup, line));
        let (depth, nodes) = (line.depth, line.nodes);
        writeln!(output, "{depth:>6} {score:>7} {nodes:12}  {variation}")?;
    }
    Ok(())
}

//! `solve`: searches the positions of a file and compares the scores with the
//! file's.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use super::input::problems;
use super::{Settings, text};
use crate::format::obf::Problem;
use crate::{Engine, Line, Score};

/// The result of solving a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Solved {
    /// The number of positions searched.
    pub positions: usize,
    /// The number of positions with another score or a better move in the file.
    pub wrong: usize,
    /// The number of invalid lines.
    pub unread: usize,
}

impl Problem {
    /// The score with best play, if it is known.
    fn best(&self) -> Option<i32> {
        let single = self.scores.iter().find(|(ply, _)| ply.is_none());
        let best = single.or_else(|| self.scores.iter().max_by_key(|(_, score)| score));
        best.map(|&(_, score)| score)
    }

    /// Returns a message if the result differs from the file.
    fn mismatch(&self, line: &Line) -> Option<String> {
        let best = self.best()?;
        let chosen = text::plies(self.game.position(), line).first().copied();
        let mut listed = self.scores.iter().filter(|(ply, _)| ply.is_some());
        let what = if line.score != Score(100 * best) {
            "score"
        } else if listed.any(|&(ply, score)| ply == chosen && score != best) {
            "move"
        } else {
            return None;
        };
        let best_moves = self.scores.iter().filter(|(_, score)| *score == best);
        let moves: Vec<String> = best_moves
            .filter_map(|(ply, _)| Some(ply.as_ref()?.to_string()))
            .collect();
        let by = if moves.is_empty() { "" } else { " by " };
        let moves = moves.join(" or ");
        Some(format!("{what}: expected {best:+}{by}{moves}"))
    }
}

/// Solves each line of `input`. Errors refer to the input as `name`. Without limits
/// every search goes to the end of the game.
pub fn run(
    input: impl BufRead,
    name: &str,
    mut output: impl Write,
    mut errors: impl Write,
    settings: &Settings,
) -> io::Result<Solved> {
    let mut engine = Engine::new(settings.options.clone());
    let mut solved = Solved::default();
    let (mut nodes, mut time) = (0, Duration::ZERO);
    writeln!(
        output,
        "   #  depth   score    seconds          nodes    nodes/s  principal variation"
    )?;
    output.flush()?;
    for item in problems(input) {
        let (number, problem) = item?;
        let problem = match problem {
            Ok(problem) => problem,
            Err(error) => {
                solved.unread += 1;
                // The other lines are solved even if nobody reads the errors.
                let _ = writeln!(errors, "error: {name}, line {number}, {error}");
                continue;
            }
        };
        solved.positions += 1;
        let position = problem.game.position();
        let lines = engine.hint(position, 1, &settings.limits, &mut |_| {});
        let line = &lines[0];
        nodes += line.nodes;
        time += line.time;
        let Line { depth, nodes, .. } = line;
        let (seconds, rate) = (line.time.as_secs_f64(), text::rate(*nodes, line.time));
        let (score, variation) = (text::score(line), text::variation(position, line));
        write!(
            output,
            "{:4} {depth:>6} {score:>7} {seconds:10.3} {nodes:14} {rate:10}  {variation}",
            solved.positions
        )?;
        if let Some(mismatch) = problem.mismatch(line) {
            solved.wrong += 1;
            write!(output, "  wrong {mismatch}")?;
        }
        writeln!(output)?;
        output.flush()?;
    }
    let summary = text::summary(solved.positions, nodes, time);
    writeln!(output, "{summary}, {} wrong", solved.wrong)?;
    output.flush()?;
    Ok(solved)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use proptest::prelude::*;

    use super::*;
    use crate::testing::{settings, text};

    /// A position with one empty square, a1. A move there flips a row.
    const LAST: &str = "-OOOOOOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX";

    fn solve(input: impl Into<Vec<u8>>) -> (Solved, String, String) {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let (input, settings) = (Cursor::new(input.into()), settings(2));
        let solved = run(input, "it.obf", &mut output, &mut errors, &settings);
        let solved = solved.expect("memory can be written");
        (solved, text(output), text(errors))
    }

    #[test]
    fn wrong_scores_and_moves_are_reported() {
        let input = format!(
            "\u{feff}% a comment\n{LAST} X; A1:+64;\n{LAST} X; a1:+62; % why\n\n{LAST} X; +64;\n\
             {LAST} X\n{LAST} O; pa:-64;\n{LAST} X; a1:+62; ; 64\n"
        );
        let (solved, output, errors) = solve(input);
        assert_eq!((solved.positions, solved.wrong, solved.unread), (6, 2, 0));
        assert_eq!(errors, "");
        let rows: Vec<_> = output.lines().collect();
        for (row, end) in [
            (1, "  a1"),
            (2, "  a1  wrong score: expected +62 by a1"),
            (3, "  a1"),
            (5, "  pa a1"),
            (6, "  a1  wrong move: expected +64"),
            (7, ", 2 wrong"),
        ] {
            assert!(rows[row].ends_with(end), "{output}");
        }
    }

    #[test]
    fn invalid_lines_are_reported_and_the_others_are_solved() {
        let short = &LAST[1..];
        let input = format!(
            "X?\n#40 {LAST} X\n# 40 {LAST} X\n{LAST}\n{short} X\n{LAST} X; a1:x;\n{LAST} X; b1:+6;"
        );
        let (solved, _, errors) = solve(input);
        assert_eq!((solved.positions, solved.unread), (1, 6));
        let expected = [
            "error: it.obf, line 1, column 2: unexpected '?'",
            "error: it.obf, line 3, column 1: expected a number and",
            "error: it.obf, line 4, column 65: the side to move is missing",
            "error: it.obf, line 5, column 64: row 8 has 7 squares before",
            "error: it.obf, line 6, column 69: \"a1:x\": expected a score",
            "error: it.obf, line 7, column 69: \"b1:+6\": black cannot play b1: the square",
        ];
        assert_eq!(errors.lines().count(), expected.len());
        for (error, expected) in errors.lines().zip(expected) {
            assert!(error.starts_with(expected), "{error}");
        }
    }

    proptest! {
        #[test]
        fn random_lines_do_not_panic(
            lines in prop::collection::vec("([XO]{62}-{2})?[XO ]{0,3}(;[a-h1-8:+]{0,6}){0,3}", 0..6),
        ) {
            solve(lines.join("\n"));
        }
    }
}

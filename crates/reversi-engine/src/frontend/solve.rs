//! `solve`: searches the positions of a file and holds their scores against
//! those in it.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use super::input::{Entry, LONGEST_LINE, next_line};
use super::{Settings, text, thinker};
use crate::format::obf::{self, Problem};
use crate::game::Ply;
use crate::{Engine, Line, Score};

/// What came of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Solved {
    /// How many positions were searched.
    pub positions: usize,
    /// How many of them have another score in the file, or a better move.
    pub wrong: usize,
    /// How many lines could not be read.
    pub unread: usize,
}

/// Solves each line of `input`, which errors call `name`. Without limits the
/// search goes on to the end of the game.
pub fn run(
    mut input: impl BufRead,
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
    let mut number = 0;
    while let Some(entry) = next_line(&mut input)? {
        number += 1;
        let read = match entry {
            Entry::Text(line) => obf::read(&line).map_err(|error| error.to_string()),
            Entry::TooLong => Err(format!("longer than {LONGEST_LINE} bytes")),
        };
        let problem = match read {
            Ok(None) => continue,
            Ok(Some(problem)) => problem,
            Err(error) => {
                solved.unread += 1;
                // Whether anyone reads the errors, the other lines are solved.
                let _ = writeln!(errors, "error: {name}, line {number}: {error}");
                continue;
            }
        };
        let position = problem.setup.position;
        let lines = thinker::search(&mut engine, position, 1, &settings.limits, &mut |_| {});
        let line = &lines[0];
        nodes += line.nodes;
        time += line.time;
        solved.positions += 1;
        write!(output, "{:4} {}", solved.positions, row(&problem, line))?;
        if let Some(fault) = fault(&problem, line) {
            solved.wrong += 1;
            write!(output, "  wrong: {fault}")?;
        }
        writeln!(output)?;
        output.flush()?;
    }
    let summary = text::summary(solved.positions, nodes, time);
    writeln!(output, "{summary}, {} wrong", solved.wrong)?;
    output.flush()?;
    Ok(solved)
}

fn row(problem: &Problem, line: &Line) -> String {
    let Line { depth, nodes, .. } = line;
    let seconds = line.time.as_secs_f64();
    let rate = text::rate(*nodes, line.time);
    let score = text::score(line);
    let variation = text::variation(problem.setup, line);
    format!("{depth:>6} {score:>7} {seconds:10.3} {nodes:14} {rate:10}  {variation}")
}

/// What of the search is not as in the file.
fn fault(problem: &Problem, line: &Line) -> Option<String> {
    let best = problem.best()?;
    let moves = || {
        let best_moves = problem.scores.iter().filter(|&&(_, score)| score == best);
        let moves: Vec<String> = best_moves.map(|(ply, _)| ply.to_string()).collect();
        match moves.as_slice() {
            [] => String::new(),
            _ => format!(" by {}", moves.join(" or ")),
        }
    };
    let first = text::plies(problem.setup, line).first().copied();
    let chosen = first.and_then(|ply: Ply| problem.score_of(ply));
    if line.score != Score(100 * best) {
        Some(format!("the score is {best:+}{}", moves()))
    } else if chosen.is_some_and(|score| score != best) {
        Some(format!("{best:+} is reached{}", moves()))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use proptest::prelude::*;
    use std::io::Cursor;

    /// One empty square: a1, which flips a row.
    const LAST: &str = "-OOOOOOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX";

    fn solve(input: impl Into<Vec<u8>>) -> (Solved, String, String) {
        let settings = Settings {
            options: Options {
                table: 1,
                ..Options::default()
            },
            limits: crate::SearchLimits {
                depth: Some(2),
                time: None,
            },
        };
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let input = Cursor::new(input.into());
        let solved = run(input, "it.obf", &mut output, &mut errors, &settings);
        let text = |bytes| String::from_utf8(bytes).expect("it writes text");
        let solved = solved.expect("memory can be written");
        (solved, text(output), text(errors))
    }

    #[test]
    fn right_scores_pass_and_wrong_ones_are_told() {
        let input = format!(
            "% a comment\n{LAST} X; A1:+64;\n{LAST} X; a1:+62;\n\n{LAST} X; +64;\n{LAST} X\n{LAST} O; pa:-64;\n"
        );
        let (solved, output, errors) = solve(input);
        let expected = Solved {
            positions: 5,
            wrong: 1,
            unread: 0,
        };
        assert_eq!(solved, expected, "{output}");
        assert_eq!(errors, "");
        let rows: Vec<_> = output.lines().collect();
        assert!(rows[1].ends_with("  a1"), "{output}");
        assert!(
            rows[2].ends_with("  a1  wrong: the score is +62 by a1"),
            "{output}"
        );
        assert!(rows[5].ends_with("  pa a1"), "{output}");
        assert!(rows[6].ends_with(", 1 wrong"), "{output}");
    }

    #[test]
    fn a_worse_move_with_the_right_score_is_wrong() {
        let (solved, output, _) = solve(format!("{LAST} X; a1:+62; 64;"));
        assert_eq!(solved.wrong, 1);
        assert!(output.contains("wrong: +64 is reached"), "{output}");
    }

    #[test]
    fn a_line_that_cannot_be_read_is_named_and_the_others_are_solved() {
        let (solved, _, errors) = solve(format!("X?\n{LAST}\n{LAST}; a1:x;\n"));
        assert_eq!((solved.positions, solved.unread), (1, 2));
        let mut errors = errors.lines();
        let first = "error: it.obf, line 1: '?' at byte 1 is no part of a position";
        assert_eq!(errors.next(), Some(first));
        let second = errors.next().expect("there are two");
        assert!(
            second.starts_with("error: it.obf, line 3: \"a1:x\" at byte 66"),
            "{second}"
        );
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            solve(bytes);
        }

        #[test]
        fn any_lines_are_survived(
            lines in prop::collection::vec("([XO]{62}-{2})?[XO ]{0,3}(;[a-h1-8:+]{0,6}){0,3}", 0..6),
        ) {
            solve(lines.join("\n"));
        }
    }
}

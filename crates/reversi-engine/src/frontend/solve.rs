//! `solve`: searches the positions of a file and compares the scores with the
//! file's.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use super::input::{InputLine, LONGEST_LINE, next_line};
use super::{Settings, text, thinker};
use crate::format::obf::{self, Problem};
use crate::game::Ply;
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

/// An event while a file is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The search of the position with this number, from 1, begins.
    Begin(usize),
    /// An iteration of it is finished, with this result.
    Iteration(String),
    /// It ends.
    End,
}

/// Solves each line of `input`. Errors refer to the input as `name`. Without limits
/// every search goes to the end of the game. `progress` receives what happens.
pub fn run(
    mut input: impl BufRead,
    name: &str,
    mut output: impl Write,
    mut errors: impl Write,
    settings: &Settings,
    progress: &mut dyn FnMut(Progress),
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
            InputLine::Text(line) => obf::read(&line).map_err(|error| error.to_string()),
            InputLine::TooLong => Err(format!("line longer than {LONGEST_LINE} bytes")),
        };
        let problem = match read {
            Ok(None) => continue,
            Ok(Some(problem)) => problem,
            Err(error) => {
                solved.unread += 1;
                // The other lines are solved even if nobody reads the errors.
                let _ = writeln!(errors, "error: {name}, line {number}: {error}");
                continue;
            }
        };
        progress(Progress::Begin(solved.positions + 1));
        let position = problem.setup.position;
        let mut watch = |lines: &[Line]| progress(Progress::Iteration(iteration(&lines[0])));
        let lines = thinker::search(&mut engine, position, 1, &settings.limits, &mut watch);
        progress(Progress::End);
        let line = &lines[0];
        let plies = text::plies(problem.setup, line);
        nodes += line.nodes;
        time += line.time;
        solved.positions += 1;
        let mut text = format!("{:4} {}", solved.positions, row(line, &plies));
        if let Some(mismatch) = mismatch(&problem, line, plies.first()) {
            solved.wrong += 1;
            text = format!("{text}  wrong {mismatch}");
        }
        writeln!(output, "{text}")?;
        output.flush()?;
    }
    let summary = text::summary(solved.positions, nodes, time);
    writeln!(output, "{summary}, {} wrong", solved.wrong)?;
    output.flush()?;
    Ok(solved)
}

/// Returns the result of an iteration as text for the progress.
fn iteration(line: &Line) -> String {
    let best = line.moves.first();
    let best = best.map_or(String::new(), |square| format!(", {square}"));
    format!(", depth {}, score {}{best}", line.depth, text::score(line))
}

fn row(line: &Line, plies: &[Ply]) -> String {
    let Line { depth, nodes, .. } = line;
    let seconds = line.time.as_secs_f64();
    let rate = text::rate(*nodes, line.time);
    let score = text::score(line);
    let plies: Vec<String> = plies.iter().map(Ply::to_string).collect();
    let variation = plies.join(" ");
    format!("{depth:>6} {score:>7} {seconds:10.3} {nodes:14} {rate:10}  {variation}")
}

/// Returns a message if the result differs from the file. `chosen` is the best move.
fn mismatch(problem: &Problem, line: &Line, chosen: Option<&Ply>) -> Option<String> {
    let best = problem.best()?;
    let score = chosen.and_then(|&ply| problem.score_of(ply));
    let what = if line.score != Score(100 * best) {
        "score"
    } else if score.is_some_and(|score| score != best) {
        "move"
    } else {
        return None;
    };
    let best_moves = problem.scores.iter().filter(|&&(_, score)| score == best);
    let moves: Vec<String> = best_moves.map(|(ply, _)| ply.to_string()).collect();
    let by = if moves.is_empty() { "" } else { " by " };
    Some(format!(
        "{what}: expected {best:+}{by}{}",
        moves.join(" or ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::tests::{settings, text};
    use proptest::prelude::*;
    use std::io::Cursor;

    /// A position with one empty square, a1. A move there flips a row.
    const LAST: &str = "-OOOOOOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX";

    fn solve(input: impl Into<Vec<u8>>) -> (Solved, String, String) {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let input = Cursor::new(input.into());
        let settings = settings(2);
        let solved = run(
            input,
            "it.obf",
            &mut output,
            &mut errors,
            &settings,
            &mut |_| {},
        );
        let solved = solved.expect("memory can be written");
        (solved, text(output), text(errors))
    }

    #[test]
    fn wrong_scores_are_reported() {
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
            rows[2].ends_with("  a1  wrong score: expected +62 by a1"),
            "{output}"
        );
        assert!(rows[5].ends_with("  pa a1"), "{output}");
        assert!(rows[6].ends_with(", 1 wrong"), "{output}");
    }

    #[test]
    fn the_progress_is_the_last_iteration_of_the_current_search() {
        let mut seen = Vec::new();
        let input = Cursor::new(format!("{LAST} X; a1:+62; 64;\n{LAST} X\n"));
        run(
            input,
            "it.obf",
            io::sink(),
            io::sink(),
            &settings(2),
            &mut |it| seen.push(it),
        )
        .expect("a sink can be written");
        let one = |number| {
            let iteration = ", depth 100%, score +64, a1".to_owned();
            [
                Progress::Begin(number),
                Progress::Iteration(iteration),
                Progress::End,
            ]
        };
        assert_eq!(seen, [one(1), one(2)].concat());
    }

    #[test]
    fn a_worse_move_with_the_right_score_is_wrong() {
        let (solved, output, _) = solve(format!("{LAST} X; a1:+62; 64;"));
        assert_eq!(solved.wrong, 1);
        assert!(output.contains("wrong move: expected +64"), "{output}");
    }

    #[test]
    fn invalid_lines_are_reported_and_the_others_are_solved() {
        let (solved, _, errors) = solve(format!("X?\n{LAST}\n{LAST}; a1:x;\n"));
        assert_eq!((solved.positions, solved.unread), (1, 2));
        let mut errors = errors.lines();
        let first = "error: it.obf, line 1: unexpected '?' at byte 1 of the position";
        assert_eq!(errors.next(), Some(first));
        let second = errors.next().expect("there are two");
        assert!(
            second.starts_with("error: it.obf, line 3: \"a1:x\" at byte 66"),
            "{second}"
        );
    }

    proptest! {
        #[test]
        fn random_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            solve(bytes);
        }

        #[test]
        fn random_lines_do_not_panic(
            lines in prop::collection::vec("([XO]{62}-{2})?[XO ]{0,3}(;[a-h1-8:+]{0,6}){0,3}", 0..6),
        ) {
            solve(lines.join("\n"));
        }
    }
}

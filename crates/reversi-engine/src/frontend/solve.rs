//! `solve`: searches the positions of a file and compares the scores with the file's.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use super::batch::{self, BatchProgress, Format};
use super::{Settings, text};
use crate::format::obf::Problem;
use crate::input::{Item, problems};
use crate::position::position_of;
use crate::{Engine, Line, Score};

/// The result of solving a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Solved {
    /// The number of positions searched.
    pub positions: usize,
    /// The number of positions for which the file has another score or a better move.
    pub wrong: usize,
    /// The number of invalid lines.
    pub unread: usize,
}

impl Problem {
    fn best(&self) -> Option<Score> {
        let single = self.scores.iter().find(|(ply, _)| ply.is_none());
        let best = single.or_else(|| self.scores.iter().max_by_key(|(_, score)| score));
        best.map(|&(_, score)| score)
    }

    fn mismatch(&self, line: &Line) -> Option<String> {
        let best = self.best()?;
        let chosen = text::plies(position_of(self.game.now()), line)
            .first()
            .copied();
        let mut listed = self.scores.iter().filter(|(ply, _)| ply.is_some());
        let what = if line.score != best {
            "score"
        } else if listed.any(|&(ply, score)| ply == chosen && score != best) {
            "move"
        } else {
            return None;
        };
        let best_moves = self.scores.iter().filter(|(_, score)| *score == best);
        let moves = best_moves.filter_map(|(ply, _)| Some(ply.as_ref()?.to_string()));
        let moves: Vec<String> = moves.collect();
        let by = if moves.is_empty() { "" } else { " by " };
        let (best, moves) = (text::discs(best), moves.join(" or "));
        Some(format!("{what}: expected {best}{by}{moves}"))
    }
}

/// The result for a position. Scores are in discs, for the side to move.
#[derive(Serialize)]
struct PositionRow<'a> {
    file: &'a str,
    line: usize,
    depth: String,
    score: f64,
    seconds: f64,
    nodes: u64,
    variation: String,
    wrong: Option<String>,
}

impl Format {
    fn header_of_positions(self) -> &'static str {
        match self {
            Self::Table => {
                "   #  depth   score    seconds          nodes    nodes/s  principal variation\n"
            }
            Self::Csv => "file,line,depth,score,seconds,nodes,variation,wrong\n",
            Self::Json => "",
        }
    }

    fn position(self, number: usize, line: &Line, row: &PositionRow) -> String {
        if self != Self::Table {
            return self.row(row);
        }
        let (score, rate) = (text::score(line), text::rate(line.nodes, line.time));
        let wrong = row.wrong.as_ref();
        let wrong = wrong.map_or(String::new(), |wrong| format!("  wrong {wrong}"));
        let (depth, seconds, nodes, variation) =
            (&row.depth, row.seconds, row.nodes, &row.variation);
        format!(
            "{number:4} {depth:>6} {score:>7} {seconds:10.3} {nodes:14} {rate:10}  {variation}{wrong}\n"
        )
    }
}

/// Solves each line of the input called `name`, without limits, to the end of the game.
pub fn run(
    (name, bytes): (&str, &[u8]),
    format: Format,
    mut output: impl Write,
    errors: impl Write,
    settings: &Settings,
) -> io::Result<Solved> {
    let items: Vec<Item> = problems(bytes).collect::<io::Result<_>>()?;
    let (workers, options) = batch::workers(items.len(), &settings.options);
    let mut progress = BatchProgress::new(items.len(), "positions", errors);
    let (mut solved, mut nodes, mut time) = (Solved::default(), 0, Duration::ZERO);
    write!(output, "{}", format.header_of_positions())?;
    output.flush()?;
    let limits = settings.limits;
    let search = move |(number, problem): Item| {
        let search = |problem: Problem| {
            let mut engine = Engine::new(options.clone());
            let lines = engine.hint(position_of(problem.game.now()), 1, &limits, &mut |_| {});
            (problem, lines)
        };
        (number, problem.map(search))
    };
    batch::run(items, workers, search, |(number, found)| {
        let (problem, lines) = match found {
            Ok(found) => found,
            Err(error) => {
                solved.unread += 1;
                progress.failed(format_args!("{name}, line {number}, {error}"));
                return Ok(());
            }
        };
        let line = &lines[0];
        (nodes, time) = (nodes + line.nodes, time + line.time);
        let row = PositionRow {
            file: name,
            line: number,
            depth: line.depth.to_string(),
            score: f64::from(line.score.0) / 100.0,
            seconds: line.time.as_secs_f64(),
            nodes: line.nodes,
            variation: text::variation(position_of(problem.game.now()), line),
            wrong: problem.mismatch(line),
        };
        solved.positions += 1;
        solved.wrong += usize::from(row.wrong.is_some());
        progress.done(&mut output, &format.position(solved.positions, line, &row))
    })?;
    drop(progress);
    if format == Format::Table {
        let summary = text::summary(solved.positions, nodes, time);
        writeln!(output, "{summary}, {} wrong", solved.wrong)?;
    }
    output.flush()?;
    Ok(solved)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{settings, text};

    /// A position with one empty square, a1. A move there flips a row.
    const LAST: &str = "-OOOOOOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX";

    fn solve(input: impl Into<Vec<u8>>) -> (Solved, String, String) {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let input = ("it.obf", &input.into()[..]);
        let solved = run(input, Format::Table, &mut output, &mut errors, &settings(2));
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

    #[test]
    fn rows_are_in_order_in_every_format() {
        let mut settings = settings(2);
        settings.options.threads = 2;
        let input = format!("{LAST} X; a1:+62;\n{LAST} O; -64;\n{LAST} X\n");
        let wrong = "score: expected +62 by a1";
        for (format, begins) in [
            (
                Format::Csv,
                ["file,", "it,1,100%,64.0,", "it,2,", "it,3,"].to_vec(),
            ),
            (
                Format::Json,
                (1..4).map(|_| "{\"file\":\"it\",\"line\":").collect(),
            ),
        ] {
            let (mut output, input) = (Vec::new(), ("it", input.as_bytes()));
            let solved = run(input, format, &mut output, io::sink(), &settings);
            assert_eq!(solved.expect("memory can be written").wrong, 1);
            let output = text(output);
            assert!(output.contains(wrong), "{output}");
            assert!(
                output
                    .lines()
                    .zip(&begins)
                    .all(|(row, it)| row.starts_with(it)),
                "{output}"
            );
            assert_eq!(output.lines().count(), begins.len());
        }
    }
}

//! `analyze`: what each move of a game is worth, and what it loses.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use clap::ValueEnum;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use reversi_core::{Disc, Game, Square};
use serde::Serialize;

use super::Settings;
use super::input::{Item, problems};
use crate::game::{Ply, name, position_of};
use crate::{Engine, Options, SearchLimits, Stopwatch};

/// Elsewhere than in a terminal, the progress is a line so often.
const INTERVAL: Duration = Duration::from_secs(10);

/// The format of an analysis.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Format {
    /// A table per game.
    Table,
    /// A row per move.
    Csv,
    /// An object per move, one per line.
    Json,
}

/// Analyzes each move of the games in `inputs`, one per line, each of which has a name.
/// Writes the results in their order to `stream`, or to the file `path`, which an
/// interrupted run may have begun. Returns the number of lines that are no games.
pub fn run(
    inputs: &[(String, Vec<u8>)],
    format: Format,
    path: Option<&Path>,
    mut stream: impl Write,
    mut errors: impl Write,
    settings: &Settings,
) -> io::Result<usize> {
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create(true).truncate(false);
    let mut file = path.map(|path| options.open(path)).transpose()?;
    let mut old = String::new();
    let mut is_regular = false;
    if let Some(file) = &mut file {
        is_regular = file.metadata()?.is_file();
        if is_regular {
            file.read_to_string(&mut old)?;
        }
    }
    let (written, end) = format.written(&old, items(inputs))?;
    let output: &mut dyn Write = match &mut file {
        Some(file) => {
            if is_regular {
                // After the last whole game there may be a part of the next one.
                file.set_len(end as u64)?;
                file.seek(SeekFrom::End(0))?;
            }
            file
        }
        None => &mut stream,
    };
    let mut header = if end == 0 { format.header() } else { "" };
    let (count, mut unread) = (items(inputs).count(), 0);
    let (bar, stopwatch, mut lines) = (bar(count), Stopwatch::start(), 0);
    let mut items = items(inputs).enumerate();
    let mut running = VecDeque::new();
    for done in 1..=count {
        while running.len() < settings.options.threads
            && let Some((index, item)) = items.next()
        {
            let (settings, is_written) = (settings.clone(), index < written);
            let find = move || analyze(&item, is_written, format, &settings);
            running.push_back(thread::spawn(find));
        }
        let first = running.pop_front().expect("one is left");
        match first.join().expect("no search panics") {
            Ok(None) => bar.reset_eta(),
            Ok(Some(text)) => {
                let text = std::mem::take(&mut header).to_owned() + &text;
                bar.suspend(|| output.write_all(text.as_bytes()))?;
                output.flush()?;
            }
            Err(error) => {
                unread += 1;
                // The other games are analyzed even if nobody reads the errors.
                let _ = bar.suspend(|| writeln!(errors, "error: {error}"));
            }
        }
        bar.set_position(done as u64);
        if bar.is_hidden() && stopwatch.elapsed() >= INTERVAL * (lines + 1) {
            lines += 1;
            let left = HumanDuration(bar.eta());
            let _ = writeln!(
                errors,
                "{done} of {count} games are analyzed (left: {left})"
            );
        }
    }
    bar.finish_and_clear();
    Ok(unread)
}

/// A line with the name of its input.
type Named = (String, Item);

fn items(inputs: &[(String, Vec<u8>)]) -> impl Iterator<Item = Named> {
    inputs.iter().flat_map(|(name, bytes)| {
        let items = problems(&bytes[..]).map(|item| item.expect("memory can be read"));
        items.map(|item| (name.clone(), item))
    })
}

/// Returns a progress bar, which is hidden unless standard error is a terminal.
fn bar(count: usize) -> ProgressBar {
    let style = "{bar:40} {pos} of {len} games, {elapsed} (left: {eta})";
    let style = ProgressStyle::with_template(style).expect("it is well formed");
    let bar = ProgressBar::new(count as u64).with_style(style);
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

/// Returns the moves of a game with their numbers, each with the state before it.
fn moves_of((_, problem): &Item) -> Vec<(usize, &Game, Square)> {
    let problem = problem.as_ref();
    let plies = problem.map_or(&[][..], |problem| problem.game.plies());
    let placed = plies.iter().filter_map(|(before, ply)| match ply {
        Ply::Place(at) => Some((before, *at)),
        Ply::Pass => None,
    });
    let numbered = (1..).zip(placed);
    let moves = numbered.map(|(number, (before, at))| (number, before, at));
    moves.collect()
}

/// Returns the analysis of a game, or nothing if it is written already. The result depends on
/// no other game.
fn analyze(
    (file, item): &Named,
    is_written: bool,
    format: Format,
    settings: &Settings,
) -> Result<Option<String>, String> {
    let ((line, problem), moves) = (item, moves_of(item));
    match problem {
        Err(error) => return Err(format!("{file}, line {line}, {error}")),
        Ok(_) if moves.is_empty() => {
            return Err(format!("{file}, line {line}: there are no moves"));
        }
        Ok(_) if is_written => return Ok(None),
        Ok(_) => {}
    }
    let (options, limits) = (settings.options.clone(), settings.move_limits());
    let threads = 1;
    let mut engine = Engine::new(Options { threads, ..options });
    // The last move first: the table then has a part of what the move before it needs.
    let row = |played| row(&mut engine, (file, *line), played, &limits);
    let mut rows: Vec<Row> = moves.into_iter().rev().map(row).collect();
    rows.reverse();
    Ok(Some(format.game(&rows)))
}

/// The analysis of a move. Scores are in discs, for the side that made it.
#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    line: usize,
    /// The number of the move; passes are not counted.
    #[serde(rename = "move")]
    number: usize,
    side: &'static str,
    played: String,
    score: f64,
    best: String,
    best_score: f64,
    loss: f64,
    depth: String,
}

fn row<'a>(
    engine: &mut Engine,
    (file, line): (&'a str, usize),
    (number, before, played): (usize, &Game, Square),
    limits: &SearchLimits,
) -> Row<'a> {
    let position = position_of(before);
    let mut best = engine.hint(position, 1, limits, &mut |_| {}).remove(0);
    let mut made = best.clone();
    if best.moves.first() != Some(&played) {
        made = engine.line_of(position, played, limits);
        // Below 100 percent the search may have missed that the move is as good.
        if made.score >= best.score {
            best = made.clone();
        }
    }
    let discs = |score: i32| f64::from(score) / 100.0;
    Row {
        file,
        line,
        number,
        side: name(before.to_move()),
        played: played.to_string(),
        score: discs(made.score.0),
        best: best.moves[0].to_string(),
        best_score: discs(best.score.0),
        loss: discs(best.score.0 - made.score.0),
        depth: best.depth.to_string(),
    }
}

impl Format {
    /// Returns what comes before the first game.
    fn header(self) -> &'static str {
        match self {
            Self::Csv => "file,line,move,side,played,score,best,best_score,loss,depth\n",
            Self::Table | Self::Json => "",
        }
    }

    /// Returns the begin of a game and the number of its lines.
    fn outline(self, file: &str, line: usize, moves: usize) -> (String, usize) {
        let json = serde_json::to_string(file).expect("it is text");
        match self {
            Self::Table => (format!("{file}, line {line}\n"), moves + 5),
            Self::Csv => (csv_row((file, line, "")).replace('\n', ""), moves),
            Self::Json => (format!("{{\"file\":{json},\"line\":{line},"), moves),
        }
    }

    /// Returns how many of `items` and how much of a file that has `old` are written, up to
    /// the first game that is not whole. An error is a file that has something else.
    fn written(self, old: &str, items: impl Iterator<Item = Named>) -> io::Result<(usize, usize)> {
        let another = "it has something else than these games; choose another file";
        let another = || io::Error::new(io::ErrorKind::InvalidData, another);
        let (mut count, mut end) = (0, 0);
        for (file, item) in items {
            let (moves, rest) = (moves_of(&item).len(), &old[end..]);
            if moves > 0 {
                let (mut start, mut lines) = self.outline(&file, item.0, moves);
                if end == 0 {
                    start.insert_str(0, self.header());
                    lines += self.header().lines().count();
                }
                if !rest.starts_with(&start) && !start.starts_with(rest) {
                    return Err(another());
                }
                let Some((last, _)) = rest.match_indices('\n').nth(lines - 1) else {
                    return Ok((count, end));
                };
                end += last + 1;
            }
            count += 1;
        }
        if end < old.len() {
            Err(another())
        } else {
            Ok((count, end))
        }
    }

    fn game(self, rows: &[Row]) -> String {
        let json = |row| serde_json::to_string(row).expect("its keys are text") + "\n";
        match self {
            Self::Table => table(rows),
            Self::Csv => rows.iter().map(csv_row).collect(),
            Self::Json => rows.iter().map(json).collect(),
        }
    }
}

fn csv_row(row: impl Serialize) -> String {
    let mut builder = csv::WriterBuilder::new();
    let mut writer = builder.has_headers(false).from_writer(Vec::new());
    writer.serialize(row).expect("it is a row");
    let bytes = writer.into_inner().expect("memory can be written");
    String::from_utf8(bytes).expect("it is text")
}

fn table(rows: &[Row]) -> String {
    let Row { file, line, .. } = rows[0];
    let columns = "   #  side   move   score  best   score    loss   depth";
    let mut table = format!("{file}, line {line}\n{columns}\n");
    for row in rows {
        let (side, played, best, depth) = (row.side, &row.played, &row.best, &row.depth);
        let (number, score, best_score, loss) = (row.number, row.score, row.best_score, row.loss);
        let _ = write!(table, "{number:4}  {side:5}  {played:4} {score:>+7.2}  ");
        let _ = writeln!(table, "{best:4} {best_score:>+7.2} {loss:>7.2} {depth:>7}");
    }
    for side in [Disc::Black, Disc::White].map(name) {
        let rows = || rows.iter().filter(|row| row.side == side);
        let (moves, best) = (rows().count(), rows().filter(|row| row.loss == 0.0).count());
        // The sum of none is -0.
        let lost = rows().map(|row| row.loss).sum::<f64>().abs();
        let _ = writeln!(
            table,
            "{side}: {moves} moves, {best} of them best, {lost:.2} discs lost"
        );
    }
    table + "\n"
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use std::fs;

    use super::*;
    use crate::format::obf::Problem;
    use crate::testing::{engine, minimax, random_game, settings, text};

    /// Two games, in the second of which white must pass, and a line that is none.
    const GAMES: &str = "% games\nf5d6c3d3c4f4c5b3c2\n\nf5a1\n\
        (;GM[Othello]BO[8 XO-------------------------------------------------------------- O]B[C1];)\n";

    /// Returns the output and the errors.
    fn analysis(format: Format, file: Option<&Path>, threads: usize) -> io::Result<[String; 2]> {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let mut settings = settings(4);
        settings.options.threads = threads;
        let games = [("it".to_owned(), GAMES.to_owned().into_bytes())];
        let unread = run(&games, format, file, &mut output, &mut errors, &settings)?;
        assert_eq!(unread, 1);
        Ok([output, errors].map(text))
    }

    #[test]
    fn every_move_has_a_line_whatever_the_number_of_threads() {
        let table = "white: 0 moves, 0 of them best, 0.00 discs lost\n\n";
        let json = "\"loss\":0.0,\"depth\":\"4\"}\n";
        for (format, lines, first, last) in [
            (Format::Table, 20, "it, line 2\n   #  side", table),
            (
                Format::Csv,
                11,
                "file,line,move,",
                "\nit,5,1,black,c1,64.0,c1,64.0,0.0,4\n",
            ),
            (
                Format::Json,
                10,
                "{\"file\":\"it\",\"line\":2,\"move\":1,",
                json,
            ),
        ] {
            let found = analysis(format, None, 1).expect("memory can be written");
            assert_eq!(
                found,
                analysis(format, None, 3).expect("memory can be written")
            );
            let [output, errors] = found;
            let error = "column 3: move 2: white cannot play a1: the move flips nothing";
            assert_eq!(errors, format!("error: it, line 4, {error}\n"));
            assert!(
                output.starts_with(first) && output.ends_with(last),
                "{output}"
            );
            assert_eq!(output.lines().count(), lines, "{output}");
        }
    }

    #[test]
    fn an_interrupted_file_is_completed_and_another_one_refused() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("it");
        let read = || fs::read_to_string(&path).expect("it is text");
        for format in [Format::Table, Format::Csv, Format::Json] {
            let [whole, _] = analysis(format, None, 2).expect("memory can be written");
            // It cannot be made shorter.
            let device = analysis(format, Some(Path::new("/dev/null")), 2);
            assert!(cfg!(windows) || device.is_ok(), "{device:?}");
            for end in (0..whole.len()).step_by(19).chain([whole.len()]) {
                fs::write(&path, &whole[..end]).expect("a file can be written");
                let [output, _] = analysis(format, Some(&path), 2).expect("it is its own file");
                assert_eq!((output.as_str(), read()), ("", whole.clone()));
            }
            for other in ["notes\n".to_owned(), format!("{whole}x")] {
                fs::write(&path, &other).expect("a file can be written");
                let error = analysis(format, Some(&path), 2).expect_err("it is another file");
                assert_eq!((error.kind(), read()), (io::ErrorKind::InvalidData, other));
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn near_the_end_scores_and_losses_are_those_of_plain_minimax(
            choices in prop::collection::vec(any::<usize>(), 61),
        ) {
            let problem = Problem { game: random_game(&choices), scores: Vec::new() };
            let item = (1, Ok(problem));
            for played in moves_of(&item).into_iter().skip(53) {
                let position = position_of(played.1);
                let next = position.play(played.2).expect("it is a move");
                let [score, best] = [-minimax(next), minimax(position)].map(f64::from);
                let row = row(&mut engine(), ("it", 1), played, &SearchLimits::default());
                let found = [row.score, row.best_score, row.loss].map(|it| it.to_string());
                prop_assert_eq!(found, [score, best, best - score].map(|it| it.to_string()));
            }
        }
    }
}

//! `analyze`: what each move of a game is worth, and what it loses.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use reversi_core::{Disc, GameRecord, Ply, Square};
use serde::Serialize;

use super::Settings;
use super::batch::{self, BatchProgress, Format};
use super::text::counted;
use crate::format::wthor;
use crate::input::{Item, problems};
use crate::position::position_of;
use crate::{Engine, Position, SearchLimits};

/// Analyzes each move of the games in `inputs`, each of which has a name: one per line, or a
/// WTHOR database. Writes the results in their order to `stream`, or to the file `path`, which
/// an interrupted run may have started. Returns the number of lines that are not games.
pub fn run(
    inputs: &[(String, Vec<u8>)],
    format: Format,
    path: Option<&Path>,
    mut stream: impl Write,
    errors: impl Write,
    settings: &Settings,
) -> io::Result<usize> {
    let sources: Vec<GameSource> = inputs.iter().flat_map(GameSource::all).collect();
    let (mut file, old) = match path.map(batch::open).transpose()? {
        Some((file, old)) => (Some(file), old),
        None => (None, String::new()),
    };
    let (written, end) = format.written(&old, &sources)?;
    let output: &mut dyn Write = match &mut file {
        Some(file) => {
            // An incomplete game may follow the last complete one.
            batch::cut(file, end)?;
            file
        }
        None => &mut stream,
    };
    let mut header = if end == 0 { format.header() } else { "" };
    let mut progress = BatchProgress::new(sources.len(), "games", errors);
    let (workers, options) = batch::workers(sources.len(), &settings.options);
    let (limits, mut unread) = (settings.move_limits(), 0);
    let items = sources.into_iter().enumerate().collect();
    let find = move |(index, source): (usize, GameSource)| {
        let engine = || Engine::new(options.clone());
        source.analyze(index < written, format, engine, &limits)
    };
    batch::run(items, workers, find, |found| {
        match found {
            Ok(None) => progress.skip(1),
            Ok(Some(text)) => {
                let text = std::mem::take(&mut header).to_owned() + &text;
                progress.done(output, &text)?;
            }
            Err(error) => {
                unread += 1;
                progress.failed(error);
            }
        }
        Ok(())
    })?;
    Ok(unread)
}

struct GameSource {
    /// The name of the file, and of the players if it has them.
    file: String,
    number: usize,
    place: String,
    moves: Result<Vec<AnalyzedMove>, String>,
}

struct AnalyzedMove {
    /// Passes are not counted.
    number: usize,
    side: &'static str,
    position: Position,
    at: Square,
}

impl AnalyzedMove {
    fn all(game: &GameRecord) -> Vec<Self> {
        let placed = game.plies().iter().filter_map(|(before, ply)| match ply {
            Ply::Place(at) => Some((before, *at)),
            Ply::Pass => None,
        });
        let played = (1..).zip(placed).map(|(number, (before, at))| Self {
            number,
            side: before.to_move().name(),
            position: position_of(before),
            at,
        });
        played.collect()
    }
}

impl GameSource {
    fn new(file: String, unit: &str, number: usize, game: Result<GameRecord, String>) -> Self {
        Self {
            place: format!("{file}, {unit} {number}"),
            file,
            number,
            moves: game.map(|game| AnalyzedMove::all(&game)),
        }
    }

    fn all((file, bytes): &(String, Vec<u8>)) -> Vec<Self> {
        let path = Path::new(file);
        if has_extension(path, "wtb") {
            let [players, tournaments] = ["jou", "trn"].map(|extension| beside(path, extension));
            let games = (1..).zip(wthor::read(file, bytes, &players, &tournaments));
            let games = games.map(|(number, (file, game))| Self::new(file, "game", number, game));
            return games.collect();
        }
        let lines = problems(&bytes[..]).map(|line| line.expect("memory can be read"));
        let game = |(number, it): Item| {
            Self::new(file.clone(), "line", number, it.map(|problem| problem.game))
        };
        lines.map(game).collect()
    }

    /// Returns the analysis, or nothing if the output has it already. It does not depend on other
    /// games.
    fn analyze(
        &self,
        is_written: bool,
        format: Format,
        engine: impl FnOnce() -> Engine,
        limits: &SearchLimits,
    ) -> Result<Option<String>, String> {
        match &self.moves {
            Err(error) => Err(format!("{}, {error}", self.place)),
            Ok(moves) if moves.is_empty() => Err(format!("{}: there are no moves", self.place)),
            Ok(_) if is_written => Ok(None),
            Ok(moves) => {
                let mut engine = engine();
                // The last move first: the table then contains part of the search of the move
                // before it.
                let row = |played| self.row(&mut engine, played, limits);
                let mut rows: Vec<MoveRow> = moves.iter().rev().map(row).collect();
                rows.reverse();
                Ok(Some(format.game(self, &rows)))
            }
        }
    }

    fn row(
        &self,
        engine: &mut Engine,
        played: &AnalyzedMove,
        limits: &SearchLimits,
    ) -> MoveRow<'_> {
        let &AnalyzedMove {
            number,
            side,
            position,
            at,
        } = played;
        let mut best = engine.hint(position, 1, limits, &mut |_| {}).remove(0);
        let mut made = best.clone();
        if best.moves.first() != Some(&at) {
            made = engine.line_of(position, at, limits);
            // Below 100 percent, the search may have missed that the move is as good.
            if made.score >= best.score {
                best = made.clone();
            }
        }
        let discs = |score: i32| f64::from(score) / 100.0;
        MoveRow {
            file: &self.file,
            line: self.number,
            number,
            side,
            played: at.to_string(),
            score: discs(made.score.0),
            best: best.moves[0].to_string(),
            best_score: discs(best.score.0),
            loss: discs(best.score.0 - made.score.0),
            depth: best.depth.to_string(),
        }
    }
}

fn has_extension(path: &Path, extension: &str) -> bool {
    let own = path.extension().unwrap_or_default();
    own.eq_ignore_ascii_case(extension)
}

/// Returns the contents of the first file with this extension in the folder of `path`; empty if
/// there is none.
fn beside(path: &Path, extension: &str) -> Vec<u8> {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    let entries = fs::read_dir(folder.unwrap_or(Path::new(".")))
        .into_iter()
        .flatten();
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let first = paths.filter(|path| has_extension(path, extension)).min();
    first
        .and_then(|path| fs::read(path).ok())
        .unwrap_or_default()
}

/// The analysis of a move. Scores are in discs, for the side that made it.
#[derive(Serialize)]
struct MoveRow<'a> {
    file: &'a str,
    line: usize,
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

impl Format {
    fn header(self) -> &'static str {
        match self {
            Self::Csv => "file,line,move,side,played,score,best,best_score,loss,depth\n",
            Self::Table | Self::Json => "",
        }
    }

    fn outline(self, source: &GameSource, moves: usize) -> (String, usize) {
        let (file, line) = (&source.file, source.number);
        let json = serde_json::to_string(file).expect("it is text");
        match self {
            Self::Table => (format!("{}\n", source.place), moves + 5),
            Self::Csv => (self.row((file, line, "")).replace('\n', ""), moves),
            Self::Json => (format!("{{\"file\":{json},\"line\":{line},"), moves),
        }
    }

    /// Returns the number of `sources` that are complete in a file with the text `old`, and their
    /// length there. Other text in the file is an error.
    fn written(self, old: &str, sources: &[GameSource]) -> io::Result<(usize, usize)> {
        let another = "it has something else than these games; choose another file";
        let another = || io::Error::new(io::ErrorKind::InvalidData, another);
        let (mut count, mut end) = (0, 0);
        for source in sources {
            let (moves, rest) = (source.moves.as_ref().map_or(0, Vec::len), &old[end..]);
            if moves > 0 {
                let (mut start, mut lines) = self.outline(source, moves);
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

    fn game(self, source: &GameSource, rows: &[MoveRow]) -> String {
        match self {
            Self::Table => table(source, rows),
            Self::Csv | Self::Json => rows.iter().map(|row| self.row(row)).collect(),
        }
    }
}

fn table(source: &GameSource, rows: &[MoveRow]) -> String {
    let columns = "   #  side   move   score  best   score    loss   depth";
    let mut table = format!("{}\n{columns}\n", source.place);
    for row in rows {
        let (side, played, best, depth) = (row.side, &row.played, &row.best, &row.depth);
        let (number, score, best_score, loss) = (row.number, row.score, row.best_score, row.loss);
        let _ = write!(table, "{number:4}  {side:5}  {played:4} {score:>+7.2}  ");
        let _ = writeln!(table, "{best:4} {best_score:>+7.2} {loss:>7.2} {depth:>7}");
    }
    for side in [Disc::Black, Disc::White].map(Disc::name) {
        let rows = || rows.iter().filter(|row| row.side == side);
        let moves = counted(rows().count() as u64, "move");
        let best = rows().filter(|row| row.loss == 0.0).count();
        // The sum of an empty iterator is -0.
        let lost = rows().map(|row| row.loss).sum::<f64>().abs();
        let _ = writeln!(
            table,
            "{side}: {moves}, {best} of them best, {lost:.2} discs lost"
        );
    }
    table + "\n"
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{engine, minimax, random_game, settings, text};

    /// Two games, the second with a forced pass of white, and an invalid line.
    const GAMES: &str = "% games\nf5d6c3d3c4f4c5b3c2\n\nf5a1\n\
        (;GM[Othello]BO[8 XO-------------------------------------------------------------- O]B[C1];)\n";

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
        let csv = "\nit,5,1,black,c1,64.0,c1,64.0,0.0,4\n";
        let json = "\"loss\":0.0,\"depth\":\"4\"}\n";
        for (format, lines, first, last) in [
            (Format::Table, 20, "it, line 2\n   #  side", table),
            (Format::Csv, 11, "file,line,move,", csv),
            (Format::Json, 10, "{\"file\":\"it\",\"line\":2,", json),
        ] {
            let found = |threads| analysis(format, None, threads).expect("memory can be written");
            // Four threads share each of the three games.
            assert_eq!([found(3), found(4)], [found(1), found(1)]);
            let [output, errors] = found(1);
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
    fn a_database_is_read_with_the_names_beside_it() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("it.WTB").display().to_string();
        let names = [&[0; 16][..], b"A\0..................B"].concat();
        fs::write(folder.path().join("x.JOU"), names).expect("a file can be written");
        let bytes = wthor::tests::database(&[&"f5d6".parse().expect("it is a game")]);
        let sources = GameSource::all(&(path.clone(), bytes));
        assert_eq!(sources[0].place, format!("{path}: B - A, game 1"));
        assert_eq!(sources[0].moves.as_ref().map(Vec::len), Ok(2));
    }

    #[test]
    fn an_interrupted_file_is_completed_and_another_one_refused() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("it");
        let read = || fs::read_to_string(&path).expect("it is text");
        for format in [Format::Table, Format::Csv, Format::Json] {
            let [whole, _] = analysis(format, None, 2).expect("memory can be written");
            // It cannot be truncated.
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
            let played = AnalyzedMove::all(&random_game(&choices));
            let source = GameSource::new("it".to_owned(), "line", 1, Err(String::new()));
            for played in played.iter().skip(53) {
                let next = played.position.play(played.at).expect("it is a move");
                let [score, best] = [-minimax(next), minimax(played.position)].map(f64::from);
                let row = source.row(&mut engine(), played, &SearchLimits::default());
                let found = [row.score, row.best_score, row.loss].map(|it| it.to_string());
                prop_assert_eq!(found, [score, best, best - score].map(|it| it.to_string()));
            }
        }
    }
}

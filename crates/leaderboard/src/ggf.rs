//! Games in GGF, the [Generic Game Format](https://www.skatgame.net/mburo/ggsa/ggf) of GGS and
//! NBoard, on boards of any size.

use std::fmt::{self, Write};

use pages::board::letter;
use rayon::prelude::*;
use reversi_core::Disc;

use crate::record::{Ending, Record, RecordedMove};
use crate::tournament::Tournament;

pub(crate) fn all(tournament: &Tournament) -> String {
    let games: Vec<_> = tournament.played().collect();
    games
        .into_par_iter()
        .map(|(_, game, record)| write(tournament.names(game), record) + "\n")
        .collect()
}

/// Returns a game in GGF, on one line without a line end, with the time of each move in seconds. A
/// game that was lost before its end has the flag `t` (out of time) or `r` (resigned, for all other
/// reasons).
///
/// The game must be possible, as every recorded result is.
fn write([black, white]: [&str; 2], record: &Record) -> String {
    let size = record.settings.size;
    let start = record.start();
    let mut text = String::new();
    let mut add = |words: fmt::Arguments<'_>| {
        text.write_fmt(words).expect("a String takes it all");
    };
    let date = escaped(&record.played.date);
    add(format_args!("(;GM[Othello]PC[leaderboard]DT[{date}]"));
    let (black, white) = (escaped(black), escaped(white));
    add(format_args!("PB[{black}]PW[{white}]RE[{}]", result(record)));
    add(format_args!("TY[{size}]BO[{size} "));
    let sign = |disc| match disc {
        Some(Disc::Black) => '*',
        Some(Disc::White) => 'O',
        None => '-',
    };
    for square in start.board().size().squares() {
        add(format_args!("{}", sign(start.board().disc(square))));
    }
    add(format_args!(" {}]", sign(Some(start.to_move()))));
    for (mover, moved, _) in record.replay().unwrap_or_default() {
        let mover = letter(Some(mover));
        match moved {
            Some(RecordedMove(square, micros)) => add(format_args!(
                "{mover}[{}//{:.2}]",
                square.to_string().to_uppercase(),
                micros as f64 / 1e6
            )),
            None => add(format_args!("{mover}[PA]")),
        }
    }
    add(format_args!(";)"));
    text
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// Returns the value of `RE`: black's discs minus white's. A lost game counts all squares.
fn result(record: &Record) -> String {
    if record.end == Ending::Finished {
        let [black, white] = [&record.black, &record.white].map(|one| one.discs.cast_signed());
        return format!("{:+}.00", black - white);
    }
    let all = i32::from(record.settings.size) * i32::from(record.settings.size);
    let has_black_won = record.result == Some(Disc::Black);
    let flag = if record.end == Ending::Time { 't' } else { 'r' };
    format!("{:+}.00:{flag}", if has_black_won { all } else { -all })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::record::tests::game;
    use reversi_core::Turn;
    use reversi_engine::format::ggf;

    const NAMES: [&str; 2] = ["a ]\\ name", "smarter"];

    #[test]
    fn a_reader_of_ggf_reads_the_game_back() {
        let record = game();
        let text = write(NAMES, &record);
        let read = ggf::read(&text).expect(&text);
        assert!(text.contains(r"PB[a \]\\ name]PW[smarter]"), "{text}");
        let moves = read.game.plies().iter().zip(&read.notes);
        let moves = moves.filter(|((_, ply), _)| ply.to_string() != "pa");
        assert_eq!(moves.clone().count(), record.moves.len());
        for (((_, ply), note), RecordedMove(square, micros)) in moves.zip(&record.moves) {
            assert_eq!(ply.to_string(), square.to_string());
            assert_eq!(note.time, Some(Duration::from_micros(*micros)));
        }
        let Turn::Over(outcome) = read.game.now().turn() else {
            panic!("{text}");
        };
        let discs = outcome.discs();
        let score = discs.black.cast_signed() - discs.white.cast_signed();
        assert!(text.contains(&format!("RE[{score:+}.00]")), "{text}");
    }

    #[test]
    fn a_lost_game_has_a_flag() {
        let mut record = game();
        record.end = Ending::Time;
        record.result = Some(Disc::White);
        assert!(write(NAMES, &record).contains("RE[-64.00:t]"));
        record.end = Ending::Illegal;
        record.result = Some(Disc::Black);
        assert!(write(NAMES, &record).contains("RE[+64.00:r]"));
    }
}

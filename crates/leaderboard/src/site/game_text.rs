//! A game as text.

use std::fmt::Write;

use pages::board::{colour, rows_of_letters};

use super::time;
use crate::plan::Plan;
use crate::record::{Move, Record};
use crate::square;

/// Returns the whole log of a game: players, result, reason, the moves with
/// their times, and the final board as the handout draws it.
pub(super) fn log(plan: &Plan, record: &Record) -> String {
    let mut text = String::new();
    let mut line = |words: std::fmt::Arguments<'_>| {
        text.write_fmt(words).expect("a String takes it all");
        text.push('\n');
    };
    line(format_args!("game    {}", record.game));
    if !record.opening.is_empty() {
        line(format_args!("opening {}", record.opening));
    }
    line(format_args!("black   {}", record.black));
    line(format_args!("white   {}", record.white));
    line(format_args!("result  {}", record.result));
    line(format_args!("reason  {}", record.reason));
    line(format_args!(
        "discs   black {}, white {}",
        record.black_discs, record.white_discs
    ));
    line(format_args!(
        "time    black {}, white {}",
        time(record.black_us),
        time(record.white_us)
    ));
    if let Some(clock) = &record.clock {
        line(format_args!(
            "charged black {}, white {}; resolution {}",
            time(clock.black_charged_us),
            time(clock.white_charged_us),
            time(clock.resolution_us)
        ));
    }
    line(format_args!(""));
    let plies = record.replay(&plan.settings).unwrap_or_default();
    for (index, ply) in plies.iter().enumerate() {
        let (number, by) = (index + 1, colour(ply.mover));
        match ply.moved {
            Some(Move(square, micros)) => line(format_args!(
                "{number:>4}. {by} {}  {}",
                square::name(square),
                time(micros)
            )),
            None => line(format_args!("{number:>4}. {by} passes")),
        }
    }
    line(format_args!(""));
    let start = record.start(&plan.settings).expect("the game was checked");
    let board = plies.last().map_or(start.board(), |ply| &ply.board);
    let size = board.size();
    let letters = || (b'a'..).map(char::from).take(size.cols().into());
    line(format_args!("  {}", letters().collect::<String>()));
    let rows = rows_of_letters(board);
    for (letter, row) in letters().zip(rows.split(' ')) {
        line(format_args!("{letter} {row}"));
    }
    if !record.stderr.is_empty() {
        line(format_args!("\nend of standard error:\n{}", record.stderr));
    }
    text
}

//! A game as text.

use std::fmt::Write;

use reversi_core::{Disc, Game};

use super::time;
use crate::game::colour;
use crate::plan::Plan;
use crate::record::{Move, Record, square_name};

/// The whole log of a game: who, what came of it and why, the moves with their
/// times, and the board in the end as the handout draws it.
pub(super) fn log(plan: &Plan, record: &Record) -> String {
    let mut text = String::new();
    let mut line = |words: std::fmt::Arguments<'_>| {
        text.write_fmt(words).expect("a String takes it all");
        text.push('\n');
    };
    line(format_args!("game    {}", record.game));
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
    line(format_args!(""));
    let steps = record.replay(&plan.settings).unwrap_or_default();
    for (index, step) in steps.iter().enumerate() {
        let (number, by) = (index + 1, colour(step.mover));
        match step.moved {
            Some(Move(square, micros)) => line(format_args!(
                "{number:>4}. {by} {}  {}",
                square_name(square),
                time(micros)
            )),
            None => line(format_args!("{number:>4}. {by} passes")),
        }
    }
    line(format_args!(""));
    let start = Game::new(plan.settings.rules()).expect("the rules of a plan can be played");
    let board = steps.last().map_or(start.board(), |step| &step.board);
    let size = board.size();
    let letters = (0..size.cols()).map(|col| char::from(b'a' + col));
    line(format_args!("  {}", letters.collect::<String>()));
    for row in 0..size.rows() {
        let squares = size.squares().filter(|square| square.row == row);
        let squares = squares.map(|square| match board.disc(square) {
            Some(Disc::Black) => 'B',
            Some(Disc::White) => 'W',
            None => 'U',
        });
        line(format_args!(
            "{} {}",
            char::from(b'a' + row),
            squares.collect::<String>()
        ));
    }
    if !record.stderr.is_empty() {
        line(format_args!(
            "\nstandard error, its end:\n{}",
            record.stderr
        ));
    }
    text
}

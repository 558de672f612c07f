//! A game in the terminal: its positions, one after the other.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use pages::board::colour;
use reversi_core::{Board, Disc, Square};

use crate::plan::Plan;
use crate::record::{Move, Record};
use crate::square::name;

const LAST: Style = Style::new().bold();
const FLIPPED: Style = AnsiColor::Cyan.on_default();

/// Returns the game and then each of its positions, as text with colours. The last
/// move is in brackets, as in `[B]`, and each disc that it flipped in parentheses, as
/// in `(W)`. The error is the reason why the game is impossible.
pub fn positions(plan: &Plan, record: &Record) -> Result<Vec<String>, String> {
    let start = record.start(&plan.settings)?;
    let head = format!(
        "{}: {} (black) – {} (white)\n\n{}",
        record.game,
        record.black,
        record.white,
        picture(start.board(), start.board(), None)
    );
    let mut texts = vec![head];
    let mut before = start.board().clone();
    for (index, ply) in record.replay(&plan.settings)?.into_iter().enumerate() {
        let (number, mover) = (index + 1, colour(ply.mover));
        let mut text = match ply.moved {
            Some(Move(square, micros)) => format!(
                "{number}. {mover} {} in {:.2} ms",
                name(square),
                micros as f64 / 1e3
            ),
            None => format!("{number}. {mover} passes"),
        };
        let discs = ply.board.count();
        let last = ply.moved.map(|Move(square, _)| square);
        write!(
            text,
            "; black {}, white {}\n\n{}",
            discs.black,
            discs.white,
            picture(&ply.board, &before, last)
        )
        .expect("a String takes it all");
        before = ply.board;
        texts.push(text);
    }
    let end = texts.last_mut().expect("the first is the start");
    writeln!(end, "\n{}", record.reason).expect("a String takes it all");
    Ok(texts)
}

/// Draws `board` after the move `last`, which led to it from `before`.
fn picture(board: &Board, before: &Board, last: Option<Square>) -> String {
    let size = board.size();
    let letters = || (b'a'..).map(char::from);
    let mut text = String::from(" ");
    for letter in letters().take(size.cols().into()) {
        text.push_str("  ");
        text.push(letter);
    }
    for (row, letter) in letters().take(size.rows().into()).enumerate() {
        text.push('\n');
        text.push(letter);
        text.push(' ');
        let squares = size
            .squares()
            .filter(|square| usize::from(square.row) == row);
        for square in squares {
            let disc = match board.disc(square) {
                Some(Disc::Black) => 'B',
                Some(Disc::White) => 'W',
                None => '.',
            };
            let is_flipped =
                before.disc(square).is_some() && before.disc(square) != board.disc(square);
            let cell = if last == Some(square) {
                format!("{LAST}[{disc}]{LAST:#}")
            } else if is_flipped {
                format!("{FLIPPED}({disc}){FLIPPED:#}")
            } else {
                format!(" {disc} ")
            };
            text.push_str(&cell);
        }
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::game;

    #[test]
    fn each_position_marks_the_last_move_and_its_flips() {
        for size in [4, 8, 26] {
            let (plan, record) = game(size, false);
            let texts = positions(&plan, &record).expect("it can be played");
            let plies = record.replay(&plan.settings).expect("it can be played");
            assert_eq!(texts.len(), plies.len() + 1);
            let mut before = record
                .start(&plan.settings)
                .expect("no opening")
                .board()
                .count();
            for (text, ply) in texts[1..].iter().zip(&plies) {
                let plain = anstream::adapter::strip_str(text).to_string();
                let after = ply.board.count();
                let own = after[ply.mover] - before[ply.mover];
                let moves = usize::from(ply.moved.is_some());
                assert_eq!(plain.matches('[').count(), moves, "{plain}");
                assert_eq!(plain.matches('(').count(), own - moves, "{plain}");
                before = after;
            }
            assert!(
                texts
                    .last()
                    .expect("the end")
                    .ends_with(&format!("\n{}\n", record.reason))
            );
        }
    }

    #[test]
    fn a_position_has_coordinates() {
        let (plan, record) = game(4, false);
        let texts = positions(&plan, &record).expect("it can be played");
        let expected =
            "   a  b  c  d\na  .  .  .  . \nb  .  W  B  . \nc  .  B  W  . \nd  .  .  .  . \n";
        assert!(texts[0].ends_with(expected), "{}", texts[0]);
    }
}

//! A game in the terminal: its positions, one after the other.

use std::fmt::Write;

use pages::board::{colour, letter};
use reversi_core::{Board, Square};

use crate::record::{Move, Record};
use crate::square::name;

/// Returns the game of the players with these names, and then each of its positions as
/// text. The last
/// move is in brackets, as in `[B]`, and each disc that it flipped in parentheses, as
/// in `(W)`. The error is the reason why the game is impossible.
pub(crate) fn positions([black, white]: [&str; 2], record: &Record) -> Result<Vec<String>, String> {
    let start = record.start();
    let head = format!(
        "{black} (black) – {white} (white)\n\n{}",
        picture(start.board(), start.board(), None)
    );
    let mut texts = vec![head];
    let mut before = start.board().clone();
    for (index, ply) in record.replay()?.into_iter().enumerate() {
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
    let names = || (b'a'..).map(char::from);
    let mut text = String::from(" ");
    for name in names().take(size.cols().into()) {
        text.push_str("  ");
        text.push(name);
    }
    for (row, name) in names().take(size.rows().into()).enumerate() {
        text.push('\n');
        text.push(name);
        text.push(' ');
        let squares = size
            .squares()
            .filter(|square| usize::from(square.row) == row);
        for square in squares {
            let disc = board.disc(square).map_or('.', |disc| letter(Some(disc)));
            let is_flipped =
                before.disc(square).is_some() && before.disc(square) != board.disc(square);
            let cell = if last == Some(square) {
                format!("[{disc}]")
            } else if is_flipped {
                format!("({disc})")
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
    use crate::record::tests::game;

    #[test]
    fn each_position_marks_the_last_move_and_its_flips() {
        for size in [4, 8, 26] {
            let record = game(size);
            let texts = positions(["one", "two"], &record).expect("it can be played");
            let plies = record.replay().expect("it can be played");
            assert_eq!(texts.len(), plies.len() + 1);
            let mut before = record.start().board().count();
            for (text, ply) in texts[1..].iter().zip(&plies) {
                let after = ply.board.count();
                let own = after[ply.mover] - before[ply.mover];
                let moves = usize::from(ply.moved.is_some());
                assert_eq!(text.matches('[').count(), moves, "{text}");
                assert_eq!(text.matches('(').count(), own - moves, "{text}");
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
}

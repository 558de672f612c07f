//! A game as text: its positions, one after the other.

use std::fmt::Write;

use pages::board::{colour, letter};
use reversi_core::{Board, ByDisc, Square};

use crate::failure::Failure;
use crate::record::{Move, Record};
use crate::square::name;
use crate::tournament::Tournament;

/// Returns the positions of the game between the players with these names.
pub(crate) fn game(tournament: &Tournament, black: &str, white: &str) -> Result<String, Failure> {
    let field = &tournament.field;
    let game = ByDisc {
        black: field.find(black)?,
        white: field.find(white)?,
    };
    let record = tournament.results.get(field, game).ok_or_else(|| {
        Failure::Refused(format!("{black} has not played with black against {white}"))
    })?;
    let positions = positions(record).map_err(Failure::Refused)?;
    Ok(format!("{black} (black) – {white} (white)\n\n{positions}"))
}

/// Returns the positions of a game. The last move is in brackets, as in `[B]`, and each
/// disc that it flipped in parentheses, as in `(W)`. The error is the reason why the game
/// is impossible.
fn positions(record: &Record) -> Result<String, String> {
    let mut before = record.start().board().clone();
    let mut text = picture(&before, &before, None);
    for (number, ply) in (1..).zip(record.replay()?) {
        let moved = match ply.moved {
            Some(Move(square, micros)) => {
                format!("{} in {:.2} ms", name(square), micros as f64 / 1e3)
            }
            None => "passes".to_owned(),
        };
        let (mover, discs) = (colour(ply.mover), ply.board.count());
        let last = ply.moved.map(|Move(square, _)| square);
        write!(
            text,
            "\n{number}. {mover} {moved}; black {}, white {}\n\n{}",
            discs.black,
            discs.white,
            picture(&ply.board, &before, last)
        )
        .expect("a String takes it all");
        before = ply.board;
    }
    Ok(text + "\n" + &record.reason + "\n")
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
    let mut rows = names();
    for square in size.squares() {
        if square.col == 0 {
            text.push('\n');
            text.extend(rows.next());
            text.push(' ');
        }
        let (was, is) = (before.disc(square), board.disc(square));
        let [left, right] = match is {
            _ if last == Some(square) => ['[', ']'],
            Some(_) if was.is_some() && was != is => ['(', ')'],
            _ => [' ', ' '],
        };
        text.extend([left, is.map_or('.', |disc| letter(Some(disc))), right]);
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::game;

    #[test]
    fn each_move_and_each_flip_is_marked() {
        for size in [4, 8, 26] {
            let record = game(size);
            let text = positions(&record).expect("it can be played");
            assert_eq!(text.matches('[').count(), record.moves.len(), "{text}");
            // A move changes the discs of its side by itself and its flips.
            let mut flips = 0;
            let mut before = record.start().board().count();
            for ply in record.replay().expect("it can be played") {
                let after = ply.board.count();
                flips += after[ply.mover] - before[ply.mover];
                before = after;
            }
            let flips = flips - record.moves.len();
            assert_eq!(text.matches('(').count(), flips, "{text}");
        }
    }
}

//! A game as text: its positions, one after the other.

use pages::board::{colour, rows_of_letters};
use reversi_core::{Board, ByDisc};

use crate::failure::Failure;
use crate::record::Move;
use crate::square::name;
use crate::tournament::Tournament;

pub(crate) fn game(tournament: &Tournament, black: &str, white: &str) -> Result<String, Failure> {
    let field = &tournament.field;
    let game = ByDisc {
        black: field.find(black)?,
        white: field.find(white)?,
    };
    let record = tournament.results.get(field, game).ok_or_else(|| {
        Failure::Refused(format!("{black} has not played with black against {white}"))
    })?;
    let start = picture(record.start().board());
    let mut text = format!("{black} (black) – {white} (white)\n\n{start}");
    for (number, ply) in (1..).zip(record.replay().map_err(Failure::Refused)?) {
        let moved = match ply.moved {
            Some(Move(square, micros)) => {
                format!("{} in {:.2} ms", name(square), micros as f64 / 1e3)
            }
            None => "passes".to_owned(),
        };
        let (mover, discs) = (colour(ply.mover), ply.board.count());
        let discs = format!("black {}, white {}", discs.black, discs.white);
        let board = picture(&ply.board);
        text.extend([format!("\n{number}. {mover} {moved}; {discs}\n\n"), board]);
    }
    Ok(text + "\n" + &record.reason + "\n")
}

fn picture(board: &Board) -> String {
    let names: String = ('a'..).take(board.size().cols().into()).collect();
    let rows = rows_of_letters(board);
    let rows = rows.split(' ').zip(names.chars());
    let rows = rows.map(|(row, name)| format!("{name} {row}\n"));
    format!("  {names}\n{}", rows.collect::<String>())
}

//! A game as text: its positions in order.

use pages::board::rows_of_letters;
use reversi_core::{Board, ByDisc};

use crate::failure::Failure;
use crate::record::RecordedMove;
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
    let plies = record.replay().map_err(Failure::Refused)?;
    for (number, (mover, moved, board)) in (1..).zip(plies) {
        let moved = match moved {
            Some(RecordedMove(square, micros)) => {
                format!("{} in {:.2} ms", name(square), micros as f64 / 1e3)
            }
            None => "passes".to_owned(),
        };
        let (mover, discs) = (mover.name(), board.count());
        let discs = format!("black {}, white {}", discs.black, discs.white);
        let board = picture(&board);
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

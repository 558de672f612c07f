//! Boards as text, for reports.

use std::fmt::Write;

use course::Notation;
use reversi_core::{Board, Square};

use crate::judge::Palette;

/// Names rows and columns as in the course, and draws squares as the program does.
pub(super) fn side_by_side(
    boards: &[(&str, &Board)],
    palette: &Palette,
    notation: Notation,
) -> String {
    let Some(size) = boards.first().map(|(_, board)| board.size()) else {
        return String::new();
    };
    let titles = boards.iter().map(|(title, _)| (*title).to_owned());
    let header = vec![header(size.cols(), notation); boards.len()];
    let rows = (0..size.rows()).map(|row| {
        let boards = boards.iter();
        let parts = boards.map(|(_, board)| drawn_row(board, row, palette, notation));
        parts.collect::<Vec<_>>()
    });
    // Two columns per square, and three for the name of the row.
    let width = 3 + 2 * usize::from(size.cols());
    let mut text = String::new();
    for parts in [titles.collect(), header].into_iter().chain(rows) {
        let padded: Vec<String> = parts
            .into_iter()
            .map(|part| format!("{part:<width$}"))
            .collect();
        writeln!(text, "{}", padded.join("   ").trim_end()).expect("a String takes it all");
    }
    text
}

/// Returns the names of the columns; of a number its last digit.
fn header(cols: u8, notation: Notation) -> String {
    let last = |col| notation.column(col).pop().unwrap_or(' ');
    let names = (0..cols).flat_map(|col| [last(col), ' ']);
    "   ".chars().chain(names).collect()
}

fn drawn_row(board: &Board, row: u8, palette: &Palette, notation: Notation) -> String {
    let glyphs = (0..board.size().cols()).flat_map(|col| {
        let glyph = match palette.of(board.disc(Square::new(row, col))) {
            ' ' => '-',
            glyph => glyph,
        };
        [glyph, ' ']
    });
    let name = format!("{:>2} ", notation.row(row));
    name.chars().chain(glyphs).collect()
}

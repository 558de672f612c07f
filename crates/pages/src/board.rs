//! A board as SVG.

use std::fmt::Write;

use maud::{Markup, html};
use reversi_core::{Board, Disc, Square};

use crate::marks::{DISC, FLIP, LAST};

/// The style of a board and of a [`sign`]; needs [`COLOURS`](crate::COLOURS).
pub const STYLE: &str = concat!(include_str!("marks.css"), include_str!("board.css"));

/// The width of the drawing, in pixels on a wide screen.
const WIDTH: f64 = 544.0;

/// The space for the labels to the left of the squares and above them.
const LEFT: f64 = 24.0;
const TOP: f64 = 21.0;

/// With up to this many columns, squares have room for thick strokes.
const ROOMY: u8 = 12;

#[derive(Clone, Copy, Debug)]
pub struct Labels {
    pub row: fn(u8) -> String,
    pub col: fn(u8) -> String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastMove {
    pub square: Square,
    pub flipped: Vec<Square>,
}

/// Draws `board` with the marks of the `last` move: a dot on its square, and a dashed
/// ring on each disc that it flipped.
///
/// There is a `circle` per square in row-major order, of the class `black`, `white` or
/// `empty`. After them come one `path` of the class `flips` with all rings, whose radius is
/// in its `data-radius`, and the dot, of the class `last`. Screen readers get the board as
/// text.
pub fn svg(board: &Board, labels: Labels, last: Option<&LastMove>) -> Markup {
    let (rows, cols) = (board.size().rows(), board.size().cols());
    let side = (WIDTH - LEFT) / f64::from(cols);
    let radius = |hundredths: u8| side * f64::from(hundredths) / 100.0;
    let height = TOP + side * f64::from(rows);
    let centre = |start: f64, index: u8| start + side * (f64::from(index) + 0.5);
    let (x, y) = (|col| centre(LEFT, col), |row| centre(TOP, row));
    let dot = last.map_or(Square::new(0, 0), |last| last.square);
    let flipped = last.map_or(&[][..], |last| &last.flipped);
    let rings = flipped
        .iter()
        .map(|square| ring(x(square.col), y(square.row), radius(FLIP)));
    // All discs that a move flips have the same colour.
    let flips = match flipped.first().and_then(|&square| board.disc(square)) {
        Some(Disc::Black) => "flips on-black",
        _ => "flips",
    };
    html! {
        svg .board .fine[cols > ROOMY] role="img"
            aria-label={ "Board: " (rows_of_letters(board)) }
            viewBox={ "0 0 " (WIDTH) " " (round(height)) } {
            @for col in 0..cols {
                text x=(round(x(col))) y=(TOP / 2.0) { ((labels.col)(col)) }
            }
            @for row in 0..rows {
                text x=(LEFT / 2.0) y=(round(y(row))) { ((labels.row)(row)) }
            }
            rect .felt x=(LEFT) y=(TOP) width=(WIDTH - LEFT) height=(round(height - TOP)) {}
            path .grid d=(grid(side, rows, cols)) {}
            @for square in board.size().squares() {
                circle class=(class(board.disc(square)))
                    cx=(round(x(square.col))) cy=(round(y(square.row))) r=(round(radius(DISC))) {}
            }
            path class=(flips) data-radius=(round(radius(FLIP))) d=(rings.collect::<String>()) {}
            circle .last visibility=[last.is_none().then_some("hidden")]
                cx=(round(x(dot.col))) cy=(round(y(dot.row))) r=(round(radius(LAST))) {}
        }
    }
}

fn ring(x: f64, y: f64, radius: f64) -> String {
    let (x, y, radius) = (round(x - radius), round(y), round(radius));
    let across = round(2.0 * radius);
    format!("M{x} {y}a{radius} {radius} 0 1 0 {across} 0a{radius} {radius} 0 1 0 -{across} 0")
}

/// Returns a small disc for a line of text, which screen readers read as a word.
pub fn sign(disc: Disc) -> Markup {
    html! { span .sign .(disc.name()) { (disc.name()) } }
}

/// Returns the letter for a square in pages and their scripts: `B`, `W`, or `U` for an empty one.
pub fn letter(disc: Option<Disc>) -> char {
    match disc {
        Some(Disc::Black) => 'B',
        Some(Disc::White) => 'W',
        None => 'U',
    }
}

fn class(disc: Option<Disc>) -> &'static str {
    disc.map_or("empty", Disc::name)
}

/// Returns the rows of `board` from the top, a [`letter`] per square, with a space between rows.
pub fn rows_of_letters(board: &Board) -> String {
    let mut text = String::new();
    for square in board.size().squares() {
        if square.col == 0 && square.row > 0 {
            text.push(' ');
        }
        text.push(letter(board.disc(square)));
    }
    text
}

fn grid(side: f64, rows: u8, cols: u8) -> String {
    let (right, bottom) = (WIDTH, TOP + side * f64::from(rows));
    let mut path = String::new();
    for col in 0..=cols {
        let x = round(LEFT + side * f64::from(col));
        write!(path, "M{x} {TOP}V{}", round(bottom)).expect("a String takes it all");
    }
    for row in 0..=rows {
        let y = round(TOP + side * f64::from(row));
        write!(path, "M{LEFT} {y}H{right}").expect("a String takes it all");
    }
    path
}

/// Rounds to hundredths of a pixel, so that numbers stay short.
fn round(pixels: f64) -> f64 {
    (pixels * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters() -> Labels {
        let letter = |index: u8| char::from(b'a' + index).to_string();
        Labels {
            row: letter,
            col: letter,
        }
    }

    #[test]
    fn a_board_has_a_circle_per_square_and_can_be_read_aloud() {
        let board = "XO-\n-XX".parse().expect("it is a picture");
        let last = LastMove {
            square: Square::new(1, 2),
            flipped: vec![Square::new(1, 1), Square::new(0, 0)],
        };
        let drawn = svg(&board, letters(), Some(&last)).into_string();
        let count = |class: &str| drawn.matches(&format!("<circle class=\"{class}\"")).count();
        assert_eq!(["black", "white", "empty", "last"].map(count), [3, 1, 2, 1]);
        assert!(drawn.contains("aria-label=\"Board: BWU UBB\""));
        let (_, flips) = drawn
            .split_once("class=\"flips on-black\"")
            .expect("it has flips");
        assert_eq!(flips.matches('M').count(), 2, "{flips}");
        assert!(!drawn.contains("hidden"));
        let still = svg(&board, letters(), None).into_string();
        assert!(still.contains("class=\"flips\"") && still.contains("d=\"\""));
        assert!(still.contains("<circle class=\"last\" visibility=\"hidden\""));
    }
}

//! A board to play on, as SVG without discs.
//!
//! It follows the grid pattern of the ARIA Authoring Practices Guide: a grid of rows of
//! cells, of which the page's script makes one at a time focusable. The script also sets
//! the classes and names of the cells; the names here are those of an empty board.

use maud::{Markup, html};

use crate::marks::{DISC, FLIP, LAST};

/// The style of such a board; needs [`COLOURS`](crate::COLOURS).
pub const STYLE: &str = concat!(include_str!("marks.css"), include_str!("grid.css"));

/// The side of a square in the units of the drawing.
const SIDE: u8 = 40;

/// The space for the labels, left of the squares and above them.
const EDGE: usize = 24;

/// Draws a board with a row for each of the labels `rows` and a column for each of
/// `cols`.
///
/// A cell is a `g` with the role `gridcell` and its number in `data-square`, row by row
/// from 0. In it are, in this order, the square (`rect.square`), the mark of a legal move
/// (`circle.hint`), the `circle.disc`, the mark of a flipped disc (`circle.flip`) and of
/// the last move (`circle.last`), a text for a value (`text.value`), and the ring of the
/// focus (`rect.focus`). A class of the cell shows each of them.
pub fn svg(rows: &[String], cols: &[String]) -> Markup {
    let side = usize::from(SIDE);
    let (width, height) = (EDGE + side * cols.len(), EDGE + side * rows.len());
    let corner = |index: usize| EDGE + side * index;
    let middle = |index: usize| corner(index) + side / 2;
    html! {
        svg .board-grid xmlns="http://www.w3.org/2000/svg" role="grid" aria-label="Board"
            aria-rowcount=(rows.len()) aria-colcount=(cols.len())
            viewBox={ "0 0 " (width) " " (height) } {
            g .labels aria-hidden="true" {
                @for (index, label) in cols.iter().enumerate() {
                    text x=(middle(index)) y=(EDGE / 2) { (label) }
                }
                @for (index, label) in rows.iter().enumerate() {
                    text x=(EDGE / 2) y=(middle(index)) { (label) }
                }
            }
            @for (row, label) in rows.iter().enumerate() {
                g role="row" aria-label={ "Row " (label) } aria-rowindex=(row + 1) {
                    @for col in 0..cols.len() {
                        (cell(row * cols.len() + col, col + 1, corner(col), corner(row)))
                    }
                }
            }
        }
    }
}

/// Draws the cell number `square` in the column number `col`, at `x` and `y`.
fn cell(square: usize, col: usize, x: usize, y: usize) -> Markup {
    let side = usize::from(SIDE);
    let (cx, cy) = (x + side / 2, y + side / 2);
    let radius = |part: f64| part * f64::from(SIDE);
    html! {
        g role="gridcell" tabindex="-1" data-square=(square) aria-colindex=(col)
            aria-label="empty" {
            rect .square x=(x) y=(y) width=(side) height=(side) {}
            circle .hint cx=(cx) cy=(cy) r="5" {}
            circle .disc cx=(cx) cy=(cy) r=(radius(DISC)) {}
            circle .flip cx=(cx) cy=(cy) r=(radius(FLIP)) {}
            circle .last cx=(cx) cy=(cy) r=(radius(LAST)) {}
            text .value x=(cx) y=(cy) {}
            rect .focus x=(x + 2) y=(y + 2) width=(side - 4) height=(side - 4) {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_has_a_numbered_cell_per_square_and_its_labels_once() {
        let labels = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        let (rows, cols): (Vec<_>, Vec<_>) = (labels(&["r", "<s"]), labels(&["x", "y", "z"]));
        let svg = svg(&rows, &cols).into_string();
        assert_eq!(svg.matches("role=\"gridcell\"").count(), 6);
        assert_eq!(svg.matches("role=\"row\"").count(), 2);
        assert!(svg.contains("data-square=\"5\""));
        for col in ["x", "y", "z"] {
            assert_eq!(svg.matches(&format!(">{col}</text>")).count(), 1);
        }
        assert!(
            svg.contains(">&lt;s</text>") && !svg.contains("><s<"),
            "{svg}"
        );
    }
}

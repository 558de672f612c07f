//! A board to play on, as SVG without discs, and a matching picture of a position.
//!
//! It follows the grid pattern of the ARIA Authoring Practices Guide: a grid of rows of cells, one
//! of which the page's script makes focusable at a time. The script also sets the classes and names
//! of the cells; the names here are those of an empty board.

use std::fmt::Write;

use maud::{Markup, html};

use crate::marks::{DISC, FLIP, LAST};

/// The style of such a board; needs [`COLOURS`](crate::COLOURS).
pub const STYLE: &str = concat!(include_str!("marks.css"), include_str!("grid.css"));

/// The side of a square in the units of the drawing.
const SIDE: usize = 40;

/// The labels of the rows and columns, and the positions of everything.
struct Frame<'a> {
    rows: &'a [String],
    cols: &'a [String],
    font: usize,
    /// The space for the labels to the left of the squares and above them.
    edge: usize,
}

impl<'a> Frame<'a> {
    fn new(rows: &'a [String], cols: &'a [String]) -> Self {
        let longest = rows.len().max(cols.len());
        // In proportion to the board, but smaller than a square.
        let font = (13 * longest / 8).min(26);
        Self {
            rows,
            cols,
            font,
            edge: (2 * font).saturating_sub(2),
        }
    }

    fn corner(&self, index: usize) -> usize {
        self.edge + SIDE * index
    }

    fn middle(&self, index: usize) -> usize {
        self.corner(index) + SIDE / 2
    }

    fn labels(&self) -> Markup {
        html! {
            g .labels aria-hidden="true" font-size=(self.font) {
                @for (index, label) in self.cols.iter().enumerate() {
                    text x=(self.middle(index)) y=(self.edge / 2) { (label) }
                }
                @for (index, label) in self.rows.iter().enumerate() {
                    text x=(self.edge / 2) y=(self.middle(index)) { (label) }
                }
            }
        }
    }

    /// Draws a point two squares from each corner, on 8×8 and larger boards.
    fn stars(&self) -> Markup {
        let ends = |lines: usize| [2, lines - 2];
        html! {
            @if self.rows.len().min(self.cols.len()) >= 8 {
                g .stars aria-hidden="true" pointer-events="none" {
                    @for row in ends(self.rows.len()) {
                        @for col in ends(self.cols.len()) {
                            circle cx=(self.corner(col)) cy=(self.corner(row)) r="4" {}
                        }
                    }
                }
            }
        }
    }
}

/// Draws a board with a row for each of the labels `rows` and a column for each of `cols`.
///
/// A cell is a `g` with the role `gridcell` and its number in `data-square`, row by row from 0. It
/// contains, in this order, the square (`rect.square`), the mark of a legal move (`circle.hint`),
/// the `circle.disc`, the mark of a flipped disc (`circle.flip`) and of the last move
/// (`circle.last`), a text for a value (`text.value`), and the ring of the focus (`rect.focus`). A
/// class of the cell shows each of them. The star points are in `g.stars`, above all cells.
pub fn svg(rows: &[String], cols: &[String]) -> Markup {
    let frame = Frame::new(rows, cols);
    let corner = |index| frame.corner(index);
    let (width, height) = (corner(cols.len()), corner(rows.len()));
    html! {
        svg .board-grid xmlns="http://www.w3.org/2000/svg" role="grid" aria-label="Board"
            aria-rowcount=(rows.len()) aria-colcount=(cols.len())
            viewBox={ "0 0 " (width) " " (height) } {
            (frame.labels())
            @for (row, label) in rows.iter().enumerate() {
                g role="row" aria-label={ "Row " (label) } aria-rowindex=(row + 1) {
                    @for col in 0..cols.len() {
                        (cell(row * cols.len() + col, col + 1, corner(col), corner(row)))
                    }
                }
            }
            (frame.stars())
        }
    }
}

/// Draws a position for programs without the page's styles: `board` has the
/// [letters](crate::board::letter) of the squares, row by row, and `last` is the number of the last
/// move's square.
pub fn picture(board: &str, rows: &[String], cols: &[String], last: Option<usize>) -> String {
    let frame = Frame::new(rows, cols);
    let (width, height) = (frame.corner(cols.len()) + 1, frame.corner(rows.len()) + 1);
    let labels = frame.labels().into_string();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\"><rect width=\"100%\" height=\"100%\" \
         fill=\"#ffffff\"/><g fill=\"#59636e\" font-family=\"sans-serif\" font-weight=\"bold\" \
         text-anchor=\"middle\" transform=\"translate(0 {})\">{labels}</g>",
        frame.font / 3,
    );
    let squares = (0..rows.len()).flat_map(|row| (0..cols.len()).map(move |col| (row, col)));
    for ((square, (row, col)), letter) in squares.enumerate().zip(board.chars()) {
        let (x, y) = (frame.corner(col), frame.corner(row));
        write!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"#2e8b57\" \
             stroke=\"#14452a\"/>"
        )
        .expect("a String takes it all");
        let disc = match letter {
            'B' => Some((DISC, "#14171a", "#f6f6f0")),
            'W' => Some((DISC, "#f6f6f0", "#14171a")),
            _ => None,
        };
        let last = (last == Some(square)).then_some((LAST, "#ffd33d", "#14171a"));
        for (size, fill, stroke) in disc.into_iter().chain(last) {
            let (x, y, radius) = (frame.middle(col), frame.middle(row), radius(size));
            write!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{stroke}\"/>"
            )
            .expect("a String takes it all");
        }
    }
    svg + "<g fill=\"#14452a\">" + &frame.stars().into_string() + "</g></svg>"
}

/// Returns the radius of a mark. A whole number: formatting an `f64` would take 5 kB of the
/// playground's first file.
fn radius(hundredths: u8) -> usize {
    SIDE * usize::from(hundredths) / 100
}

/// Draws the cell number `square` in the column number `col`, at `x` and `y`.
fn cell(square: usize, col: usize, x: usize, y: usize) -> Markup {
    let (cx, cy) = (x + SIDE / 2, y + SIDE / 2);
    html! {
        g role="gridcell" tabindex="-1" data-square=(square) aria-colindex=(col)
            aria-label="empty" {
            rect .square x=(x) y=(y) width=(SIDE) height=(SIDE) {}
            circle .hint cx=(cx) cy=(cy) r="5" {}
            circle .disc cx=(cx) cy=(cy) r=(radius(DISC)) {}
            circle .flip cx=(cx) cy=(cy) r=(radius(FLIP)) {}
            circle .last cx=(cx) cy=(cy) r=(radius(LAST)) {}
            text .value x=(cx) y=(cy) {}
            rect .focus x=(x + 2) y=(y + 2) width=(SIDE - 4) height=(SIDE - 4) {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(side: usize) -> Vec<String> {
        (1..=side).map(|label| label.to_string()).collect()
    }

    #[test]
    fn a_large_board_has_star_points_and_letters_in_proportion() {
        for (side, stars, font) in [(4, 0, 6), (6, 0, 9), (8, 4, 13), (26, 4, 26)] {
            let drawn = svg(&labels(side), &labels(side)).into_string();
            assert_eq!(drawn.matches("r=\"4\"").count(), stars, "{side}");
            assert!(drawn.contains(&format!("font-size=\"{font}\"")), "{side}");
        }
        let drawn = svg(&labels(8), &labels(8)).into_string();
        // The corners of the square c3.
        assert!(drawn.contains("<circle cx=\"104\" cy=\"104\" r=\"4\">"));
        assert!(!svg(&labels(1), &labels(16)).into_string().contains("stars"));
    }

    #[test]
    fn a_picture_needs_no_style_and_has_the_colours_of_the_pages() {
        let board = "BWU".repeat(5) + "U";
        let drawn = picture(&board, &labels(4), &labels(4), Some(1));
        assert_eq!(drawn.matches("r=\"16\"").count(), 10);
        assert!(
            drawn.contains("<circle cx=\"70\" cy=\"30\" r=\"6\" fill=\"#ffd33d\""),
            "{drawn}"
        );
        for colour in drawn.split('"').filter(|value| value.starts_with('#')) {
            assert!(crate::COLOURS.contains(colour), "{colour}");
        }
        assert!(!drawn.contains("style") && !drawn.contains("script"));
        // A page may send nonsense.
        let _ = picture("BBé", &[], &[], Some(0));
        assert!(!picture(&board, &labels(2), &labels(2), Some(9)).contains("r=\"6\""));
    }

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

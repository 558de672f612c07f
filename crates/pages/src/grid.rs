//! A board to play on, as SVG without discs, and a picture of a position that looks alike.
//!
//! It follows the grid pattern of the ARIA Authoring Practices Guide: a grid of rows of
//! cells, of which the page's script makes one at a time focusable. The script also sets
//! the classes and names of the cells; the names here are those of an empty board.

use maud::{Markup, html};

use crate::marks::{DISC, FLIP, LAST};

/// The style of such a board; needs [`COLOURS`](crate::COLOURS).
pub const STYLE: &str = concat!(include_str!("marks.css"), include_str!("grid.css"));

/// The side of a square in the units of the drawing.
const SIDE: usize = 40;

/// The size of the labels' letters on an 8×8 board; in proportion on others, up to
/// [`LARGEST_FONT`].
const FONT: usize = 13;
const LARGEST_FONT: usize = 26;

/// The smallest number of rows and columns with star points.
const WITH_STARS: usize = 8;

/// The labels of the rows and columns, and where all stands.
struct Frame<'a> {
    rows: &'a [String],
    cols: &'a [String],
    font: usize,
    /// The space for the labels, left of the squares and above them.
    edge: usize,
}

impl<'a> Frame<'a> {
    fn new(rows: &'a [String], cols: &'a [String]) -> Self {
        let longest = rows.len().max(cols.len());
        let font = (FONT * longest / 8).min(LARGEST_FONT);
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

    fn width(&self) -> usize {
        self.corner(self.cols.len())
    }

    fn height(&self) -> usize {
        self.corner(self.rows.len())
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

    /// Draws a point where the second and third lines from the corners meet.
    fn stars(&self) -> Markup {
        let ends = |lines: usize| [2, lines - 2];
        let has_stars = self.rows.len().min(self.cols.len()) >= WITH_STARS;
        html! {
            @if has_stars {
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

/// Draws a board with a row for each of the labels `rows` and a column for each of
/// `cols`.
///
/// A cell is a `g` with the role `gridcell` and its number in `data-square`, row by row
/// from 0. In it are, in this order, the square (`rect.square`), the mark of a legal move
/// (`circle.hint`), the `circle.disc`, the mark of a flipped disc (`circle.flip`) and of
/// the last move (`circle.last`), a text for a value (`text.value`), and the ring of the
/// focus (`rect.focus`). A class of the cell shows each of them. The star points are in
/// `g.stars`, above all cells.
pub fn svg(rows: &[String], cols: &[String]) -> Markup {
    let frame = Frame::new(rows, cols);
    let corner = |index| frame.corner(index);
    html! {
        svg .board-grid xmlns="http://www.w3.org/2000/svg" role="grid" aria-label="Board"
            aria-rowcount=(rows.len()) aria-colcount=(cols.len())
            viewBox={ "0 0 " (frame.width()) " " (frame.height()) } {
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

/// Draws a position for programs that know nothing of the page and its styles: `board` has
/// the [letters](crate::board::letter) of the squares, row by row, and `last` is the number of
/// the square of the last move.
pub fn picture(board: &str, rows: &[String], cols: &[String], last: Option<usize>) -> Markup {
    let frame = Frame::new(rows, cols);
    let (width, height) = (frame.width(), frame.height());
    let at = |square: usize| {
        let (row, col) = (square / cols.len(), square % cols.len());
        (frame.middle(col), frame.middle(row))
    };
    let squares = board.chars().take(rows.len() * cols.len()).enumerate();
    let discs = |colour| squares.clone().filter(move |&(_, letter)| letter == colour);
    let last = last.filter(|&last| last < rows.len() * cols.len());
    let lines =
        (0..=cols.len()).map(|col| format!("M{} {}V{height}", frame.corner(col), frame.edge));
    let lines = lines.chain(
        (0..=rows.len()).map(|row| format!("M{} {}H{width}", frame.edge, frame.corner(row))),
    );
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width + 1) " " (height + 1) }
            width=(width + 1) height=(height + 1) {
            rect width="100%" height="100%" fill="#ffffff" {}
            g fill="#59636e" font-family="sans-serif" font-weight="bold" text-anchor="middle"
                transform={ "translate(0 " (frame.font / 3) ")" } { (frame.labels()) }
            rect x=(frame.edge) y=(frame.edge) width=(width - frame.edge)
                height=(height - frame.edge) fill="#2e8b57" {}
            path d=(lines.collect::<String>()) stroke="#14452a" {}
            g fill="#14452a" { (frame.stars()) }
            @for (letter, fill, stroke) in [('B', "#14171a", "#f6f6f0"), ('W', "#f6f6f0", "#14171a")] {
                g fill=(fill) stroke=(stroke) {
                    @for (square, _) in discs(letter) {
                        circle cx=(at(square).0) cy=(at(square).1) r=(radius(DISC)) {}
                    }
                }
            }
            @if let Some(last) = last {
                circle cx=(at(last).0) cy=(at(last).1) r=(radius(LAST)) fill="#ffd33d" stroke="#14171a" {}
            }
        }
    }
}

/// Returns the radius of a mark that is `part` of a square's side.
fn radius(part: f64) -> f64 {
    // There are 40 units in a side, which an `f64` has exactly.
    part * 40.0
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
        let drawn = picture(&board, &labels(4), &labels(4), Some(1)).into_string();
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
        assert!(
            !picture(&board, &labels(2), &labels(2), Some(9))
                .into_string()
                .contains("r=\"6\"")
        );
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

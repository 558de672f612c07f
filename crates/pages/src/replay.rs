//! A game to step through: the board, buttons and the list of moves.
//!
//! Without scripts, the page shows the final board and the moves. [`SCRIPT`] steps
//! through them. It needs no rules, since each move lists the squares that it
//! changed.

use maud::{Markup, html};
use reversi_core::{Board, Disc, Square};

use crate::board::{self, Labels, colour, rows_of_letters};

/// The script of a page with a replay.
pub const SCRIPT: &str = include_str!("replay.js");

/// The style of a replay; needs [`COLOURS`](crate::COLOURS) and
/// [`board::STYLE`].
pub const STYLE: &str = include_str!("replay.css");

/// A move or a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The side that moved or passed.
    pub mover: Disc,
    /// The square played, and its name; `None` for a pass.
    pub played: Option<(Square, String)>,
    /// A remark beside the move, such as the time it took.
    pub remark: String,
    /// The board after it.
    pub board: Board,
}

/// Draws the game that began with the board `start`.
pub fn replay(start: &Board, plies: &[Ply], labels: Labels) -> Markup {
    let end = plies.last().map_or(start, |ply| &ply.board);
    let last = plies.last().and_then(|ply| ply.played.as_ref());
    let boards = std::iter::once(start).chain(plies.iter().map(|ply| &ply.board));
    html! {
        div .replay data-start=(rows_of_letters(start)) {
            div {
                (board::svg(end, labels, last.map(|(square, _)| *square)))
                p .status aria-live="polite" { "The final board" }
                (controls())
            }
            @if plies.is_empty() {
                p { "There were no moves." }
            } @else {
                ol .moves aria-label="Moves" {
                    @for (before, ply) in boards.zip(plies) { (item(before, ply)) "\n" }
                }
            }
        }
    }
}

fn controls() -> Markup {
    html! {
        div .controls hidden {
            button type="button" data-go="first" aria-label="To the start" { "«" }
            button type="button" data-go="back" aria-label="One move back" { "‹" }
            button type="button" data-go="play" { "Play" }
            button type="button" data-go="on" aria-label="One move on" { "›" }
            button type="button" data-go="last" aria-label="To the end" { "»" }
            input type="range" min="0" aria-label="Move";
            p .quiet {
                "Keys: ← → Home End, space to play. Touch: swipe over the board, or tap its left \
                 or right half."
            }
        }
    }
}

fn item(before: &Board, ply: &Ply) -> Markup {
    let by = colour(ply.mover);
    html! {
        @if let Some((square, name)) = &ply.played {
            li data-by=(by) data-name=(name) data-squares=(changed(before, &ply.board, *square)) {
                (by) " " b { (name) } " " small { (ply.remark) }
            }
        } @else {
            li data-by=(by) { (by) " passes" }
        }
    }
}

/// The numbers of the squares that a move changed, the played one first.
fn changed(before: &Board, after: &Board, played: Square) -> String {
    let squares = before.size().squares().enumerate();
    let mut changed: Vec<(bool, usize)> = squares
        .filter(|&(_, square)| before.disc(square) != after.disc(square))
        .map(|(index, square)| (square != played, index))
        .collect();
    changed.sort_unstable();
    let numbers: Vec<String> = changed.iter().map(|(_, index)| index.to_string()).collect();
    numbers.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_lists_the_squares_that_it_changed_and_a_pass_none() {
        let board = |picture| Board::from_picture(picture).expect("it is a picture");
        let (start, end) = (board("--OX"), board("-XXX"));
        let plies = [
            Ply {
                mover: Disc::White,
                played: None,
                remark: String::new(),
                board: start.clone(),
            },
            Ply {
                mover: Disc::Black,
                played: Some((Square::new(0, 1), "<b2>".to_owned())),
                remark: "1 ms".to_owned(),
                board: end,
            },
        ];
        let number = |index: u8| index.to_string();
        let labels = Labels {
            row: number,
            col: number,
        };
        let html = replay(&start, &plies, labels).into_string();
        assert!(html.contains("data-start=\"UUWB\""));
        assert!(html.contains("<li data-by=\"white\">white passes</li>"));
        let moved = "<li data-by=\"black\" data-name=\"&lt;b2&gt;\" data-squares=\"1 2\">\
                     black <b>&lt;b2&gt;</b> <small>1 ms</small></li>";
        assert!(html.contains(moved), "{html}");
    }
}

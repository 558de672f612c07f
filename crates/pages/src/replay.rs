//! A game to step through: the board, buttons and the list of moves.
//!
//! Without scripts, the page shows the final board and the moves. [`SCRIPT`] steps
//! through them and keeps the number of the move at the end of the page's address. It
//! needs no rules, since each move lists the squares that it changed.

use maud::{Markup, html};
use reversi_core::{Board, Disc, Square};

use crate::board::{self, Labels, LastMove, rows_of_letters, sign};

pub const SCRIPT: &str = concat!(
    "(() => {\n\"use strict\";\n",
    include_str!("listbox.js"),
    include_str!("replay.js"),
    "})();\n",
);

/// The style of a replay; needs [`COLOURS`](crate::COLOURS) and [`board::STYLE`].
pub const STYLE: &str = include_str!("replay.css");

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayPly {
    pub mover: Disc,
    /// The square played, and its name; `None` for a pass.
    pub played: Option<(Square, String)>,
    /// A remark beside the move, such as the time it took.
    pub remark: String,
    pub board: Board,
}

/// Draws the game that began with the board `start`.
pub fn replay(start: &Board, plies: &[ReplayPly], labels: Labels) -> Markup {
    let end = plies.last().map_or(start, |ply| &ply.board);
    let boards = std::iter::once(start).chain(plies.iter().map(|ply| &ply.board));
    let last = boards.clone().zip(plies).last();
    let last = last.and_then(|(before, ply)| last_move(before, ply));
    html! {
        div .replay data-start=(rows_of_letters(start)) {
            div {
                (board::svg(end, labels, last.as_ref()))
                p .status aria-live="polite" { "The final board" }
                (controls())
            }
            @if plies.is_empty() {
                p { "There were no moves." }
            } @else {
                ol #moves .moves aria-label="Moves" {
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

fn item(before: &Board, ply: &ReplayPly) -> Markup {
    let by = ply.mover.name();
    html! {
        @if let (Some((_, name)), Some(last)) = (&ply.played, last_move(before, ply)) {
            li data-by=(by) data-name=(name) data-squares=(numbers(before, &last)) {
                (sign(ply.mover)) " " b { (name) } " " small { (ply.remark) }
            }
        } @else {
            li data-by=(by) { (sign(ply.mover)) " passes" }
        }
    }
}

fn last_move(before: &Board, ply: &ReplayPly) -> Option<LastMove> {
    let square = ply.played.as_ref()?.0;
    let flipped = before
        .size()
        .squares()
        .filter(|&one| one != square && before.disc(one) != ply.board.disc(one));
    Some(LastMove {
        square,
        flipped: flipped.collect(),
    })
}

/// Returns the numbers of the squares that a move changed, the played one first.
fn numbers(board: &Board, last: &LastMove) -> String {
    let cols = usize::from(board.size().cols());
    let number = |square: &Square| usize::from(square.row) * cols + usize::from(square.col);
    let squares = std::iter::once(&last.square).chain(&last.flipped);
    let numbers: Vec<String> = squares.map(|one| number(one).to_string()).collect();
    numbers.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_lists_the_squares_that_it_changed_and_a_pass_none() {
        let board = |picture: &str| -> Board { picture.parse().expect("it is a picture") };
        let (start, end) = (board("--OX"), board("-XXX"));
        let plies = [
            ReplayPly {
                mover: Disc::White,
                played: None,
                remark: String::new(),
                board: start.clone(),
            },
            ReplayPly {
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
        let passed = "<li data-by=\"white\"><span class=\"sign white\">white</span> passes</li>";
        assert!(html.contains(passed), "{html}");
        let moved = "<li data-by=\"black\" data-name=\"&lt;b2&gt;\" data-squares=\"1 2\">\
                     <span class=\"sign black\">black</span> <b>&lt;b2&gt;</b> \
                     <small>1 ms</small></li>";
        assert!(html.contains(moved), "{html}");
        // The final board has the marks of the last move: one disc was flipped.
        assert_eq!(html.matches("class=\"flips on-black\"").count(), 1);
        assert_eq!(html.matches("<circle class=\"last\" cx").count(), 1);
    }
}

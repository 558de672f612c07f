//! The position that the page asks about.

use reversi_core::{Game, Rules, Turn};

use crate::position::Placed;

/// Reads a position of a game by Othello's rules in which `mover` has a move.
///
/// `board` has one character per square, row by row: `B`, `W`, or `U` for an empty
/// square. `mover` is `black` or `white`.
pub fn read(board: &str, rows: usize, cols: usize, mover: &str) -> Result<Game, String> {
    let placed = Placed {
        rows,
        cols,
        board: board.to_owned(),
        mover: mover.to_owned(),
    };
    let game = placed.game(Rules::OTHELLO)?;
    match game.turn() {
        Turn::Move(_) => Ok(game),
        Turn::Pass(_) => Err(format!("There is no legal move for {mover}.")),
        Turn::Over(_) => Err("The game is over.".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use reversi_core::{Disc, Square};

    use super::*;

    proptest! {
        #[test]
        fn no_text_panics(board in any::<String>(), rows: usize, cols: usize, mover: String) {
            let _ = read(&board, rows, cols, &mover);
        }
    }

    #[test]
    fn a_position_is_read_as_it_is_written() {
        let game = read("UUUUUWBUUBWUUUUU", 4, 4, "white").expect("it is a position");
        assert_eq!(game.to_move(), Disc::White);
        let moves: Vec<usize> = game
            .legal_moves()
            .map(|at| game.board().size().index(at))
            .collect();
        assert_eq!(moves, [2, 7, 8, 13]);
        assert_eq!(game.board().disc(Square::new(1, 1)), Some(Disc::White));
    }

    #[test]
    fn what_is_wrong_with_a_position_is_a_sentence() {
        let start = "UUUUUWBUUBWUUUUU";
        for (board, mover, expected) in [
            ("BW", "black", "This board has 1x2 squares instead of 4x4."),
            (
                "UUUUUWBxUBWUUUUU",
                "black",
                "This board cannot be played on: line 2: 'x' is not one of X * B O W - . U.",
            ),
            (
                start,
                "Black",
                "The side to move is \"Black\"; expected black or white.",
            ),
            ("BBBBBBBBBBBBBBBU", "black", "The game is over."),
            (
                "BWUUUUUUUUUUUUUU",
                "white",
                "There is no legal move for white.",
            ),
        ] {
            let found = read(board, 4, 4, mover).expect_err("it is wrong");
            assert_eq!(found, expected);
        }
        for (rows, cols) in [(0, 8), (8, 0), (27, 27), (usize::MAX, usize::MAX)] {
            let found = read("", rows, cols, "black").expect_err("there is no such board");
            assert!(found.starts_with("This board cannot be played on: "));
        }
    }
}

//! Positions as the page writes them.

use reversi_core::{Board, Disc, Game, Rules, Size};
use serde::{Deserialize, Serialize};

use crate::squares::number;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    pub rows: usize,
    pub cols: usize,
    /// The squares, row by row: `B`, `W`, or `U` for an empty one.
    pub board: String,
    pub mover: String,
}

impl Placed {
    pub fn new(game: &Game) -> Self {
        let size = game.rules().size;
        let letter = |at| match game.board().disc(at) {
            Some(Disc::Black) => 'B',
            Some(Disc::White) => 'W',
            None => 'U',
        };
        let mover = match game.to_move() {
            Disc::Black => "black",
            Disc::White => "white",
        };
        Self {
            rows: size.rows().into(),
            cols: size.cols().into(),
            board: size.squares().map(letter).collect(),
            mover: mover.to_owned(),
        }
    }

    /// Returns a line for the side to move and one for each row of the board.
    pub fn to_lines(&self) -> String {
        let letters: Vec<char> = self.board.chars().collect();
        let rows = letters.chunks(self.cols.max(1)).map(String::from_iter);
        let lines = std::iter::once(self.mover.clone()).chain(rows);
        lines.collect::<Vec<String>>().join("\n")
    }

    /// Reads what [`to_lines`](Self::to_lines) has written. Only [`game`](Self::game) finds
    /// out what is wrong with it.
    pub fn from_lines(lines: &str) -> Self {
        let (mover, board) = lines.split_once('\n').unwrap_or((lines, ""));
        Self {
            rows: board.lines().count(),
            cols: board.lines().next().map_or(0, |row| row.chars().count()),
            board: board.lines().collect(),
            mover: mover.to_owned(),
        }
    }

    /// Returns the game that goes on from it by `rules`, on a board of its own size.
    pub fn game(&self, rules: Rules) -> Result<Game, String> {
        let refused =
            |error: &dyn std::fmt::Display| format!("This board cannot be played on: {error}.");
        let size = Size::new(self.rows, self.cols);
        let size = size.map_err(|error| refused(&error))?;
        let found = self.board.chars().count();
        if found != size.area() {
            return Err(format!(
                "A board of {}×{} squares needs {} letters; found {found}.",
                self.rows,
                self.cols,
                size.area()
            ));
        }
        let mut discs = Board::empty(size);
        for (at, letter) in size.squares().zip(self.board.chars()) {
            match letter {
                'B' => discs.put(at, Disc::Black),
                'W' => discs.put(at, Disc::White),
                'U' => {}
                _ => {
                    return Err(format!(
                        "Square {} of the board is {letter:?}; expected B, W or U.",
                        number(size, at)
                    ));
                }
            }
        }
        let to_move = match self.mover.as_str() {
            "black" => Disc::Black,
            "white" => Disc::White,
            other => {
                return Err(format!(
                    "The side to move is {other:?}; expected black or white."
                ));
            }
        };
        Game::resume(Rules { size, ..rules }, discs, to_move).map_err(|error| refused(&error))
    }
}

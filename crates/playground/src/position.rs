//! Positions as the page writes them.

use reversi_core::{Board, Disc, Game, Rules};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    pub rows: usize,
    pub cols: usize,
    /// The squares, row by row: `B`, `W`, or `U` for an empty one.
    pub board: String,
    pub mover: String,
}

impl Placed {
    /// Returns a line for the side to move and one for each row of the board.
    pub fn to_lines(&self) -> String {
        format!("{}\n{}", self.mover, self.picture())
    }

    fn picture(&self) -> String {
        let letters: Vec<char> = self.board.chars().collect();
        let rows = letters.chunks(self.cols.max(1)).map(String::from_iter);
        rows.collect::<Vec<String>>().join("\n")
    }

    /// Reads the result of [`to_lines`](Self::to_lines). Only [`game`](Self::game) validates it.
    pub fn from_lines(lines: &str) -> Self {
        let (mover, board) = lines.split_once('\n').unwrap_or((lines, ""));
        Self {
            rows: board.lines().count(),
            cols: board.lines().next().map_or(0, |row| row.chars().count()),
            board: board.lines().collect(),
            mover: mover.to_owned(),
        }
    }

    /// Returns the game that continues from it by `rules`, on a board of its own size.
    pub fn game(&self, rules: Rules) -> Result<Game, String> {
        let refused =
            |error: &dyn std::fmt::Display| format!("This board cannot be played on: {error}.");
        let board = self
            .picture()
            .parse::<Board>()
            .map_err(|error| refused(&error))?;
        let size = board.size();
        if (usize::from(size.rows()), usize::from(size.cols())) != (self.rows, self.cols) {
            let (rows, cols) = (self.rows, self.cols);
            return Err(format!(
                "This board has {size} squares instead of {rows}x{cols}."
            ));
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
        Game::resume(Rules { size, ..rules }, board, to_move).map_err(|error| refused(&error))
    }
}

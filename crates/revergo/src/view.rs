//! The boards as the handout draws them, to the last space.

use std::fmt;

use anstyle::{Ansi256Color, Style};
use reversi_core::{Board, Size, Square};

use crate::{HUMAN, Variant, words};

/// The safe area: the handout's grey, with black on it so that it can be read
/// on dark terminals too.
const GREY: Style = Style::new()
    .bg_color(Some(anstyle::Color::Ansi256(Ansi256Color(250))))
    .fg_color(Some(anstyle::Color::Ansi256(Ansi256Color(16))));

/// A board with its frame and counters, written by `Display`. Spaces at the
/// end of a line are the handout's.
#[derive(Clone, Copy, Debug)]
pub struct BoardView<'a> {
    /// The board, of the size of `variant`.
    pub board: &'a Board,
    /// Which of the two boards it is.
    pub variant: Variant,
    /// Whether the safe area is grey, by terminal escape codes.
    pub grey: bool,
}

/// The line above and below a board of `size`.
pub(crate) fn edge(size: Size) -> String {
    let cells = "- ".repeat(size.cols().into());
    format!("+ {cells}+")
}

impl fmt::Display for BoardView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counters = self.counters();
        let edge = edge(self.board.size());
        match self.variant {
            Variant::Strip => {
                writeln!(f, "   0 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 ")?;
                writeln!(f, "   1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6       ")?;
                writeln!(f, " {edge}   {}", counters[0])?;
                f.write_str(" ")?;
                self.row(f, 0)?;
                writeln!(f, "   {}", counters[1])?;
                writeln!(f, " {edge}   {}", counters[2])
            }
            Variant::Square => {
                writeln!(f, "   1 2 3 4 5 6 7 8 ")?;
                writeln!(f, " {edge} {}", counters[0])?;
                for row in 0..8 {
                    write!(f, "{}", row + 1)?;
                    self.row(f, row)?;
                    match row {
                        0 | 1 => writeln!(f, " {}", counters[usize::from(row) + 1])?,
                        2 => writeln!(f, " ")?,
                        _ => writeln!(f)?,
                    }
                }
                writeln!(f, " {edge}")
            }
        }
    }
}

impl BoardView<'_> {
    fn counters(&self) -> [String; 3] {
        let count = self.board.count();
        let (human, computer) = (count[HUMAN], count[HUMAN.opponent()]);
        [
            format!("{}{:3}", words::ROUND, human + computer),
            format!("{}{human:3}", words::HUMAN_COUNT),
            format!("{}{computer:3}", words::COMPUTER_COUNT),
        ]
    }

    /// A row of cells between two bars.
    fn row(&self, f: &mut fmt::Formatter<'_>, row: u8) -> fmt::Result {
        let safe = self.variant.safe_area();
        f.write_str("| ")?;
        for col in 0..self.board.size().cols() {
            let at = Square::new(row, col);
            let grey = self.grey && safe.contains(at);
            if grey && col == safe.first.col {
                write!(f, "{GREY}")?;
            }
            write!(f, "{}", words::GLYPHS.cell(self.board.disc(at)))?;
            if grey && col == safe.last.col {
                write!(f, "{GREY:#}")?;
            }
            f.write_str(" ")?;
        }
        f.write_str("|")
    }
}

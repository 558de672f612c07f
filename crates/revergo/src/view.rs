//! The boards exactly as the handout draws them, including trailing spaces.

use std::fmt;

use anstyle::{Ansi256Color, Style};
use reversi_core::{Area, Board, Size, Square};

use crate::{COMPUTER, HUMAN, words};

/// The handout's grey, with black on it for dark terminals.
const GREY: Style = Style::new()
    .bg_color(Some(anstyle::Color::Ansi256(Ansi256Color(250))))
    .fg_color(Some(anstyle::Color::Ansi256(Ansi256Color(16))));

/// A board with its frame, counters, and the handout's spaces at the ends of lines.
#[derive(Clone, Copy, Debug)]
pub struct BoardView<'a> {
    pub board: &'a Board,
    /// The cells printed in grey, with terminal escape codes.
    pub grey: Option<Area>,
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
        match self.board.size().rows() {
            1 => {
                writeln!(f, "   0 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 ")?;
                writeln!(f, "   1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6       ")?;
                writeln!(f, " {edge}   {}", counters[0])?;
                f.write_str(" ")?;
                self.row(f, 0)?;
                writeln!(f, "   {}", counters[1])?;
                writeln!(f, " {edge}   {}", counters[2])
            }
            rows => {
                writeln!(f, "   1 2 3 4 5 6 7 8 ")?;
                writeln!(f, " {edge} {}", counters[0])?;
                for row in 0..rows {
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
        let (human, computer) = (count[HUMAN], count[COMPUTER]);
        [
            format!("{}{:3}", words::ROUND, human + computer),
            format!("{}{human:3}", words::HUMAN_COUNT),
            format!("{}{computer:3}", words::COMPUTER_COUNT),
        ]
    }

    fn row(&self, f: &mut fmt::Formatter<'_>, row: u8) -> fmt::Result {
        f.write_str("| ")?;
        for col in 0..self.board.size().cols() {
            let at = Square::new(row, col);
            let grey = self.grey.filter(|area| area.contains(at));
            if grey.is_some_and(|area| col == area.first.col) {
                write!(f, "{GREY}")?;
            }
            write!(f, "{}", words::GLYPHS.cell(self.board.disc(at)))?;
            if grey.is_some_and(|area| col == area.last.col) {
                write!(f, "{GREY:#}")?;
            }
            f.write_str(" ")?;
        }
        f.write_str("|")
    }
}

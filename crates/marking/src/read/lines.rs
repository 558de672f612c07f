//! An output as lines of characters.

use super::screen::{character, moves_freely, seen};

#[cfg(test)]
thread_local! {
    /// The number of characters that were looked at: the work of a reader.
    pub(crate) static LOOKS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

pub(crate) struct Lines {
    lines: Vec<Vec<char>>,
    /// The lines with one character per colour, if colours distinguish the discs.
    drawn: Option<Vec<Vec<char>>>,
}

impl Lines {
    pub(crate) fn new(bytes: &[u8]) -> Self {
        if moves_freely(bytes) {
            Self {
                lines: seen(bytes, character),
                drawn: None,
            }
        } else {
            Self::stripped(bytes)
        }
    }

    /// Reads all lines, seen or not.
    pub(super) fn stripped(bytes: &[u8]) -> Self {
        let plain: Vec<u8> = anstream::adapter::strip_bytes(bytes).into_vec();
        // A variation selector after a disc takes no place on the screen.
        let unwanted = |c: &char| matches!(c, '\r' | '\u{fe0e}' | '\u{fe0f}' | '\u{feff}');
        let lines = String::from_utf8_lossy(&plain)
            .split('\n')
            .map(|line| line.chars().filter(|c| !unwanted(c)).collect())
            .collect();
        Self { lines, drawn: None }
    }

    /// Creates lines from pairs of a character and its substitute in its colour.
    pub(crate) fn drawn(cells: Vec<Vec<(char, char)>>) -> Self {
        let (mut lines, mut drawn) = (Vec::new(), Vec::new());
        for line in cells {
            let (plain, coloured) = line.into_iter().unzip();
            lines.push(plain);
            drawn.push(coloured);
        }
        Self {
            lines,
            drawn: Some(drawn),
        }
    }

    pub(crate) fn append(&mut self, next: Self) {
        let drawn = self.drawn.take().zip(next.drawn);
        self.drawn = drawn.map(|(drawn, next)| [drawn, next].concat());
        self.lines.extend(next.lines);
    }

    pub(crate) fn cells(&self) -> &[Vec<char>] {
        self.drawn.as_deref().unwrap_or(&self.lines)
    }

    /// Returns a space after the end of a line, since programs and editors trim lines.
    pub(crate) fn at(&self, line: usize, column: usize) -> char {
        #[cfg(test)]
        LOOKS.with(|looks| looks.set(looks.get() + 1));
        self.cells()
            .get(line)
            .and_then(|line| line.get(column))
            .copied()
            .unwrap_or(' ')
    }

    pub(crate) fn right_of(&self, line: usize, column: usize) -> String {
        let rest = self.lines[line].iter().skip(column);
        rest.copied().chain(['\n']).collect()
    }

    pub(crate) fn text(&self, wanted: impl Fn(usize) -> bool) -> String {
        let lines = self.lines.iter().enumerate();
        lines
            .filter(|(number, _)| wanted(*number))
            .flat_map(|(_, line)| line.iter().copied().chain(['\n']))
            .collect()
    }
}

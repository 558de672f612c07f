//! An output as lines of characters.

use super::boards::Printed;

/// Output as lines of characters, without colours and carriage returns.
pub(crate) struct Text {
    pub(crate) lines: Vec<Vec<char>>,
    /// The same lines with a character of its own for each colour of a
    /// character, where colours tell the discs.
    drawn: Option<Vec<Vec<char>>>,
}

impl Text {
    pub(crate) fn new(bytes: &[u8]) -> Self {
        let plain: Vec<u8> = anstream::adapter::strip_bytes(bytes).into_vec();
        // A variation selector after a disc takes no place on the screen.
        let unwanted = |c: &char| matches!(c, '\r' | '\u{fe0e}' | '\u{fe0f}' | '\u{feff}');
        let lines = String::from_utf8_lossy(&plain)
            .split('\n')
            .map(|line| line.chars().filter(|c| !unwanted(c)).collect())
            .collect();
        Self { lines, drawn: None }
    }

    /// Of pairs of a character and what stands for it in its colour.
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

    /// The lines that boards are looked for in.
    pub(crate) fn cells(&self) -> &[Vec<char>] {
        self.drawn.as_deref().unwrap_or(&self.lines)
    }

    /// The character there; beyond a line's end a space, since programs and
    /// editors trim.
    pub(crate) fn at(&self, line: usize, column: usize) -> char {
        self.cells()
            .get(line)
            .and_then(|line| line.get(column))
            .copied()
            .unwrap_or(' ')
    }

    /// The lines from `from` up to `to`.
    pub(crate) fn between(&self, from: usize, to: usize) -> String {
        let to = to.min(self.lines.len());
        let lines = self.lines.get(from..to).unwrap_or_default();
        lines
            .iter()
            .flat_map(|line| line.iter().copied().chain(['\n']))
            .collect()
    }

    /// The lines from `from` on that belong to none of `boards`, as text.
    pub(crate) fn without(&self, boards: &[Printed], from: usize) -> String {
        let inside = |line: usize| boards.iter().any(|b| (b.top..=b.bottom).contains(&line));
        let mut text = String::new();
        for (number, line) in self.lines.iter().enumerate().skip(from) {
            if !inside(number) {
                text.extend(line);
                text.push('\n');
            }
        }
        text
    }
}

//! Reads a program's output as plain lines or, if these have no board, as a terminal
//! shows it.

use std::num::NonZeroU16;

use reversi_core::{Disc, Game};
use vt100::{Cell, Color, Parser};

use super::boards::{BoardLayout, NotFound, Palette};
use super::lines::Lines;

/// The rows and columns of a screen that is read as a whole: more than any terminal
/// has, so that nothing scrolls away.
const SCREEN: [NonZeroU16; 2] = [NonZeroU16::new(64).unwrap(), NonZeroU16::new(200).unwrap()];
/// The rows and columns of a screen whose lines are read one by one.
const LINE: [NonZeroU16; 2] = [NonZeroU16::new(2).unwrap(), NonZeroU16::new(1000).unwrap()];
/// The first of the substitutes for coloured characters. They are in the private use
/// area of Unicode, which no program prints.
const PRIVATE: u32 = 0xe000;
/// The greatest number of coloured characters that can distinguish discs.
const MOST_STYLES: usize = 256;
const CLEAR: &[u8] = b"\x1b[2J";
/// The lines of one turn that a terminal shows. Drawing takes a terminal longer than
/// printing takes a program, so it draws no more than a game needs.
const MOST_LINES: usize = 1_000;
/// The escape sequences of one turn that may change many cells at once.
const MOST_ERASURES: usize = 500;
/// The screens that are read, in one turn and in all.
const MOST_SCREENS: usize = 32;
const MOST_SCREENS_IN_ALL: usize = 2_000;
/// The lines with free cursor movements that are read in their whole width.
const MOST_WIDE_LINES: usize = 20_000;

/// The colours that make a character another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    Neither,
    Ink,
    Ground,
    Both,
}

/// A character in its colours, as far as they matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StyledChar {
    character: char,
    ink: Color,
    ground: (Color, bool),
}

/// Reads the output of one program.
pub(crate) struct Reader {
    /// The end of the opening in the output.
    opening: usize,
    /// The beginning of the part that was read last.
    from: usize,
    /// The number of bytes that have been read.
    seen: usize,
    terminal: Option<Terminal>,
}

/// A terminal that shows the output.
struct Terminal {
    parser: Parser,
    /// Set if the cursor moves freely, so that only the whole screen shows the board;
    /// otherwise each line follows the one before.
    whole: bool,
    look: Look,
    /// The characters seen so far, each in its colours; their indices stand
    /// for them.
    seen_styles: Vec<StyledChar>,
    /// The numbers of screens and of wide lines that may still be read.
    screens_left: usize,
    wide_lines_left: usize,
}

impl Reader {
    /// Reads the opening of `game` at the start of `output`. If plain lines have it,
    /// they are used even if there are escapes in them, since no plain line is lost
    /// by scrolling.
    pub(crate) fn start(
        output: &[u8],
        game: &Game,
        owner: impl Fn(char) -> Option<Disc>,
    ) -> (Self, Lines, Result<Vec<BoardLayout>, NotFound>) {
        let read = |terminal: Option<Terminal>| {
            let mut reader = Self::new(terminal);
            let text = reader.read(output);
            reader.opening = output.len();
            let layouts = BoardLayout::find(&text, game, &owner);
            (reader, text, layouts)
        };
        let plain = read(None);
        if plain.2.is_ok() || !output.contains(&0x1b) {
            return plain;
        }
        let mut other = None;
        for terminal in Terminal::all() {
            let found = read(Some(terminal));
            match found.2 {
                Ok(_) => return found,
                Err(NotFound::Another(_)) if other.is_none() => other = Some(found),
                Err(_) => {}
            }
        }
        match plain.2 {
            Err(NotFound::Nothing) => other.unwrap_or(plain),
            _ => plain,
        }
    }

    fn new(terminal: Option<Terminal>) -> Self {
        Self {
            opening: 0,
            from: 0,
            seen: 0,
            terminal,
        }
    }

    /// Every other way to read what has been read: each with the layouts of the
    /// opening of `game` and the text that was read last.
    pub(crate) fn others(
        &self,
        output: &[u8],
        game: &Game,
    ) -> Vec<(Self, Vec<BoardLayout>, Lines)> {
        if !output.contains(&0x1b) {
            return Vec::new();
        }
        let read = |terminal: Terminal| {
            let mut reader = Self::new(Some(terminal));
            let opening = reader.read(&output[..self.opening]);
            reader.opening = self.opening;
            // On a board without discs, no character is the disc of a side.
            let layouts = BoardLayout::find(&opening, game, |_| None).ok()?;
            if self.opening < self.from {
                reader.read(&output[..self.from]);
            }
            let text = reader.read(&output[..self.seen]);
            Some((reader, layouts, text))
        };
        Terminal::all().filter_map(read).collect()
    }

    /// The part of `output` that has not been read.
    pub(crate) fn read(&mut self, output: &[u8]) -> Lines {
        let new = output.get(self.seen..).unwrap_or_default();
        self.from = self.seen;
        self.seen = output.len();
        match &mut self.terminal {
            None => Lines::new(new),
            Some(terminal) => Lines::drawn(if terminal.whole {
                terminal.screens(drawable(new))
            } else {
                terminal.lines(drawable(new))
            }),
        }
    }

    /// The part of `output` that has not been read, which stays unread; `None` if
    /// there is none or only a terminal shows it.
    pub(crate) fn peek(&self, output: &[u8]) -> Option<Lines> {
        let new = output.get(self.seen..).filter(|new| !new.is_empty())?;
        self.terminal.is_none().then(|| Lines::new(new))
    }

    /// `palette` for a reader, without what stands for colours.
    pub(crate) fn shown(&self, palette: &Palette) -> Palette {
        let Some(terminal) = &self.terminal else {
            return palette.clone();
        };
        let plain = |glyph: char| terminal.plain(glyph);
        let (black, white) = (palette.black.map(plain), palette.white.map(plain));
        let empty: Vec<char> = palette.empty.iter().copied().map(plain).collect();
        let alike = black == white || black.or(white).is_some_and(|disc| empty.contains(&disc));
        if alike {
            return Palette::letters();
        }
        Palette {
            empty,
            black,
            white,
        }
    }
}

impl Terminal {
    /// All ways, the plainest first.
    fn all() -> impl Iterator<Item = Self> {
        let looks = [Look::Neither, Look::Ink, Look::Ground, Look::Both];
        let ways = looks.map(|look| [false, true].map(|whole| (whole, look)));
        ways.into_iter()
            .flatten()
            .map(|(whole, look)| Self::new(whole, look))
    }

    fn new(whole: bool, look: Look) -> Self {
        let [rows, columns] = if whole { SCREEN } else { LINE };
        Self {
            parser: Parser::new(rows, columns, 0),
            whole,
            look,
            seen_styles: Vec::new(),
            screens_left: MOST_SCREENS_IN_ALL,
            wide_lines_left: MOST_WIDE_LINES,
        }
    }

    /// The screen before each time that it is cleared, and at the end.
    fn screens(&mut self, new: &[u8]) -> Vec<Vec<(char, char)>> {
        let mut lines = Vec::new();
        let mut rest = new;
        let mut left = MOST_SCREENS.min(self.screens_left);
        while let Some(at) = rest.windows(CLEAR.len()).position(|part| part == CLEAR) {
            let (before, after) = rest.split_at(at);
            self.process(before);
            // What was there before is no news.
            let text = Lines::new(before);
            if left > 0 && !text.text(|_| true).trim().is_empty() {
                left -= 1;
                self.screens_left -= 1;
                lines.extend(self.screen());
            }
            self.parser.process(CLEAR);
            rest = &after[CLEAR.len()..];
        }
        self.process(rest);
        lines.extend(self.screen());
        lines
    }

    fn screen(&mut self) -> Vec<Vec<(char, char)>> {
        let (rows, _) = self.parser.screen().size();
        let mut lines: Vec<_> = (0..rows.get()).map(|row| self.row(row, u16::MAX)).collect();
        let used = lines.iter().rposition(|line| !line.is_empty());
        lines.truncate(used.map_or(0, |last| last + 1));
        lines
    }

    /// The lines of `new`, whose first is not the rest of a prompt's.
    fn lines(&mut self, new: &[u8]) -> Vec<Vec<(char, char)>> {
        let mut lines = Vec::new();
        for line in new.split(|&byte| byte == b'\n') {
            self.process(b"\n");
            self.process(line);
            let (row, _) = self.parser.screen().cursor_position();
            let width = self.width(line);
            lines.push(self.row(row, width));
        }
        lines
    }

    /// The number of columns that `line` may have filled.
    fn width(&mut self, line: &[u8]) -> u16 {
        if sequences(line).any(|(_, last)| last != b'm') && self.wide_lines_left > 0 {
            self.wide_lines_left -= 1;
            return u16::MAX;
        }
        // A tab fills eight columns.
        u16::try_from(8 * line.len()).unwrap_or(u16::MAX)
    }

    /// Shows `bytes`, as a terminal would whose line ends go to the left.
    fn process(&mut self, bytes: &[u8]) {
        for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
            if index > 0 {
                self.parser.process(b"\r\n");
            }
            self.parser.process(line);
        }
    }

    /// The first `width` columns of a row.
    fn row(&mut self, row: u16, width: u16) -> Vec<(char, char)> {
        let mut cells = Vec::new();
        let mut used = 0;
        let (_, columns) = self.parser.screen().size();
        for column in 0..columns.get().min(width) {
            let Some(cell) = self.parser.screen().cell(row, column) else {
                break;
            };
            // Where lines follow each other, columns are characters.
            if cell.is_wide_continuation() && !self.whole {
                continue;
            }
            let styled = styled(cell, self.look);
            let drawn = self.glyph_of(styled);
            cells.push((styled.character, drawn));
            if drawn != ' ' {
                used = cells.len();
            }
        }
        cells.truncate(used);
        cells
    }

    /// Returns a private character for each style of a character, or the character itself if
    /// it has no style.
    fn glyph_of(&mut self, styled: StyledChar) -> char {
        if styled.ink == Color::Default && styled.ground == (Color::Default, false) {
            return styled.character;
        }
        let known = self.seen_styles.iter().position(|known| *known == styled);
        if known.is_none() && self.seen_styles.len() == MOST_STYLES {
            return styled.character;
        }
        let index = known.unwrap_or_else(|| {
            self.seen_styles.push(styled);
            self.seen_styles.len() - 1
        });
        let index = u32::try_from(index).unwrap_or_default();
        char::from_u32(PRIVATE + index).unwrap_or(styled.character)
    }

    /// The inverse of [`glyph_of`](Self::glyph_of).
    fn plain(&self, glyph: char) -> char {
        let index = u32::from(glyph).checked_sub(PRIVATE);
        let styled = index.and_then(|index| self.seen_styles.get(usize::try_from(index).ok()?));
        styled.map_or(glyph, |styled| styled.character)
    }
}

/// The escape sequences of `output`: the offset and the last byte of each. Of one that
/// is no control sequence, the last byte is 0.
fn sequences(output: &[u8]) -> impl Iterator<Item = (usize, u8)> {
    memchr::memchr_iter(0x1b, output).map(|at| {
        let rest = output[at + 1..].strip_prefix(b"[").unwrap_or_default();
        let last = rest.iter().find(|byte| !(0x20..0x40).contains(*byte));
        (at, last.copied().unwrap_or_default())
    })
}

/// The beginning of one turn's output that is drawn.
fn drawable(output: &[u8]) -> &[u8] {
    let moves_only = |last: u8| matches!(last, b'm' | b'A'..=b'H' | b'f');
    let erasures = sequences(output).filter(|(_, last)| !moves_only(*last));
    let end = erasures.map(|(at, _)| at).nth(MOST_ERASURES);
    let output = &output[..end.unwrap_or(output.len())];
    let end = memchr::memchr_iter(b'\n', output).nth(MOST_LINES);
    &output[..end.unwrap_or(output.len())]
}

/// Returns the character of `cell` with those of its colours that `look` distinguishes.
fn styled(cell: &Cell, look: Look) -> StyledChar {
    let character = cell.contents().chars().next().unwrap_or(' ');
    let mut styled = StyledChar {
        character,
        ink: cell.fgcolor(),
        ground: (cell.bgcolor(), cell.inverse()),
    };
    // A space has no ink.
    if matches!(look, Look::Neither | Look::Ground) || character.is_whitespace() {
        styled.ink = Color::Default;
    }
    if matches!(look, Look::Neither | Look::Ink) {
        styled.ground = (Color::Default, false);
    }
    styled
}

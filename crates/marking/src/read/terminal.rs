//! Reads a program's output as plain lines or, if these have no board, as a terminal
//! shows it.

use std::num::NonZeroU16;

use course::Glyphs;
use reversi_core::{ByDisc, Disc, Game};
use vt100::{Cell, Color, Parser};

use super::boards::{BoardLayout, NotFound, Palette};
use super::lines::Lines;
use super::screen::{
    character, drawable, moves_freely, positions, print, rows, seen, without_concealed,
};

/// The rows and columns of a screen that is read as a whole: more than any terminal
/// has, so that nothing scrolls away.
const SCREEN: [NonZeroU16; 2] = [NonZeroU16::new(64).unwrap(), NonZeroU16::new(200).unwrap()];
/// The start of Unicode's private use area, which no program prints.
const PRIVATE: u32 = 0xe000;
const MOST_STYLES: usize = 256;
const CLEAR: &[u8] = b"\x1b[2J";
const MOST_SCREENS: usize = 32;
const MOST_SCREENS_IN_ALL: usize = 2_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StyledChar {
    character: char,
    ink: Color,
    ground: (Color, bool),
}

#[derive(Default)]
pub(crate) struct Reader {
    opening: usize,
    from: usize,
    seen: usize,
    terminal: Option<VirtualTerminal>,
}

struct VirtualTerminal {
    parser: Parser,
    /// Set if the cursor moves freely; otherwise each line follows the one before.
    whole: bool,
    styles: Styles,
    screens_left: usize,
}

impl Reader {
    /// Prefers plain lines even with escapes, since none is lost by scrolling.
    pub(crate) fn start(
        output: &[u8],
        game: &Game,
        owner: impl Fn(char) -> Option<Disc>,
    ) -> (Self, Lines, Result<Vec<BoardLayout>, NotFound>) {
        let read = |terminal: Option<VirtualTerminal>| {
            let mut reader = Self {
                terminal,
                ..Self::default()
            };
            let text = reader.read(output);
            reader.opening = output.len();
            let layouts = BoardLayout::find(&text, game, &owner);
            (reader, text, layouts)
        };
        let plain = read(None);
        if !output.contains(&0x1b) {
            return plain;
        }
        // Where each turn draws only what has changed, its lines alone have no board.
        if plain.2.is_ok() && BoardLayout::find(&Lines::stripped(output), game, &owner).is_ok() {
            return plain;
        }
        let mut other = None;
        for terminal in VirtualTerminal::all(output) {
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

    /// Returns other readers, each with the layouts of the opening and the text read last.
    pub(crate) fn others(
        &self,
        output: &[u8],
        game: &Game,
    ) -> Vec<(Self, Vec<BoardLayout>, Lines)> {
        if !output.contains(&0x1b) {
            return Vec::new();
        }
        let read = |terminal: VirtualTerminal| {
            let mut reader = Self {
                terminal: Some(terminal),
                ..Self::default()
            };
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
        VirtualTerminal::all(output).filter_map(read).collect()
    }

    pub(crate) fn read(&mut self, output: &[u8]) -> Lines {
        let new = output.get(self.seen..).unwrap_or_default();
        self.from = self.seen;
        self.seen = output.len();
        match &mut self.terminal {
            None => Lines::new(new),
            Some(terminal) => Lines::drawn(if terminal.whole {
                terminal.screens(&without_concealed(drawable(new)))
            } else {
                seen(new, |cell| terminal.styles.glyphs(cell))
            }),
        }
    }

    /// Returns `None` if nothing is new, or a terminal may still show something else.
    pub(crate) fn peek(&self, output: &[u8]) -> Option<Lines> {
        let new = output.get(self.seen..).filter(|new| !new.is_empty())?;
        let is_plain = self.terminal.is_none() && !moves_freely(new);
        is_plain.then(|| Lines::new(new))
    }

    /// Returns the palette of the boards in a report, for a course with these glyphs.
    pub(crate) fn shown(&self, palette: &Palette, glyphs: &Glyphs) -> Palette {
        self.plain(palette).completed(glyphs)
    }

    fn plain(&self, palette: &Palette) -> Palette {
        let Some(terminal) = &self.terminal else {
            return palette.clone();
        };
        let plain = |glyph: char| terminal.styles.plain(glyph);
        let ByDisc { black, white } = palette.discs;
        let (black, white) = (black.map(plain), white.map(plain));
        let empty: Vec<char> = palette.empty.iter().copied().map(plain).collect();
        if black == white || black.or(white).is_some_and(|disc| empty.contains(&disc)) {
            return Palette::letters();
        }
        let discs = ByDisc { black, white };
        Palette { empty, discs }
    }
}

impl VirtualTerminal {
    fn all(output: &[u8]) -> impl Iterator<Item = Self> + use<> {
        let looks = [(false, false), (true, false), (false, true), (true, true)];
        let whole = positions(output);
        let ways = looks.map(|look| [whole, !whole].map(|whole| (whole, look)));
        let [rows, columns] = SCREEN;
        let ways = ways.into_iter().flatten();
        ways.map(move |(whole, (ink, ground))| Self {
            parser: Parser::new(rows, columns, 0),
            whole,
            styles: Styles {
                ink,
                ground,
                seen: Vec::new(),
            },
            screens_left: MOST_SCREENS_IN_ALL,
        })
    }

    /// The screen before each time that it is cleared, and at the end.
    fn screens(&mut self, new: &[u8]) -> Vec<Vec<(char, char)>> {
        let mut lines = Vec::new();
        let mut rest = new;
        let mut left = MOST_SCREENS.min(self.screens_left);
        while let Some(at) = rest.windows(CLEAR.len()).position(|part| part == CLEAR) {
            let (before, after) = rest.split_at(at);
            print(&mut self.parser, before);
            // What was there before is no news.
            let text = Lines::stripped(before);
            if left > 0 && !text.text(|_| true).trim().is_empty() {
                left -= 1;
                self.screens_left -= 1;
                lines.extend(self.screen());
            }
            self.parser.process(CLEAR);
            rest = &after[CLEAR.len()..];
        }
        print(&mut self.parser, rest);
        lines.extend(self.screen());
        lines
    }

    fn screen(&mut self) -> Vec<Vec<(char, char)>> {
        let mut look = |cell: &Cell| self.styles.glyphs(cell);
        rows(self.parser.screen(), 0, |_| true, &mut look)
    }
}

struct Styles {
    /// Set if the colour of a character, or the one behind it, makes it another one.
    ink: bool,
    ground: bool,
    /// The index of each stands for it.
    seen: Vec<StyledChar>,
}

impl Styles {
    fn glyphs(&mut self, cell: &Cell) -> (char, char) {
        let styled = self.styled(cell);
        (styled.character, self.glyph_of(styled))
    }

    fn styled(&self, cell: &Cell) -> StyledChar {
        let character = character(cell);
        // A space has no ink.
        let ink = Some(cell.fgcolor()).filter(|_| self.ink && !character.is_whitespace());
        let ground = Some((cell.bgcolor(), cell.inverse())).filter(|_| self.ground);
        StyledChar {
            character,
            ink: ink.unwrap_or(Color::Default),
            ground: ground.unwrap_or((Color::Default, false)),
        }
    }

    /// Returns a private character per style, or the character itself if it has none.
    fn glyph_of(&mut self, styled: StyledChar) -> char {
        if styled.ink == Color::Default && styled.ground == (Color::Default, false) {
            return styled.character;
        }
        let known = self.seen.iter().position(|known| *known == styled);
        if known.is_none() && self.seen.len() == MOST_STYLES {
            return styled.character;
        }
        let index = known.unwrap_or_else(|| {
            self.seen.push(styled);
            self.seen.len() - 1
        });
        let index = u32::try_from(index).unwrap_or_default();
        char::from_u32(PRIVATE + index).unwrap_or(styled.character)
    }

    fn plain(&self, glyph: char) -> char {
        let index = u32::from(glyph).checked_sub(PRIVATE);
        let styled = index.and_then(|index| self.seen.get(usize::try_from(index).ok()?));
        styled.map_or(glyph, |styled| styled.character)
    }
}

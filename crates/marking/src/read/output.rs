//! The boards and messages in a course's output.

use course::{Course, Message};
use reversi_core::{Board, Size, Square};

use super::boards::Palette;

#[derive(Clone, Debug)]
pub(crate) struct EventItem {
    /// The end of the one before.
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) event: Event,
}

impl EventItem {
    pub(crate) fn is_board(&self) -> bool {
        matches!(self.event, Event::Board { .. })
    }

    /// Returns its text in `output`, without white space at its ends.
    pub(crate) fn text<'a>(&self, output: &'a [u8]) -> &'a [u8] {
        output[self.start..self.end].trim_ascii()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// A board whose cells begin at `rows`. A header that is right belongs to
    /// it, another is a text before it.
    Board {
        board: Board,
        rows: usize,
        marks: Vec<Square>,
    },
    /// A message that the rules of the game can check.
    Message(Message),
    Text,
}

impl Event {
    pub(crate) fn marks(&self) -> &[Square] {
        match self {
            Self::Board { marks, .. } => marks,
            Self::Message(_) | Self::Text => &[],
        }
    }
}

pub(crate) fn read(course: &Course, size: Size, output: &[u8]) -> Vec<EventItem> {
    let header = course.program.header(size);
    let mut items: Vec<EventItem> = Vec::new();
    let add = |items: &mut Vec<EventItem>, end, event| {
        let start = items.last().map_or(0, |last| last.end);
        items.push(EventItem { start, end, event });
    };
    let palette = Palette::of_course(course);
    let mut rows: Vec<Vec<char>> = Vec::new();
    let awaited = course.awaited(output);
    let mut awaited = awaited.as_slice();
    let mut rows_start = 0;
    let mut start = 0;
    for line in output.split_inclusive(|&byte| byte == b'\n') {
        let end = start + line.len();
        let text = String::from_utf8_lossy(line);
        // A program in a loop may print as many prompts as lines.
        let cuts = awaited.partition_point(|&cut| cut <= start);
        awaited = &awaited[cuts..];
        if let Some(row) = row(course, size, &text) {
            if rows.is_empty() {
                rows_start = start;
            }
            rows.push(row);
            if rows.len() == usize::from(size.rows()) {
                let cells: Vec<char> = rows.drain(..).flatten().collect();
                let is_mark = |glyph: &char| course.glyphs.legal == Some(*glyph);
                let marks = size.squares().zip(&cells);
                let marks = marks.filter(|(_, glyph)| is_mark(glyph));
                let marks = marks.map(|(at, _)| at).collect();
                let rows = rows_start;
                let board = palette.board(size, cells.into_iter());
                if let Some(board) = board {
                    add(&mut items, end, Event::Board { board, rows, marks });
                }
            }
        } else if rows.is_empty() || !is_ruler(course, &text) {
            rows.clear();
            // Input is not echoed, so what follows a prompt is on its line.
            let mut from = start;
            for &cut in awaited.iter().take_while(|&&cut| cut < end) {
                let text = String::from_utf8_lossy(&output[from..cut]);
                add(&mut items, cut, message(course, size, &text));
                from = cut;
            }
            let text = String::from_utf8_lossy(&output[from..end]);
            let trimmed = text.trim_end();
            // Of a header that is alone on its line or behind a prompt, the
            // board's item has the white space too.
            let before = trimmed.strip_suffix(&header).unwrap_or(trimmed);
            if !before.trim().is_empty() {
                let own_end = if before == trimmed {
                    end
                } else {
                    end.min(from + before.len())
                };
                add(&mut items, own_end, message(course, size, before));
            }
        }
        start = end;
    }
    items
}

pub(crate) fn boards(items: &[EventItem]) -> impl DoubleEndedIterator<Item = &Board> + Clone {
    items.iter().filter_map(|item| match &item.event {
        Event::Board { board, .. } => Some(board),
        Event::Message(_) | Event::Text => None,
    })
}

/// Returns the start of its header with white space, or of its rows; not before `from`.
pub(crate) fn board_start(
    course: &Course,
    size: Size,
    output: &[u8],
    from: usize,
    rows: usize,
) -> usize {
    let before = output[from..rows].trim_ascii_end();
    let header = course.program.header(size);
    let Some(text) = before.strip_suffix(header.as_bytes()) else {
        return rows;
    };
    // The header stands above the cells, which begin where the rows' labels end.
    let row = &output[rows..];
    let is_frame = |byte: &u8| matches!(byte, b' ' | b'|');
    let label = row.iter().take_while(|byte| !is_frame(byte)).count();
    let cells = label
        + row[label..]
            .iter()
            .take_while(|byte| is_frame(byte))
            .count();
    let first = header
        .find(|c: char| c.is_ascii_alphanumeric())
        .unwrap_or(0);
    let own = cells.saturating_sub(first);
    let blanks = text.iter().rev().take_while(|&&byte| byte == b' ').count();
    from + text.len() - own.min(blanks)
}

/// Returns the cells of a row with or without a label.
fn row(course: &Course, size: Size, line: &str) -> Option<Vec<char>> {
    let line = line.trim();
    let glyphs = course.glyphs;
    let (bare, cols) = (glyphs.empty == ' ', usize::from(size.cols()));
    let is_glyph = |c: char| !(bare && c == ' ') && glyphs.shows(c);
    let is_frame = |c: char| !c.is_alphanumeric() && !is_glyph(c);
    if bare {
        // Nothing but bars shows where a cell is.
        let pieces: Vec<&str> = line.split(is_bar).collect();
        let first = usize::from(pieces.len() > cols);
        let cells = pieces.get(first..first + cols)?.iter();
        let cell = |piece: &&str| match piece.trim() {
            "" => Some(' '),
            text => text.parse().ok().filter(|&c| is_glyph(c)),
        };
        return cells.map(cell).collect();
    }
    let framed = line.rfind(is_bar).map_or(line, |last| &line[..last]);
    let after_label = framed.split_once(is_frame).map(|(_, cells)| cells);
    let cells = |text: &str| {
        let cells: Vec<char> = text.chars().filter(|&c| !is_frame(c)).collect();
        (cells.len() == cols && cells.iter().all(|&c| is_glyph(c))).then_some(cells)
    };
    after_label.and_then(cells).or_else(|| cells(framed))
}

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║')
}

/// Returns `true` for a line such as `+---+---+`.
fn is_ruler(course: &Course, line: &str) -> bool {
    let (black, white) = (course.glyphs.black, course.glyphs.white);
    let is_part = |c: char| !c.is_alphanumeric() && c != black && c != white;
    !line.trim().is_empty() && line.chars().all(is_part)
}

fn message(course: &Course, size: Size, line: &str) -> Event {
    match course.program.read_message(line, size) {
        // Where the computer plays as it likes, no move is the right one.
        Some(Message::ComputerMove(_)) if course.computer.prescribed().is_none() => Event::Text,
        Some(message) => Event::Message(message),
        None => Event::Text,
    }
}

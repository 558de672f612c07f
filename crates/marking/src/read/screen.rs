//! The part of an output that a person sees: without concealed and overwritten text.

use std::num::NonZeroU16;

use vt100::{Cell, Color, Parser, Screen};

/// The most columns and cells of a turn: drawing takes longer than printing.
const MOST_COLUMNS: usize = 1_000;
const MOST_CELLS: usize = 200_000;
/// The fewest rows of a screen: programs move the cursor to lines that they have not
/// printed.
const LEAST_ROWS: usize = 64;
const MOST_LINES: usize = 1_000;
/// The escape sequences of one turn that may change many cells at once.
const MOST_ERASURES: usize = 500;
const CLEAR: [&[u8]; 4] = [b"\x1b[2J", b"\x1bc", b"\x1b[H\x1b[J", b"\x1b[H\x1b[0J"];

/// Returns `true` if it does more than write coloured characters line by line.
pub(super) fn moves_freely(output: &[u8]) -> bool {
    let conceals = |rest: &[u8]| {
        let end = rest.iter().position(|&byte| byte == b'm').unwrap_or(0);
        attributes(&rest[..end]).any(|attribute| attribute == b"8")
    };
    let returns = |at: usize| {
        let rest = output[at..].iter().find(|&&byte| byte != b'\r');
        rest.is_some_and(|&byte| byte != b'\n')
    };
    output.contains(&8)
        || memchr::memchr_iter(b'\r', output).any(returns)
        || sequences(output).any(|(at, last)| last != b'm' || conceals(&output[at..]))
}

/// Returns `true` if the cursor moves so that only what changes may be drawn.
pub(super) fn positions(output: &[u8]) -> bool {
    sequences(output).any(|(at, last)| match last {
        b'A'..=b'G' | b'd' | b'f' => true,
        b'H' => {
            let rest = &output[at..];
            let home: [&[u8]; 3] = [b"\x1b[H", b"\x1b[1;1H", b"\x1b[;H"];
            !home.iter().any(|home| rest.starts_with(home))
        }
        _ => false,
    })
}

/// The attributes of a sequence that sets them, without the numbers of colours.
fn attributes(sequence: &[u8]) -> impl Iterator<Item = &[u8]> {
    let parts = sequence.strip_prefix(b"\x1b[").unwrap_or_default();
    let mut parts = parts.split(|&byte| byte == b';');
    std::iter::from_fn(move || {
        let part = parts.next()?;
        if matches!(part, b"38" | b"48") {
            let numbers = match parts.next() {
                Some(b"5") => 1,
                Some(b"2") => 3,
                _ => 0,
            };
            parts.by_ref().take(numbers).for_each(drop);
        }
        Some(part)
    })
}

/// Returns all lines seen, those before the screen was cleared too.
pub(super) fn seen<T>(output: &[u8], mut look: impl FnMut(&Cell) -> T) -> Vec<Vec<T>> {
    let output = without_concealed(drawable(output));
    let mut lines = Vec::new();
    let mut rest = output.as_slice();
    loop {
        let clear = CLEAR.iter().filter_map(|clear| {
            let at = rest.windows(clear.len()).position(|part| part == *clear)?;
            Some((at, clear.len()))
        });
        let clear = clear.min();
        let (at, length) = clear.unwrap_or((rest.len(), 0));
        let screen = drawn(&rest[..at]);
        let (last, _) = screen.screen().cursor_position();
        // Where lines follow each other, columns are characters.
        let least = usize::from(last) + 1;
        lines.extend(rows(
            screen.screen(),
            least,
            |cell| !cell.is_wide_continuation(),
            &mut look,
        ));
        if clear.is_none() {
            return lines;
        }
        rest = &rest[at + length..];
    }
}

fn drawn(part: &[u8]) -> Parser {
    let within = |number: usize, least: usize, most: usize| {
        let number = u16::try_from(number.clamp(least, most)).unwrap_or(u16::MAX);
        NonZeroU16::new(number).unwrap_or(NonZeroU16::MIN)
    };
    let length = |line: &[u8]| line.len() + 7 * memchr::memchr_iter(b'\t', line).count();
    let lines = part.split(|&byte| byte == b'\n');
    let columns = lines.clone().map(length).max().unwrap_or(0);
    let columns = within(columns + 1, LEAST_ROWS, MOST_COLUMNS);
    let most = MOST_CELLS / usize::from(columns.get());
    let rows = within(lines.clone().count() + 1, LEAST_ROWS, most);
    let mut parser = Parser::new(rows, columns, 0);
    let mut ends = memchr::memchr_iter(b'\n', part);
    let end = ends.nth(usize::from(rows.get()) - 1);
    print(&mut parser, &part[..end.unwrap_or(part.len())]);
    parser
}

/// Prints with the cursor at the left after each line end.
pub(super) fn print(parser: &mut Parser, bytes: &[u8]) {
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        if index > 0 {
            parser.process(b"\r\n");
        }
        parser.process(line);
    }
}

/// Returns the rows down to the last used one, and at least this many.
pub(super) fn rows<T>(
    screen: &Screen,
    least: usize,
    counts: impl Fn(&Cell) -> bool,
    look: &mut impl FnMut(&Cell) -> T,
) -> Vec<Vec<T>> {
    let (rows, columns) = screen.size();
    let row = |(row, text): (u16, String)| -> Vec<&Cell> {
        // To look at its cells takes far longer, and most rows have neither text nor ground.
        if text.is_empty() {
            return Vec::new();
        }
        let cells = (0..columns.get()).filter_map(|column| screen.cell(row, column));
        let mut cells: Vec<&Cell> = cells.filter(|cell| counts(cell)).collect();
        let is_blank = |cell: &&Cell| {
            let no_ground = cell.bgcolor() == Color::Default && !cell.inverse();
            no_ground && (!cell.has_contents() || cell.contents() == " ")
        };
        let last = cells.iter().rposition(|cell| !is_blank(cell));
        cells.truncate(last.map_or(0, |last| last + 1));
        cells
    };
    let texts = screen.rows_formatted(0, columns.get());
    let mut rows: Vec<Vec<&Cell>> = (0..rows.get()).zip(texts).map(row).collect();
    let used = rows.iter().rposition(|row| !row.is_empty());
    rows.truncate(used.map_or(0, |last| last + 1).max(least));
    let looks = |row: Vec<&Cell>| row.into_iter().map(&mut *look).collect();
    rows.into_iter().map(looks).collect()
}

pub(super) fn character(cell: &Cell) -> char {
    cell.contents().chars().next().unwrap_or(' ')
}

/// Replaces concealed characters by spaces, and drops changes to another screen.
pub(super) fn without_concealed(output: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(output.len());
    let mut concealed = false;
    let mut at = 0;
    while at < output.len() {
        let rest = &output[at..];
        let length = if rest.starts_with(b"\x1b[") {
            let end = rest[2..]
                .iter()
                .position(|byte| !(0x20..0x40).contains(byte));
            end.map_or(rest.len(), |end| end + 3)
        } else {
            0
        };
        match &rest[..length] {
            [] => {
                let byte = rest[0];
                match byte {
                    _ if !concealed || byte < b' ' => plain.push(byte),
                    // The other bytes of a character are none of their own.
                    0x80..0xc0 => {}
                    _ => plain.push(b' '),
                }
                at += 1;
                continue;
            }
            sequence @ [.., b'm'] => {
                for attribute in attributes(&sequence[..length - 1]) {
                    match attribute {
                        b"8" => concealed = true,
                        b"" | b"0" | b"28" => concealed = false,
                        _ => {}
                    }
                }
                plain.extend(sequence);
            }
            [_, _, b'?', ..] => {}
            sequence => plain.extend(sequence),
        }
        at += length;
    }
    plain
}

/// Returns the offset and the last byte of each; 0 if it is no control sequence.
pub(super) fn sequences(output: &[u8]) -> impl Iterator<Item = (usize, u8)> {
    memchr::memchr_iter(0x1b, output).map(|at| {
        let rest = output[at + 1..].strip_prefix(b"[").unwrap_or_default();
        let last = rest.iter().find(|byte| !(0x20..0x40).contains(*byte));
        (at, last.copied().unwrap_or_default())
    })
}

pub(super) fn drawable(output: &[u8]) -> &[u8] {
    let moves_only = |last: u8| matches!(last, b'm' | b'A'..=b'H' | b'f');
    let erasures = sequences(output).filter(|(_, last)| !moves_only(*last));
    let end = erasures.map(|(at, _)| at).nth(MOST_ERASURES);
    let output = &output[..end.unwrap_or(output.len())];
    let end = memchr::memchr_iter(b'\n', output).nth(MOST_LINES);
    &output[..end.unwrap_or(output.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_person_sees_is_read() {
        for (output, shown) in [
            ("a\nb\n", "a\nb\n"),
            ("\x1b[31mred\x1b[0m\n", "red\n"),
            ("\x1b[8mno\x1b[28myes", "  yes"),
            ("\x1b[1;8mné\x1b[0m|", "  |"),
            ("no\ryes", "yes"),
            ("ab\x08c", "ac"),
            ("no\nno\x1b[2A\rab\ncd", "ab\ncd"),
            ("seen\x1b[2J\x1b[Hnew", "seen\nnew"),
            ("seen\x1bcnew", "seen\nnew"),
            ("no\x1b[2K\ryes", "yes"),
            ("\x1b[?1049hmenu\x1b[?1049l", "menu"),
            ("\x1b[3;2Hx", "\n\n x"),
            ("\x1b[41m\x1b[2X", "  "),
        ] {
            let lines = seen(output.as_bytes(), character).into_iter();
            let lines: Vec<String> = lines.map(|line| line.into_iter().collect()).collect();
            assert_eq!(lines.join("\n"), shown, "{output:?}");
        }
    }

    #[test]
    fn colours_are_no_movements() {
        for output in ["a\r\n", "\x1b[1;31ma\x1b[0m\n", "\x1b[38;5;8ma", "x\r"] {
            assert!(!moves_freely(output.as_bytes()), "{output:?}");
        }
        for output in ["a\rb", "\x1b[8ma", "\x1b[Ha", "a\x08", "\x1bc"] {
            assert!(moves_freely(output.as_bytes()), "{output:?}");
        }
    }
}

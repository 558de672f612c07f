//! A dialogue line by line.

use std::fmt::Display;
use std::io::{self, BufRead, Read, Write};

use crate::{Error, Result};

/// The longest line, in bytes without its line end, that is read as text. A
/// longer one is a bad entry, and is skipped without being kept.
pub const LONGEST_LINE: usize = 4096;

/// A dialogue over any reader and writer.
#[derive(Debug)]
pub struct Console<R, W> {
    pub(crate) input: R,
    output: W,
}

impl<R: BufRead, W: Write> Console<R, W> {
    /// A dialogue that reads `input` and writes `output`.
    pub fn new(input: R, output: W) -> Self {
        Self { input, output }
    }

    /// Writes `text` and nothing after it.
    pub fn print(&mut self, text: impl Display) -> Result<()> {
        write!(self.output, "{text}").map_err(Error::Output)
    }

    /// Writes `text` and ends the line.
    pub fn line(&mut self, text: impl Display) -> Result<()> {
        writeln!(self.output, "{text}").map_err(Error::Output)
    }

    /// Writes `text` and lets whoever reads see it before input is awaited.
    pub fn prompt(&mut self, text: impl Display) -> Result<()> {
        self.print(text)?;
        self.flush()
    }

    /// Hands everything written so far to the reader of the output.
    pub fn flush(&mut self) -> Result<()> {
        self.output.flush().map_err(Error::Output)
    }

    /// Reads the next line, without the white space around it. It may end in
    /// LF, CRLF or the end of input.
    ///
    /// `None` is a line that no program can take for a good entry: not UTF-8,
    /// or longer than [`LONGEST_LINE`]. No more line at all is
    /// [`Error::InputEnded`].
    pub fn entry(&mut self) -> Result<Option<String>> {
        // Two more bytes for the line end, so that the cap counts the text.
        let cap = LONGEST_LINE + 2;
        let mut line = Vec::new();
        self.input
            .by_ref()
            .take(cap as u64)
            .read_until(b'\n', &mut line)
            .map_err(Error::Input)?;
        if line.is_empty() {
            return Err(Error::InputEnded);
        }
        let ended = line.ends_with(b"\n");
        if !ended && line.len() == cap {
            self.skip_line()?;
            return Ok(None);
        }
        while let [text @ .., b'\n' | b'\r'] = line.as_slice() {
            line.truncate(text.len());
        }
        if line.len() > LONGEST_LINE {
            return Ok(None);
        }
        Ok(String::from_utf8(line)
            .ok()
            .map(|line| line.trim().to_owned()))
    }

    /// Skips what is left of a line and its line end.
    fn skip_line(&mut self) -> Result<()> {
        loop {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(Error::Input(error)),
            };
            if buffer.is_empty() {
                return Ok(());
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let length = end.map_or(buffer.len(), |end| end + 1);
            self.input.consume(length);
            if end.is_some() {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn entries(input: &[u8]) -> Vec<Option<String>> {
        let mut console = Console::new(input, io::sink());
        let mut entries = Vec::new();
        loop {
            match console.entry() {
                Ok(entry) => entries.push(entry),
                Err(Error::InputEnded) => return entries,
                Err(error) => panic!("{error}"),
            }
        }
    }

    fn some(texts: &[&str]) -> Vec<Option<String>> {
        texts.iter().map(|&text| Some(text.to_owned())).collect()
    }

    #[test]
    fn a_line_ends_in_lf_crlf_or_the_end_of_input() {
        assert_eq!(entries(b"ab\ncd\r\nef"), some(&["ab", "cd", "ef"]));
        assert_eq!(entries(b"ab\n\n\r\n"), some(&["ab", "", ""]));
        assert_eq!(entries(b""), []);
    }

    #[test]
    fn carriage_returns_at_the_cap_do_not_hide_what_follows() {
        let text = format!("{}\r\rjunk\ncd\n", "x".repeat(LONGEST_LINE));
        assert_eq!(entries(text.as_bytes()), [None, Some("cd".to_owned())]);
    }

    #[test]
    fn white_space_around_an_entry_does_not_count() {
        assert_eq!(entries(b" \t a b \x0b \n"), some(&["a b"]));
    }

    #[test]
    fn bytes_that_are_not_text_are_a_bad_entry() {
        assert_eq!(entries(b"\xff\xfe\ncd\n"), [None, Some("cd".to_owned())]);
    }

    #[test]
    fn the_longest_line_is_an_entry_and_one_byte_more_is_not() {
        for line_end in ["\n", "\r\n", ""] {
            let longest = "x".repeat(LONGEST_LINE);
            let text = format!("{longest}{line_end}");
            assert_eq!(entries(text.as_bytes()), some(&[&longest]), "{line_end:?}");
            for more in [1, 2, 3, 4, 5 * LONGEST_LINE] {
                let text = format!("{longest}{}{line_end}cd", "x".repeat(more));
                let expected = if line_end.is_empty() {
                    vec![None]
                } else {
                    vec![None, Some("cd".to_owned())]
                };
                assert_eq!(entries(text.as_bytes()), expected, "{more} {line_end:?}");
            }
        }
    }

    /// A line that never ends and counts what was asked of it.
    struct Endless {
        left: usize,
    }

    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(self.left);
            buffer[..length].fill(b'x');
            self.left -= length;
            Ok(length)
        }
    }

    #[test]
    fn a_line_of_a_gigabyte_is_skipped_in_bounded_memory() {
        let input = io::BufReader::new(Endless { left: 1 << 30 });
        let mut console = Console::new(input, io::sink());
        assert!(matches!(console.entry(), Ok(None)));
        assert!(matches!(console.entry(), Err(Error::InputEnded)));
    }

    proptest! {
        #[test]
        fn lines_are_what_str_lines_says(text in "[ab\r\n\t é]{0,40}") {
            let expected: Vec<Option<String>> =
                text.split_inclusive('\n').map(|line| Some(line.trim().to_owned())).collect();
            prop_assert_eq!(entries(text.as_bytes()), expected);
        }
    }
}

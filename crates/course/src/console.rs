//! A program's dialogue, line by line: writing, prompting, and reading a line in bounded
//! memory.

mod error;
mod scan;
mod stdio;

use std::fmt::Display;
use std::io::{self, BufRead, Read, Write};

pub use error::{Error, Result};
pub(crate) use stdio::{on_stdio, stdout_takes_colour};

/// The longest line that is read as text, in bytes without its line end. A longer one is
/// skipped without being stored.
pub const LONGEST_LINE: usize = 4096;

pub struct Console<'a> {
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
    ended: bool,
}

impl<'a> Console<'a> {
    pub fn new(input: &'a mut dyn BufRead, output: &'a mut dyn Write) -> Self {
        Self {
            input,
            output,
            ended: false,
        }
    }

    pub fn print(&mut self, text: impl Display) -> Result<()> {
        write!(self.output, "{text}").map_err(Error::Output)
    }

    /// Writes `text` and ends the line.
    pub fn line(&mut self, text: impl Display) -> Result<()> {
        writeln!(self.output, "{text}").map_err(Error::Output)
    }

    /// Writes `text` and flushes the output.
    pub fn prompt(&mut self, text: impl Display) -> Result<()> {
        self.print(text)?;
        self.flush()
    }

    pub fn flush(&mut self) -> Result<()> {
        self.output.flush().map_err(Error::Output)
    }

    /// Reads the next typed line, which ends in LF, CRLF or the end of input, without the white
    /// space around it.
    ///
    /// Returns `None` for a line that is not UTF-8 or longer than [`LONGEST_LINE`], and
    /// [`Error::InputEnded`] after the last line.
    pub fn read_line(&mut self) -> Result<Option<String>> {
        // The text may be followed by two bytes of line end.
        let cap = LONGEST_LINE + 2;
        let mut line = Vec::new();
        (&mut *self.input)
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

    /// Empty only at the end of input, which is asked for once: after Ctrl+D, a terminal can be
    /// read again, but C's `scanf` does not read it.
    fn buffer(&mut self) -> Result<&[u8]> {
        while !self.ended {
            match self.input.fill_buf() {
                Ok([]) => self.ended = true,
                Ok(_) => break,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Error::Input(error)),
            }
        }
        if self.ended {
            return Ok(&[]);
        }
        // Returns the full buffer without reading.
        self.input.fill_buf().map_err(Error::Input)
    }

    fn skip_line(&mut self) -> Result<()> {
        loop {
            let buffer = self.buffer()?;
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

    fn lines(mut input: &[u8]) -> Vec<Option<String>> {
        let mut output = io::sink();
        let mut console = Console::new(&mut input, &mut output);
        let mut lines = Vec::new();
        loop {
            match console.read_line() {
                Ok(line) => lines.push(line),
                Err(Error::InputEnded) => return lines,
                Err(error) => panic!("{error}"),
            }
        }
    }

    fn some(texts: &[&str]) -> Vec<Option<String>> {
        texts.iter().map(|&text| Some(text.to_owned())).collect()
    }

    #[test]
    fn carriage_returns_at_the_cap_do_not_hide_what_follows() {
        let text = format!("{}\r\rjunk\ncd\n", "x".repeat(LONGEST_LINE));
        assert_eq!(lines(text.as_bytes()), [None, Some("cd".to_owned())]);
    }

    #[test]
    fn the_longest_line_is_text_and_one_byte_more_is_none() {
        for line_end in ["\n", "\r\n", ""] {
            let longest = "x".repeat(LONGEST_LINE);
            let text = format!("{longest}{line_end}");
            assert_eq!(lines(text.as_bytes()), some(&[&longest]), "{line_end:?}");
            for more in [1, 2, 3, 4, 5 * LONGEST_LINE] {
                let text = format!("{longest}{}{line_end}cd", "x".repeat(more));
                let expected = if line_end.is_empty() {
                    vec![None]
                } else {
                    vec![None, Some("cd".to_owned())]
                };
                assert_eq!(lines(text.as_bytes()), expected, "{more} {line_end:?}");
            }
        }
    }

    #[test]
    fn a_line_of_a_gigabyte_is_skipped_in_bounded_memory() {
        let mut input = io::BufReader::new(io::repeat(b'x').take(1 << 30));
        let mut output = io::sink();
        let mut console = Console::new(&mut input, &mut output);
        assert!(matches!(console.read_line(), Ok(None)));
        assert!(matches!(console.read_line(), Err(Error::InputEnded)));
    }

    proptest! {
        #[test]
        fn lines_are_those_of_str_lines(text in "[ab\r\n\t é]{0,40}") {
            let expected: Vec<Option<String>> =
                text.split_inclusive('\n').map(|line| Some(line.trim().to_owned())).collect();
            prop_assert_eq!(lines(text.as_bytes()), expected);
        }
    }
}

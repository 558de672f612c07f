//! Reads characters as C's `scanf` does.

use super::{Console, Error, Result};

impl Console<'_> {
    /// Reads an integer as `scanf("%d")` does: skips white space, accepts a sign, and leaves
    /// the first byte after the digits unread.
    ///
    /// Returns `None` if there is no number, and the largest or smallest `i64` for a number out
    /// of range.
    pub fn scan_number(&mut self) -> Result<Option<i64>> {
        self.skip_white_space()?;
        let first = self.peek()?.ok_or(Error::InputEnded)?;
        let negative = first == b'-';
        if negative || first == b'+' {
            self.input.consume(1);
            self.peek()?.ok_or(Error::InputEnded)?;
        }
        let mut number: Option<i64> = None;
        loop {
            let buffer = self.buffer()?;
            let digits = buffer.iter().take_while(|byte| byte.is_ascii_digit());
            let mut length = 0;
            for digit in digits {
                let digit = i64::from(digit - b'0');
                let digit = if negative { -digit } else { digit };
                number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit));
                length += 1;
            }
            let ended = length < buffer.len() || length == 0;
            self.input.consume(length);
            if ended {
                return Ok(number);
            }
        }
    }

    /// Reads the next word as `scanf("%s")` does. Returns `None` if it is not UTF-8 or longer
    /// than [`LONGEST_LINE`](super::LONGEST_LINE).
    pub fn scan_word(&mut self) -> Result<Option<String>> {
        let mut word = vec![self.scan_char()?];
        while let Some(byte) = self.peek()?.filter(|byte| !byte.is_ascii_whitespace()) {
            self.input.consume(1);
            if word.len() <= super::LONGEST_LINE {
                word.push(byte);
            }
        }
        Ok(String::from_utf8(word)
            .ok()
            .filter(|word| word.len() <= super::LONGEST_LINE))
    }

    /// Reads the first byte that is not white space, as `scanf(" %c")` does.
    pub fn scan_char(&mut self) -> Result<u8> {
        self.skip_white_space()?;
        self.next_char()
    }

    /// Reads a character as `scanf("%c")` does: the very next byte.
    pub fn next_char(&mut self) -> Result<u8> {
        let byte = self.peek()?.ok_or(Error::InputEnded)?;
        self.input.consume(1);
        Ok(byte)
    }

    fn skip_white_space(&mut self) -> Result<()> {
        // C's isspace in the "C" locale; u8::is_ascii_whitespace lacks \v.
        while let Some(b' ' | b'\t'..=b'\r') = self.peek()? {
            self.input.consume(1);
        }
        Ok(())
    }

    fn peek(&mut self) -> Result<Option<u8>> {
        Ok(self.buffer()?.first().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    fn with<T>(mut input: &[u8], scan: impl FnOnce(&mut Console<'_>) -> T) -> T {
        scan(&mut Console::new(&mut input, &mut io::sink()))
    }

    #[test]
    fn a_word_ends_at_white_space_and_a_longer_one_is_none() {
        let long = "x".repeat(super::super::LONGEST_LINE + 1);
        with(format!(" ab\tc\n{long} d").as_bytes(), |console| {
            let mut word = || console.scan_word().ok();
            let some = |word: &str| Some(Some(word.to_owned()));
            assert_eq!([word(), word()], [some("ab"), some("c")]);
            assert_eq!([word(), word(), word()], [Some(None), some("d"), None]);
        });
    }

    #[test]
    fn a_number_ends_at_the_first_byte_that_is_not_a_digit() {
        with(b" \n\t\x0b+8B", |console| {
            assert_eq!(console.scan_number().ok(), Some(Some(8)));
            assert_eq!(console.scan_char().ok(), Some(b'B'));
        });
    }

    #[test]
    fn no_number_is_none_and_no_input_is_the_end() {
        let scan = |console: &mut Console<'_>| console.scan_number();
        for other in [b" x".as_slice(), b"- 4"] {
            let number = with(other, scan);
            assert_eq!(number.ok(), Some(None), "{other:?}");
        }
        for ended in [b" \n".as_slice(), b"", b" -"] {
            let number = with(ended, scan);
            assert!(matches!(number, Err(Error::InputEnded)), "{ended:?}");
        }
    }

    #[test]
    fn a_number_out_of_range_is_the_largest_or_smallest() {
        let scan = |console: &mut Console<'_>| console.scan_number();
        let digits = "9".repeat(100_000);
        for (sign, expected) in [("", i64::MAX), ("-", i64::MIN)] {
            let text = format!("{sign}{digits}");
            let number = with(text.as_bytes(), scan);
            assert_eq!(number.ok(), Some(Some(expected)));
        }
    }

    /// A terminal after Ctrl+D, which gives an empty line and then waits.
    struct EndedTerminal(Option<&'static [u8]>);

    impl io::Read for EndedTerminal {
        fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
            let mut line = self.0.expect("nothing is read after the end");
            self.0 = (!line.is_empty()).then_some(&[]);
            line.read(to)
        }
    }

    #[test]
    fn the_end_of_a_terminal_is_read_once() {
        let scan: [fn(&mut Console<'_>) -> bool; 3] = [
            |console| console.scan_number().is_err(),
            |console| console.scan_word().is_err(),
            |console| console.scan_char().is_err(),
        ];
        for scan in scan {
            let mut input = io::BufReader::new(EndedTerminal(Some(b"")));
            assert!(scan(&mut Console::new(&mut input, &mut io::sink())));
        }
        let mut input = io::BufReader::new(EndedTerminal(Some(b"8")));
        let mut output = io::sink();
        let mut console = Console::new(&mut input, &mut output);
        assert_eq!(console.scan_number().ok(), Some(Some(8)));
        assert!(console.scan_number().is_err());
    }

    #[test]
    fn white_space_is_skipped_before_a_character_but_not_between_two() {
        with(b"\r\n \x0b\x0cc d", |console| {
            assert_eq!(console.scan_char().ok(), Some(b'c'));
            assert_eq!(console.next_char().ok(), Some(b' '));
            assert_eq!(console.next_char().ok(), Some(b'd'));
            assert!(matches!(console.next_char(), Err(Error::InputEnded)));
            assert!(matches!(console.scan_char(), Err(Error::InputEnded)));
        });
    }
}

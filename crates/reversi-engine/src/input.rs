//! Lines of commands, positions and games.

use std::io::{self, BufRead, Read};

use crate::ReadError;
use crate::error::BYTE_ORDER_MARK;
use crate::format::obf::{self, Problem};

/// The greatest length of a line in bytes, without its line end. Longer lines are skipped.
const LONGEST_LINE: usize = 1 << 16;

/// A line without its end and byte order mark, with invalid UTF-8 replaced; an error if it is too
/// long.
pub(crate) type InputLine = Result<String, ReadError>;

pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let cap = LONGEST_LINE as u64 + 1;
    let mut line = Vec::new();
    input.by_ref().take(cap).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.pop_if(|last| *last == b'\n').is_none() && line.len() > LONGEST_LINE {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(ReadError::new(
            LONGEST_LINE,
            "the line is too long",
        ))));
    }
    line.pop_if(|last| *last == b'\r');
    let line = String::from_utf8_lossy(&line);
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&line);
    Ok(Some(Ok(line.to_owned())))
}

/// The number of a line, and its position or game, or an error with its column.
pub(crate) type Item = (usize, Result<Problem, String>);

/// Reads each line of `input`. Empty lines and comments are skipped.
pub(crate) fn problems(mut input: impl BufRead) -> impl Iterator<Item = io::Result<Item>> {
    let lines = std::iter::from_fn(move || next_line(&mut input).transpose());
    (1..).zip(lines).filter_map(move |(number, line)| {
        let problem = match line {
            Err(error) => return Some(Err(error)),
            Ok(Err(error)) => Err(error.message),
            Ok(Ok(line)) => obf::read(&line)
                .map_err(|error| error.in_text(&line))
                .transpose()?,
        };
        Some(Ok((number, problem)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, repeat};

    fn all_lines(mut input: impl BufRead) -> Vec<String> {
        let next = || next_line(&mut input).expect("memory can be read");
        let text = |line: InputLine| line.unwrap_or_else(|error| error.message);
        std::iter::from_fn(next).map(text).collect()
    }

    #[test]
    fn lines_end_with_lf_crlf_or_the_end_of_input() {
        assert_eq!(all_lines(&b"a\nb\r\n\nc"[..]), ["a", "b", "", "c"]);
        assert_eq!(all_lines(&b""[..]), [""; 0]);
        assert_eq!(all_lines(&b"\xff\n"[..]), ["\u{fffd}"]);
        assert_eq!(all_lines("\u{feff}a\n".as_bytes()), ["a"]);
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped() {
        let longest = "x".repeat(LONGEST_LINE);
        let input = format!("{longest}\n{longest}x\n{longest}");
        let read = all_lines(input.as_bytes());
        assert_eq!(read, [&longest, "the line is too long", &longest]);
        let endless = BufReader::new(repeat(b'x').take(1 << 28));
        assert_eq!(all_lines(endless), ["the line is too long"]);
    }
}

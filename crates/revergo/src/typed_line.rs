//! Parsing the lines that the human types: the choice of a board, a move.

use reversi_core::{IllegalMove, Rules, Size, Square};

use crate::{RULES_1X16, RULES_8X8};

/// The reason why a typed line is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadMove {
    /// It has a word that is not a whole number.
    NotANumber,
    /// It has too many or too few numbers for a cell.
    WrongCount,
    /// The rules do not allow a stone there.
    Illegal(IllegalMove),
}

pub(crate) fn rules(line: &str) -> Option<Rules> {
    match numbers(line)?[..] {
        [1] => Some(RULES_1X16),
        [2] => Some(RULES_8X8),
        _ => None,
    }
}

/// Parses a cell of a board of `size`: the column if there is one row, otherwise row and column.
/// `None` is a line that is not UTF-8.
pub(crate) fn square(line: Option<&str>, size: Size) -> Result<Square, BadMove> {
    let numbers = line.and_then(numbers).ok_or(BadMove::NotANumber)?;
    let (row, col) = match (size.rows(), &numbers[..]) {
        (1, &[col]) => (1, col),
        (2.., &[row, col]) => (row, col),
        _ => return Err(BadMove::WrongCount),
    };
    // The human counts from 1, squares count from 0.
    let index = |number: i64| u8::try_from(number.saturating_sub(1)).ok();
    index(row)
        .zip(index(col))
        .map(|(row, col)| Square::new(row, col))
        .filter(|&at| size.contains(at))
        .ok_or(BadMove::Illegal(IllegalMove::OffBoard))
}

/// Returns `None` if a word is not a whole number.
fn numbers(line: &str) -> Option<Vec<i64>> {
    line.split_whitespace().map(number).collect()
}

/// Parses a whole number; one out of range becomes one that is off every board.
fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| word.parse().unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OFF_BOARD: BadMove = BadMove::Illegal(IllegalMove::OffBoard);

    #[test]
    fn the_two_boards_are_numbers_1_and_2() {
        assert_eq!(rules("1"), Some(RULES_1X16));
        assert_eq!(rules("+02"), Some(RULES_8X8));
        for line in ["", "0", "3", "1 2", "-1", "1x16", "١", "1."] {
            assert_eq!(rules(line), None, "{line:?}");
        }
    }

    #[test]
    fn a_word_that_is_not_a_number_comes_before_a_wrong_count() {
        for line in [
            "x", "1 x", "x 1 2", "1.0", "1,2", "--1", "+", "- 1", "１", "0x1",
        ] {
            for size in [RULES_1X16.size, Size::EIGHT] {
                let found = square(Some(line), size);
                assert_eq!(found, Err(BadMove::NotANumber), "{line:?}");
            }
        }
        assert_eq!(square(None, RULES_1X16.size), Err(BadMove::NotANumber));
    }

    #[test]
    fn a_number_of_any_length_is_a_number() {
        let long = "9".repeat(4000);
        for sign in ["", "+", "-"] {
            let line = format!("{sign}{long}");
            assert_eq!(square(Some(&line), RULES_1X16.size), Err(OFF_BOARD));
        }
        let zeros = format!("{}7", "0".repeat(4000));
        assert_eq!(square(Some(&zeros), RULES_1X16.size), Ok(Square::new(0, 6)));
    }
}

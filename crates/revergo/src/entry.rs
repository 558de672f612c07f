//! What the human types: a choice of board, a move.

use reversi_core::{IllegalMove, Square};

use crate::Variant;

/// Why an entry is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadMove {
    /// It has a word that is no whole number.
    NotANumber,
    /// It has more or fewer numbers than name a cell.
    WrongCount,
    /// No stone may go there.
    Illegal(IllegalMove),
}

impl From<IllegalMove> for BadMove {
    fn from(why: IllegalMove) -> Self {
        Self::Illegal(why)
    }
}

/// The board that `entry` chooses.
pub(crate) fn variant(entry: &str) -> Option<Variant> {
    match numbers(entry)?[..] {
        [1] => Some(Variant::Strip),
        [2] => Some(Variant::Square),
        _ => None,
    }
}

/// The cell that `entry` names; `None` is an entry that is no text.
pub(crate) fn square(entry: Option<&str>, variant: Variant) -> Result<Square, BadMove> {
    let numbers = entry.and_then(numbers).ok_or(BadMove::NotANumber)?;
    let (row, col) = match (variant, &numbers[..]) {
        (Variant::Strip, &[col]) => (1, col),
        (Variant::Square, &[row, col]) => (row, col),
        _ => return Err(BadMove::WrongCount),
    };
    // The human counts from 1, squares count from 0.
    let index = |number: i64| u8::try_from(number.saturating_sub(1)).ok();
    index(row)
        .zip(index(col))
        .map(|(row, col)| Square::new(row, col))
        .filter(|&at| variant.rules().size.contains(at))
        .ok_or(BadMove::Illegal(IllegalMove::OffBoard))
}

/// The whole numbers of `entry`, or `None` if a word of it is something else.
fn numbers(entry: &str) -> Option<Vec<i64>> {
    entry.split_whitespace().map(number).collect()
}

/// A number too long for any board comes out as one that is off every board.
fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| word.parse().unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const OFF_BOARD: BadMove = BadMove::Illegal(IllegalMove::OffBoard);

    #[test]
    fn the_two_boards_are_numbers_1_and_2() {
        assert_eq!(variant("1"), Some(Variant::Strip));
        assert_eq!(variant("+02"), Some(Variant::Square));
        for entry in ["", "0", "3", "1 2", "-1", "1x16", "١", "1."] {
            assert_eq!(variant(entry), None, "{entry:?}");
        }
    }

    #[test]
    fn what_is_no_number_is_said_before_how_many_there_are() {
        for entry in [
            "x", "1 x", "x 1 2", "1.0", "1,2", "--1", "+", "- 1", "１", "0x1",
        ] {
            for variant in [Variant::Strip, Variant::Square] {
                let found = square(Some(entry), variant);
                assert_eq!(found, Err(BadMove::NotANumber), "{entry:?}");
            }
        }
        assert_eq!(square(None, Variant::Strip), Err(BadMove::NotANumber));
    }

    #[test]
    fn one_number_is_needed_on_1x16_and_two_on_8x8() {
        for (variant, entries) in [
            (Variant::Strip, ["", "1 1", "1 2 3"]),
            (Variant::Square, ["", "1", "1 2 3"]),
        ] {
            for entry in entries {
                let found = square(Some(entry), variant);
                assert_eq!(found, Err(BadMove::WrongCount), "{entry:?}");
            }
        }
    }

    #[test]
    fn a_number_of_any_length_is_a_number() {
        let long = "9".repeat(4000);
        for sign in ["", "+", "-"] {
            let entry = format!("{sign}{long}");
            assert_eq!(square(Some(&entry), Variant::Strip), Err(OFF_BOARD));
        }
        let zeros = format!("{}7", "0".repeat(4000));
        assert_eq!(square(Some(&zeros), Variant::Strip), Ok(Square::new(0, 6)));
    }

    proptest! {
        #[test]
        fn numbers_from_1_are_cells_from_0(row in -300_i64..300, col in -300_i64..300) {
            let on_board = (1..=8).contains(&row) && (1..=8).contains(&col);
            let found = square(Some(&format!("{row}\t {col}")), Variant::Square);
            prop_assert_eq!(found.is_ok(), on_board);
            if let Ok(at) = found {
                prop_assert_eq!((i64::from(at.row) + 1, i64::from(at.col) + 1), (row, col));
            } else {
                prop_assert_eq!(found, Err(OFF_BOARD));
            }
        }
    }
}

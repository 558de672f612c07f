//! Moves as text, on boards of any size: `f5d6a10`.

use reversi_core::Square;

/// Returns the text of a move: a letter for the column and a number for the row.
pub(super) fn write(at: Square) -> String {
    format!("{}{}", char::from(b'a' + at.col), at.row + 1)
}

/// Reads moves that follow each other. The error is the byte at which there is none.
pub(super) fn read(text: &str) -> Result<Vec<Square>, usize> {
    let (mut moves, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let begin = text.len() - rest.len();
        let (column, after) = rest.split_at_checked(1).ok_or(begin)?;
        let column = column.as_bytes()[0].to_ascii_lowercase();
        let end = after
            .find(|one: char| !one.is_ascii_digit())
            .unwrap_or(after.len());
        let row: u8 = after[..end].parse().map_err(|_| begin)?;
        if !column.is_ascii_lowercase() || row == 0 {
            return Err(begin);
        }
        moves.push(Square::new(row - 1, column - b'a'));
        rest = &after[end..];
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn written_moves_are_read_back(squares in prop::collection::vec((0..26_u8, 0..26_u8), 0..20)) {
            let moves: Vec<Square> = squares
                .into_iter()
                .map(|(row, col)| Square::new(row, col))
                .collect();
            let text: String = moves.iter().map(|&at| write(at)).collect();
            prop_assert_eq!(read(&text.to_uppercase()), Ok(moves.clone()));
            prop_assert_eq!(read(&text), Ok(moves));
        }

        #[test]
        fn any_text_is_moves_or_an_error(text in "[a-z0-9é ]{0,8}") {
            let _ = read(&text);
        }
    }

    #[test]
    fn an_error_is_the_byte_of_the_wrong_move() {
        for (text, byte) in [("5", 0), ("f5d", 2), ("f5d0", 2), ("f5d6é", 4), ("a300", 0)] {
            assert_eq!(read(text), Err(byte), "{text}");
        }
    }
}

//! The functions with the interface for C.

use std::ffi::{c_char, c_int};
use std::slice;

use super::{Find, NoMove, TIME, choose, engines, game, without_panic};

/// A row of a C program's board, long enough for every dimension.
type CBoardRow = [c_char; 26];

/// Defines a function for C that finds a move with `$find`. It has its C name only if the feature
/// is enabled.
macro_rules! export {
    ($(#[$doc:meta])+ $name:ident, $feature:tt, $find:expr) => {
        $(#[$doc])+
        ///
        /// # Safety
        ///
        /// Each pointer must be null or valid: `board` for reads of the first `n` characters
        /// of `n` rows if the handout allows `n`, `row` and `col` for writes. No other thread
        /// may write there during the call.
        #[allow(non_snake_case, reason = "the names are the course's, or like them")]
        #[cfg_attr(feature = $feature, unsafe(no_mangle))]
        pub unsafe extern "C" fn $name(
            board: *const CBoardRow,
            n: c_int,
            colour: c_char,
            row: *mut c_int,
            col: *mut c_int,
        ) -> c_int {
            // SAFETY: the caller guarantees what `answer` requires.
            unsafe { answer($find, board, n, colour, row, col) }
        }
    };
}

export! {
    /// Finds the move of [`opponents::smarter`]; documented in `c/liblab8part2.h`.
    findSmarterMove, "c-library", |game, _| Ok(opponents::smarter(game))
}

export! {
    /// Finds the move of [`opponents::smartest`]; documented in `c/liblab8part2.h`.
    findSmartestMove, "c-library", |game, _| Ok(opponents::smartest(game))
}

export! {
    /// Finds the engine's move within one second; documented in `c/liblab8part2.h`.
    findStrongestMove, "c-library", engines::choose
}

export! {
    /// Finds the same move as [`findStrongestMove`]; documented in `c/lab8part2.h`. It has the name
    /// of a student's function, and is in its own library, since a program can have only one
    /// `makeMove`.
    makeMove, "c-make-move", engines::choose
}

/// Reads the board and writes the move that `find` returns.
///
/// # Safety
///
/// As for [`findSmarterMove`].
unsafe fn answer(
    find: Find,
    board: *const CBoardRow,
    n: c_int,
    colour: c_char,
    row: *mut c_int,
    col: *mut c_int,
) -> c_int {
    if board.is_null() || row.is_null() || col.is_null() {
        return NoMove::NullPointer as c_int;
    }
    let found = without_panic(|| {
        // SAFETY: the board is not null, and `game` calls this only if the handout allows
        // `n`, so the first `n` characters of this row may be read.
        let row = |at: u8, side: u8| unsafe {
            slice::from_raw_parts(board.add(at.into()).cast(), side.into())
        };
        choose(find, &game(n, colour.to_ne_bytes()[0], row)?, TIME)
    });
    let (status, at) = match found {
        Ok(square) => (0, (square.row.into(), square.col.into())),
        Err(reason) => (reason as c_int, (-1, -1)),
    };
    // SAFETY: neither is null, so both are valid for writes.
    unsafe {
        row.write(at.0);
        col.write(at.1);
    }
    status
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the start of a game on `n` × `n` as the rows of a C program. The last row ends after
    /// its `n`th character, so that `.ci/sanitize` detects reads beyond the board.
    fn rows(n: u8) -> Box<[c_char]> {
        let n = usize::from(n);
        let mut board = vec![b'U'.cast_signed(); 26 * (n - 1) + n];
        for (row, column, disc) in [(0, 0, b'W'), (0, 1, b'B'), (1, 0, b'B'), (1, 1, b'W')] {
            board[26 * (n / 2 - 1 + row) + n / 2 - 1 + column] = disc.cast_signed();
        }
        board.into_boxed_slice()
    }

    #[test]
    fn only_the_board_is_read_and_only_two_numbers_are_written() {
        for n in [4_u8, 8, 26] {
            let board = rows(n);
            for find in [findSmarterMove, findSmartestMove] {
                let (mut row, mut col) = (c_int::MIN, c_int::MIN);
                // SAFETY: `n` rows have `n` characters each, and both numbers
                // are valid for writes.
                let status = unsafe {
                    find(
                        board.as_ptr().cast(),
                        n.into(),
                        b'B'.cast_signed(),
                        &raw mut row,
                        &raw mut col,
                    )
                };
                let low = c_int::from(n) / 2 - 2;
                let moves = [(0, 1), (1, 0), (2, 3), (3, 2)].map(|(r, c)| (low + r, low + c));
                assert_eq!(status, 0);
                assert!(moves.contains(&(row, col)), "{n}: row {row}, column {col}");
            }
        }
    }
}

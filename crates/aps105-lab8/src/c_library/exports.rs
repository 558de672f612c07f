//! The functions as C calls them.

use std::ffi::{c_char, c_int};
use std::slice;

use reversi_engine::opponents::Opponent;

use super::{NoMove, Setup, TIME, choose, without_panic};

/// A row of a C program's board, whatever the dimension of the game.
type Row = [c_char; 26];

/// The move of [`Opponent::Smarter`], as `c/liblab8part2.h` says.
///
/// # Safety
///
/// Each pointer is null or valid: `board` for reading the first `n` characters
/// of `n` rows, if `n` is one of the handout's, `row` and `col` for writing.
/// Nobody writes there meanwhile.
#[allow(non_snake_case, reason = "the course has named it")]
#[cfg_attr(feature = "c-library", unsafe(no_mangle))]
pub unsafe extern "C" fn findSmarterMove(
    board: *const Row,
    n: c_int,
    colour: c_char,
    row: *mut c_int,
    col: *mut c_int,
) -> c_int {
    // SAFETY: the caller promises what `answer` asks for.
    unsafe { answer(Opponent::Smarter, board, n, colour, row, col) }
}

/// The move of [`Opponent::Smartest`], as `c/liblab8part2.h` says.
///
/// # Safety
///
/// As for [`findSmarterMove`].
#[allow(non_snake_case, reason = "the course has named it")]
#[cfg_attr(feature = "c-library", unsafe(no_mangle))]
pub unsafe extern "C" fn findSmartestMove(
    board: *const Row,
    n: c_int,
    colour: c_char,
    row: *mut c_int,
    col: *mut c_int,
) -> c_int {
    // SAFETY: the caller promises what `answer` asks for.
    unsafe { answer(Opponent::Smartest, board, n, colour, row, col) }
}

/// The engine's move within a second, as `c/liblab8part2.h` says.
///
/// # Safety
///
/// As for [`findSmarterMove`].
#[allow(non_snake_case, reason = "named as the course's own")]
#[cfg_attr(feature = "c-library", unsafe(no_mangle))]
pub unsafe extern "C" fn findStrongestMove(
    board: *const Row,
    n: c_int,
    colour: c_char,
    row: *mut c_int,
    col: *mut c_int,
) -> c_int {
    // SAFETY: the caller promises what `answer` asks for.
    unsafe { answer(Opponent::Strongest, board, n, colour, row, col) }
}

/// The same where a student's function is asked for: what `c/lab8part2.h`
/// declares. It is in a library of its own, as a program has one `makeMove`.
///
/// # Safety
///
/// As for [`findSmarterMove`].
#[allow(non_snake_case, reason = "the course has named it")]
#[cfg_attr(feature = "c-make-move", unsafe(no_mangle))]
pub unsafe extern "C" fn makeMove(
    board: *const Row,
    n: c_int,
    turn: c_char,
    row: *mut c_int,
    col: *mut c_int,
) -> c_int {
    // SAFETY: the caller promises what `answer` asks for.
    unsafe { answer(Opponent::Strongest, board, n, turn, row, col) }
}

/// Reads the board, asks `opponent`, and writes where it plays.
///
/// # Safety
///
/// As for [`findSmarterMove`].
unsafe fn answer(
    opponent: Opponent,
    board: *const Row,
    n: c_int,
    colour: c_char,
    row: *mut c_int,
    col: *mut c_int,
) -> c_int {
    if board.is_null() || row.is_null() || col.is_null() {
        return NoMove::NullPointer as c_int;
    }
    let found = without_panic(|| {
        let mut setup = Setup::new(n, colour.to_ne_bytes()[0])?;
        let side = setup.side();
        for at in 0..side {
            // SAFETY: the board is not null and the dimension one of the
            // handout's, so that this row's first `n` characters may be read.
            let cells = unsafe { slice::from_raw_parts(board.add(at.into()).cast(), side.into()) };
            setup.row(at, cells)?;
        }
        choose(opponent, &setup, TIME)
    });
    let (status, at) = match found {
        Ok(square) => (0, (square.row.into(), square.col.into())),
        Err(reason) => (reason as c_int, (-1, -1)),
    };
    // SAFETY: neither is null, so both are valid for writing.
    unsafe {
        row.write(at.0);
        col.write(at.1);
    }
    status
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The start of a game on `n` × `n` as the rows of a C program, without
    /// what a row has after its `n`th character in the last row: whoever reads
    /// further reads beyond the memory, which `cargo xtask sanitize` notices.
    fn rows(n: u8) -> Box<[c_char]> {
        let n = usize::from(n);
        let mut board = vec![b'U'.cast_signed(); 26 * (n - 1) + n];
        for (row, column, disc) in [(0, 0, b'W'), (0, 1, b'B'), (1, 0, b'B'), (1, 1, b'W')] {
            board[26 * (n / 2 - 1 + row) + n / 2 - 1 + column] = disc.cast_signed();
        }
        board.into_boxed_slice()
    }

    #[test]
    fn no_more_than_the_board_is_read_and_two_numbers_written() {
        for n in [4_u8, 8, 26] {
            let board = rows(n);
            for find in [findSmarterMove, findSmartestMove] {
                let (mut row, mut col) = (c_int::MIN, c_int::MIN);
                // SAFETY: there are `n` characters in each of `n` rows, and two
                // numbers to write.
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

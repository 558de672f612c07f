//! The library for programs in C, documented in `c/liblab8part2.h`. Only
//! `exports.rs` has unsafe code.

mod engines;
#[allow(
    unsafe_code,
    reason = "C passes pointers and links functions by unchecked names"
)]
pub mod exports;

use std::panic::{UnwindSafe, catch_unwind};
use std::time::Duration;

use reversi_core::{Board, Disc, Game, Square};

/// The names and contents of the headers for programs in C.
pub const HEADERS: [(&str, &str); 2] = [
    ("lab8part2.h", include_str!("../c/lab8part2.h")),
    ("liblab8part2.h", include_str!("../c/liblab8part2.h")),
];

const TIME: Duration = Duration::from_secs(1);

/// The reason why there is no move, with the numbers of `c/liblab8part2.h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
enum NoMove {
    Blocked = 1,
    NullPointer = -1,
    Dimension = -2,
    Colour = -3,
    Board = -4,
    OutOfMemory = -5,
    Fault = -6,
}

/// Returns the game for a C program's board and colour. `row` returns the letters of a row of a
/// board with this number of rows and columns; it is called only if the handout allows the
/// dimension.
fn game<'a>(dimension: i32, colour: u8, row: impl Fn(u8, u8) -> &'a [u8]) -> Result<Game, NoMove> {
    let rules = crate::rules(dimension.into()).ok_or(NoMove::Dimension)?;
    let mover = disc(colour).ok_or(NoMove::Colour)?;
    let side = rules.size.rows();
    let mut board = Board::empty(rules.size);
    for at in 0..side {
        for (col, &cell) in (0..).zip(row(at, side)) {
            match disc(cell) {
                Some(disc) => board.put(Square::new(at, col), disc),
                None if cell == b'U' => {}
                None => return Err(NoMove::Board),
            }
        }
    }
    Ok(Game::resume(rules, board, mover).expect("the size is the board's"))
}

fn disc(letter: u8) -> Option<Disc> {
    match letter {
        b'B' => Some(Disc::Black),
        b'W' => Some(Disc::White),
        _ => None,
    }
}

type Find = fn(&Game, Duration) -> Result<Option<Square>, NoMove>;

fn choose(find: Find, game: &Game, time: Duration) -> Result<Square, NoMove> {
    find(game, time)?.ok_or(NoMove::Blocked)
}

/// Calls `find`. A panic, which is a bug of this library, becomes [`NoMove::Fault`]: it must not
/// unwind into a program in C or end it.
fn without_panic(
    find: impl FnOnce() -> Result<Square, NoMove> + UnwindSafe,
) -> Result<Square, NoMove> {
    catch_unwind(find).unwrap_or(Err(NoMove::Fault))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::sample::select;

    /// Random letters for more rows and columns than any tested board has.
    fn letters() -> impl Strategy<Value = Vec<Vec<u8>>> {
        let letter = prop_oneof![4 => Just(b'U'), 3 => Just(b'B'), 3 => Just(b'W')];
        prop::collection::vec(prop::collection::vec(letter, 14), 14)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_legal_move_is_found_on_any_board_that_has_one(
            letters in letters(), side in select(vec![4_u8, 6, 8, 10, 14]),
            colour in select(vec![b'B', b'W']),
        ) {
            let row = |at: u8, side: u8| &letters[usize::from(at)][..side.into()];
            let game = game(side.into(), colour, row).expect("all are the handout's");
            let smarter: Find = |game, _| Ok(opponents::smarter(game));
            for find in [smarter, |game, _| Ok(opponents::smartest(game)), engines::choose] {
                match choose(find, &game, Duration::from_millis(5)) {
                    Ok(square) => prop_assert!(game.check(square).is_ok()),
                    Err(reason) => {
                        prop_assert_eq!(reason, NoMove::Blocked);
                        prop_assert_eq!(game.legal_moves().count(), 0);
                    }
                }
            }
        }
    }

    #[test]
    fn a_panic_becomes_an_error() {
        let found = without_panic(|| panic!("an error of this library"));
        assert_eq!(found, Err(NoMove::Fault));
    }
}

//! The core, tested on Othello of several sizes and on a made-up game that has
//! the other value of each rule. The tests of the crate `courses` use the same
//! modules on the games of all courses.

mod laws;
mod perft;

use reversi_core::{
    Area, Blocked, Board, Direction, Disc, Game, Opening, Placement, Rules, Size, Square, Symmetry,
};

/// The made-up game on `size`, safe from `first` to `last`.
fn other(size: Size, first: Square, last: Square) -> Rules {
    Rules {
        size,
        opening: Opening::Empty,
        first: Disc::White,
        directions: Direction::ORTHOGONAL,
        placement: Placement::Near {
            safe: Area { first, last },
            reach: 3,
        },
        blocked: Blocked::End,
    }
}

fn othello(side: usize) -> Rules {
    Rules {
        size: Size::square(side).expect("the tests name sizes that exist"),
        ..Rules::OTHELLO
    }
}

/// The rules that the laws are tested on.
fn games() -> Vec<Rules> {
    let mut games: Vec<Rules> = [2, 4, 6, 8, 10, 26].map(othello).into();
    let rectangle = Size::new(5, 7).expect("a size");
    games.push(other(Size::STRIP, Square::new(0, 7), Square::new(0, 8)));
    games.push(other(rectangle, Square::new(1, 2), Square::new(3, 4)));
    games
}

#[test]
fn the_leaves_are_those_that_were_counted() {
    let rules = |name: &str, size| {
        assert_eq!(name, "othello");
        Rules {
            size,
            ..Rules::OTHELLO
        }
    };
    // At run time: clones may share a target folder.
    let package = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo runs the tests");
    assert_eq!(perft::check_files(package.as_ref(), rules), 4);
}

#[test]
fn the_symmetries_are_eight_different_ones() {
    let size = Size::EIGHT;
    let mut images: Vec<Vec<Square>> = Symmetry::ALL
        .iter()
        .map(|symmetry| size.squares().map(|at| symmetry.square(size, at)).collect())
        .collect();
    images.sort();
    images.dedup();
    assert_eq!(images.len(), 8);
}

#[test]
fn a_size_that_cannot_be_played_is_an_error() {
    for side in [1, 3, 25] {
        let error = Game::new(othello(side)).expect_err("no middle");
        assert!(error.to_string().contains("must be even"), "{error}");
    }
    for side in [0, 27, usize::MAX] {
        let error = Size::square(side).expect_err("no board");
        assert!(error.to_string().contains("from 1 to 26"), "{error}");
    }
}

#[test]
fn a_safe_area_off_the_board_is_an_error() {
    let rules = other(Size::STRIP, Square::new(2, 2), Square::new(5, 5));
    let error = Game::new(rules).expect_err("the strip has one row");
    assert!(error.to_string().contains("safe area"), "{error}");
}

#[test]
fn a_board_of_another_size_is_an_error() {
    let board = Board::empty(Size::STRIP);
    let error = Game::resume(Rules::OTHELLO, board, Disc::Black).expect_err("not 8x8");
    assert_eq!(
        error.to_string(),
        "a board of 1x16 squares where the rules have 8x8"
    );
}

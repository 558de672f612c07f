//! The core, tested on Othello of several sizes and on a made-up game that has
//! the other value of each rule. The tests of the crate `courses` use the same
//! modules on the games of all courses.

mod laws;
mod perft;

use reversi_core::{
    Area, Blocked, Board, Direction, Disc, Discs, Game, Opening, Placement, Rules, Size, Square,
    Symmetry, Turn, Winner,
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
        winner: Winner::Fewest,
    }
}

/// Othello on a rectangle, from a board that some of its games lead to.
fn given() -> Rules {
    let board = "O-----\n-OXX-X\n-OOO--\n---OX-";
    let board: Board = board.parse().expect("a picture");
    Rules {
        size: board.size(),
        opening: Opening::Given(Discs::of(&board)),
        ..Rules::OTHELLO
    }
}

fn strip() -> Size {
    Size::new(1, 16).expect("a size")
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
    games.push(other(strip(), Square::new(0, 7), Square::new(0, 8)));
    games.push(other(rectangle, Square::new(1, 2), Square::new(3, 4)));
    games.extend([mirrored(), given()]);
    games
}

fn mirrored() -> Rules {
    Rules {
        size: Size::new(4, 6).expect("a size"),
        opening: Opening::MirroredCross,
        ..Rules::OTHELLO
    }
}

#[test]
fn an_opening_is_the_one_that_the_rules_say() {
    let opening = |rules| Game::new(rules).expect("playable").board().to_string();
    assert_eq!(opening(othello(4)), "----\n-OX-\n-XO-\n----\n");
    assert_eq!(opening(mirrored()), "------\n--XO--\n--OX--\n------\n");
    assert_eq!(opening(given()), "O-----\n-OXX-X\n-OOO--\n---OX-\n");
}

#[test]
fn where_the_fewest_discs_win_a_wiped_out_side_wins() {
    let board: Board = "XX--\n----".parse().expect("a picture");
    let winner = |winner| {
        let rules = Rules {
            size: board.size(),
            winner,
            ..Rules::OTHELLO
        };
        let game = Game::resume(rules, board.clone(), Disc::Black).expect("playable");
        match game.turn() {
            Turn::Over(outcome) => outcome.winner(),
            turn => panic!("{turn:?}"),
        }
    };
    assert_eq!(winner(Winner::Most), Some(Disc::Black));
    assert_eq!(winner(Winner::Fewest), Some(Disc::White));
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
fn a_size_is_read_back_and_one_that_cannot_be_played_is_an_error() {
    assert_eq!(strip().to_string().parse(), Ok(strip()));
    for text in ["8", "8x", "x8", "8x8x8", "-8x8", "0x8"] {
        text.parse::<Size>().expect_err(text);
    }
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
    let rules = other(strip(), Square::new(2, 2), Square::new(5, 5));
    let error = Game::new(rules).expect_err("the strip has one row");
    assert!(error.to_string().contains("safe area"), "{error}");
}

#[test]
fn a_board_of_another_size_is_an_error() {
    let board = Board::empty(strip());
    let error = Game::resume(Rules::OTHELLO, board, Disc::Black).expect_err("not 8x8");
    assert_eq!(
        error.to_string(),
        "a board of 1x16 squares where the rules have 8x8"
    );
}

#[test]
fn a_default_is_othello() {
    assert_eq!(Game::new(Rules::default()), Ok(Game::default()));
    assert_eq!(*Game::default().rules(), Rules::OTHELLO);
}

#[cfg(feature = "serde")]
#[test]
fn serialized_values_are_text_and_invalid_ones_are_refused() {
    use reversi_core::{ByDisc, Ply};

    let board = Game::default().board().clone();
    let value = (
        board,
        Square::new(4, 5),
        Ply::Pass,
        Size::EIGHT,
        Disc::Black,
    );
    let text = serde_json::to_string(&value).expect("values can be written");
    assert!(text.ends_with(r#","f5","pa","8x8","black"]"#), "{text}");
    assert_eq!(serde_json::from_str(&text).ok(), Some(value));
    // An escaped sign cannot be borrowed from the text.
    assert_eq!(
        serde_json::from_str(r#""f\u0035""#).ok(),
        Some(Square::new(4, 5))
    );
    let by_disc = ByDisc { black: 2, white: 3 };
    let text = serde_json::to_string(&by_disc).expect("values can be written");
    assert_eq!(text, r#"{"black":2,"white":3}"#);
    let error = serde_json::from_str::<Size>(r#""0x8""#).expect_err("no board");
    assert!(
        error.to_string().contains("each side is from 1 to 26"),
        "{error}"
    );
    serde_json::from_str::<Board>(r#""X?""#).expect_err("no picture");
}

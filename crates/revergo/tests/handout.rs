//! The handout's two sample games, board by board. `tests/handout` has its
//! boards byte for byte, an empty line between two.

use revergo::Variant;
use revergo::view::BoardView;
use reversi_core::{Game, Square};

fn follow(variant: Variant, boards: &str, stones: &[(u8, u8)]) {
    let mut game = Game::new(variant.rules()).expect("the rules can be played");
    let mut seen = vec![picture(&game, variant)];
    for &(row, col) in stones {
        game.play(Square::new(row - 1, col - 1))
            .unwrap_or_else(|why| panic!("{row} {col}: {why}"));
        seen.push(picture(&game, variant));
    }
    assert_eq!(seen.join("\n"), boards);
}

fn picture(game: &Game, variant: Variant) -> String {
    let view = BoardView {
        board: game.board(),
        variant,
        grey: false,
    };
    view.to_string()
}

#[test]
fn the_first_sample_game_goes_as_in_the_handout() {
    let columns = [6, 7, 8, 4, 2, 1, 11, 3, 13];
    follow(
        Variant::Strip,
        include_str!("handout/1x16.txt"),
        &columns.map(|col| (1, col)),
    );
}

#[test]
fn the_second_sample_game_goes_as_in_the_handout() {
    let stones = [
        (3, 4),
        (4, 5),
        (3, 6),
        (3, 5),
        (5, 6),
        (3, 3),
        (3, 2),
        (1, 1),
        (2, 4),
        (4, 6),
        (1, 2),
        (1, 3),
        (2, 5),
        (4, 4),
    ];
    follow(Variant::Square, include_str!("handout/8x8.txt"), &stones);
}

#[test]
fn grey_changes_nothing_but_the_colour_of_the_safe_area() {
    for (variant, rows, cells) in [
        (Variant::Strip, 1, ". . . . . . . ."),
        (Variant::Square, 4, ". . . ."),
    ] {
        let game = Game::new(variant.rules()).expect("the rules can be played");
        let view = BoardView {
            board: game.board(),
            variant,
            grey: true,
        };
        let grey = view.to_string();
        let (on, off) = ("\x1b[38;5;16m\x1b[48;5;250m", "\x1b[0m");
        assert_eq!(grey.matches(&format!("{on}{cells}{off}")).count(), rows);
        let plain = grey.replace(on, "").replace(off, "");
        assert_eq!(plain, picture(&game, variant));
    }
}

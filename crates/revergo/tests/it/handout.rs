//! The handout's two sample games, board by board. `tests/handout` has its boards byte for byte,
//! separated by empty lines.

use revergo::view::BoardView;
use revergo::{RULES_1X16, RULES_8X8, safe_area};
use reversi_core::{Game, Rules, Square};

fn follow(rules: Rules, boards: &str, stones: &[(u8, u8)]) {
    let mut game = Game::new(rules).expect("the rules can be played");
    let mut seen = vec![picture(&game)];
    for &(row, col) in stones {
        game.play(Square::new(row - 1, col - 1))
            .unwrap_or_else(|why| panic!("{row} {col}: {why}"));
        seen.push(picture(&game));
    }
    assert_eq!(seen.join("\n"), boards);
}

fn picture(game: &Game) -> String {
    let view = BoardView {
        board: game.board(),
        grey: None,
    };
    view.to_string()
}

#[test]
fn the_first_sample_game_goes_as_in_the_handout() {
    let columns = [6, 7, 8, 4, 2, 1, 11, 3, 13];
    follow(
        RULES_1X16,
        include_str!("../handout/1x16.txt"),
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
    follow(RULES_8X8, include_str!("../handout/8x8.txt"), &stones);
}

#[test]
fn grey_changes_nothing_but_the_colour_of_the_safe_area() {
    for (rules, rows, cells) in [
        (RULES_1X16, 1, ". . . . . . . ."),
        (RULES_8X8, 4, ". . . ."),
    ] {
        let game = Game::new(rules).expect("the rules can be played");
        let view = BoardView {
            board: game.board(),
            grey: Some(safe_area(&rules)),
        };
        let grey = view.to_string();
        let (on, off) = ("\x1b[38;5;16m\x1b[48;5;250m", "\x1b[0m");
        assert_eq!(grey.matches(&format!("{on}{cells}{off}")).count(), rows);
        let plain = grey.replace(on, "").replace(off, "");
        assert_eq!(plain, picture(&game));
    }
}

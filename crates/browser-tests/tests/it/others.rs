//! The leaderboard's pages.

use std::fs;

use thirtyfour::Key;

use crate::looks::{check_by_axe_core, check_width, resize};
use crate::page::browse;
use crate::prepared;

/// Returns the address of a game.
fn game() -> String {
    let files = fs::read_dir(prepared::path("leaderboard/games")).expect("it is a folder");
    let mut files = files.map(|file| file.expect("it can be listed").path());
    let game = files.find(|file| file.extension().is_some_and(|kind| kind == "html"));
    let game = game.expect("there is a game");
    format!(
        "games/{}",
        game.file_name().expect("it has a name").display()
    )
}

#[test]
fn the_leaderboard_is_accessible_and_fits_a_phone() {
    browse("leaderboard", async |page| {
        for file in ["", "cross.html", "players/0.html", &game()] {
            page.open(file).await;
            check_by_axe_core(page, file).await;
            resize(page, 320).await;
            check_width(page, file).await;
        }
    });
}

#[test]
fn the_keys_step_through_a_game() {
    browse("leaderboard", async |page| {
        page.open(&game()).await;
        page.wait(".replay .controls:not([hidden])").await;
        let status = async || page.text(".replay .status").await;
        page.press(Key::Home).await;
        assert!(status().await.starts_with("0 of "));
        page.press(Key::Right).await;
        page.press(Key::Right).await;
        assert!(status().await.starts_with("2 of "));
        page.press(Key::Left).await;
        assert!(status().await.starts_with("1 of "));
        page.press(Key::End).await;
        let end = status().await;
        let (now, all) = end.split_once(" of ").expect("it names both");
        assert!(all.starts_with(&format!("{now}: ")), "{end}");
    });
}

//! The page as one file, and the addresses of games.

use playground::programs::address;

use crate::page::browse;
use crate::prepared;

#[test]
fn the_one_file_page_plays_from_a_disk() {
    browse("playground", async |page| {
        let file = prepared::path("playground/playground.html");
        let address = format!("file://{}", file.display());
        page.go(&address).await;
        page.wait("body[data-state=ready][data-turn='0']").await;
        page.play_legal(2).await;
        page.click("#player-white option[value='depth:4']").await;
        page.play_legal(4).await;
        assert_eq!(page.text("#problem").await, "");
    });
}

#[test]
fn the_index_page_from_a_disk_names_the_page_that_works_there() {
    browse("playground", async |page| {
        let file = prepared::path("playground/index.html");
        page.go(&format!("file://{}", file.display())).await;
        // Chromium may not load a script either; then the page cannot report anything.
        page.wait("body[data-state=failed]").await;
        let problem = page.text("#problem").await;
        assert!(
            problem.contains("Open playground.html instead"),
            "{problem}"
        );
        // The browser reports the refused requests.
        page.forget_console().await;
    });
}

#[test]
fn a_nonsensical_address_gets_a_sentence() {
    browse("playground", async |page| {
        let mut turn = 0;
        for fragment in [
            "v=1&c=chess",
            "v=9&c=cmsc201",
            "v=1&c=cmsc201&i=%%%",
            "v=1&c=cmsc201&i=AAAA",
            "nonsense",
        ] {
            page.play(fragment).await;
            let error = address::read(fragment).expect_err(fragment);
            assert_eq!(page.text("#problem").await, error, "{fragment}");
            // The last game continues.
            turn += 2;
            page.play_legal(turn).await;
        }
    });
}

//! The page as one file, and the addresses of games.

use playground::programs::address;
use serde_json::json;
use thirtyfour::Key;

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

#[test]
fn a_wrong_address_changes_nothing() {
    browse("playground", async |page| {
        page.play("v=1&c=comp10050").await;
        page.play_legal(1).await;
        // The board has three squares.
        for fragment in [
            "v=1&c=comp10050&b=S8pJTM7mcnJyAgA",
            "v=1&c=comp10050&case=none",
        ] {
            page.run("location.hash = arguments[0]", vec![json!(fragment)])
                .await;
            page.wait("#problem:not([hidden])").await;
            // Whoever goes on has read it.
            page.click("#tab-play").await;
            page.wait("#problem[hidden]").await;
            page.click("#undo").await;
            page.wait("body[data-position='0'][data-turn='1']").await;
            page.click("#redo").await;
            page.wait("body[data-position='1']").await;
        }
    });
}

#[test]
fn a_number_that_is_no_position_leads_to_the_last_one() {
    browse("playground", async |page| {
        for number in ["abc", "-5", "1.5", "99"] {
            page.play(&format!("v=1&c=comp10050&t=f5d6c3&n={number}"))
                .await;
            page.wait("body[data-position='3'][data-turn='3']").await;
        }
        page.play("v=1%26c=comp10050%26t=f5d6c3%26n=1").await;
        page.wait("body[data-position='1'][data-turn='3']").await;
        assert_eq!(page.text("#problem").await, "");
    });
}

#[test]
fn the_link_to_the_content_stays_in_the_pane() {
    browse("playground", async |page| {
        page.play("v=1&c=comp10050&pane=check").await;
        page.run("document.querySelector('.skip').focus()", vec![])
            .await;
        page.press(Key::Enter).await;
        page.wait("#main:focus").await;
        page.wait("body[data-pane=check] #problem[hidden]").await;
    });
}

//! The playground in Firefox: play, the keyboard and a check.

use thirtyfour::Key;

use crate::page::browse_in_firefox;

#[test]
fn firefox_plays_by_mouse_and_keys_and_checks() {
    browse_in_firefox("playground", async |page| {
        page.play("v=1&c=utoronto-a1").await;
        page.click("#board [data-square='19'] .hint").await;
        page.wait_for_turn(1).await;
        page.type_into("#entry", "cc").await;
        page.press(Key::Enter).await;
        page.wait_for_turn(2).await;
        let focus = "document.querySelector('#board [data-square=\"25\"]').focus()";
        page.run(focus, vec![]).await;
        page.press(Key::Right).await;
        page.press(Key::Enter).await;
        page.wait_for_turn(3).await;
        assert_eq!(
            page.text("#says").await,
            "Black plays dc and flips 1. White to move."
        );
        // The engine runs in a worker.
        page.choose("#player-white", "depth:4").await;
        page.wait_for_turn(4).await;
        page.pane("check").await;
        page.type_into("#check-text", "  abcdefgh").await;
        page.click("#check-run").await;
        page.wait("body[data-checked='1'] #result .hint-text").await;
    });
}

//! Games as texts, set-up positions, and exercises.

use serde_json::json;
use thirtyfour::Key;

use crate::page::{Page, browse};

async fn import(page: &Page, text: &str) {
    let script = "
        const box = document.querySelector('#text');
        box.closest('details').open = true;
        box.value = arguments[0];";
    page.run(script, vec![json!(text)]).await;
    page.click("#text-import").await;
}

/// The game d3 c3 c4.
const GGF: &str = "(;GM[Othello]PC[Reversi playground]TY[8]BO[8 \
    ---------------------------O*------*O--------------------------- *]B[D3]W[C3]B[C4];)";

#[test]
fn a_game_is_opened_from_a_text_and_shown_in_every_format() {
    browse("playground", async |page| {
        page.play("v=1&c=utoronto-a1").await;
        import(page, "1. d3 c3 2. C4").await;
        page.wait_for_turn(3).await;
        for (format, expected) in [
            ("othello", "d3c3c4"),
            ("own", "cd\ncc\ndc\n"),
            ("input", "cd\ncc\ndc\n"),
            ("ggf", GGF),
        ] {
            page.choose("#text-format", format).await;
            page.click("#text-export").await;
            assert_eq!(page.value("#text").await, json!(expected), "{format}");
        }
        // A copied terminal is the same game again.
        page.choose("#text-format", "session").await;
        page.click("#text-export").await;
        let session = page.value("#text").await;
        let session = session.as_str().expect("it is text").to_owned();
        assert!(
            session.contains("Enter move for colour W (RowCol): cc\n"),
            "{session}"
        );
        page.click("#new").await;
        page.wait_for_turn(0).await;
        import(page, &session).await;
        page.wait_for_turn(3).await;
        import(page, "d3d3").await;
        assert_eq!(
            page.text("#text-note").await,
            "Move 2, \"d3\", is not legal. Legal there: c3, e3, c5."
        );
        assert_eq!(
            page.text("#says").await,
            "Black plays dc and flips 1. White to move."
        );
        import(page, "(;GM[Othello]BO[4 ------O*--*----- *]B[a2//0.5];)").await;
        assert_eq!(
            page.text("#text-note").await,
            "Move 1, \"a2\", is not legal. Legal there: c1, b2."
        );
        // GGF has a position of its own; the previous game is among the games.
        import(page, "(;GM[Othello]BO[4 -----O*--*O----- *]B[a2];)").await;
        page.wait("#board [data-square='15']:last-child").await;
        page.wait_for_turn(1).await;
        assert!(
            page.text("#terminal")
                .await
                .contains("This position was set up")
        );
        page.click("#side-games").await;
        page.click("#games li:nth-child(2) .plain").await;
        page.wait("body[data-turn='3']:not([data-busy]) #board [data-square='63']")
            .await;
    });
}

#[test]
fn a_position_is_saved_as_a_picture_and_squares_have_othellos_names() {
    browse("playground", async |page| {
        let folder = tempfile::tempdir().expect("a folder can be made");
        page.download_to(folder.path()).await;
        page.play("v=1&c=utoronto-a1&t=d3c3").await;
        page.run(
            "document.querySelector('#text').closest('details').open = true",
            vec![],
        )
        .await;
        page.click("#picture-svg").await;
        let svg = page.downloaded(folder.path(), "position.svg").await;
        let svg = std::fs::read_to_string(svg).expect("it is text");
        assert!(svg.starts_with("<svg") && !svg.contains("<script"), "{svg}");
        page.click("#picture-png").await;
        let png = page.downloaded(folder.path(), "position.png").await;
        let png = std::fs::read(png).expect("it is a file");
        assert!(png.starts_with(b"\x89PNG") && png.len() > 2000);
        assert_eq!(page.text("#opening").await, "Diagonal");
        page.run(
            "document.querySelector('#notation').closest('details').open = true",
            vec![],
        )
        .await;
        page.choose("#notation", "othello").await;
        page.wait("body:not([data-busy])").await;
        assert_eq!(
            page.text("#says").await,
            "White plays c3 and flips 1. Black to move."
        );
        assert!(page.text("#moves").await.contains("d3"));
        // A hint is a move with its reason.
        page.click("#hint").await;
        page.wait("#board .hinted").await;
        let says = page.text("#says").await;
        assert!(says.len() > 4 && says.ends_with('.'), "{says}");
    });
}

#[test]
fn a_position_is_set_up_on_the_board_and_comes_back_by_its_address() {
    browse("playground", async |page| {
        page.play("v=1&c=utoronto-a1").await;
        page.click("#edit").await;
        page.click("#editor-empty").await;
        // Black a1, white b1; black moves on c1. By mouse, and by keys.
        page.click("#board [data-square='0']").await;
        page.click("#board [data-square='1']").await;
        page.run(
            "document.querySelector('#board [data-square=\"1\"]').focus()",
            vec![],
        )
        .await;
        page.press(Key::Enter).await;
        page.wait("#board [data-square='1'].white").await;
        page.click("#editor-done").await;
        page.wait("#board [data-square='2'].legal").await;
        page.click("#board [data-square='2']").await;
        page.wait_for_turn(1).await;
        assert_eq!(
            page.text("#says").await,
            "The game is over: Black wins 3 to 0."
        );
        let fragment = page.run("return location.hash.slice(1)", vec![]).await;
        page.play(fragment.as_str().expect("it is text")).await;
        assert_eq!(page.text("#score").await, "Black (B)3White (W)0");
        // A case has the input of a program, and here no program runs.
        let disabled = "return document.querySelector('#make-case').disabled";
        assert_eq!(page.run(disabled, vec![]).await, true);
    });
}

pub(crate) async fn wait_for_exercise(page: &Page) {
    let shown = "
        const [done] = arguments;
        const says = document.querySelector('#says');
        const look = () => / to win: find the move.$/.test(says.textContent)
            ? done(true) : requestAnimationFrame(look);
        look();";
    page.run_async(shown, vec![]).await;
}

#[test]
fn an_exercise_takes_only_the_move_that_wins() {
    browse("playground", async |page| {
        page.play("v=1&c=utoronto-a1").await;
        page.click("#side-engine").await;
        page.click("#exercise").await;
        wait_for_exercise(page).await;
        let legal = "return [...document.querySelectorAll('#board .legal')]
            .map((cell) => cell.dataset.square)";
        let legal = page.run(legal, vec![]).await;
        for square in legal.as_array().expect("it is a list") {
            let square = square.as_str().expect("it is text");
            page.click(&format!("#board [data-square='{square}']"))
                .await;
            let answered = "
                const done = arguments[0];
                const says = document.querySelector('#says');
                const look = () => /solving|find the move/.test(says.textContent)
                    ? requestAnimationFrame(look) : done(says.textContent);
                look();";
            let says = page.run_async(answered, vec![]).await;
            if says
                .as_str()
                .is_some_and(|says| says.ends_with("Another move wins."))
            {
                continue;
            }
            // The engine answers the right move.
            return page
                .wait("body:is([data-turn='2'], [data-turn='3']):not([data-busy])")
                .await;
        }
        panic!("no move wins");
    });
}

#[test]
fn a_link_of_a_report_or_a_leaderboard_opens_the_game_at_its_move() {
    browse("playground", async |page| {
        page.play("v=1&c=utoronto-a1&l=cd%0Ace%0A").await;
        assert_eq!(page.text("#step-text").await, "2 of 2");
        page.play("v=1&c=aps105-lab8&t=d3c3c4c5&n=2").await;
        page.wait("body[data-position='2']").await;
        assert_eq!(page.text("#step-text").await, "2 of 4");
    });
}

#[test]
fn a_position_that_was_set_up_is_no_case_and_a_pasted_game_is_kept() {
    browse("playground", async |page| {
        page.play("v=1&c=utoronto-a1").await;
        import(page, "d3c3").await;
        page.wait_for_turn(2).await;
        // There was no game before.
        assert_eq!(page.text("#text-note").await, "The game is open.");
        import(page, "f5d6").await;
        page.choose("#text-format", "ggf").await;
        assert_eq!(page.value("#text").await, "f5d6");
        let board = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
        import(page, board).await;
        page.wait_for_turn(0).await;
        page.play_legal(1).await;
        page.pane("cases").await;
        page.wait("#made-add:disabled").await;
        assert!(page.text("#made-source").await.contains("was set up"));
    });
}

#[test]
fn a_key_works_in_the_editor_after_a_drag() {
    browse("playground", async |page| {
        page.play("v=1&c=utoronto-a1").await;
        page.click("#edit").await;
        let drag = "
            const square = (number) => document.querySelector(`#board [data-square='${number}']`);
            square(0).dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, buttons: 1 }));
            square(8).focus();";
        page.run(drag, vec![]).await;
        page.press(Key::Enter).await;
        page.wait("#board [data-square='8'].black").await;
    });
}

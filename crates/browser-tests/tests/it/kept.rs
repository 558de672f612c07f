//! Everything that a visitor has made is kept, and the keyboard keeps working.

use serde_json::{Value, json};
use thirtyfour::Key;

use crate::page::{Page, browse};

async fn focus(page: &Page, selector: &str) {
    let script = "document.querySelector(arguments[0]).focus()";
    page.run(script, vec![json!(selector)]).await;
}

async fn focused(page: &Page) -> Value {
    page.run("return document.activeElement.id", vec![]).await
}

/// Reopens the page without a game in the address.
async fn come_back(page: &Page) {
    page.open("").await;
    page.wait_until_ready().await;
}

#[test]
fn the_game_its_players_the_made_cases_and_the_pasted_outputs_come_back() {
    browse("playground", async |page| {
        page.play("v=1&c=aps105-lab8").await;
        page.choose("#player-white", "depth:2").await;
        page.play_legal(2).await;
        page.play_legal(4).await;
        page.click("#make-case").await;
        page.wait_until_ready().await;
        page.type_into("#made-name", "mine").await;
        page.click("#made-add").await;
        page.wait("#made-list li").await;
        page.pane("check").await;
        page.type_into("#check-text", "what it printed").await;
        come_back(page).await;
        page.wait_for_turn(4).await;
        assert_eq!(page.value("#course").await, "aps105-lab8");
        assert_eq!(page.value("#player-white").await, "depth:2");
        page.pane("check").await;
        assert_eq!(page.text("#made-list b").await, "mine");
        assert_eq!(page.value("#check-text").await, "what it printed");
        page.pane("play").await;
        // Another course has its own game.
        page.choose("#course", "comp10050").await;
        page.wait_for_turn(0).await;
        page.choose("#course", "aps105-lab8").await;
        page.wait_for_turn(4).await;
    });
}

#[test]
fn a_link_opens_beside_the_visitors_own_game() {
    browse("playground", async |page| {
        page.play("v=1&c=utoronto-a1").await;
        page.play_legal(1).await;
        let link = page.run("return location.hash.slice(1)", vec![]).await;
        let link = link.as_str().expect("it is text");
        page.run("localStorage.clear()", vec![]).await;
        page.play("v=1&c=utoronto-a1").await;
        for turn in 1..=3 {
            page.play_legal(turn).await;
        }
        let own = page.run("return location.hash", vec![]).await;
        page.play(link).await;
        page.wait_for_turn(1).await;
        // The link's game continues, and its address restores it.
        page.play_legal(2).await;
        page.run("location.reload()", vec![]).await;
        page.wait_for_turn(2).await;
        page.click("#side-games").await;
        page.click("#games li:nth-child(2) .plain").await;
        page.wait_for_turn(3).await;
        assert_eq!(page.run("return location.hash", vec![]).await, own);
        // The same link again is that game, and the browser's history leads back to the other.
        page.back().await;
        page.wait_for_turn(2).await;
        let kept = "return document.querySelectorAll('#games li').length";
        assert_eq!(page.run(kept, vec![]).await, 2);
        // A damaged link is reported and changes nothing.
        page.play("v=1&c=utoronto-a1&i=damaged").await;
        page.wait("#problem:not([hidden])").await;
        assert_eq!(page.run(kept, vec![]).await, 2);
    });
}

#[test]
fn a_deleted_game_comes_back_and_a_game_has_a_name() {
    browse("playground", async |page| {
        page.play("v=1&c=utoronto-a1").await;
        page.play_legal(1).await;
        page.click("#new").await;
        page.wait_for_turn(0).await;
        page.play_legal(1).await;
        page.click("#side-games").await;
        page.click("#games li:nth-child(2) [aria-label^=Name]")
            .await;
        page.press("mine\n").await;
        page.wait("#games li:nth-child(2) [aria-label='Name mine']")
            .await;
        page.click("#games li:nth-child(2) [aria-label^=Delete]")
            .await;
        page.wait("#games:not(:has(li:nth-child(2)))").await;
        page.click("#games-note button").await;
        page.wait("#games li:nth-child(2) [aria-label='Name mine']")
            .await;
    });
}

#[test]
fn the_address_has_the_game_and_its_players_in_every_pane() {
    browse("playground", async |page| {
        page.play("v=1&c=aps105-lab8").await;
        page.choose("#player-white", "depth:2").await;
        page.play_legal(2).await;
        page.click("#share").await;
        page.wait("#share-box:not([hidden])").await;
        let script = "
            const shared = document.querySelector('#share-text').value;
            return shared.includes('#v=1&c=') && location.href.startsWith(shared)";
        assert_eq!(page.run(script, vec![]).await, true);
        for tab in ["cases", "check", "play"] {
            page.pane(tab).await;
            let address = page.run("return location.hash", vec![]).await;
            let address = address.as_str().expect("it is text").to_owned();
            page.run("localStorage.clear()", vec![]).await;
            page.play(address.trim_start_matches('#')).await;
            page.wait_for_turn(2).await;
            assert_eq!(page.value("#player-white").await, "depth:2", "{tab}");
        }
    });
}

#[test]
fn an_option_without_effect_keeps_the_game_and_another_one_begins_anew() {
    browse("playground", async |page| {
        page.play("v=1&c=aps105-lab8").await;
        page.play_legal(2).await;
        page.click("#options-box summary").await;
        page.choose("#option-spelling", "color").await;
        page.wait("body:not([data-busy])").await;
        page.wait_for_turn(2).await;
        // Another computer continues the game.
        page.choose("#player-white", "player:smarter").await;
        page.wait_for_turn(2).await;
        page.play_legal(4).await;
        page.click("#new").await;
        page.wait_for_turn(0).await;
    });
}

/// Plays on the legal square number `which` at the position that is shown.
async fn play_other(page: &Page, which: usize) {
    let script = "return document.querySelectorAll('#board .legal')[arguments[0]].dataset.square";
    let square = page.run(script, vec![json!(which)]).await;
    let square = square.as_str().expect("it is legal");
    page.click(&format!("#board [data-square='{square}']"))
        .await;
}

#[test]
fn a_move_at_an_earlier_position_is_a_variation_and_nothing_is_lost() {
    browse("playground", async |page| {
        page.play("v=1&c=aps105-lab8").await;
        page.play_legal(2).await;
        page.play_legal(4).await;
        let first = page.run("return location.hash", vec![]).await;
        // Undo and Redo go to the player's own moves, with the computer's replies.
        for (button, position) in [
            ("undo", 2),
            ("undo", 0),
            ("redo", 2),
            ("redo", 4),
            ("undo", 2),
        ] {
            page.click(&format!("#{button}")).await;
            page.wait(&format!("body[data-position='{position}'][data-turn='4']"))
                .await;
        }
        play_other(page, 1).await;
        page.wait("body[data-position='4'] #moves .variation").await;
        assert_ne!(page.run("return location.hash", vec![]).await, first);
        // Its list leads back, and so does playing the same move again.
        page.click("#moves .variation").await;
        page.wait("body[data-position='3']").await;
        assert_eq!(page.run("return location.hash", vec![]).await, first);
        page.press(Key::Down).await;
        page.wait("body[data-position='3']:not([data-busy])").await;
        assert_ne!(page.run("return location.hash", vec![]).await, first);
        page.press(Key::Left).await;
        page.wait("body[data-position='2']").await;
        play_other(page, 0).await;
        page.wait("body[data-position='4']:not([data-busy])").await;
        assert_eq!(page.run("return location.hash", vec![]).await, first);
        let variations = "return document.querySelectorAll('#moves .variation').length";
        assert_eq!(page.run(variations, vec![]).await, 1);
        // They are there again when the page is reopened, and one can be removed.
        page.run("location.reload()", vec![]).await;
        page.wait("body[data-position='4'] #moves .variation").await;
        page.click("#drop-line").await;
        page.wait("body[data-turn='4'] #moves:not(:has(.variation))")
            .await;
        assert_ne!(page.run("return location.hash", vec![]).await, first);
    });
}

#[test]
fn the_set_up_is_not_taken_apart_and_a_refused_line_is_taken_back() {
    browse("playground", async |page| {
        page.play("v=1&c=comp10050").await;
        let disabled = "return document.querySelector('#undo').disabled";
        assert_eq!(page.run(disabled, vec![]).await, true);
        let start = page.text("#terminal").await;
        focus(page, "#entry").await;
        page.press("99\n").await;
        page.wait("body:not([data-busy]) #undo:not([disabled])")
            .await;
        page.click("#undo").await;
        page.wait("body:not([data-busy]) #undo[disabled]").await;
        assert_eq!(page.text("#terminal").await, start);
    });
}

#[test]
fn the_terminal_of_an_earlier_position_is_what_was_printed_then() {
    browse("playground", async |page| {
        page.play("v=1&c=aps105-lab8").await;
        let mut before = vec![page.text("#terminal").await];
        for turn in [2, 4, 6] {
            page.play_legal(turn).await;
            before.push(page.text("#terminal").await);
        }
        for turn in [4, 2, 0] {
            page.press(Key::Left).await;
            page.press(Key::Left).await;
            page.wait(&format!("body[data-position='{turn}']")).await;
            assert_eq!(page.text("#terminal").await, before[turn / 2], "{turn}");
        }
        page.press(Key::End).await;
        page.wait("body[data-position='6']").await;
        assert_eq!(page.text("#terminal").await, before[3]);
    });
}

#[test]
fn the_keyboard_goes_on_after_the_engines_move_and_at_the_ends_of_a_game() {
    browse("playground", async |page| {
        page.play("v=1&c=comp10050").await;
        page.choose("#player-white", "depth:2").await;
        focus(page, "#entry").await;
        page.press("1\n").await;
        page.wait_for_turn(2).await;
        assert_eq!(focused(page).await, "entry");
        for (button, next) in [("step-first", "step-on"), ("step-last", "step-back")] {
            focus(page, &format!("#{button}")).await;
            page.press(Key::Enter).await;
            assert_eq!(focused(page).await, next);
        }
        // While the engine plays a side, nobody can type its move.
        page.choose("#player-black", "depth:1").await;
        let script = "return document.querySelector('#entry') === null
            || document.body.dataset.busy === undefined";
        assert_eq!(page.run(script, vec![]).await, true);
    });
}

#[test]
fn a_square_says_why_it_is_not_legal_in_the_notation_of_the_course() {
    browse("playground", async |page| {
        page.play("v=1&c=aps105-lab8").await;
        page.click("#board [data-square='0']").await;
        let says = page.text("#says").await;
        assert_eq!(says, "aa is not a legal move: the move flips nothing.");
        page.click("#board [data-square='27']").await;
        let says = page.text("#says").await;
        assert!(
            says.starts_with("dd is not a legal move: the square is occupied"),
            "{says}"
        );
        page.click("#side-engine").await;
        page.click("#analyse").await;
        page.wait("body[data-analysed] #analysis tbody th").await;
        let script = "
            const names = [...document.querySelectorAll('#analysis tbody th')];
            return names.map((one) => one.textContent).sort();";
        assert_eq!(
            page.run(script, vec![]).await,
            json!(["cd", "dc", "ef", "fe"])
        );
        page.wait("#board svg:not(.white-moves)").await;
    });
}

async fn make_case(page: &Page, name: &str) {
    page.click("#side-moves").await;
    page.click("#make-case").await;
    page.wait_until_ready().await;
    page.type_into("#made-name", name).await;
    page.click("#made-add").await;
    let made = format!("#made-list [aria-label='Remove {name}']");
    page.wait(&made).await;
    page.pane("play").await;
}

#[test]
fn a_tab_keeps_what_another_one_has_stored() {
    browse("playground", async |page| {
        page.play("v=1&c=aps105-lab8").await;
        page.play_legal(2).await;
        make_case(page, "first").await;
        let first = page.open_tab().await;
        come_back(page).await;
        page.wait_for_turn(2).await;
        page.click("#undo").await;
        page.wait("body[data-position='0']").await;
        play_other(page, 1).await;
        page.wait("body[data-position='2'] #moves .variation").await;
        page.click("#side-games").await;
        page.click("#games [aria-label^=Name]").await;
        page.press("mine\n").await;
        page.wait("#games [aria-label='Name mine']").await;
        make_case(page, "second").await;
        page.click("#new").await;
        page.wait_for_turn(0).await;
        page.play_legal(2).await;
        page.show_tab(first).await;
        page.play_legal(4).await;
        page.wait("#moves .variation").await;
        make_case(page, "third").await;
        page.wait("#made-list li:nth-child(3)").await;
        page.click("#side-games").await;
        page.wait("#games li:nth-child(2)").await;
        assert_eq!(page.text("#games b").await, "mine");
        // A deleted game stays deleted.
        page.click("#games [aria-label^=Delete]").await;
        page.play_legal(6).await;
        page.wait("#games:not(:has(li:nth-child(2)))").await;
    });
}

#[test]
fn a_store_that_is_full_or_damaged_is_no_end() {
    browse("playground", async |page| {
        page.play("v=1&c=utoronto-a1").await;
        for damaged in [
            "[1]",
            "{}",
            "[{\"id\": \"1\", \"course\": \"utoronto-a1\", \"lines\": []}]",
        ] {
            let script = "localStorage.setItem('reversi-playground.games', arguments[0])";
            page.run(script, vec![json!(damaged)]).await;
            come_back(page).await;
            page.wait_for_turn(0).await;
        }
        let refuse = "Storage.prototype.setItem = () => { throw new Error('it is full'); }";
        page.run(refuse, vec![]).await;
        page.play_legal(1).await;
        page.wait("#problem:not([hidden])").await;
        assert!(page.text("#problem").await.contains("stores nothing more"));
        // It is said once.
        page.play_legal(2).await;
        page.wait("#problem[hidden]").await;
        // The language is in the address instead.
        page.choose("#language", "fr").await;
        page.wait("html[lang=fr] body[data-state=ready]").await;
    });
}

#[test]
fn the_focus_stays_in_the_list_of_games() {
    browse("playground", async |page| {
        page.play("v=1&c=utoronto-a1").await;
        page.play_legal(1).await;
        page.click("#side-games").await;
        let is_in_list = "return document.activeElement.closest('#games') !== null";
        page.click("#games [aria-label^=Name]").await;
        page.press("mine\n").await;
        page.wait("#games [aria-label='Name mine']").await;
        assert_eq!(page.run(is_in_list, vec![]).await, true);
        page.click("#games .plain").await;
        page.wait_for_turn(1).await;
        assert_eq!(page.run(is_in_list, vec![]).await, true);
    });
}

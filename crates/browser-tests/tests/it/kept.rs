//! Nothing that a visitor has made is lost, and the keyboard goes on.

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

/// Opens the page anew without anything in the address.
async fn come_back(page: &Page) {
    page.open("").await;
    page.wait("body[data-state=ready][data-suite=ready][data-turn]:not([data-busy])")
        .await;
}

#[test]
fn the_game_its_players_the_made_cases_and_the_pasted_outputs_come_back() {
    browse("playground", async |page| {
        page.play("v=1&c=aps105-lab8").await;
        page.choose("#player-white", "depth:2").await;
        page.play_legal(2).await;
        page.play_legal(4).await;
        page.click("#make-case").await;
        page.type_into("#made-name", "mine").await;
        page.click("#made-add").await;
        page.wait("#made-list li").await;
        page.click("#tab-check").await;
        page.type_into("#check-text", "what it printed").await;
        come_back(page).await;
        page.wait_for_turn(4).await;
        assert_eq!(page.value("#course").await, "aps105-lab8");
        assert_eq!(page.value("#player-white").await, "depth:2");
        assert_eq!(page.text("#made-list b").await, "mine");
        assert_eq!(page.value("#check-text").await, "what it printed");
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
        page.click("#new").await;
        page.wait_for_turn(0).await;
        page.play_legal(1).await;
        page.play_legal(2).await;
        page.play_legal(3).await;
        page.wait("#own-box[hidden]").await;
        let own = page.run("return location.hash", vec![]).await;
        page.play(link).await;
        page.wait_for_turn(1).await;
        page.wait("#own-box:not([hidden])").await;
        // The link's game goes on, and comes back with its address.
        page.play_legal(2).await;
        page.run("location.reload()", vec![]).await;
        page.wait_for_turn(2).await;
        page.wait("#own-box:not([hidden])").await;
        come_back(page).await;
        page.wait_for_turn(3).await;
        assert_eq!(page.run("return location.hash", vec![]).await, own);
        page.play(link).await;
        page.wait_for_turn(1).await;
        page.click("#own").await;
        page.wait_for_turn(3).await;
        assert_eq!(page.run("return location.hash", vec![]).await, own);
        page.wait("#own-box[hidden]").await;
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
        for tab in ["#tab-cases", "#tab-check", "#tab-play"] {
            page.click(tab).await;
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
fn a_new_game_is_taken_back_and_an_option_without_effect_keeps_the_game() {
    browse("playground", async |page| {
        page.play("v=1&c=aps105-lab8").await;
        page.play_legal(2).await;
        page.click("#new").await;
        page.wait_for_turn(0).await;
        page.click("#undo").await;
        page.wait_for_turn(2).await;
        page.click("#options-box summary").await;
        page.choose("#option-spelling", "color").await;
        page.wait("body:not([data-busy])").await;
        page.wait_for_turn(2).await;
        // Another computer goes on with the game.
        page.choose("#player-white", "player:smarter").await;
        page.wait_for_turn(2).await;
        page.play_legal(4).await;
    });
}

#[test]
fn taking_back_at_an_earlier_position_plays_on_from_there() {
    browse("playground", async |page| {
        page.play("v=1&c=comp10050").await;
        for turn in 1..=4 {
            page.play_legal(turn).await;
        }
        page.click("#step-back").await;
        page.click("#step-back").await;
        page.click("#undo").await;
        page.wait_for_turn(2).await;
        page.click("#undo").await;
        page.wait_for_turn(4).await;
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
        // While the engine plays a side, nobody types its move.
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

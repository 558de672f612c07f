//! The leaderboard's pages.

use std::fs;

use serde_json::json;
use thirtyfour::Key;

use crate::looks::{check, emulate, resize};
use crate::page::{Page, browse};
use crate::prepared;

/// The prepared tournaments, on boards of 8×8, 4×4 and 26×26.
const SITES: [&str; 3] = ["leaderboard", "leaderboard-4", "leaderboard-26"];

/// Resolves as soon as the address ends with `#` and the number.
const ADDRESS: &str = "
    const [number, done] = arguments;
    const look = () => (location.hash === `#${number}` ? done(true) : requestAnimationFrame(look));
    look();
";

/// Returns the address of the game of `site` with the largest page, which has the most moves.
pub(crate) fn game(site: &str) -> String {
    let files = fs::read_dir(prepared::path(&format!("{site}/games"))).expect("it is a folder");
    let files = files.map(|file| file.expect("it can be listed"));
    let files = files.filter(|file| file.path().extension().is_some_and(|kind| kind == "html"));
    let length = |file: &fs::DirEntry| file.metadata().expect("it has a length").len();
    let game = files.max_by_key(|file| (length(file), file.file_name()));
    let game = game.expect("there is a game");
    format!("games/{}", game.file_name().display())
}

async fn wait_for_address(page: &Page, number: usize) {
    page.run_async(ADDRESS, vec![json!(number)]).await;
}

async fn open_game(page: &Page, fragment: &str) {
    page.open(&format!("{}{fragment}", game("leaderboard")))
        .await;
    page.wait(".replay .controls:not([hidden])").await;
}

async fn status(page: &Page) -> String {
    page.text(".replay .status").await
}

#[test]
fn the_leaderboard_is_accessible_and_fits_every_window() {
    for site in SITES {
        browse(site, async |page| {
            let game = game(site);
            let pages = [
                ("index", ""),
                ("cross", "games/index.html"),
                ("player", "players/aps105-smarter.html"),
                ("game", &game),
            ];
            for (name, file) in pages {
                page.open(file).await;
                check(page, &format!("{site}-{name}")).await;
            }
        });
    }
}

#[test]
fn a_name_has_room_and_stays_in_sight_on_a_phone() {
    browse("leaderboard", async |page| {
        resize(page, 320).await;
        for file in ["", "games/index.html", "players/aps105-smarter.html"] {
            page.open(file).await;
            let script = "
                const table = document.querySelector('.wide');
                table.scrollLeft = table.scrollWidth;
                const left = table.getBoundingClientRect().left;
                return [...table.querySelectorAll('tbody th')].map((name) => {
                    const box = name.getBoundingClientRect();
                    return [Math.round(box.left - left), Math.round(box.width)];
                });";
            let names = page.run(script, vec![]).await;
            let names = names.as_array().expect("it is a list");
            assert!(!names.is_empty(), "{file}");
            for name in names {
                assert_eq!(name[0], 0, "{file}: {names:?}");
                let width = name[1].as_u64().expect("it is a number");
                assert!((128..=200).contains(&width), "{file}: {names:?}");
            }
        }
    });
}

#[test]
fn numbers_end_below_each_other() {
    browse("leaderboard", async |page| {
        page.open("").await;
        let script = "
            const ends = (column) => [...document.querySelectorAll(`tbody td:nth-child(${column})`)]
                .filter((cell) => cell.textContent.trim())
                .map((cell) => {
                    const range = document.createRange();
                    range.selectNodeContents(cell);
                    return Math.round(range.getBoundingClientRect().right);
                });
            const style = getComputedStyle(document.querySelector('tbody td'));
            return [style.fontVariantNumeric, ...[3, 4, 7, 8, 9].map((one) => new Set(ends(one)).size)];";
        let found = page.run(script, vec![]).await;
        assert_eq!(found, json!(["tabular-nums", 1, 1, 1, 1, 1]));
    });
}

#[test]
fn a_player_without_a_program_has_one_reason_and_others_have_games() {
    browse("leaderboard-4", async |page| {
        page.open("players/no-program.html").await;
        let games = "return document.querySelectorAll('td.reason').length";
        assert_eq!(page.run(games, vec![]).await, 0);
        page.open("").await;
        let fault = "return document.querySelector('tr:has(a[href*=no-program])').lastElementChild.textContent";
        assert_eq!(page.run(fault, vec![]).await, "build");
    });
    browse("leaderboard", async |page| {
        page.open("players/aps105-smarter.html").await;
        let script = "
            return [...document.querySelectorAll('td.reason')].map((cell) => cell.textContent);";
        let reasons = page.run(script, vec![]).await;
        let reasons = reasons.as_array().expect("it is a list");
        assert!(reasons.len() >= 4, "{reasons:?}");
        // The discs decided.
        assert!(reasons.iter().all(|reason| reason == ""), "{reasons:?}");
    });
}

#[test]
fn the_keys_step_through_a_game() {
    browse("leaderboard", async |page| {
        open_game(page, "").await;
        page.press(Key::Home).await;
        assert!(status(page).await.starts_with("0 of "));
        page.press(Key::Right).await;
        page.press(Key::Right).await;
        assert!(status(page).await.starts_with("2 of "));
        page.press(Key::Left).await;
        assert!(status(page).await.starts_with("1 of "));
        page.press(Key::End).await;
        let end = status(page).await;
        let (now, all) = end.split_once(" of ").expect("it names both");
        assert!(all.starts_with(&format!("{now}: ")), "{end}");

        // In the list, each key is also one step, and the list keeps the focus.
        page.run("document.querySelector('.moves').focus()", vec![])
            .await;
        page.press(Key::Home).await;
        assert!(status(page).await.starts_with("0 of "));
        page.press(Key::Down).await;
        page.press(Key::Right).await;
        page.press(Key::Down).await;
        assert!(status(page).await.starts_with("3 of "));
        let script = "
            const list = document.activeElement;
            const chosen = list.querySelectorAll('[aria-selected=true]');
            return [list.className, chosen.length, chosen[0].id, list.getAttribute('aria-activedescendant')];";
        let found = page.run(script, vec![]).await;
        assert_eq!(found, json!(["moves", 1, "moves-3", "moves-3"]));
        page.click("#moves-5").await;
        assert!(status(page).await.starts_with("5 of "));
    });
}

#[test]
fn the_address_follows_the_move_and_back_leaves_the_page() {
    browse("leaderboard", async |page| {
        page.open("").await;
        let entries = page.run("return history.length", vec![]).await;
        page.follow(&format!("{}#12", game("leaderboard"))).await;
        page.wait(".replay .controls:not([hidden])").await;
        assert!(status(page).await.starts_with("12 of "));
        for key in [Key::Right, Key::Right, Key::Left] {
            page.press(key).await;
        }
        assert!(status(page).await.starts_with("13 of "));
        let link = "return document.querySelector('a.playground').getAttribute('href')";
        let link = page.run(link, vec![]).await;
        let link = link.as_str().expect("it is text");
        assert!(link.starts_with("../../#v=1&c=aps105-lab8&t="), "{link}");
        assert!(link.ends_with("&n=13"), "{link}");
        wait_for_address(page, 13).await;
        page.press(Key::Home).await;
        wait_for_address(page, 0).await;
        // Somebody edits the address.
        page.run("location.replace('#7')", vec![]).await;
        page.wait("#moves-7[aria-selected=true]").await;
        assert!(status(page).await.starts_with("7 of "));
        let more = page.run("return history.length", vec![]).await;
        assert_eq!(more.as_u64(), entries.as_u64().map(|entries| entries + 1));
        page.back().await;
        page.wait("table .finalist").await;
    });
}

#[test]
fn the_last_move_and_its_flips_are_marked() {
    for site in SITES {
        browse(site, async |page| {
            page.open(&game(site)).await;
            page.wait(".replay .controls:not([hidden])").await;
            let script = "
                const flips = document.querySelector('.board .flips');
                // The inspected points are where the first dash begins.
                flips.style.strokeDasharray = 'none';
                const dot = document.querySelector('.board .last');
                const cells = [...document.querySelectorAll('.board circle:not(.last)')];
                const at = (element, name) => Number(element.getAttribute(name));
                const item = document.querySelector('.moves [aria-selected=true]');
                const squares = item?.dataset.squares?.split(' ').map(Number) ?? [];
                const marked = (cell) => flips.isPointInStroke(
                    new DOMPoint(at(cell, 'cx') - Number(flips.dataset.radius), at(cell, 'cy')));
                const found = cells.map((cell, index) => marked(cell) ? index : -1)
                    .filter((index) => index >= 0);
                const isDotRight = squares.length === 0
                    ? getComputedStyle(dot).visibility === 'hidden'
                    : at(dot, 'cx') === at(cells[squares[0]], 'cx')
                        && at(dot, 'cy') === at(cells[squares[0]], 'cy')
                        && getComputedStyle(dot).visibility === 'visible';
                const isSame = JSON.stringify(found) === JSON.stringify(squares.slice(1).sort((a, b) => a - b));
                return [squares.length, isDotRight, isSame];";
            page.press(Key::Home).await;
            assert_eq!(
                page.run(script, vec![]).await,
                json!([0, true, true]),
                "{site}"
            );
            for number in 1..=12 {
                page.press(Key::Right).await;
                let found = page.run(script, vec![]).await;
                // A move flips at least one disc; a pass changes nothing.
                assert!(found[0] != 1, "{site}, move {number}: {found}");
                assert_eq!(found[1], true, "{site}, move {number}: {found}");
                assert_eq!(found[2], true, "{site}, move {number}: {found}");
            }
        });
    }
}

#[test]
fn a_game_can_be_read_without_scripts_and_printed() {
    browse("leaderboard", async |page| {
        page.devtools(
            "Emulation.setScriptExecutionDisabled",
            json!({ "value": true }),
        )
        .await;
        page.open(&game("leaderboard")).await;
        let script = "
            const isShown = (selector) => document.querySelector(selector).checkVisibility();
            return [
                isShown('.board'), isShown('.moves li:last-child'), isShown('.controls'),
                document.querySelector('.flips').getAttribute('d') !== '',
                document.querySelectorAll('.replay [tabindex], .replay [role=option]').length,
            ];";
        let found = page.run(script, vec![]).await;
        assert_eq!(found, json!([true, true, false, true, 0]));
        page.devtools(
            "Emulation.setScriptExecutionDisabled",
            json!({ "value": false }),
        )
        .await;

        open_game(page, "#3").await;
        emulate(page, json!({ "media": "print" })).await;
        let script = "
            const list = document.querySelector('.moves');
            const { display } = getComputedStyle(document.querySelector('.controls'));
            return [display, list.scrollHeight <= list.clientHeight];";
        assert_eq!(page.run(script, vec![]).await, json!(["none", true]));
    });
}

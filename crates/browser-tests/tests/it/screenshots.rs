//! Pictures of all pages, light and dark, which `cargo xtask screenshots` writes.

use playground::cases::suite::{ShownCase, show};
use playground::programs::address;
use playground::programs::run::Memory;
use serde_json::json;

use crate::leaderboard::game;
use crate::looks::{emulate, media, resize_to};
use crate::page::{Page, browse};
use crate::prepared;
use crate::report::{COURSE, mark_class};

/// Takes the pictures `NAME-light.png` and `NAME-dark.png` of the open page.
async fn take(page: &Page, name: &str) {
    for (scheme, dark) in [("light", false), ("dark", true)] {
        emulate(page, media(dark, false)).await;
        let file = prepared::path("screenshots").join(format!("{name}-{scheme}.png"));
        page.screenshot(&file).await;
    }
}

fn case(name: &str) -> ShownCase {
    show(COURSE, name, &mut Memory::default()).expect("it is a case")
}

fn game_of(moves: usize) -> String {
    let mut state = case("full-game-black-wins").state;
    let lines = state.input.split_inclusive('\n').take(moves);
    state.input = lines.collect();
    address::write(&state).expect("it is short")
}

#[test]
fn pictures_of_the_playground() {
    browse("playground", async |page| {
        resize_to(page, 1280, 860).await;
        page.play(&game_of(22)).await;
        take(page, "play").await;
        page.click("#side-engine").await;
        page.choose("#depth", "8").await;
        page.click("#review").await;
        page.wait("body[data-reviewed]").await;
        take(page, "playground").await;
        page.play(&format!(
            "v=1&c={COURSE}&pane=check&case=handout-legal-move"
        ))
        .await;
        // A program that forgets to turn a disc over.
        let output = case("draw").stdout.replacen("c ...BW...", "c ...WW...", 1);
        page.choose("#check-case", "course:draw").await;
        let script = "document.querySelector('#check-text').value = arguments[0]";
        page.run(script, vec![json!(output)]).await;
        page.click("#check-run").await;
        page.wait("body[data-checked='1']").await;
        take(page, "check").await;
    });
}

#[test]
fn pictures_of_the_reports_of_a_class() {
    browse("playground", async |page| {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let reports = mark_class(folder.path());
        resize_to(page, 1000, 760).await;
        for (name, file) in [("class", "index.html"), ("report", "nearest-disc.html")] {
            let file = reports.join(file);
            page.go(&format!("file://{}", file.display())).await;
            take(page, name).await;
        }
    });
}

#[test]
fn pictures_of_the_leaderboard() {
    browse("leaderboard", async |page| {
        resize_to(page, 1000, 760).await;
        page.open("").await;
        take(page, "leaderboard").await;
        page.open(&format!("{}#20", game("leaderboard"))).await;
        page.wait(".replay .controls:not([hidden])").await;
        take(page, "replay").await;
    });
}

//! The page in other languages.

use courses::ALL;
use serde_json::json;

use crate::page::{Page, browse};

async fn untranslated(page: &Page) -> String {
    let script = "return document.body.dataset.untranslated ?? ''";
    let words = page.run(script, vec![]).await;
    words.as_str().expect("it is text").to_owned()
}

#[test]
fn no_word_of_the_page_is_left_in_english() {
    for (language, play) in [("tr", "Oyna"), ("fr", "Jouer")] {
        browse("playground", async |page| {
            // The language is the browser's, and the menu chooses another one.
            let agent = page.run("return navigator.userAgent", vec![]).await;
            let asks = json!({ "userAgent": agent, "acceptLanguage": language });
            page.devtools("Emulation.setUserAgentOverride", asks).await;
            page.play("v=1&c=utoronto-a1").await;
            page.wait(&format!("html[lang={language}]")).await;
            assert_eq!(page.text("#tab-play").await, play);
            for course in ALL {
                page.play(&format!("v=1&c={}", course.name)).await;
                let legal = "return document.querySelector('#board .legal') !== null";
                if page.run(legal, vec![]).await == json!(true) {
                    page.click("#board .legal").await;
                    page.wait("body[data-turn]:not([data-turn='0']):not([data-busy])")
                        .await;
                }
                page.click("#board [data-square='0']").await;
                page.pane("cases").await;
                page.pane("check").await;
            }
            page.play("v=1&c=utoronto-a1&t=d3c3c4").await;
            page.click("#side-engine").await;
            page.choose("#depth", "4").await;
            page.click("#review").await;
            page.wait("body[data-reviewed]").await;
            page.click("#step-first").await;
            page.click("#hint").await;
            page.wait("#board .hinted").await;
            page.click("#side-games").await;
            page.click("#side-moves").await;
            page.click("#share").await;
            page.click("#edit").await;
            page.click("#editor-cancel").await;
            page.click("#side-engine").await;
            page.click("#exercise").await;
            page.wait("body[data-turn='0']:not([data-busy]) #board .legal")
                .await;
            page.pane("check").await;
            page.click("#check-run").await;
            page.wait("body[data-checked]").await;
            assert_eq!(untranslated(page).await, "", "{language}");
            page.choose("#language", "en").await;
            page.wait("html[lang=en] body[data-state=ready]").await;
            assert_eq!(page.text("#tab-play").await, "Play");
        });
    }
}

#[test]
fn a_name_is_not_translated_and_a_whole_sentence_is() {
    browse("playground", async |page| {
        page.play("v=1&c=aps105-lab8").await;
        page.play_legal(2).await;
        page.click("#make-case").await;
        page.wait_until_ready().await;
        page.type_into("#made-name", "Play").await;
        page.click("#made-add").await;
        page.wait("#made-list li").await;
        page.choose("#language", "fr").await;
        page.wait("html[lang=fr] #made-list li").await;
        assert_eq!(page.text("#made-list b").await, "Play");
        for (fragment, problem) in [
            (
                "v=3",
                "Cette adresse n’est pas une partie : elle vient d’une autre version de cette page.",
            ),
            (
                "foo",
                "Cette adresse n’est pas une partie : elle n’a pas de version.",
            ),
        ] {
            page.run("location.hash = arguments[0]", vec![json!(fragment)])
                .await;
            page.wait("#problem:not([hidden])").await;
            assert_eq!(page.text("#problem").await, problem);
            page.click("#tab-play").await;
        }
        page.play("v=1&c=aps105-lab8&l=4%0AW%0Aaa%0Ahello%0Ax%0A")
            .await;
        let note = page.text("#terminal-note").await;
        assert!(note.contains("les 8 derniers caractères"), "{note}");
    });
}

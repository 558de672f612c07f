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

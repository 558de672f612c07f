//! The accessibility of the pages by axe-core, and the width of their elements.

use std::fs;

use serde_json::{Value, json};

use crate::page::{Page, browse};
use crate::prepared;

/// Runs axe-core with these options. Returns its findings: the rule, and the elements.
const AXE: &str = "
    const [options, done] = arguments;
    axe.run({ resultTypes: ['violations'], ...options }).then(
        ({ violations }) => done(violations.map(({ id, nodes }) =>
            [id, ...nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary}`)])),
        (error) => done([String(error)]),
    );
";

/// Returns the elements that are cut off at the right, except in scrolling elements.
const WIDE: &str = "
    const width = document.documentElement.clientWidth;
    const scrolls = (element) => {
        for (let up = element.parentElement; up; up = up.parentElement) {
            if (['auto', 'scroll', 'hidden'].includes(getComputedStyle(up).overflowX)) return true;
        }
        return false;
    };
    const wide = [...document.body.querySelectorAll('*')].filter((element) => {
        const box = element.getBoundingClientRect();
        return element.checkVisibility() && box.width > 1 && box.height > 1 && box.right > width + 1 && !scrolls(element);
    });
    return [
        document.documentElement.scrollWidth - width,
        ...wide.map((element) => element.cloneNode().outerHTML),
    ];
";

const PLACES: [(&str, &str); 6] = [
    ("play", "v=1&c=utoronto-a1"),
    ("play-4x4", "v=1&c=aps105-lab8 4x4"),
    ("play-26x26", "v=1&c=aps105-lab8 26x26"),
    ("play-1x16", "v=1&c=revergo 1x16"),
    ("cases", "v=1&c=cmsc201&pane=cases"),
    ("check", "v=1&c=utoronto-a1&pane=check"),
];

async fn open(page: &Page, place: &str) {
    let (fragment, size) = place.split_once(' ').unwrap_or((place, ""));
    page.play(fragment).await;
    if let Some((rows, cols)) = size.split_once('x') {
        let script = "
            const select = document.querySelector('#start');
            const wanted = (option) => option.textContent.startsWith(arguments[0]);
            select.value = [...select.options].find(wanted).value;
            select.dispatchEvent(new Event('change'));";
        page.run(script, vec![json!(format!("{rows}×{cols},"))])
            .await;
        let [rows, cols] = [rows, cols].map(|side| side.parse::<usize>().expect("a number"));
        page.wait(&format!(
            "body:not([data-busy]) #board:has([data-square='{}']):not(:has([data-square='{}']))",
            rows * cols - 1,
            rows * cols
        ))
        .await;
    }
    if fragment.ends_with("pane=check") {
        let script = "document.querySelector('#check-text').value = '  abcdefgh\\na UUUUUUUU\\n'";
        page.run(script, vec![]).await;
        page.click("#check-run").await;
        page.wait("body[data-checked='1']").await;
    }
}

pub(crate) fn media(dark: bool, forced: bool) -> Value {
    let scheme = if dark { "dark" } else { "light" };
    let forced = if forced { "active" } else { "none" };
    json!({ "features": [
        { "name": "prefers-color-scheme", "value": scheme },
        { "name": "forced-colors", "value": forced },
    ] })
}

/// Emulates `features` such as [`media`].
pub(crate) async fn emulate(page: &Page, features: Value) {
    page.devtools("Emulation.setEmulatedMedia", features).await;
}

/// Checks that axe-core finds nothing on the open page, called `name`, and that nothing is wider
/// than the window, at several widths.
pub(crate) async fn check(page: &Page, name: &str) {
    let axe = fs::read_to_string(prepared::path("axe.min.js")).expect("it is text");
    page.run(&axe, vec![]).await;
    let only_contrast = json!({ "runOnly": ["color-contrast"] });
    // The browser chooses forced colours, and computed styles do not show them.
    let no_contrast = json!({ "rules": { "color-contrast": { "enabled": false } } });
    for (dark, forced, options) in [
        (false, false, json!({})),
        (true, false, only_contrast),
        (true, true, no_contrast),
    ] {
        emulate(page, media(dark, forced)).await;
        let found = page.run_async(AXE, vec![options]).await;
        assert_eq!(found, json!([]), "{name}, dark: {dark}, forced: {forced}");
    }
    for width in [320, 800, 1280, 2560] {
        resize(page, width).await;
        let wide = page.run(WIDE, vec![]).await;
        assert_eq!(wide, json!([0]), "{name} at {width} pixels");
    }
}

pub(crate) async fn resize(page: &Page, width: u32) {
    resize_to(page, width, 900).await;
}

pub(crate) async fn resize_to(page: &Page, width: u32, height: u32) {
    let size = json!({
        "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false,
    });
    page.devtools("Emulation.setDeviceMetricsOverride", size)
        .await;
}

#[test]
fn the_playground_is_accessible_and_fits_every_window() {
    browse("playground", async |page| {
        for (name, place) in PLACES {
            open(page, place).await;
            check(page, name).await;
        }
    });
}

//! The site without a network.

use crate::page::browse;
use crate::positions::wait_for_exercise;

#[test]
fn the_site_works_without_a_network_after_one_visit() {
    browse("playground", async |page| {
        page.play("v=1&c=utoronto-a1").await;
        let kept = "const [done] = arguments; navigator.serviceWorker.ready.then(() => done(true))";
        page.run_async(kept, vec![]).await;
        // The engine and the cases are stored on demand, or all at once.
        page.click("#offline").await;
        page.wait("#offline-note:not(:empty)").await;
        let loading = "
            const [done] = arguments;
            const note = document.querySelector('#offline-note');
            const look = () => note.textContent.endsWith('…') ? requestAnimationFrame(look) : done(note.textContent);
            look();";
        let said = page.run_async(loading, vec![]).await;
        assert_eq!(said, "The whole page works offline now.");
        page.stop_server();
        page.play("v=1&c=utoronto-a1").await;
        page.click("#side-engine").await;
        page.click("#exercise").await;
        wait_for_exercise(page).await;
        page.pane("check").await;
        let manifest = "return document.querySelector('link[rel=manifest]').getAttribute('href')";
        assert_eq!(page.run(manifest, vec![]).await, "manifest.webmanifest");
        // The browser records that it has asked the network first.
        page.forget_console().await;
    });
}

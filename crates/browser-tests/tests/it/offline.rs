//! The site without a network.

use crate::page::browse;
use crate::positions::wait_for_exercise;

#[test]
fn the_site_works_without_a_network_after_one_visit() {
    browse("playground", async |page| {
        page.play("v=1&c=utoronto-a1").await;
        let kept = "const [done] = arguments; navigator.serviceWorker.ready.then(() => done(true))";
        page.run_async(kept, vec![]).await;
        page.stop_server();
        page.play("v=1&c=utoronto-a1").await;
        page.click("#exercise").await;
        wait_for_exercise(page).await;
        let manifest = "return document.querySelector('link[rel=manifest]').getAttribute('href')";
        assert_eq!(page.run(manifest, vec![]).await, "manifest.webmanifest");
        // The browser notes that it has asked the network first.
        page.forget_console().await;
    });
}

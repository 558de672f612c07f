//! A page in a browser.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use thirtyfour::testing::run_browser_test;
use thirtyfour::{By, Capabilities, TypingData, WebDriver, WindowHandle};

use crate::driver::{Service, chromedriver, chromium, firefox, geckodriver};
use crate::prepared;
use crate::server::Server;

const PATIENCE: Duration = Duration::from_secs(60);

/// Resolves as soon as an element matches the selector.
const WAIT: &str = "
    const [selector, done] = arguments;
    const look = () => {
        if (!document.querySelector(selector)) return;
        observer.disconnect();
        done(true);
    };
    const observer = new MutationObserver(look);
    const all = { attributes: true, childList: true, characterData: true, subtree: true };
    observer.observe(document, all);
    look();
";

/// Resolves when the page and its styles are loaded. The command that opens a page may return
/// earlier, when measurements would ignore the styles.
const LOADED: &str = "
    const [done] = arguments;
    if (document.readyState === 'complete') done(true);
    else addEventListener('load', () => done(true));
";

pub(crate) struct Page {
    driver: WebDriver,
    server: Server,
}

/// Runs `test` with an empty page in a new browser; the server has `folder` of the prepared folder.
/// Afterwards the browser's console must be empty, and the page must have requested only files of
/// the server. Does nothing unless browser tests are requested.
#[expect(clippy::print_stdout)]
pub(crate) fn browse(folder: &str, test: impl AsyncFnOnce(&Page)) {
    if prepared::folder().is_none() {
        println!("skipped: this test needs a browser; run .ci/browser");
        return;
    }
    let wishes = chromium().expect("they can be written");
    browse_with(&chromedriver(), wishes, folder, async |page: &Page| {
        test(page).await;
        page.assert_quiet().await;
        page.assert_alone().await;
    });
}

/// Runs `test` as [`browse`] does, but in Firefox, without checking the console. Does nothing if
/// its driver is not installed.
#[expect(clippy::print_stdout)]
pub(crate) fn browse_in_firefox(folder: &str, test: impl AsyncFnOnce(&Page)) {
    let driver = prepared::folder().and_then(|_| geckodriver());
    let Some(driver) = driver else {
        println!("skipped: this test needs geckodriver; run .ci/browser");
        return;
    };
    let wishes = firefox().expect("they can be written");
    browse_with(&driver, wishes, folder, test);
}

fn browse_with(
    driver: &Service,
    wishes: impl Into<Capabilities>,
    folder: &str,
    test: impl AsyncFnOnce(&Page),
) {
    let server = Server::start(&prepared::path(folder));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("the system has resources");
    let session = async {
        let driver = WebDriver::new(&driver.address, wishes).await?;
        driver.set_script_timeout(PATIENCE).await?;
        Ok(driver)
    };
    let result = runtime.block_on(run_browser_test(session, async |driver| {
        let page = Page { driver, server };
        test(&page).await;
        Ok::<_, thirtyfour::error::WebDriverError>(())
    }));
    result.expect("the browser works");
}

impl Page {
    pub(crate) async fn open(&self, file: &str) {
        self.go(&self.server.address(file)).await;
    }

    /// Opens an address, and waits until all of it is loaded.
    pub(crate) async fn go(&self, address: &str) {
        // Otherwise a new fragment would not reload the page.
        self.driver.goto("about:blank").await.expect("it is empty");
        self.load(address).await;
    }

    /// Opens a file as a link does: the open page stays in the history.
    pub(crate) async fn follow(&self, file: &str) {
        self.load(&self.server.address(file)).await;
    }

    async fn load(&self, address: &str) {
        let opened = self.driver.goto(address).await;
        opened.unwrap_or_else(|error| panic!("cannot open {address}: {error}"));
        self.run_async(LOADED, vec![]).await;
    }

    /// Goes back in the history. A script that does so may end before it has a result.
    pub(crate) async fn back(&self) {
        self.driver.back().await.expect("there is a page before");
    }

    /// Opens another tab, and returns the one before.
    pub(crate) async fn open_tab(&self) -> WindowHandle {
        let before = self.driver.window().await.expect("there is a tab");
        let tab = self.driver.new_tab().await.expect("it can be opened");
        self.show_tab(tab).await;
        before
    }

    pub(crate) async fn show_tab(&self, tab: WindowHandle) {
        let shown = self.driver.switch_to_window(tab).await;
        shown.expect("the tab is open");
    }

    /// Chooses what a person sees as `text`, among values that are no words.
    pub(crate) async fn choose_text(&self, selector: &str, text: &str) {
        let script = "
            const select = document.querySelector(arguments[0]);
            const is = (option) => option.textContent === arguments[1];
            select.selectedIndex = [...select.options].findIndex(is);
            select.dispatchEvent(new Event('change', { bubbles: true }));";
        self.run(script, vec![json!(selector), json!(text)]).await;
    }

    pub(crate) async fn play(&self, fragment: &str) {
        self.open(&format!("#{fragment}")).await;
        self.wait_until_ready().await;
    }

    /// Waits until a game is shown, or a pane whose cases are loaded.
    pub(crate) async fn wait_until_ready(&self) {
        self.wait(
            "body[data-state=ready][data-turn]:not([data-busy]):is([data-pane=play], \
             [data-suite=ready])",
        )
        .await;
    }

    /// Shows the pane with this name, and waits until the cases that it needs are loaded.
    pub(crate) async fn pane(&self, name: &str) {
        self.click(&format!("#tab-{name}")).await;
        self.wait_until_ready().await;
    }

    /// Plays the first legal move, and waits until the game has this number of turns.
    pub(crate) async fn play_legal(&self, turn: usize) {
        self.click("#board .legal").await;
        self.wait_for_turn(turn).await;
    }

    pub(crate) async fn wait_for_turn(&self, turn: usize) {
        self.wait(&format!("body[data-turn='{turn}']:not([data-busy])"))
            .await;
    }

    pub(crate) async fn wait(&self, selector: &str) {
        let waited = self.driver.execute_async(WAIT, vec![json!(selector)]).await;
        if let Err(error) = waited {
            let error = error.to_string();
            let error = error.lines().next().unwrap_or_default();
            let state = "return [document.body.cloneNode().outerHTML, \
                document.querySelector('#problem')?.textContent]";
            let state = self.run(state, vec![]).await;
            let log = self.console().await;
            panic!("nothing matches {selector}: {error}\n{state}\nconsole: {log:#?}");
        }
    }

    pub(crate) async fn run(&self, script: &str, arguments: Vec<Value>) -> Value {
        let result = self.driver.execute(script, arguments).await;
        let result = result.unwrap_or_else(|error| panic!("{error}\nin {script}"));
        result.json().clone()
    }

    /// Runs the body of a function whose last argument takes the result.
    pub(crate) async fn run_async(&self, script: &str, arguments: Vec<Value>) -> Value {
        let result = self.driver.execute_async(script, arguments).await;
        let result = result.unwrap_or_else(|error| panic!("{error}\nin {script}"));
        result.json().clone()
    }

    pub(crate) async fn click(&self, selector: &str) {
        let found = self.driver.find(By::Css(selector)).await;
        let element = found.unwrap_or_else(|error| panic!("{selector}: {error}"));
        let clicked = element.click().await;
        clicked.unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    pub(crate) async fn choose(&self, selector: &str, value: &str) {
        self.click(&format!("{selector} option[value='{value}']"))
            .await;
    }

    pub(crate) async fn value(&self, selector: &str) -> Value {
        let script = "return document.querySelector(arguments[0]).value";
        self.run(script, vec![json!(selector)]).await
    }

    /// Presses keys one after the other. In a text, some characters represent keys without one,
    /// such as [`thirtyfour::Key::Enter`].
    pub(crate) async fn press(&self, keys: impl Into<TypingData>) {
        let keys = self.driver.action_chain().send_keys(keys).perform().await;
        keys.expect("the browser takes keys");
    }

    /// Types `text` into the element that matches `selector`. For a file field, `text` has one path
    /// per line.
    pub(crate) async fn type_into(&self, selector: &str, text: &str) {
        let found = self.driver.find(By::Css(selector)).await;
        let element = found.unwrap_or_else(|error| panic!("{selector}: {error}"));
        let typed = element.send_keys(text).await;
        typed.unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    pub(crate) async fn text(&self, selector: &str) -> String {
        let script = "return document.querySelector(arguments[0])?.textContent";
        let text = self.run(script, vec![json!(selector)]).await;
        let text = text.as_str().map(str::to_owned);
        text.unwrap_or_else(|| panic!("nothing matches {selector}"))
    }

    pub(crate) async fn devtools(&self, command: &str, arguments: Value) {
        let sent = self.driver.cdp().send_raw(command, arguments).await;
        sent.unwrap_or_else(|error| panic!("{command}: {error}"));
    }

    pub(crate) async fn screenshot(&self, file: &Path) {
        let saved = self.driver.screenshot(file).await;
        saved.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }

    pub(crate) async fn download_to(&self, folder: &Path) {
        let allowed = json!({ "behavior": "allow", "downloadPath": folder });
        self.devtools("Browser.setDownloadBehavior", allowed).await;
    }

    /// Returns the path of the file `name` that the page saves to `folder`, once it is complete:
    /// until then it is empty or has another name.
    pub(crate) async fn downloaded(&self, folder: &Path, name: &str) -> PathBuf {
        let file = folder.join(name);
        for _ in 0..1000 {
            // Chromium reserves the name with an empty file, and replaces
            // it by the whole one at the end.
            if file.metadata().is_ok_and(|file| file.len() > 0) {
                return file;
            }
            // The browser answers between two steps of the download.
            self.run("return null", vec![]).await;
        }
        panic!("the page does not save {name}");
    }

    /// Ends the server, as if there were no network.
    pub(crate) fn stop_server(&self) {
        self.server.stop();
    }

    pub(crate) async fn forget_console(&self) {
        self.console().await;
    }

    async fn console(&self) -> Vec<String> {
        let log = self.driver.browser_log().await.expect("it is switched on");
        log.into_iter().map(|entry| entry.message).collect()
    }

    async fn assert_quiet(&self) {
        let log = self.console().await;
        assert!(log.is_empty(), "the console has {log:#?}");
    }

    async fn assert_alone(&self) {
        let log = self.driver.get_log("performance").await;
        let own = self.server.address("");
        for entry in log.expect("it is switched on") {
            let event: Value = serde_json::from_str(&entry.message).expect("it is JSON");
            let event = &event["message"];
            if event["method"] == "Network.requestWillBeSent" {
                let address = event["params"]["request"]["url"]
                    .as_str()
                    .expect("it has one");
                let inside = ["blob:", "data:", "about:", "file:", &own];
                assert!(
                    inside.iter().any(|inside| address.starts_with(inside)),
                    "the page asks for {address}"
                );
            }
        }
        assert_eq!(self.server.missing(), Vec::<String>::new());
    }
}

//! `chromedriver`, which controls the browser.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdout, Command, Stdio};

use thirtyfour::prelude::*;
use thirtyfour::{ChromeCapabilities, LoggingPrefsLogLevel};

/// A running `chromedriver`, which is killed when it is dropped.
pub(crate) struct Driver {
    child: Child,
    /// It must stay open: `chromedriver` prints to it.
    _stdout: BufReader<ChildStdout>,
    /// Its address.
    pub(crate) address: String,
}

impl Driver {
    /// Starts it at a free port.
    pub(crate) fn start() -> Self {
        let mut command = Command::new("chromedriver");
        command.args(["--port=0", "--log-level=SEVERE"]);
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let mut child = child.unwrap_or_else(|error| {
            panic!("cannot start chromedriver, of Debian's package chromium-driver: {error}")
        });
        let mut stdout = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut lines = stdout.by_ref().lines().map_while(Result::ok);
        let port = lines.find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            Some(port.trim_end_matches('.').to_owned())
        });
        let port = port.expect("chromedriver names its port");
        Self {
            child,
            _stdout: stdout,
            address: format!("http://127.0.0.1:{port}"),
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the wishes for a browser without a window and without a network.
pub(crate) fn capabilities() -> WebDriverResult<ChromeCapabilities> {
    let mut wishes = DesiredCapabilities::chrome();
    wishes.add_arg("--headless=new")?;
    // The tests may run as root, and in a container with a small /dev/shm.
    wishes.set_no_sandbox()?;
    wishes.set_disable_dev_shm_usage()?;
    wishes.add_arg("--window-size=1280,900")?;
    wishes.add_arg("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")?;
    wishes.set_browser_log_level(LoggingPrefsLogLevel::All)?;
    wishes.set_logging_prefs("performance", LoggingPrefsLogLevel::All)?;
    Ok(wishes)
}

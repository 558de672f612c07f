//! `chromedriver` and `geckodriver`, which control the browsers.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdout, Command, Stdio};

use thirtyfour::prelude::*;
use thirtyfour::{ChromeCapabilities, FirefoxCapabilities, LoggingPrefsLogLevel};

/// A running driver, which is killed when it is dropped.
pub(crate) struct Driver {
    child: Child,
    /// It must stay open: the driver prints to it.
    _stdout: BufReader<ChildStdout>,
    pub(crate) address: String,
}

impl Driver {
    pub(crate) fn start() -> Self {
        let mut command = Command::new("chromedriver");
        command.args(["--port=0", "--log-level=SEVERE"]);
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let child = child.unwrap_or_else(|error| {
            panic!("cannot start chromedriver, of Debian's package chromium-driver: {error}")
        });
        Self::at_port(child, "started successfully on port ")
    }

    /// Starts Firefox's at a free port; `None` if it is not installed.
    pub(crate) fn of_firefox() -> Option<Self> {
        let mut command = Command::new("geckodriver");
        command.arg("--port=0");
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        Some(Self::at_port(child.ok()?, "Listening on 127.0.0.1:"))
    }

    /// Waits until `child` prints the line with `words`, after which its port stands.
    fn at_port(mut child: Child, words: &str) -> Self {
        let mut stdout = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut lines = stdout.by_ref().lines().map_while(Result::ok);
        let port = lines.find_map(|line| {
            let (_, port) = line.split_once(words)?;
            Some(port.trim_end_matches('.').to_owned())
        });
        let port = port.expect("the driver names its port");
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

pub(crate) fn firefox() -> WebDriverResult<FirefoxCapabilities> {
    let mut wishes = DesiredCapabilities::firefox();
    wishes.set_headless()?;
    wishes.add_arg("--width=1280")?;
    wishes.add_arg("--height=900")?;
    Ok(wishes)
}

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

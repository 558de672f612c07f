//! `chromedriver` and `geckodriver`, which control the browsers.

use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use tempfile::TempDir;
use thirtyfour::prelude::*;
use thirtyfour::{ChromeCapabilities, FirefoxCapabilities, LoggingPrefsLogLevel};

/// Debian's Chromium without windows, which needs half the processor time. The script in `/usr/bin`
/// also starts it, but `chromedriver` would end only that script.
const HEADLESS: &str = "/usr/lib/chromium/chromium-headless-shell";

/// A process that answers requests at a free port of this machine until it is dropped.
pub(crate) struct Service {
    child: Child,
    /// It must stay open: the process prints to it.
    _stdout: BufReader<ChildStdout>,
    /// Declared after `child`: fields drop in order, and its temporary files are here.
    _folder: TempDir,
    pub(crate) address: String,
}

impl Service {
    /// Starts `command` and waits until it prints the line with `words`, followed by its port. The
    /// temporary files of the process and of its browser are in `folder`.
    pub(crate) fn start(command: &mut Command, words: &str, folder: TempDir) -> io::Result<Self> {
        command.env("TMPDIR", folder.path());
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut stdout = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut printed = String::new();
        let port = loop {
            let mut line = String::new();
            if stdout.read_line(&mut line)? == 0 {
                let status = child.wait()?;
                return Err(io::Error::other(format!(
                    "it ends without a port ({status}): {printed}"
                )));
            }
            if let Some((_, port)) = line.trim_end().split_once(words) {
                break port.trim_end_matches('.').to_owned();
            }
            printed += &line;
        };
        Ok(Self {
            child,
            _stdout: stdout,
            _folder: folder,
            address: format!("http://127.0.0.1:{port}"),
        })
    }

    pub(crate) fn end(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.end();
    }
}

pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder can be made")
}

pub(crate) fn chromedriver() -> Service {
    let start = || {
        let mut command = Command::new("chromedriver");
        command.args(["--port=0", "--log-level=SEVERE"]);
        Service::start(&mut command, "started successfully on port ", folder())
    };
    // It ends if the port that is free for IPv4 is not free for IPv6.
    let driver = start().or_else(|_| start()).or_else(|_| start());
    driver.unwrap_or_else(|error| {
        panic!("cannot start chromedriver, of Debian's package chromium-driver: {error}")
    })
}

/// Returns `None` if Firefox's driver is not installed.
pub(crate) fn geckodriver() -> Option<Service> {
    let mut command = Command::new("geckodriver");
    command.arg("--port=0");
    match Service::start(&mut command, "Listening on 127.0.0.1:", folder()) {
        Ok(service) => Some(service),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => panic!("cannot start geckodriver: {error}"),
    }
}

pub(crate) fn firefox() -> WebDriverResult<FirefoxCapabilities> {
    let mut wishes = DesiredCapabilities::firefox();
    wishes.set_headless()?;
    wishes.add_arg("--width=1280")?;
    wishes.add_arg("--height=900")?;
    Ok(wishes)
}

/// Returns the capabilities for Chromium without a window and without a network.
pub(crate) fn chromium() -> WebDriverResult<ChromeCapabilities> {
    let mut wishes = DesiredCapabilities::chrome();
    wishes.add_arg("--headless=new")?;
    if Path::new(HEADLESS).exists() {
        wishes.set_binary(HEADLESS)?;
    }
    // The tests may run as root, and in a container with a small /dev/shm.
    wishes.set_no_sandbox()?;
    wishes.set_disable_dev_shm_usage()?;
    wishes.add_arg("--window-size=1280,900")?;
    wishes.add_arg("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")?;
    wishes.set_browser_log_level(LoggingPrefsLogLevel::All)?;
    wishes.set_logging_prefs("performance", LoggingPrefsLogLevel::All)?;
    Ok(wishes)
}

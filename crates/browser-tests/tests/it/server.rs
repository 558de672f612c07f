//! A static web server, Python's, as minimal as a static host can be.

use std::cell::RefCell;
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::driver::{Service, folder};

/// The path of the site on its server: it must work under any.
const ABOVE: &str = "some/where";

/// A browser must request each file again: its own cache hides mistakes.
const PROGRAM: &str = "
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
class Handler(SimpleHTTPRequestHandler):
    def end_headers(self):
        self.send_header('Cache-Control', 'no-store')
        super().end_headers()
server = ThreadingHTTPServer(('127.0.0.1', 0), Handler)
print('port', server.server_port, flush=True)
server.serve_forever()
";

pub(crate) struct Server {
    service: RefCell<Service>,
    log: PathBuf,
}

impl Server {
    pub(crate) fn start(files: &Path) -> Self {
        let root = folder();
        let log = root.path().join("log");
        let site = root.path().join(ABOVE);
        fs::create_dir_all(site.parent().expect("it is in a folder"))
            .and_then(|()| symlink(files, &site))
            .expect("the folder is empty");
        let mut command = Command::new("python3");
        command.args(["-c", PROGRAM]).current_dir(root.path());
        command.stderr(File::create(&log).expect("the folder is empty"));
        let service = Service::start(&mut command, "port ", root).expect("there is Python");
        Self {
            service: RefCell::new(service),
            log,
        }
    }

    pub(crate) fn address(&self, file: &str) -> String {
        format!("{}/{ABOVE}/{file}", self.service.borrow().address)
    }

    pub(crate) fn stop(&self) {
        self.service.borrow_mut().end();
    }

    /// Returns the requests for files that do not exist.
    pub(crate) fn missing(&self) -> Vec<String> {
        let log = fs::read_to_string(&self.log).expect("it is text");
        let missing = log.lines().filter(|line| line.contains("\" 404 "));
        missing.map(str::to_owned).collect()
    }
}

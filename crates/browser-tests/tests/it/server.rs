//! A static web server, as small as a static host can be.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// Serves the files of a folder under a path. It ends when it is dropped.
pub(crate) struct Server {
    shared: Arc<Shared>,
    address: SocketAddr,
}

struct Shared {
    folder: PathBuf,
    /// The path above the files, from one slash to another.
    above: &'static str,
    missing: Mutex<Vec<String>>,
    ended: AtomicBool,
}

impl Server {
    /// Starts to serve `folder` under the path `above`, which starts and ends with a
    /// slash, at a free port of this machine.
    pub(crate) fn start(folder: &Path, above: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("it is bound");
        let shared = Arc::new(Shared {
            folder: folder.to_owned(),
            above,
            missing: Mutex::default(),
            ended: AtomicBool::new(false),
        });
        let served = shared.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                if served.ended.load(Ordering::Relaxed) {
                    return;
                }
                let served = served.clone();
                // Browsers open connections before they need them.
                thread::spawn(move || stream.map(|stream| served.answer(stream)));
            }
        });
        Self { shared, address }
    }

    pub(crate) fn address(&self, file: &str) -> String {
        format!("http://{}{}{file}", self.address, self.shared.above)
    }

    /// Ends the server: it takes no more connections.
    pub(crate) fn stop(&self) {
        self.shared.ended.store(true, Ordering::Relaxed);
        // It waits for a connection.
        drop(TcpStream::connect(self.address));
    }

    pub(crate) fn missing(&self) -> Vec<String> {
        self.shared
            .missing
            .lock()
            .expect("no thread panics")
            .clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Shared {
    /// Answers the first request on a connection. A browser that goes away is no error.
    fn answer(&self, stream: TcpStream) -> Option<()> {
        let mut lines = BufReader::new(stream.try_clone().ok()?).lines();
        let request = lines.next()?.ok()?;
        // The browser gets a reset instead of the answer if something is left unread.
        while !lines.next()?.ok()?.is_empty() {}
        let target = request.split(' ').nth(1)?;
        let path = target.split('?').next()?;
        let (status, (kind, contents)) = match self.file(path) {
            Some(file) => ("200 OK", file),
            None => ("404 Not Found", self.not_found(path)),
        };
        let length = contents.len();
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\
             Connection: close\r\n\r\n"
        );
        let mut stream = stream;
        stream
            .write_all(&[head.as_bytes(), &contents].concat())
            .ok()
    }

    /// Notes that there is no file at `path`. Returns the type and the contents of the answer.
    fn not_found(&self, path: &str) -> (&'static str, Vec<u8>) {
        let mut missing = self.missing.lock().expect("no thread panics");
        missing.push(path.to_owned());
        ("text/plain", b"not found".to_vec())
    }

    fn file(&self, path: &str) -> Option<(&'static str, Vec<u8>)> {
        let name = path.strip_prefix(self.above)?;
        let name = if name.is_empty() { "index.html" } else { name };
        let file = self.folder.join(name);
        let kind = match file.extension()?.to_str()? {
            "css" => "text/css",
            "html" => "text/html",
            "js" => "text/javascript",
            "svg" => "image/svg+xml",
            "wasm" => "application/wasm",
            _ => "application/octet-stream",
        };
        Some((kind, fs::read(file).ok()?))
    }
}

//! Reading the streams of a program.

use std::io::Read;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::capture::Capture;

/// The number of pieces that are read before a program must wait.
const AHEAD: usize = 64;

/// A piece of standard output or of standard error.
enum Piece {
    Output(Vec<u8>),
    Error(Vec<u8>),
}

/// The output of a program, read by two threads.
pub(super) struct Output {
    pieces: Receiver<Piece>,
    pub(super) stdout: Capture,
    pub(super) stderr: Capture,
    /// The standard error since it was last taken.
    aside: Vec<u8>,
    /// If set, CRLF becomes LF in standard output.
    joins_line_ends: bool,
    /// Set after a CR that may be the first half of a line end.
    half: bool,
}

impl Output {
    /// Reads both streams. With `joins_line_ends`, CRLF becomes LF in standard
    /// output.
    pub(super) fn read_from(
        limit: usize,
        stdout: impl Read + Send + 'static,
        stderr: impl Read + Send + 'static,
        joins_line_ends: bool,
    ) -> Self {
        let (sender, pieces) = sync_channel(AHEAD);
        forward(stdout, sender.clone(), Piece::Output);
        forward(stderr, sender, Piece::Error);
        Self {
            pieces,
            stdout: Capture::head(limit),
            stderr: Capture::tail(limit),
            aside: Vec::new(),
            joins_line_ends,
            half: false,
        }
    }

    /// Reads what was printed, waiting for up to `patience`. Returns `true` if
    /// there was anything.
    pub(super) fn read(&mut self, patience: Duration) -> bool {
        match self.pieces.recv_timeout(patience) {
            Ok(piece) => self.push(&piece),
            Err(RecvTimeoutError::Timeout) => return false,
            Err(RecvTimeoutError::Disconnected) => {
                thread::sleep(patience);
                return false;
            }
        }
        for _ in 0..AHEAD {
            let Ok(piece) = self.pieces.try_recv() else {
                break;
            };
            self.push(&piece);
        }
        true
    }

    /// Reads to the end of both streams once all processes have ended, but for no
    /// longer than half a second: a process that could not be ended may keep them
    /// open.
    pub(super) fn read_rest(&mut self) {
        const PATIENCE: Duration = Duration::from_millis(500);
        let begun = Instant::now();
        while !self.is_over() && begun.elapsed() < PATIENCE {
            match self.pieces.recv_timeout(PATIENCE) {
                Ok(piece) => self.push(&piece),
                Err(_) => return,
            }
        }
    }

    /// Counts what was written to standard error as output.
    pub(super) fn take_prompt(&mut self) {
        self.stdout.push(&std::mem::take(&mut self.aside));
    }

    /// Returns `true` if a stream was longer than its limit.
    pub(super) fn is_over(&self) -> bool {
        self.stdout.is_over() || self.stderr.is_over()
    }

    /// Returns `bytes` with LF for CRLF. A CR at the end waits for the next piece.
    fn with_joined_line_ends(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut joined = Vec::with_capacity(bytes.len() + 1);
        for &byte in bytes {
            if self.half && byte != b'\n' {
                joined.push(b'\r');
            }
            self.half = byte == b'\r';
            if !self.half {
                joined.push(byte);
            }
        }
        joined
    }

    fn push(&mut self, piece: &Piece) {
        match piece {
            Piece::Output(bytes) if self.joins_line_ends => {
                let joined = self.with_joined_line_ends(bytes);
                self.stdout.push(&joined);
            }
            Piece::Output(bytes) => self.stdout.push(bytes),
            Piece::Error(bytes) => {
                self.stderr.push(bytes);
                self.aside.extend_from_slice(bytes);
            }
        }
    }
}

/// Sends on what `stream` delivers, until its end or until nobody receives.
fn forward(
    mut stream: impl Read + Send + 'static,
    sender: SyncSender<Piece>,
    piece: fn(Vec<u8>) -> Piece,
) {
    thread::spawn(move || {
        let mut buffer = vec![0; 16 << 10];
        // What was read before an error counts.
        while let Ok(count @ 1..) = stream.read(&mut buffer) {
            if sender.send(piece(buffer[..count].to_vec())).is_err() {
                return;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_are_joined_across_pieces() {
        let (stdout, mut writer) = std::io::pipe().expect("there are pipes");
        let mut output = Output::read_from(100, stdout, std::io::empty(), true);
        for piece in ["a\r", "\nb\r\rc\r\n", "\r", "\r\n", "d"] {
            std::io::Write::write_all(&mut writer, piece.as_bytes()).expect("it is read");
            while !output.read(Duration::from_millis(1)) {}
        }
        assert_eq!(output.stdout.into_bytes(), b"a\nb\r\rc\n\r\nd");
    }
}

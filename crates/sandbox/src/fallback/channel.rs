//! The terminal or the pipes between a session and its program: one thread writes, two read.

use std::fs::File;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::system::{END_OF_INPUT, Processes, open_terminal};
use crate::launched::Launched;
use crate::session::{Channel, Streams};

/// After such a silence without CPU time, a program counts as waiting for input: after what looks
/// like a prompt; after anything else; without an answer to the last input; and before its first
/// output, while the system starts it. On a busy machine, a working program may be silent, too.
const AFTER_PROMPT: Duration = Duration::from_millis(100);
const AFTER_OTHER: Duration = Duration::from_millis(400);
const WITHOUT_ANSWER: Duration = Duration::from_secs(1);
const AT_START: Duration = Duration::from_secs(2);

const AHEAD: usize = 64;

enum Piece {
    Output(Vec<u8>),
    Error(Vec<u8>),
}

/// A terminal, or on Windows pipes that the C library takes for one.
pub struct Terminal {
    opened: Instant,
    input: Option<Sender<Vec<u8>>>,
    pending: Arc<AtomicUsize>,
    pieces: Receiver<Piece>,
    /// Set after a CR that may be the first half of a line end.
    half: bool,
    /// The start of the present silence, and the CPU time at that moment.
    quiet: (Instant, Duration),
    answered: usize,
}

impl Terminal {
    pub(super) fn new(
        input: impl Write + Send + 'static,
        output: impl Read + Send + 'static,
        errors: impl Read + Send + 'static,
    ) -> Self {
        let pending = Arc::new(AtomicUsize::new(0));
        let (sender, pieces) = sync_channel(AHEAD);
        forward(output, sender.clone(), Piece::Output);
        forward(errors, sender, Piece::Error);
        let opened = Instant::now();
        Self {
            opened,
            input: Some(write_to(input, Arc::clone(&pending))),
            pending,
            pieces,
            half: false,
            quiet: (opened, Duration::ZERO),
            answered: 0,
        }
    }

    fn push(&mut self, piece: Piece, streams: &mut Streams) {
        match piece {
            Piece::Output(bytes) if cfg!(windows) => {
                let joined = self.with_joined_line_ends(&bytes);
                streams.stdout.push(&joined);
            }
            Piece::Output(bytes) => streams.stdout.push(&bytes),
            Piece::Error(bytes) => streams.push_error(&bytes),
        }
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
}

impl Channel for Terminal {
    type Processes = Processes;

    const CHECK: Duration = Duration::from_millis(5);

    fn open() -> io::Result<(Self, [File; 3])> {
        open_terminal()
    }

    fn send(&mut self, bytes: &[u8], streams: &Streams) {
        self.answered = streams.stdout.bytes.len();
        self.quiet.0 = Instant::now();
        if let Some(input) = &self.input {
            self.pending.fetch_add(bytes.len(), Ordering::SeqCst);
            // An error means that the program has closed its input.
            let _ = input.send(bytes.to_vec());
        }
    }

    fn end_input(&mut self, streams: &Streams) {
        match END_OF_INPUT {
            Some(byte) => self.send(&[byte], streams),
            None => self.input = None,
        }
    }

    fn input_left(&self) -> usize {
        self.pending.load(Ordering::SeqCst)
    }

    fn read(&mut self, patience: Duration, streams: &mut Streams) -> bool {
        match self.pieces.recv_timeout(patience) {
            Ok(piece) => self.push(piece, streams),
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
            self.push(piece, streams);
        }
        self.quiet.0 = Instant::now();
        true
    }

    /// Waits at most half a second for the end of both streams: a process that survived may keep
    /// them open.
    fn read_rest(&mut self, streams: &mut Streams) {
        const PATIENCE: Duration = Duration::from_millis(500);
        let begun = Instant::now();
        while !streams.is_over() && begun.elapsed() < PATIENCE {
            match self.pieces.recv_timeout(PATIENCE) {
                Ok(piece) => self.push(piece, streams),
                Err(_) => return,
            }
        }
    }

    /// After the end of the input, no read waits.
    fn awaits_input(&mut self, launched: &mut Launched<Processes>, streams: &mut Streams) -> bool {
        let used = launched.cpu;
        if used > self.quiet.1 || self.input_left() > 0 {
            self.quiet = (Instant::now(), used);
        }
        let output = &streams.stdout.bytes;
        let pause = if output.is_empty() && self.quiet.0.duration_since(self.opened) < AT_START {
            AT_START
        } else if output.len() == self.answered {
            WITHOUT_ANSWER
        } else if output.trim_ascii_end().ends_with(b":") && !output.ends_with(b"\n") {
            AFTER_PROMPT
        } else {
            AFTER_OTHER
        };
        let quiet = self.quiet.0.elapsed();
        let awaits = self.input.is_some() && quiet >= pause;
        if awaits {
            launched.excuse(quiet);
        }
        awaits
    }
}

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

fn write_to(mut stream: impl Write + Send + 'static, pending: Arc<AtomicUsize>) -> Sender<Vec<u8>> {
    let (sender, pieces) = mpsc::channel::<Vec<u8>>();
    thread::spawn(move || {
        for piece in pieces {
            // A program that has closed its input leaves the rest unread.
            if stream.write_all(&piece).is_err() {
                return;
            }
            pending.fetch_sub(piece.len(), Ordering::SeqCst);
        }
    });
    sender
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_are_joined_across_pieces() {
        let mut terminal = Terminal::new(io::sink(), io::empty(), io::empty());
        let pieces = ["a\r", "\nb\r\rc\r\n", "\r", "\r\n", "d"];
        let joined = pieces.map(|piece| terminal.with_joined_line_ends(piece.as_bytes()));
        assert_eq!(joined.concat(), b"a\nb\r\rc\n\r\nd");
    }
}

//! The beginning of a stream, which may be endless.

const HEAD: usize = 60 << 10;
const TAIL: usize = 4 << 10;

/// A compiler's first error is near the beginning, and the reason of a crash at the end.
pub(crate) fn ends(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.len() > HEAD + TAIL {
        bytes.drain(HEAD..bytes.len() - TAIL);
    }
    bytes
}

pub(crate) struct Capture {
    pub(crate) bytes: Vec<u8>,
    limit: usize,
    pub(crate) is_over: bool,
}

impl Capture {
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            bytes: Vec::new(),
            limit,
            is_over: false,
        }
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        let room = self.limit.saturating_sub(self.bytes.len());
        self.is_over |= bytes.len() > room;
        self.bytes
            .extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    /// Removes `mark` from what was kept after the first `from` bytes. Returns `true` if it was
    /// there.
    #[cfg(target_os = "linux")]
    pub(crate) fn remove(&mut self, from: usize, mark: &[u8]) -> bool {
        let found = self.bytes[from..]
            .windows(mark.len())
            .position(|window| window == mark);
        if let Some(index) = found {
            let at = from + index;
            self.bytes.drain(at..at + mark.len());
        }
        found.is_some()
    }
}
